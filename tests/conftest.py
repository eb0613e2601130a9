"""What test files share: a browser, a page, JupyterLab; ready.py has what every run needs."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urljoin

import pytest

# The tests of one picture use those of another, wherever pytest starts.
sys.path += [str(path) for path in Path(__file__).with_name("pictures").iterdir()]
# Scripts of tests/bench, which know no .pytest.ini, drive the browser that prints, too.
sys.path.append(str(Path(__file__).parents[1] / "binder/publish"))

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
# A GPU that the processor plays, which Chromium brings along.
GPU_FLAGS = [
    *(flag for flag in FLAGS if flag != "--disable-gpu"),
    "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader",
]  # fmt: skip
SCREEN = {"width": 1366, "height": 768}
# ms that a page may take for an answer: a busy machine is no fault of it
PATIENCE = 120_000
WITHOUT = (
    "no browser: install Chromium or Chrome, or set BROWSER_PATH to one, "
    "to run the browser tests"
)


def lacking(reason):
    """Skip a test that lacks a tool, or fail it where REQUIRE_TOOLS is set, as in CI."""
    (pytest.fail if os.environ.get("REQUIRE_TOOLS") else pytest.skip)(reason)


def pytest_collection_modifyitems(items):
    """Begin with the other processors: a worker that begins with them last is waited for."""
    items.sort(key=lambda item: item.get_closest_marker("processors") is None)


def pytest_terminal_summary(terminalreporter):
    """Say once why browser tests were skipped."""
    if any(
        WITHOUT in str(report.longrepr)
        for report in terminalreporter.stats.get("skipped", ())
    ):
        terminalreporter.write_line(WITHOUT)


def browser_path():
    """The browser that the tests drive, or None: the one that prints."""
    import paper

    return paper.browser()


@pytest.fixture(scope="session")
def launch_browser():
    """A function that starts a browser with these flags, see `lacking`."""
    path = browser_path() or lacking(WITHOUT)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        yield lambda flags: playwright.chromium.launch(executable_path=path, args=flags)


@pytest.fixture(scope="session")
def browser(launch_browser):
    """One browser for the run."""
    with contextlib.closing(launch_browser(FLAGS)) as browser:
        yield browser


@pytest.fixture(scope="session")
def gpu_browser(launch_browser):
    """One browser for the run that lends a GPU, which the processor plays."""
    with contextlib.closing(launch_browser(GPU_FLAGS)) as browser:
        yield browser


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


def new_context(browser, **options):
    """A fresh corner of the browser, on a screen of usual size, in which nothing moves.

    options: what Playwright shall do otherwise.
    """
    context = browser.new_context(
        **{"viewport": SCREEN, "reduced_motion": "reduce", **options}
    )
    context.set_default_timeout(PATIENCE)
    return context


def new_page(context):
    """A page whose `problems` list what went wrong in it."""
    page = context.new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on(
        "console",
        lambda m: (
            m.type == "error" and page.problems.append(f"{m.text} {m.location['url']}")
        ),
    )
    return page


@pytest.fixture
def visit(browser):
    """A function that opens a page in a fresh corner of the browser.

    `.left` is what the page asked of other hosts, `.weight` the bytes that it loaded.
    """
    with contextlib.ExitStack() as stack:

        def visit(
            url, size=SCREEN, dark=False, script=True, until="load", motion="reduce"
        ):
            scheme = "dark" if dark else "light"
            looks = {"viewport": size, "color_scheme": scheme, "reduced_motion": motion}
            context = new_context(browser, java_script_enabled=script, **looks)
            stack.enter_context(contextlib.closing(context))
            page = new_page(context)
            page.left = []
            page.weight = 0
            origin = urljoin(url, "/")

            def only_own(route):
                if route.request.url.startswith(origin):
                    route.continue_()
                else:
                    page.left.append(route.request.url)
                    route.abort()

            def weigh(response):
                page.weight += int(response.headers["content-length"])

            context.route("**/*", only_own)
            page.on("response", weigh)
            page.goto(url, wait_until=until)
            return page

        yield visit


@pytest.fixture(scope="session")
def sheets(browser):
    """[a page in real time, a page by a clock]: to open one takes longer than most tests."""
    contexts = [new_context(browser) for _ in range(2)]
    yield [new_page(context) for context in contexts]
    for context in contexts:
        context.close()


@pytest.fixture
def page(sheets, request):
    """A page without content and motion; `page.problems` lists what went wrong in it."""
    has_clock = "show" in request.fixturenames
    page = sheets[has_clock]
    page.set_viewport_size(SCREEN)  # a test may have made it narrow
    page.emulate_media(reduced_motion="reduce", forced_colors="none")
    page.mouse.up()
    page.mouse.move(0, 0)
    page.unroute_all()  # a test's route would keep the next one from hearing of blobs
    page.goto("about:blank")
    page.problems.clear()
    yield page
    if has_clock:
        page.clock.pause_at(
            10**12
        )  # `draw` can set back a clock that stands, but none that runs


@pytest.fixture(scope="session")
def lab(browser, tmp_path_factory):
    """One JupyterLab for the run.

    `lab.open(notebook)` opens a copy of a notebook, a path or nbformat's, in a new page.
    """
    from lab import Notebook, jupyterlab

    context = new_context(
        browser
    )  # one for all pages: the scripts of JupyterLab are loaded once
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
        yield lambda notebook: stack.enter_context(
            contextlib.closing(lab.open(notebook, lab.desk))
        )


@pytest.fixture
def show(page):
    """A function that draws a picture in a bare page, see bare_page.py.

    A test that leaves an error in the page fails.
    """
    from bare_page import draw

    yield lambda picture, **how: draw(page, picture, **how)
    assert not page.problems


@pytest.fixture
def pic(show, request):
    """The `picture()` of the test's own file, which jumps to the ends of its steps."""
    return show(request.module.picture())


@pytest.fixture
def moving(show, request):
    """The `picture()` of the test's own file, which moves."""
    return show(request.module.picture(), motion="no-preference")


@pytest.fixture(scope="session")
def lived(tmp_path_factory):
    """A function that gives the notebook at a path alive, and runs it only if no worker has yet.

    One that shows no widget is as it is stored after a run, too, and takes none.
    """
    import nbformat

    import stills
    import without_kernel
    from course import code_cells

    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # which all workers of this run see

    def alive(path):
        stored = nbformat.read(path, as_version=4)
        shown = [output for cell in code_cells(stored) for output in cell.outputs]
        if not any(
            {stills.VIEW, stills.PNG} & out.get("data", {}).keys() for out in shown
        ):
            return stored
        kept = folder / f"alive-{path.name}"
        if not kept.exists():
            half = kept.with_suffix(f".{os.getpid()}")
            nbformat.write(without_kernel.alive(path), half)
            half.replace(kept)
        return nbformat.read(kept, as_version=4)

    return alive


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    """A folder with the package of the real table's model, 83 MB, of which nothing is run."""
    from lookup.text.real_table import PACKAGE, VERSION

    folder = tmp_path_factory.mktemp("package")
    line = ["install", "--quiet", "--no-deps", "--target", folder]
    command = [sys.executable, "-m", "pip", *line, f"{PACKAGE}=={VERSION}"]
    environment = {
        name: os.environ[name] for name in os.environ if name != "PYTHONPATH"
    }
    ran = subprocess.run(command, env=environment, capture_output=True, text=True)
    if ran.returncode:
        lacking(f"no {PACKAGE}, and pip could not install it: {ran.stderr}")
    return folder


@pytest.fixture(scope="session")
def whole(package):
    """The real table with all its bits."""
    from lookup import read_real_table

    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(package)
        return read_real_table(bits=32)
