"""The pictures in a real JupyterLab: keys, kernel, themes, zoom, and the course's own notebooks."""

import contextlib
import re

import nbformat.v4
import pytest
import torch
from axe_playwright_python.sync_playwright import Axe
from lab import COURSE
from playwright.sync_api import expect

TABLES = """
import torch
places = torch.tensor([[10.0 * row + column for column in range(1, 5)] for row in range(1, 7)])
ids = torch.tensor([2, 0, 5, 2])
torch.manual_seed(0)
large = torch.randn(50_000, 8)
"""
NAMES = ["ant", "bee", "<i>cat</i>", "dog", "eel", "fox"]
CELLS = [
    TABLES + "torch.set_num_threads(1)\nfrom lookup import select_rows",
    f"picture = select_rows(places, ids, names={NAMES})\npicture",
    "far = select_rows(large, torch.tensor([7, 31_337, 49_999]))\nfar",
    "guessed = select_rows(places, ids, predict=True)\nguessed",
]
MADE = {}
exec(TABLES, MADE)

# Which rows of the table lie within a ring, and the numbers of the output row within one.
RINGED = """svg => {
    const rings = [...svg.querySelectorAll('rect[fill="none"][stroke="var(--pick)"]')]
        .filter((ring) => Number(ring.getAttribute("opacity")) > 0).map((ring) => ring.getBBox());
    const ringed = (node) => {
        const { x, y, width, height } = node.getBBox(), [cx, cy] = [x + width / 2, y + height / 2];
        return rings.some((r) => r.x < cx && cx < r.x + r.width && r.y < cy && cy < r.y + r.height);
    };
    const rows = [...svg.querySelectorAll("rect[data-row]")].filter(ringed).map((cell) => Number(cell.dataset.row));
    const out = [...svg.querySelectorAll("text[data-out]")].filter(ringed).map((cell) => cell.textContent);
    return { rows: [...new Set(rows)], out };
}"""
# What the notebook's own shortcuts would change.
STATE = """() => {
    const { content } = jupyterapp.shell.currentWidget;
    const cells = content.widgets.map(({ model: m }) => [m.id, m.type, m.sharedModel.getSource(), m.executionCount ?? null]);
    return { cells, active: content.activeCellIndex, mode: content.mode };
}"""
PHASES = """root => {
    window.phases = [root.dataset.phase];
    new MutationObserver(() => phases.push(root.dataset.phase)).observe(root, { attributeFilter: ["data-phase"] });
}"""
WIDGET = "application/vnd.jupyter.widget-view+json"
# JupyterLab asks the new kernel for the debugger's state and says so when the restart cut its question short.
OF_A_RESTART = "Could not restore the debugger state: Canceled future for debug_request message"


def made(cells):
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    cells = [nbformat.v4.new_code_cell(cell.strip()) for cell in cells]
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})


@pytest.fixture(scope="module")
def opened(lab):
    """The test notebook, run once for all tests that leave it as it was."""
    with contextlib.closing(lab.open(made(CELLS))) as notebook:
        notebook.run_all()
        yield notebook


@pytest.fixture
def shared(opened):
    """The test notebook with every picture at its first step; whatever a test does, the page stays free of errors."""
    opened.run("picture.step = far.step = guessed.step = 0")
    for number in range(3):
        expect(picture(opened, number)).to_have_attribute("data-step", "0")
    yield opened
    assert not opened.page.problems


def picture(notebook, number=0):
    return notebook.page.locator(".lookup.picture").nth(number)


def number(text):
    return 0.0 if text == "≈0" else float(text.replace("−", "-"))


def assert_shows(pic, table, row):
    """The ring stands around `row` only, and the output reads what torch returns for it."""
    product = torch.nn.functional.one_hot(torch.tensor(row), len(table)).float() @ table
    shown = pic.locator("svg").evaluate(RINGED)
    assert shown["rows"] == [row]
    torch.testing.assert_close(torch.tensor([*map(number, shown["out"])]), product, atol=0.00501, rtol=0)


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


def test_kernel_moves_the_picture(shared):
    pic = picture(shared)
    shared.run("picture.step = 2")
    expect(pic).to_have_attribute("data-step", "2")
    assert_shows(pic, MADE["places"], 5)
    refused = "TraitError: step must be from 0 to 6 for this picture, got 9."
    assert shared.run("picture.step = 9") == refused
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
    expect(pic.get_by_role("status")).to_contain_text("Your row: id 31,000 picks row 31,000.")
    shared.expect("print(far.step, far.row)", "3 31000")


def test_typed_word_and_typed_html(shared):
    pic = picture(shared)
    field, said = pic.get_by_label("Type a row number or a word"), pic.get_by_role("status")
    field.fill("<i>cat</i>")
    pic.get_by_role("button", name="Show").click()
    expect(said).to_contain_text("row 2")
    field.fill("<img src=x onerror=alert(1)>")
    field.press("Enter")
    expect(said).to_contain_text("<img src=x onerror=alert(1)>\u2069” is not a row number from 0 to 5")
    field.fill("dog")
    field.press("Enter")
    expect(pic).to_have_attribute("data-row", "3")
    assert pic.locator("img, i").count() == 0


@pytest.mark.parametrize("which", [0, 2], ids=["picture", "prediction"])
def test_keys_stay_in_the_picture(shared, which):
    page, pic = shared.page, picture(shared, which)
    first, *others = pic.locator(".stage, button, input").all()
    first.focus()  # makes its cell the active one, as a click would
    before = page.evaluate(STATE)
    for control in [first, *others]:
        control.focus()
        for key in ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", *"abxdd", "Enter", " ", "0", "0"]:
            page.keyboard.press(key)
            expect(control).to_be_focused()
    shared.run("0")  # by its answer every cell that was set going would have its number
    assert page.evaluate(STATE) == before
    expect(page.locator(".jp-Dialog")).to_have_count(0)


def test_reload_and_restart(notebook):
    nb = notebook(made(CELLS[:3]))
    nb.run_all()
    nb.run("picture.step = 2")
    nb.reload()
    pic, far = picture(nb), picture(nb, 1)
    expect(pic).to_have_attribute("data-step", "2")
    assert_shows(pic, MADE["places"], 5)
    pic.locator(".stage").press("ArrowRight")
    nb.expect("print(picture.step)", "3")
    nb.restart()
    pic.locator(".stage").press("ArrowLeft")
    expect(pic).to_have_attribute("data-step", "2")
    assert_shows(pic, MADE["places"], 5)
    far.get_by_label("Type a row number").fill("31000")
    far.get_by_label("Type a row number").press("Enter")
    expect(far.get_by_role("status")).to_contain_text("No answer: the kernel has stopped or was restarted.")
    assert_shows(far, MADE["large"], 7)
    assert not [problem for problem in nb.page.problems if not problem.startswith(OF_A_RESTART)]


def assert_accessible(page):
    found = Axe().run(page, context=".lookup")
    assert not found.response["violations"], found.generate_report()
    assert "color-contrast" in {rule["id"] for rule in found.response["passes"]}


def test_themes(shared):
    """Nothing that axe-core finds is wrong in either theme, and the dark one really is another paper."""
    papers = {}
    for theme in ["dark", "light"]:
        shared.theme(theme)
        assert_accessible(shared.page)
        papers[theme] = picture(shared).evaluate("root => getComputedStyle(root).backgroundColor")
    light, dark = (sum(map(int, re.findall(r"\d+", papers[theme]))) for theme in ["light", "dark"])
    assert light > 700
    assert dark < 100


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


def test_zoomed_to_200_percent(shared):
    page = shared.page
    page.set_viewport_size({"width": 683, "height": 384})
    for number in range(3):
        pic = picture(shared, number)
        output = pic.locator("xpath=ancestor::*[contains(@class, 'jp-OutputArea-output')][1]")
        assert output.evaluate("e => e.scrollWidth - e.clientWidth") == 0
        for control in pic.locator("button, input").all():
            control.scroll_into_view_if_needed()
            expect(control).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1366, "height": 768})


@pytest.mark.parametrize("path", sorted((COURSE / "notebooks").glob("[0-9]*.ipynb")), ids=lambda path: path.stem)
def test_notebook_of_the_course(path, notebook):
    """It runs whole, draws every widget, and is accessible in both themes, without an error in the page."""
    nb = notebook(path)
    nb.theme("light")
    nb.run_all()
    widgets = sum(WIDGET in output.get("data", {}) for cell in nb.cells() for output in cell["outputs"])
    for theme in ["dark", "light"] if widgets else []:
        nb.theme(theme)
        expect(nb.page.locator(".lookup")).to_have_count(widgets)
        for pic in nb.page.locator(".lookup.picture").all():
            expect(pic.locator("svg rect[data-row]").first).to_be_visible()
        assert_accessible(nb.page)
    assert not nb.page.problems
