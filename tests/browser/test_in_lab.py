"""The pictures in a real JupyterLab: keys, kernel, themes, zoom, and the course's own notebooks."""

import contextlib
import re
import urllib.request
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

import stills
from course import NOTEBOOKS, code_cells, read
from lab import READY, Notebook, jupyterlab, made
from read_picture import assert_accessible, assert_adds, assert_gradient, assert_shows
from waiting_outputs import RAN

TABLES = """
import torch
from scipy.sparse import csr_array
places = torch.tensor([[10.0 * row + column for column in range(1, 5)] for row in range(1, 7)])
ids = torch.tensor([2, 0, 5, 2])
torch.manual_seed(0)
large = torch.randn(50_000, 8)
# unsorted, one row empty
X = csr_array(([2.0, 1, 1, -2, 3], [4, 0, 0, 5, 1], [0, 2, 2, 5]), shape=(3, 6))
up = torch.tensor([[1, -0.5, 0, 2], [0.5, 1, -1, 0], [-2, 1.5, 1, -1], [1, 1, -0.5, 0.5]])
"""
NAMES = ["ant", "bee", "<i>cat</i>", "dog", "eel", "fox"]
CELLS = [
    TABLES
    + "torch.set_num_threads(1)\nfrom lookup import add_rows, ask, gradient_rows, select_rows",
    f"picture = select_rows(places, ids, names={NAMES})\npicture",
    "far = select_rows(large, torch.tensor([7, 31_337, 49_999]))\nfar",
    "guessed = select_rows(places, ids, predict=True)\nguessed",
    'ask("2 + 2?", {"4": "Yes.", "22": "That joins the digits."}, right="4")',
    f"bags = add_rows(places, X, names={NAMES})\nbags",
    f"back = gradient_rows(up, ids, 6, names={NAMES})\nback",
]
ARROWS = ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]
KEYS = [*ARROWS, *"abxdd", "Enter", "Space", "0", "0"]
MADE = {}
exec(TABLES, MADE)

# What the notebook's own shortcuts would change.
STATE = """() => {
    const { content } = jupyterapp.shell.currentWidget;
    const state = (model) => [model.id, model.sharedModel.getSource(), model.executionCount];
    const cells = content.widgets.map(({ model }) => state(model));
    return { cells, active: content.activeCellIndex, mode: content.mode };
}"""
FAST = """stage => {
    const right = () => new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
    for (let i = 0; i < 3; i++) stage.dispatchEvent(right());
}"""
PHASES = """root => {
    window.phases = [root.dataset.phase];
    const observer = new MutationObserver(() => phases.push(root.dataset.phase));
    observer.observe(root, { attributeFilter: ["data-phase"] });
}"""
# A widget of the course comes with a still.
DRAWN = {"application/vnd.jupyter.widget-view+json", "text/html"}
# JupyterLab asks a new kernel for the debugger's state, and says so if a restart cut that short.
OF_A_RESTART = (
    "Could not restore the debugger state: Canceled future for debug_request message"
)


@pytest.fixture(scope="module")
def opened(lab):
    """The test notebook, run once for all tests that leave it as it was."""
    with contextlib.closing(lab.open(made(CELLS))) as notebook:
        notebook.run_all()
        yield notebook


@pytest.fixture
def shared(opened):
    """The test notebook, pictures at their first step; a test must leave no error in the page."""
    for step in (1, 0):  # whatever the step was, the picture moves to its end
        opened.run(
            f"picture.step = far.step = guessed.step = bags.step = back.step = {step}"
        )
        for number in range(5):
            expect(picture(opened, number)).to_have_attribute("data-step", str(step))
    yield opened
    assert not opened.page.problems


def picture(notebook, number=0):
    return notebook.page.locator(".lookup.picture").nth(number)


def test_keyboard_steps_to_torchs_rows(shared):
    pic = picture(shared)
    pic.locator(".stage").focus()
    for step, row in enumerate(MADE["ids"].tolist()):
        if step:
            shared.page.keyboard.press("ArrowRight")
        expect(pic).to_have_attribute("data-step", str(step))
        assert_shows(pic, MADE["places"], row)
        shared.expect("print(picture.step, picture.row)", f"{step} {row}")
    shared.page.keyboard.press("ArrowLeft")
    expect(pic).to_have_attribute("data-step", "2")
    shared.expect("print(picture.step)", "2")


def test_keyboard_steps_to_the_rows_of_torchs_product(shared):
    bags = picture(shared, 3)
    bags.locator(".stage").focus()
    for step, rows in enumerate([[4, 0], [], [0, 5, 1]]):
        if step:
            shared.page.keyboard.press("ArrowRight")
        expect(bags).to_have_attribute("data-rows", " ".join(map(str, rows)))
        assert_adds(bags, MADE["X"], MADE["places"], step)
        shared.expect("print(bags.step, bags.rows)", f"{step} {rows}")
    bags.get_by_label("Type a row of X").fill("0")
    bags.get_by_label("Type a row of X").press("Enter")
    shared.expect("print(bags.step, bags.rows)", "0 [4, 0]")
    assert_adds(bags, MADE["X"], MADE["places"], 0)
    shared.run("bags.step = 2")
    expect(bags).to_have_attribute("data-rows", "0 5 1")


def test_keyboard_steps_to_torchs_gradient(shared):
    back, ids = picture(shared, 4), MADE["ids"]
    back.locator(".stage").focus()
    for step, row in enumerate(ids.tolist()):
        if step:
            shared.page.keyboard.press("ArrowRight")
        expect(back).to_have_attribute("data-step", str(step))
        assert_gradient(back, MADE["up"], ids, 6, step)
        shared.expect("print(back.step, back.row)", f"{step} {row}")
    expect(back.get_by_role("status")).to_contain_text(
        "row 2 of W.grad, its 2nd visit."
    )
    back.get_by_label("Type a row number or a word").fill("fox")
    back.get_by_label("Type a row number or a word").press("Enter")
    shared.expect("print(back.step, back.row)", "2 5")
    last = len(ids) - 1  # all that was written stays
    assert_gradient(back, MADE["up"], ids, 6, last, row=5)


def test_kernel_moves_the_picture(shared):
    pic = picture(shared)
    shared.run("picture.step = 2")
    expect(pic).to_have_attribute("data-step", "2")
    assert_shows(pic, MADE["places"], 5)
    refused = "TraitError: step must be from 0 to 9 for this picture, got 99."
    assert shared.run("picture.step = 99") == refused
    assert shared.run("print(picture.step)") == "2"
    assert_shows(pic, MADE["places"], 5)
    shared.run("picture.step = 1")
    expect(pic).to_have_attribute("data-step", "1")


def test_typed_row_that_only_the_kernel_knows(shared):
    pic = picture(shared, 1)
    pic.get_by_label("Type a row number").fill("31000")
    pic.get_by_label("Type a row number").press("Enter")
    expect(pic).to_have_attribute("data-row", "31000")
    assert_shows(pic, MADE["large"], 31_000)
    expect(pic.get_by_role("status")).to_contain_text(
        "Your row: id 31,000, so the 1 stands"
    )
    shared.expect("print(far.step, far.row)", "6 31000")


def test_escape_gives_the_keys_back_to_the_notebook(notebook):
    nb = notebook(made(CELLS[:2]))
    nb.run_all()
    stage = picture(nb).locator(".stage")
    stage.focus()
    for key in ["b", "ArrowDown", "Escape"]:  # the first two are the picture's
        nb.page.keyboard.press(key)
    expect(stage).to_be_focused()
    nb.page.keyboard.press("Escape")
    expect(stage).not_to_be_focused()
    nb.page.keyboard.press("b")
    cells = nb.page.locator(".jp-Notebook .jp-Cell")
    expect(cells).to_have_count(3)


@pytest.mark.long
def test_typed_word_and_typed_html(shared):
    pic = picture(shared)
    field = pic.get_by_label("Type a row number or a word")
    field.fill("<i>cat</i>")
    pic.get_by_role("button", name="Show").click()
    expect(pic.get_by_role("status")).to_contain_text("row 2")
    field.fill("<img src=x onerror=alert(1)>")
    field.press("Enter")
    expect(pic.get_by_role("alert")).to_contain_text(
        "<img src=x onerror=alert(1)>\u2069” is not a row number from 0 to 5"
    )
    field.fill("dog")
    field.press("Enter")
    expect(pic).to_have_attribute("data-row", "3")
    assert pic.locator("img, i").count() == 0


@pytest.mark.long
@pytest.mark.parametrize(
    "which",
    [
        pytest.param(0, id="picture"),
        pytest.param(3, id="question"),
        pytest.param(2, id="prediction"),
        pytest.param(4, id="bags"),
        pytest.param(5, id="gradient"),
    ],
)
def test_keys_stay_in_the_widget(shared, which):
    page, widget = shared.page, shared.page.locator(".lookup").nth(which)
    first, *others = widget.locator(".stage, button, input").all()
    first.focus()  # makes its cell the active one, as a click would
    before = page.evaluate(STATE)
    for control in [first, *others]:
        control.focus()
        for key in KEYS:
            page.keyboard.press(key)
        expect(control).to_be_focused()  # once gone it does not come back
    for again in widget.locator("[data-action=reset]").all():
        again.click()  # a key may have left it playing
    # by now a cell that was set going has its number
    shared.expect("print(picture.step, guessed.step, bags.step, back.step)", "0 0 0 0")
    assert page.evaluate(STATE) == before
    expect(page.locator(".jp-Dialog")).to_have_count(0)


@pytest.mark.long
def test_reload_and_restart(notebook):
    nb = notebook(made(CELLS[:3]))
    nb.run_all()
    nb.run("picture.step = 2")
    nb.reload()
    pic, far = picture(nb), picture(nb, 1)
    expect(pic).to_have_attribute("data-step", "2")
    assert_shows(pic, MADE["places"], 5)
    far.locator(".stage").press("ArrowRight")  # it opens at rest
    pic.locator(".stage").press("ArrowRight")
    nb.expect("print(picture.step)", "3")
    nb.restart()
    pic.locator(".stage").press("ArrowLeft")
    expect(pic).to_have_attribute("data-step", "2")
    assert_shows(pic, MADE["places"], 5)
    far.get_by_label("Type a row number").fill("31000")
    far.get_by_label("Type a row number").press("Enter")
    expect(far.get_by_role("alert")).to_contain_text(
        "No answer: the kernel has stopped or was restarted."
    )
    assert_shows(far, MADE["large"], 7)
    assert not [
        problem for problem in nb.page.problems if not problem.startswith(OF_A_RESTART)
    ]


@pytest.mark.long
def test_a_row_picked_on_the_map_is_picked_in_the_kernel(notebook):
    call = (
        f"moving_rows(torch.randn(3, 6, 4), names={NAMES}, batches=[[], [0, 1], [1]])"
    )
    cell = f"moving = {call}\nmoving"
    nb = notebook(made([TABLES + "from lookup import moving_rows", cell]))
    nb.run_all()
    pic = picture(nb)
    pic.locator(".stage").press("ArrowRight")
    pic.locator(
        'text[data-row="3"], circle[pointer-events][data-row="3"]'
    ).first.click()
    nb.expect("print(moving.step, moving.row, len(moving.nearest))", "1 3 3")
    pic.get_by_label("Type a row number or a word").fill("<i>cat</i>")
    pic.get_by_label("Type a row number or a word").press("Enter")
    nb.expect("print(moving.step, moving.row)", "1 2")
    nb.run("moving.row = 5")
    expect(pic).to_have_attribute("data-picked", "5")
    nb.run("moving.row = None")
    expect(pic).to_have_attribute("data-picked", "")
    assert (
        nb.run("moving.row = 6")
        == "TraitError: row must be one of the rows drawn, or None, got 6."
    )
    nb.reload()
    expect(picture(nb)).to_have_attribute("data-step", "1")
    assert_accessible(nb.page)
    assert not nb.page.problems


@pytest.mark.long
def test_a_second_server_on_the_same_port_takes_another(lab, tmp_path):
    port = urlsplit(lab.url).port
    with jupyterlab(tmp_path, port) as second:
        assert urlsplit(second.url).port not in (port, None)
        for server in (lab, second):
            urllib.request.urlopen(
                f"{server.url}api/status?token={server.token}", timeout=600
            ).close()


@pytest.mark.long
def test_themes(shared):
    """axe-core finds nothing wrong in either theme, and the dark one really is another paper."""
    papers = {}
    for theme in ["dark", "light"]:
        shared.theme(theme)
        assert_accessible(shared.page)
        papers[theme] = picture(shared).evaluate(
            "root => getComputedStyle(root).backgroundColor"
        )
    light, dark = (
        sum(map(int, re.findall(r"\d+", papers[theme]))) for theme in ["light", "dark"]
    )
    assert light > 700
    assert dark < 100


@pytest.mark.long
def test_reduced_motion_jumps(shared):
    page, pic = shared.page, picture(shared)
    pic.evaluate(PHASES)
    pic.get_by_role("button", name="next step").click()
    expect(pic).to_have_attribute("data-step", "1")
    assert_shows(pic, MADE["places"], 0)
    page.emulate_media(reduced_motion="no-preference")
    assert "moving" not in page.evaluate("phases")
    pic.get_by_role("button", name="next step").click()
    expect(pic).to_have_attribute("data-phase", "shown")
    page.emulate_media(reduced_motion="reduce")
    assert "moving" in page.evaluate("phases")


def test_keys_faster_than_frames_lose_no_step(shared):
    shared.page.emulate_media(reduced_motion="no-preference")
    picture(shared).locator(".stage").evaluate(FAST)
    expect(picture(shared)).to_have_attribute("data-step", "3")
    expect(picture(shared)).to_have_attribute("data-phase", "shown")
    shared.page.emulate_media(reduced_motion="reduce")
    shared.expect("print(picture.step)", "3")


# Whether a control can be scrolled into view whole; JupyterLab may scroll back while it lays out.
REACHED = """control => {
    control.scrollIntoView({ block: "center" });
    const box = control.getBoundingClientRect();
    const seen = control.closest(".jp-WindowedPanel-outer").getBoundingClientRect();
    return box.left >= seen.left && box.right <= seen.right
        && box.top >= seen.top && box.bottom <= seen.bottom;
}"""


@pytest.mark.long
def test_zoomed_to_200_percent(shared):
    page = shared.page
    page.set_viewport_size({"width": 683, "height": 384})
    for number in range(5):
        pic = picture(shared, number)
        output = pic.locator(
            "xpath=ancestor::*[contains(@class, 'jp-OutputArea-output')][1]"
        )
        assert output.evaluate("e => e.scrollWidth - e.clientWidth") == 0
        for control in pic.locator("button, input").all():
            page.wait_for_function(REACHED, arg=control.element_handle())
    page.set_viewport_size({"width": 1366, "height": 768})


TRAIN = ("03", "04", "05", "05b", "07")  # for long: these come as a run has left them


@pytest.mark.long
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_of_the_course(path, lab, lived):
    """It opens unchanged; run, saved, closed and opened again it is whole, in both themes.

    The first is opened at the address that the server prints, and the others from there. One
    without widgets is only opened: its cells run alike wherever they run.
    """
    has_run = path.stem.partition("_")[0] in TRAIN
    stored = run_by_a_learner(lived(path)) if has_run else read(path)
    widgets = widgets_of(code_cells(stored))
    name = lab.copy(stored) if has_run else path.name
    page = lab.desk
    page.problems.clear()
    if path == NOTEBOOKS[0] or page.url == "about:blank":
        page.goto(lab.address)
        page.wait_for_function(READY)
    with contextlib.closing(Notebook(page, lab, name)) as nb:
        expect(page.locator(".jp-Dialog, .Toastify__toast")).to_have_count(0)
        assert not nb.is_changed()
        if widgets and not has_run:
            nb.theme("light")
            nb.run_all()
            assert widgets_of(nb.cells()) == widgets
        for theme, rules in (
            [("dark", ["color-contrast"]), ("light", ())] if widgets else []
        ):
            nb.theme(theme)
            assert_whole(nb, widgets)
            assert_accessible(page, rules)
        if widgets:
            nb.save_and_close()
            nb.open()
        assert_whole(nb, widgets)
        if path == NOTEBOOKS[0]:  # and no cell has run since it was opened
            nb.save_and_close()
            nb.open()
            assert_whole(nb, widgets)
        assert not [one for one in page.problems if not one.startswith(OF_A_RESTART)]


def run_by_a_learner(notebook):
    """The notebook as one that a learner has run: what has no mark of that waits for a run."""
    for cell in code_cells(notebook):
        cell.metadata[RAN] = True
    return notebook


def widgets_of(cells):
    """How many widgets the outputs of cells show, or show drawn in the place of one."""
    outputs = [output for cell in cells for output in cell["outputs"]]
    shown = [output.get("data", {}).keys() for output in outputs]
    return sum(kinds >= DRAWN or stills.PNG in kinds for kinds in shown)


def assert_whole(nb, widgets):
    """Every image shows something, and every widget is drawn."""
    expect(nb.page.locator(".lookup")).to_have_count(widgets)
    # those of a GPU draw nothing where the browser lends none
    for pic in nb.page.locator(".lookup.picture:not(.gpu, .kernel, .whole)").all():
        expect(pic.locator("svg text").first).to_be_visible()
    for wall in nb.page.locator(".lookup.whole").all():
        expect(wall.locator("canvas").first).to_be_visible()
    assert not nb.broken_images()


SLIP = """import torch
from lookup import check, so_far

def one_hot(ids, V):
    out = torch.zeros(len(ids), V)
    for b, i in enumerate(ids):
        out[b, i - 1] = V.count
    return out

check("01-a", one_hot)"""


@pytest.mark.long
def test_a_wrong_answer_is_drawn_and_an_error_names_the_line_of_the_cell(notebook):
    stops = SLIP.replace("one_hot(", "stops(").replace("one_hot)", "stops)")
    book = notebook(made([stops, SLIP.replace("V.count", "1"), 'so_far("01")']))
    book.run_all()
    said = book.page.locator(".jp-OutputArea-child").all_inner_texts()
    told = "\n".join(said)
    assert "in line 7, out[b, i - 1] = V.count\n" in told
    assert "/tmp" not in told
    picture = book.page.locator(".lookup.picture")
    expect(picture).to_have_count(1)
    expect(picture.locator(".title")).to_have_text("01-a: wanted beside yours")
    assert_accessible(book.page)
    assert "01: 0 of 2 exercises are right. Not yet: 01-a. Not attempted: 01-b." in told
    assert not book.page.problems
