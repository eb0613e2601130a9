"""A page that measures answers clicks meanwhile."""

import contextlib

import pytest
from playwright.sync_api import expect

from bare_page import draw_at, says, text
from conftest import new_context, new_page
from lookup import browser_gpu

pytestmark = pytest.mark.long

# After the first finding no work is told to be done before the test lets it go on.
HELD = """
    const held = new Promise((done) => { window.go_on = done; });
    const { onSubmittedWorkDone } = GPUQueue.prototype;
    GPUQueue.prototype.onSubmittedWorkDone = async function () {
        await onSubmittedWorkDone.call(this);
        if (!document.querySelector(".stage").hidden) await held;
    };
"""


def test_a_view_that_is_chosen_in_the_middle_of_a_run_is_drawn_and_stays(gpu_browser):
    with contextlib.closing(new_context(gpu_browser)) as context:
        page = new_page(context)
        page.add_init_script(HELD)
        pic = draw_at(page, browser_gpu([5, 40]))
        pic.get_by_role("button", name="Measure").click()
        expect(pic.locator(".stage")).to_be_visible()
        pic.get_by_role("button", name="step by Adam").click()
        assert text(pic, "of") == "step by Adam, 16 ids"
        says(pic, "Measuring. The lines grow as the times come in.")
        expect(pic.get_by_role("button", name="Stop")).to_be_visible()
        page.evaluate("go_on()")
        page.wait_for_function("saved.length > 0")
        says(pic, "Step by Adam, 16 ids, 40 rows: ")
        assert not page.problems


def test_it_measures_again_while_the_clock_is_shown(gpu_browser):
    """The traps of the clock are the last to come, so the view of SGD takes its place."""
    with contextlib.closing(new_context(gpu_browser)) as context:
        page = new_page(context)
        pic = draw_at(page, browser_gpu([5, 40]))
        measure = pic.get_by_role("button", name="Measure")
        for _ in range(2):
            measure.click()
            expect(measure).to_be_enabled()
            pic.get_by_role("button", name="clock").click()
            says(pic, "The page's clock, ")
        assert not page.problems
