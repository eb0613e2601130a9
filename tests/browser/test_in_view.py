"""Every picture of the course, run by Shift+Enter in JupyterLab, comes to rest whole in view."""

import contextlib
import html
import json
import re

import pytest
from playwright.sync_api import expect

import without_kernel
from conftest import SCREEN, new_context, new_page
from course import NOTEBOOKS
from lab import made
from lookup.widget import Widget

pytestmark = pytest.mark.long

# What a page without a kernel draws from, in the place of a picture.
ALIVE = re.compile(
    r'data-draws="(\w+)".*<script type="application/json">(.*?)</script>', re.DOTALL
)
# Pictures as a run has left them, shown without what their notebook computes.
REPLAY = """
import json
import anywidget, traitlets

def shown(number):
    module, look, state = json.load(open({path!r}))[number]
    traits = {{name: traitlets.Any(value).tag(sync=True) for name, value in state.items()}}
    return type("Shown", (anywidget.AnyWidget,), {{"_esm": module, "_css": look, **traits}})()
"""
TO = """async number => {
    const { content } = jupyterapp.shell.currentWidget;
    await content.scrollToItem(number, "start");
    content.activeCellIndex = number;
    content.mode = "command";
    content.activate();
}"""
PLACE = """root => {
    const { top, bottom, height } = root.getBoundingClientRect();
    const outer = root.closest(".jp-WindowedPanel-outer").getBoundingClientRect();
    const next = root.closest(".jp-Cell").nextElementSibling?.getBoundingClientRect().top;
    return { top: top - outer.top, bottom: bottom - outer.top, height, window: outer.height,
        next: (next ?? Infinity) - outer.top };
}"""
# How tall the picture is, and how far down its first button, at each step in each way.
WALK = """root => {
    const heights = [], buttons = [];
    const look = () => {
        const { top, height } = root.getBoundingClientRect();
        heights.push(height);
        buttons.push(root.querySelector(".bar").getBoundingClientRect().top - top);
    };
    const press = (name) => root.querySelector(`[data-action="${name}"]`).click();
    const last = Math.ceil(Number(root.querySelector("input[type=range]").max));
    const ways = root.querySelectorAll("button[data-way]").length;
    for (let way = 0; way < Math.max(1, ways); way++) {
        root.querySelectorAll("button[data-way]")[way]?.click();
        press("reset");
        for (let step = 0; step <= last; step++) {
            look();
            press("next");
        }
        look();
    }
    press("reset");
    return { heights, buttons };
}"""
# What the notebook keeps of SCREEN in JupyterLab's own page, beside its list of files.
BESIDE_FILES = {"width": 1102, "height": 759}
WITHOUT_FILES = BESIDE_FILES | {"width": SCREEN["width"]}
REST = 1200  # ms after which a picture stays where it is
RESTS = 10  # such times to wait where a machine is busy
PRESENT = "application:toggle-presentation-mode"
# What anywidget says of a module that a busy machine takes long to unpack; it is drawn then.
LATE = "[anywidget] Failed to initialize model."
# These have no steps, or need a GPU; the whole table is too large to be replayed. WHOLE runs them.
OTHERS = {"Question", "BrowserGpu", "GpuKernel", "TwoAnswers", "WholeTable"}


def replayed(notebook, folder):
    """A notebook whose cells show their pictures at once, (number, kind) of these, and the
    kernel's code for it.

    notebook: as `without_kernel.alive` gives it; folder: where the pictures are put.
    """
    looks = {kind.__name__: kind for kind in without_kernel._kinds(Widget)}
    pictures, cells = [], []
    for number, cell in enumerate(notebook.cells):
        source = cell.source
        for output in cell.get("outputs", []):
            found = ALIVE.search(output.get("data", {}).get("text/html", ""))
            if found and found[1] not in OTHERS:
                kind, state = looks[found[1]], json.loads(found[2])
                cell.source = f"# {source.replace(chr(10), chr(10) + '# ')}"
                cell.source += f"\nshown({len(pictures)})"
                pictures.append([kind._esm, kind._css, state])
                cells.append((number, found[1]))
                output.data["text/html"] = html.escape(found[1])
    saved = folder / "pictures.json"
    saved.write_text(json.dumps(pictures))
    return notebook, cells, REPLAY.format(path=str(saved))


def run_at(nb, number):
    """Run a cell by Shift+Enter; its picture."""
    cell = nb.page.locator(".jp-Notebook .jp-Cell").nth(number)
    cell.locator(".lookup.picture").evaluate_all(
        "old => old.forEach((e) => e.remove())"
    )
    nb.page.evaluate(TO, number)
    nb.page.keyboard.press("Shift+Enter")
    expect(cell.locator(".lookup.picture svg text").first).to_be_attached()
    return cell.locator(".lookup.picture").first


def judged(nb, number, name):
    """What is wrong with how the picture of a cell meets a learner who runs it; "" for nothing.

    A busy machine paints the frames in which a picture finds its place more slowly.
    """
    pic = run_at(nb, number)
    for _ in range(RESTS):
        nb.page.wait_for_timeout(REST)
        found = wrong_with(pic)
        if not found:
            return ""
    return f"{name} in cell {number} {', '.join(found)}"


def wrong_with(pic):
    """What is wrong with where a picture stands, and with how tall it becomes."""
    place = pic.evaluate(PLACE)
    walk = pic.evaluate(WALK)
    top, bottom, window = (round(place[key]) for key in ("top", "bottom", "window"))
    moved = max(walk["buttons"]) - min(walk["buttons"])
    wrong = []
    if top < -1 or bottom > window + 1:
        wrong.append(f"rests at {top} to {bottom} px of {window}")
    if place["next"] < place["bottom"]:
        wrong.append("stands beside the text after it")
    if max(walk["heights"]) > window:
        wrong.append(f"becomes {max(walk['heights']):.0f} px tall of {window}")
    if moved > 0.5:
        wrong.append(f"moves its buttons by {moved:.0f} px")
    return wrong


@pytest.fixture
def desk(lab):
    """JupyterLab's page, as large as a notebook is beside the list of files."""
    lab.desk.problems.clear()
    lab.desk.set_viewport_size(BESIDE_FILES)
    yield lab.desk
    lab.desk.set_viewport_size(SCREEN)


@contextlib.contextmanager
def presented(nb):
    """Presentation Mode, with its larger letters, the list of files closed, as on a projector."""
    nb.page.set_viewport_size(WITHOUT_FILES)
    nb.command(PRESENT)
    try:
        yield
    finally:
        nb.command(PRESENT)
        nb.page.set_viewport_size(BESIDE_FILES)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_picture_of_a_notebook_rests_in_view(path, lab, desk, lived, tmp_path):
    notebook, cells, code = replayed(lived(path), tmp_path)
    if not cells:
        return
    with contextlib.closing(lab.open(notebook, desk)) as nb:
        assert nb.run(code) == ""
        wrong = [judged(nb, *cell) for cell in cells]
        with presented(nb):
            wrong += [f"presented: {judged(nb, *cell)}" for cell in cells]
    assert not [one for one in wrong if one.removeprefix("presented: ")]
    assert not [one for one in desk.problems if not one.startswith(LATE)]


WALL = """from lookup import read_real_table, whole_table
sentence = "the king and the queen lost the kingdom"
whole_table(*read_real_table().common(1080), sentence, acts={})"""
# As 00, 02, 04 and 05 call it, and what needs a GPU.
WHOLE = {
    "looked up": WALL.format(["look up"]),
    "multiplied": WALL.format(["multiply", "look up"]),
    "learned": WALL.format(["learn", "sparse=True"]),
    "sorted": """import torch
from lookup import whole_table
names = [f"w{row}" for row in range(7630)]
whole_table(torch.randn(7630, 64), names, "w1 w2", by="sort")""",
    "no GPU": """from lookup import browser_gpu
browser_gpu()""",
    "no GPU for a kernel": """import torch
from lookup import gpu_kernel
gpu_kernel("rows[i] = W[i];", torch.ones(2, 2), torch.tensor([1]))""",
}


@pytest.mark.parametrize("mode", [contextlib.nullcontext, presented])
@pytest.mark.parametrize("name", WHOLE)
def test_a_picture_without_steps_rests_in_view(name, mode, desk, page_of):
    nb = page_of(LINES, WHOLE[name], LINES, page=desk)
    with mode(nb):
        nb.page.evaluate(TO, 1)
        nb.page.keyboard.press("Shift+Enter")
        expect(picture_of(nb)).to_be_visible()
        place = place_at_rest(nb)
        assert is_whole(place), place
        plays = "whole_table" in WHOLE[name]
        assert_fits(picture_of(nb), place, plays)


def assert_fits(pic, place, plays):
    """A picture without steps stays as low as its window in each of its ways, and where it `plays`
    at the end of each, where it says most.
    """
    play = pic.get_by_role("button", name="Play", exact=True)
    expect(play).to_have_count(int(plays))
    for button in [*play.all(), *pic.locator("button[data-way]:visible").all()]:
        button.click()
        if plays:
            expect(pic).to_have_attribute("data-phase", "shown")
        assert pic.bounding_box()["height"] <= place["window"] + 1


def place_at_rest(nb):
    """Where a notebook's picture comes to rest, see PLACE."""
    for _ in range(RESTS):
        nb.page.wait_for_timeout(REST)
        place = picture_of(nb).evaluate(PLACE)
        if is_whole(place):
            break
    return place


def is_whole(place):
    """Whether a picture stands whole in view, above the text after it."""
    edge = min(place["window"], place["next"])
    return place["top"] > -1 and place["bottom"] <= edge + 1


@pytest.fixture
def gpu_desk(gpu_browser):
    """A page as large as a notebook is beside the list of files, which has a GPU."""
    with contextlib.closing(new_context(gpu_browser, viewport=BESIDE_FILES)) as context:
        yield new_page(context)


def test_a_gpu_that_is_measured_comes_into_view_with_what_was_found(gpu_desk, page_of):
    few = "from lookup import browser_gpu\nbrowser_gpu([5, 40])"
    nb = page_of(LINES, few, LINES, page=gpu_desk)
    nb.page.evaluate(TO, 1)
    nb.page.keyboard.press("Shift+Enter")
    picture_of(nb).get_by_role("button", name="Measure").click()
    expect(picture_of(nb).get_by_role("button", name="Save")).to_be_visible()
    assert is_whole(place_at_rest(nb))


PICTURE = """import torch
from lookup import select_rows
picture = select_rows(torch.eye(6, 4), torch.tensor([4, 1, 2]))
picture"""
LINES = "# Before\n\n" + "Words to scroll by.\n\n" * 60


@pytest.fixture
def page_of(lab):
    """A function that opens a notebook of cells, of which those that are LINES are text."""
    with contextlib.ExitStack() as stack:

        def opened(*cells, page=None):
            notebook = made(cells)
            for cell in notebook.cells:
                if cell.source == LINES.strip():
                    cell.cell_type = "markdown"
                    for name in ("outputs", "execution_count"):
                        del cell[name]
            return stack.enter_context(
                contextlib.closing(lab.open(notebook, page or lab.desk))
            )

        yield opened


def scrolled(nb):
    """How far down the notebook is."""
    return nb.page.locator(".jp-WindowedPanel-outer").first.evaluate("e => e.scrollTop")


def test_a_picture_that_is_run_comes_into_view_and_then_stays_out_of_the_way(page_of):
    nb = page_of(LINES, PICTURE, LINES)
    pic = run_at(nb, 1)
    nb.page.wait_for_timeout(REST)
    place = pic.evaluate(PLACE)
    assert place["top"] > -1
    assert place["bottom"] <= min(place["window"], place["next"])
    nb.page.mouse.move(500, 400)
    nb.page.mouse.wheel(0, 3000)
    nb.page.wait_for_timeout(REST)
    far = scrolled(nb)
    nb.run("picture.step = 2")
    expect(pic).to_have_attribute("data-step", "2")
    nb.page.wait_for_timeout(REST)
    assert scrolled(nb) == far


def test_a_picture_that_is_run_by_a_click_comes_into_view(page_of):
    nb = page_of(LINES, PICTURE, LINES)
    nb.page.evaluate(TO, 1)
    nb.page.locator("[data-command='notebook:run-cell-and-select-next']").click()
    expect(picture_of(nb).locator("svg text").first).to_be_attached()
    place = place_at_rest(nb)
    assert is_whole(place), place


def test_a_notebook_that_is_run_as_a_whole_goes_to_no_picture(page_of):
    rest = "import time\ntime.sleep(2)\nfor line in range(30):\n    print(line)"
    nb = page_of(LINES, PICTURE, rest)
    nb.page.mouse.click(3, 300)  # the page has been used
    nb.run_all()  # JupyterLab chooses the last cell, the one after the picture
    expect(picture_of(nb).locator("svg text").first).to_be_attached()
    nb.page.wait_for_timeout(REST)
    assert abs(picture_of(nb).evaluate(PLACE)["top"]) > 1


def test_nothing_moves_for_somebody_who_reads_elsewhere(page_of):
    slow = f"import time\ntime.sleep(3)\n{PICTURE}"
    nb = page_of(LINES, slow, LINES, LINES)
    nb.page.evaluate(TO, 1)
    nb.page.keyboard.press("Shift+Enter")
    expect(nb.page.locator(".jp-InputPrompt").filter(has_text="*")).to_have_count(1)
    nb.page.evaluate(TO, 0)
    before = scrolled(nb)
    expect(picture_of(nb).locator("svg text").first).to_be_attached()
    nb.page.wait_for_timeout(REST)
    assert scrolled(nb) == before


def picture_of(nb):
    """The first picture of a notebook."""
    return nb.page.locator(".jp-Notebook .lookup.picture").first
