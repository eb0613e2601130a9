"""How many frames a second each picture shows while the right arrow is held.

    python tests/bench/frames_per_second.py [--slower 4]

Method: Chromium, the picture in a bare page with a model in the place of the kernel, motion
allowed; the key repeats 25 times a second for three seconds, each repeat beginning another step.
Frames are counted by requestAnimationFrame; a frame is late if it comes more than 33 ms after the
one before. --slower makes the processor that many times slower (Chromium's own throttling).
A benchmark only: nothing here passes or fails.
"""

import argparse
import datetime
import importlib.metadata
import os
import platform
import sys
from pathlib import Path

import torch
from playwright.sync_api import sync_playwright
from scipy.sparse import csr_array

sys.path.extend(str(Path(__file__).parents[1] / folder) for folder in ("", "browser"))
sys.path.append(str(Path(__file__).parents[2] / "notebooks"))
import bare_page
from conftest import FLAGS, browser_path
from lookup import add_rows, gradient_rows, moving_rows, select_rows

SECONDS, REPEATS = 3, 75
G = torch.Generator().manual_seed(0)
IDS = torch.randint(400, (24,), generator=G)
COUNT = """async ([seconds, repeats]) => {
    const stage = document.querySelector(".stage");
    const press = () => stage.dispatchEvent(
        new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, repeat: true }));
    const beat = setInterval(press, 1000 * seconds / repeats);
    const gaps = [];
    let last = performance.now();
    const end = last + 1000 * seconds;
    await new Promise((done) => requestAnimationFrame(function frame(now) {
        gaps.push(now - last);
        last = now;
        now < end ? requestAnimationFrame(frame) : done();
    }));
    clearInterval(beat);
    return [gaps.length, gaps.filter((gap) => gap > 33).length, Math.max(...gaps)];
}"""


def pictures():
    """A picture of each kind, as large as it is drawn, with as many steps as it may have."""
    entries = torch.randint(400, (48,), generator=G), torch.arange(0, 49, 8)
    X = csr_array((torch.ones(48), *entries), shape=(6, 400))
    tables = [torch.randn(40, 16, generator=G) for _ in range(24)]
    yield "select_rows, product, 20,000 × 8", select_rows(torch.randn(20_000, 8), 50 * IDS)
    yield "select_rows, product, 60 × 16", select_rows(torch.randn(60, 16), IDS % 60)
    yield "add_rows, 400 × 8, 6 rows of 8", add_rows(torch.randn(400, 8), X)
    yield "gradient_rows, 400 × 20", gradient_rows(torch.randn(24, 20), IDS, 400)
    yield "moving_rows, 40 × 24 moments", moving_rows(tables)
    picked = moving_rows(tables)
    picked.row = 3
    yield "moving_rows, a row picked", picked


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--slower", type=float, default=1, help="how many times")
    slower = parser.parse_args().slower
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        where = f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores"
        print(f"{where}, Chromium {browser.version}, {slower:g} times slower")
        version = importlib.metadata.version("playwright")
        print(f"{datetime.date.today()}, playwright {version}")
        for name, picture in pictures():
            page = browser.new_page(viewport={"width": 1366, "height": 768})
            page.set_content("<body data-jp-theme-light='true'></body>")
            shared = bare_page.shared(picture)
            page.evaluate(bare_page.MODEL, [picture._esm, picture._css, shared, 1])
            session = page.context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            frames, late, longest = page.evaluate(COUNT, [SECONDS, REPEATS])
            rate = frames / SECONDS
            print(f"{name:36} {rate:5.1f} fps, {late:3} late, longest {longest:4.0f} ms")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
