"""Every picture of the course, run by Shift+Enter in JupyterLab, comes to rest whole in view."""

import contextlib
import html
import json
import re

import nbformat
import pytest
from playwright.sync_api import expect

import without_kernel
from course import NOTEBOOKS
from lab import made
from lookup.widget import Widget

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
    const ways = root.querySelectorAll("[data-way]").length;
    for (let way = 0; way < Math.max(1, ways); way++) {
        root.querySelectorAll("[data-way]")[way]?.click();
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
REST = 1200  # ms after which a picture stays where it is
# These have no steps, or need a GPU.
OTHERS = {"Question", "BrowserGpu", "GpuKernel"}


def replayed(path, folder):
    """A notebook whose pictures a cell shows at once, their numbers, and the kernel's code for it.

    path: the notebook as `without_kernel.alive` gives it; folder: where the pictures are put.
    """
    notebook = nbformat.read(path, as_version=4)
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
    saved = folder / f"{path.stem}.json"
    saved.write_text(json.dumps(pictures))
    return notebook, cells, REPLAY.format(path=str(saved))


def run_at(nb, number):
    """Run a cell by Shift+Enter; its picture."""
    nb.page.evaluate(TO, number)
    nb.page.keyboard.press("Shift+Enter")
    cell = nb.page.locator(".jp-Notebook .jp-Cell").nth(number)
    expect(cell.locator(".lookup.picture svg text").first).to_be_attached()
    return cell.locator(".lookup.picture").first


def judged(nb, number, name):
    """What is wrong with how the picture of a cell meets a learner who runs it."""
    pic = run_at(nb, number)
    nb.page.wait_for_timeout(REST)
    place = pic.evaluate(PLACE)
    walk = pic.evaluate(WALK)
    top, bottom, window = (round(place[key]) for key in ("top", "bottom", "window"))
    if top < 0 or bottom > window:
        yield f"{name} rests at {top} to {bottom} px of {window}"
    if place["next"] < place["bottom"]:
        yield f"{name} stands beside the text after it"
    if max(walk["heights"]) > window:
        yield f"{name} becomes {max(walk['heights']):.0f} px tall in {window}"
    if max(walk["buttons"]) - min(walk["buttons"]) > 0.5:
        moved = max(walk["buttons"]) - min(walk["buttons"])
        yield f"{name} moves its buttons by {moved:.0f} px"


@pytest.mark.long
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_picture_of_a_notebook_rests_in_view(path, lab, lived, tmp_path):
    notebook, cells, code = replayed(lived(path), tmp_path)
    if not cells:
        return
    lab.desk.problems.clear()
    wrong = []
    with contextlib.closing(lab.open(notebook, lab.desk)) as nb:
        assert nb.run(code) == ""
        for mode in ("as it opens", "presented"):
            if mode == "presented":
                nb.command("application:toggle-presentation-mode")
            for number, name in cells:
                wrong += judged(nb, number, f"cell {number}, {name}, {mode}")
        nb.command("application:toggle-presentation-mode")
    assert not wrong, "\n".join(wrong)
    assert not lab.desk.problems
