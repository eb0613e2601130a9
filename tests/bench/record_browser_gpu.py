"""Measure the GPU that a browser lends, by the course's own picture, and keep the file.

    python tests/bench/record_browser_gpu.py --to FOLDER

Without a folder the file joins those that come with the course. The browser is the tests', and
lends a GPU that the processor plays; with --hardware it is asked for the machine's own. Learners
need none of this: the picture's button Save writes the same file.
"""

import argparse
import contextlib
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.extend(
    str(Path(__file__).parents[2] / folder)
    for folder in ("tests", "tests/browser", "notebooks")
)
from bare_page import draw_at
from conftest import GPU_FLAGS, browser_path, new_context, new_page
from lookup import browser_gpu
from lookup.pictures.browser_gpu.recordings import FOLDER

LONGEST = 600_000  # ms


def main(arguments=None):
    """Measure, and print the path of the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--to", type=Path, default=FOLDER, help="where the file is put")
    parser.add_argument("--hardware", action="store_true", help="the machine's own GPU")
    options = parser.parse_args(arguments)
    flags = [
        flag for flag in GPU_FLAGS if "swiftshader" not in flag or not options.hardware
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=flags)
        with contextlib.closing(browser):
            print(saved(new_page(new_context(browser)), options.to))


def saved(page, folder):
    """The path of the file that the picture's own button Save wrote into the folder."""
    picture = draw_at(page, browser_gpu())
    picture.get_by_role("button", name="Measure").click(timeout=LONGEST)
    page.wait_for_function("saved.length > 0", timeout=LONGEST)
    with page.expect_download() as download:
        picture.get_by_role("button", name="Save").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


if __name__ == "__main__":
    main()
