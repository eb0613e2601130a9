"""A measured GPU in a notebook of JupyterLab: saved, closed, and opened again."""

import contextlib
import json

import nbformat
import pytest
from playwright.sync_api import expect

from conftest import new_context, new_page
from lab import made

CELL = "from lookup import browser_gpu\nmine = browser_gpu([5, 40])\nmine"
STATE = "application/vnd.jupyter.widget-state+json"
MOST_BYTES = 50_000


@pytest.fixture
def nb(lab, gpu_browser):
    """A notebook of one cell, in a browser that has a GPU."""
    with contextlib.closing(new_context(gpu_browser)) as context:
        page = new_page(context)
        with contextlib.closing(lab.open(made([CELL]), page)) as nb:
            nb.run_all()
            yield nb


@pytest.mark.long
def test_what_was_measured_is_there_when_the_notebook_is_opened_again(nb, lab):
    pic = nb.page.locator(".lookup.picture")
    measure(pic)
    nb.expect("print(len(mine.measured['times']))", "26")
    said = pic.get_by_role("status").inner_text()
    drawn = pic.locator("svg").inner_html()
    nb.save_and_close()
    assert bytes_kept(lab.course.parent / nb.path) <= MOST_BYTES
    nb.open()
    expect(pic.get_by_role("status")).to_have_text(said)
    assert pic.locator("svg").inner_html() == drawn
    measure(pic)  # and it is as usable as before
    nb.run_all()  # the cell once more: a new picture, which has measured nothing
    expect(pic).to_have_count(1)
    expect(pic.get_by_role("status")).to_contain_text("Press Measure.")
    measure(pic)
    nb.expect("print(len(mine.measured['times']))", "26")


def measure(pic):
    expect(pic).to_have_attribute("data-gpu", "software")
    pic.get_by_role("button", name="Measure").click()
    expect(pic.get_by_role("button", name="Stop")).to_be_visible()
    expect(pic.get_by_role("button", name="Save")).to_be_visible()


def bytes_kept(path):
    """Of the states of all widgets that a notebook's file holds."""
    kept = nbformat.read(path, as_version=4).metadata.widgets[STATE]["state"]
    assert any(one["state"].get("measured") for one in kept.values())
    return len(json.dumps(kept))
