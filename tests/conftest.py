"""What several test files need: a browser, a page, and the vocabulary built once before any notebook runs."""

import os
import shutil

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
WITHOUT = "no browser: install Chromium or Chrome, or set BROWSER_PATH to one, to run the browser tests"


def browser_path():
    """The browser that the tests drive, or None."""
    return os.environ.get("BROWSER_PATH") or next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.fixture(scope="session")
def browser():
    """One browser for the run. Without one the test is skipped, or fails where REQUIRE_BROWSER is set (as in CI)."""
    path = browser_path()
    if path is None:
        (pytest.fail if os.environ.get("REQUIRE_BROWSER") else pytest.skip)(WITHOUT)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def new_page(browser):
    """A function that opens a fresh page without motion; `page.problems` lists what went wrong in it."""

    def open_page():
        context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
        context.set_default_timeout(30_000)
        page = context.new_page()
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.on("console", lambda message: message.type == "error" and page.problems.append(message.text))
        return page

    return open_page


@pytest.fixture
def page(new_page):
    """A page of its own for one test."""
    page = new_page()
    yield page
    page.context.close()


@pytest.fixture(scope="session")
def lab(browser, tmp_path_factory):
    """One JupyterLab for the run, see lab.py; skipped or failed without a browser as `browser` is."""
    from lab import jupyterlab

    with jupyterlab(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


@pytest.fixture
def notebook(page, lab):
    """A function that opens a copy of a notebook, a path or nbformat's, in `page`; its kernel ends with the test."""
    from lab import Notebook

    opened = []

    def open_notebook(notebook):
        opened.append(Notebook(page, lab, notebook))
        return opened[-1]

    yield open_notebook
    for notebook in opened:
        notebook.close()
