"""A picture among ipywidgets in a real JupyterLab: side by side, linked, observed, in an Output."""

import contextlib

import pytest
from playwright.sync_api import expect

from lab import made

SLIDER = """
from ipywidgets import IntSlider, VBox, jslink

slider = IntSlider(max=2)  # the picture has the steps 0, 1 and 2
jslink((slider, "value"), (picture, "step"))
VBox([slider, picture])
"""
CELLS = [
    """
import time
import torch
from ipywidgets import HBox, Output, interactive_output
from lookup import gradient_rows, select_rows
places = torch.tensor([[10.0 * row + column for column in range(1, 5)] for row in range(1, 7)])
ids = torch.tensor([2, 0, 5])
picture = select_rows(places, ids)
seen = []
picture.observe(lambda change: seen.append(change["new"]), "step")
""",
    SLIDER,
    "beside = gradient_rows(places[:3], ids, 6)\nHBox([picture, beside])",
    'interactive_output(lambda step: print("id", ids[step].item()), {"step": slider})',
    """
inside, said = select_rows(places, ids), Output()
with said:
    display(inside)


@said.capture()
def tell(change):
    print("now", change["new"])


inside.observe(tell, "step")
said
""",
]
# Returns when the kernel has fallen asleep; `awake` says whether it is up again, as by INTERRUPT.
SLEEP = """async () => {
    const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const code = `print(1, flush=True); time.sleep(3600)`;
    const future = kernel.requestExecute({ code, store_history: false });
    window.awake = false;
    future.done.then(() => { window.awake = true; });
    await new Promise((asleep) => {
        future.onIOPub = ({ header }) => header.msg_type === "stream" && asleep();
    });
}"""
INTERRUPT = (
    "() => jupyterapp.shell.currentWidget.sessionContext.session.kernel.interrupt()"
)
# Where the slider stands, and whether the picture plays meanwhile.
FOLLOW = """handle => {
    window.followed = [];
    const { dataset } = document.querySelector(".lookup.picture");
    const note = () => followed.push(`${handle.ariaValueNow} ${dataset.playing}`);
    new MutationObserver(note).observe(handle, { attributeFilter: ["aria-valuenow"] });
}"""


pytestmark = pytest.mark.long  # by default test_in_lab.py has pictures alone


@pytest.fixture(scope="module")
def opened(lab):
    with contextlib.closing(lab.open(made(CELLS))) as notebook:
        notebook.run_all()
        yield notebook


@pytest.fixture
def shared(opened):
    """The notebook, its pictures at their first step; a test must leave no error in the page."""
    opened.run(
        "picture.step = beside.step = inside.step = 1"
    )  # from rest to what is shown
    at(opened, 1, 1, 1, 1)
    opened.run("picture.step = beside.step = inside.step = 0")
    at(opened, 0, 0, 0, 0)
    expect(handle(opened)).to_have_attribute("aria-valuenow", "0.0")
    opened.run("seen.clear()")
    yield opened
    assert not opened.page.problems


def at(notebook, *steps):
    """The pictures, from top to bottom, show these steps; the first two are views of one."""
    shown = notebook.page.locator(".lookup.picture")
    expect(shown).to_have_count(4)
    for number, step in enumerate(steps):
        expect(shown.nth(number)).to_have_attribute("data-step", str(step))


def stage(notebook, number):
    return notebook.page.locator(".lookup.picture .stage").nth(number)


def handle(notebook):
    """What moves the slider of ipywidgets."""
    return notebook.page.locator(".widget-slider .noUi-handle")


def test_two_pictures_in_a_box_stand_side_by_side_and_step_on_their_own(shared):
    box = shared.page.locator(".widget-hbox:has(.lookup)")
    assert box.evaluate("box => box.scrollWidth - box.clientWidth") == 0
    left, right = (picture.bounding_box() for picture in box.locator(".lookup").all())
    assert left["x"] + left["width"] <= right["x"]
    assert abs(left["y"] - right["y"]) < 2
    stage(shared, 2).press("ArrowRight")
    at(shared, 0, 0, 1, 0)
    stage(shared, 1).press("ArrowRight")
    stage(shared, 1).press("ArrowRight")
    at(shared, 2, 2, 1, 0)
    shared.expect("print(picture.step, beside.step)", "2 1")


def test_a_linked_slider_and_its_picture_move_each_other_and_the_kernel_hears_of_both(
    shared,
):
    handle(shared).press("ArrowRight")
    at(shared, 1, 1, 0, 0)
    shared.expect("print(slider.value, picture.step)", "1 1")
    stage(shared, 0).press("ArrowRight")
    expect(handle(shared)).to_have_attribute("aria-valuenow", "2.0")
    shared.expect("print(slider.value, picture.step)", "2 2")
    shared.run("slider.value = 1")
    at(shared, 1, 1, 0, 0)
    shared.expect("print(picture.step)", "1")


def test_a_linked_slider_moves_the_picture_while_the_kernel_is_busy(shared):
    shared.page.evaluate(SLEEP)
    handle(shared).press("ArrowRight")
    handle(shared).press("ArrowRight")
    at(shared, 2, 2, 0, 0)
    assert not shared.page.evaluate("awake")
    shared.page.evaluate(INTERRUPT)
    shared.expect("print(slider.value, picture.step)", "2 2")


def test_a_linked_slider_follows_while_the_picture_plays(shared):
    shared.page.emulate_media(reduced_motion="no-preference")
    handle(shared).evaluate(FOLLOW)
    shared.page.locator(".lookup [data-action=play]").first.click()
    expect(handle(shared)).to_have_attribute("aria-valuenow", "2.0")
    at(shared, 2, 2, 0, 0)
    assert "1.0 true" in shared.page.evaluate("followed")
    shared.page.emulate_media(reduced_motion="reduce")
    shared.expect("print(slider.value, picture.step)", "2 2")


def test_an_observer_in_python_hears_of_each_step_that_the_learner_takes(shared):
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        before = shared.run("print(len(seen))")
        stage(shared, 0).press(key)
        shared.expect("print(len(seen))", str(int(before) + 1))
    assert shared.run("print(seen)") == "[1, 2, 1]"


def test_interactive_output_shows_what_a_function_says_of_the_step(shared):
    for key, said in [("ArrowRight", "id 0"), ("ArrowRight", "id 5"), ("Home", "id 2")]:
        stage(shared, 0).press(key)
        expect(shared.page.get_by_text(said, exact=True)).to_be_visible()


def test_a_picture_and_what_an_observer_prints_stand_in_an_output(shared):
    stage(shared, 3).press("ArrowRight")
    at(shared, 0, 0, 0, 1)
    expect(shared.page.get_by_text("now 1")).to_be_visible()
    output = shared.page.locator(".widget-output", has_text="now 1")
    expect(output.locator(".lookup.picture")).to_have_count(1)
