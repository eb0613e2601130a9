"""How soon a page of the site moves: `python tests/bench/site_speed.py FOLDER`.

FOLDER is a site that website.py built. Per notebook: bytes of the page with all that it loads, ms
from the click on a link to it until everything has loaded, and ms from then until its first picture
has been scrolled to, drawn, and moved by key: 0 where there is none. Median of 5.
"""

import argparse
import statistics
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.extend(str(Path(__file__).parents[1] / folder) for folder in ("", "browser"))
from conftest import FLAGS, browser_path
from file_server import served

# From the end of loading to the first frame that differs from the picture at rest.
MOVE = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const { loadEventEnd: loaded } = performance.getEntriesByType("navigation")[0];
    const holder = document.querySelector(".alive:not([data-draws=Question])");
    const now = performance.now();
    if (!holder) return [loaded, 0];
    holder.scrollIntoView({ behavior: "instant" });
    while (!holder.querySelector("svg")) await frame();
    const svg = holder.querySelector("svg"), before = svg.innerHTML;
    const stage = holder.querySelector(".stage");
    const pressed = (key) => new KeyboardEvent("keydown", { key, bubbles: true });
    press("Home");
    while (svg.innerHTML === before && performance.now() - now < 10_000) {
        stage.dispatchEvent(pressed("ArrowRight"));
        await frame();
    }
    return [loaded, performance.now() - now];
}"""


def measured(browser, url, times=5):
    """(bytes, ms to load, ms to move) of the page at `url`, in a fresh corner of the browser."""
    rows = []
    for _ in range(times):
        context = browser.new_context()
        page, sizes = context.new_page(), []
        page.on(
            "response",
            lambda response, sizes=sizes: sizes.append(int(response.headers["content-length"])),
        )
        page.goto(url, wait_until="networkidle")
        rows.append((sum(sizes), *page.evaluate(MOVE)))
        context.close()
    return [statistics.median(column) for column in zip(*rows)]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder.resolve()
    with sync_playwright() as playwright, served(folder) as address:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        print(f"{'page':32} {'kB':>6} {'loaded, ms':>10} {'moved, ms':>10}")
        for path in sorted(folder.glob("notebooks/*_*.html")):
            weight, loaded, moved = measured(browser, f"{address}notebooks/{path.name}")
            print(f"{path.stem:32} {weight / 1000:6.0f} {loaded:10.0f} {moved:10.0f}")
        browser.close()


if __name__ == "__main__":
    main()
