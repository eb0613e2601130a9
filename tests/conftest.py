"""What test files share: a browser, a page, JupyterLab; ready.py has what every run needs."""

import contextlib
import os
import shutil

import pytest

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
LONG = [
    "test_in_lab.py",
    "test_grade.py",
    "test_website.py",
    "05_learned_rows.ipynb",
    "06_gradient_sparsity_on_gpu.ipynb",
    "03_bag_of_words_rows.ipynb",
    "test_player.py",
]
WITHOUT = (
    "no browser: install Chromium or Chrome, or set BROWSER_PATH to one, to run the browser tests"
)


def lacking(reason):
    """Skip a test that lacks a tool, or fail it where REQUIRE_TOOLS is set, as in CI."""
    (pytest.fail if os.environ.get("REQUIRE_TOOLS") else pytest.skip)(reason)


def pytest_collection_modifyitems(items):
    """Put the longest files first, so that no worker waits at the end.

    One worker runs all of a file, and gets its next file when two tests of the last one are left.
    """

    def place(item):
        file = LONG.index(item.path.name) if item.path.name in LONG else len(LONG)
        return file, not item.name.startswith("test_notebook_of_the_course")

    items.sort(key=place)


def pytest_terminal_summary(terminalreporter):
    """Say once why browser tests were skipped."""
    if any(WITHOUT in str(report.longrepr) for report in terminalreporter.stats.get("skipped", ())):
        terminalreporter.write_line(WITHOUT)


def browser_path():
    """The browser that the tests drive, or None."""
    return os.environ.get("BROWSER_PATH") or next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.fixture(scope="session")
def browser():
    """One browser for the run, see `lacking`."""
    path = browser_path() or lacking(WITHOUT)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def refusal(call):
    """The kind and the text of the error that a call ends in."""
    with pytest.raises((TypeError, ValueError, IndexError)) as caught:
        call()
    return caught.type, str(caught.value)


@contextlib.contextmanager
def threads(number):
    """So many threads inside, as many as before outside."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(number)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def new_context(browser):
    """A fresh corner of the browser, on a screen of usual size, in which nothing moves."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    return context


def new_page(context):
    """A page whose `problems` list what went wrong in it."""
    page = context.new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on(
        "console",
        lambda m: m.type == "error" and page.problems.append(f"{m.text} {m.location['url']}"),
    )
    return page


@pytest.fixture(scope="session")
def sheet(browser):
    """The page of all tests that draw a picture: to open a page takes longer than most of them."""
    context = new_context(browser)
    yield new_page(context)
    context.close()


@pytest.fixture
def page(browser, request):
    """A page with a new document and no motion; `page.problems` lists what went wrong in it."""
    if "show" in request.fixturenames:
        page = request.getfixturevalue("sheet")
        page.mouse.up()
        page.mouse.move(0, 0)
        page.goto("about:blank")
        page.problems.clear()
        yield page
        page.clock.pause_at(10**12)  # `draw` can set back a clock that stands, but none that runs
    else:
        context = new_context(browser)
        yield new_page(context)
        context.close()


@pytest.fixture(scope="session")
def lab(browser, tmp_path_factory):
    """One JupyterLab for the run.

    `lab.open(notebook)` opens a copy of a notebook, a path or nbformat's, in a new page.
    """
    from lab import Notebook, jupyterlab

    context = new_context(browser)  # one for all pages: the scripts of JupyterLab are loaded once
    with jupyterlab(tmp_path_factory.mktemp("lab")) as lab:
        lab.open = lambda notebook, page=None: Notebook(
            page or new_page(context), lab, lab.copy(notebook)
        )
        lab.desk = new_page(context)
        yield lab
    context.close()


@pytest.fixture
def notebook(lab):
    """`lab.open` in one page for all tests; after each, notebook and kernel are gone."""
    lab.desk.problems.clear()
    with contextlib.ExitStack() as stack:
        yield lambda notebook: stack.enter_context(contextlib.closing(lab.open(notebook, lab.desk)))


@pytest.fixture
def show(page):
    """A function that draws a picture in a bare page, see bare_page.py.

    A test that leaves an error in the page fails.
    """
    from bare_page import draw

    yield lambda picture, **how: draw(page, picture, **how)
    assert not page.problems


@pytest.fixture(scope="session")
def lived(tmp_path_factory):
    """A function that gives the notebook at a path alive, and runs it only if no worker has yet."""
    import nbformat

    import without_kernel

    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # which all workers of this run see

    def alive(path):
        kept = folder / f"alive-{path.name}"
        if not kept.exists():
            half = kept.with_suffix(f".{os.getpid()}")
            nbformat.write(without_kernel.alive(path), half)
            half.replace(kept)
        return nbformat.read(kept, as_version=4)

    return alive
