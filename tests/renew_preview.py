"""Draw the image that a link to the site shows: `python tests/renew_preview.py`.

It is the first picture of the site's first page, its step done, below the course's name, drawn by
the browser that the tests drive.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "notebooks"))
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "binder/publish"))

from playwright.sync_api import sync_playwright

from conftest import FLAGS, browser_path
from course import ROOT
from lookup.files import put
from plot import plot
from without_kernel import assets, drawers, drawers_of

PREVIEW = ROOT / "binder/publish/static/preview.png"
WIDTH, HEIGHT = 1200, 630  # which sites ask for
PAGE = """<!doctype html><meta charset="utf-8"><style>{style}
body {{ margin: 0; padding: 50px 75px; font-family: system-ui, sans-serif; background: white; }}
h1 {{ margin: 0 0 30px; font-size: 64px; letter-spacing: -0.02em; }}
.lookup {{ --tallest: 430px; padding: 0; font-size: 22px; }}
.lookup :is(.head, .held, .bars, .note) {{ display: none; }}
</style><body data-theme="light"><h1>One Row at a Time</h1>{picture}<script>{script}</script>"""


def page():
    picture = plot()["product"]
    script = "".join(drawers()[name] for name in drawers_of(picture))
    parts = assets()
    script += parts["without_kernel.js"]
    return PAGE.format(
        style=parts["without_kernel.css"], picture=picture, script=script
    )


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        size = {"width": WIDTH, "height": HEIGHT}
        sheet = browser.new_page(viewport=size, reduced_motion="reduce")
        sheet.set_content(page())
        sheet.locator(".lookup svg").wait_for()
        sheet.locator("[data-action=next]").evaluate("button => button.click()")
        sheet.locator("[data-phase=shown]").wait_for()
        put(PREVIEW, sheet.screenshot())
        browser.close()
    print(f"The image is now in {PREVIEW}")


if __name__ == "__main__":
    main()
