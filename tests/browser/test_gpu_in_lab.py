"""A measured GPU and a learner's kernel in a notebook: run again, saved, closed, and opened."""

import contextlib
import json

import nbformat
import pytest
from playwright.sync_api import expect

from conftest import new_context, new_page
from lab import made

CELL = "from lookup import browser_gpu\nmine = browser_gpu([5, 40])\nmine"
BEGIN = "// thread i: your lines"
SUM = "if (i < B * D) { atomicAdd(&G[ids[i / D] * D + i % D], up[i]); }"
KERNEL = f"""import torch
from lookup import gpu_kernel
ids, up = torch.tensor([2, 3, 2]), torch.arange(12).view(3, 4)
kernel = gpu_kernel("{BEGIN}", torch.zeros(6, 4), ids, up)
kernel"""
STATE = "application/vnd.jupyter.widget-state+json"
MOST_BYTES = 50_000


@pytest.fixture
def run_cell(lab, gpu_browser):
    """A function that runs a notebook of one cell, in a browser that has a GPU."""
    with contextlib.ExitStack() as ends:
        context = ends.enter_context(contextlib.closing(new_context(gpu_browser)))

        def run_cell(cell):
            opened = lab.open(made([cell]), new_page(context))
            nb = ends.enter_context(contextlib.closing(opened))
            nb.run_all()
            return nb

        yield run_cell


@pytest.mark.long
def test_what_was_measured_is_there_when_the_notebook_is_opened_again(run_cell, lab):
    nb = run_cell(CELL)
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


@pytest.mark.long
def test_a_learners_lines_outlive_their_cell_and_a_closed_notebook(run_cell):
    nb = run_cell(KERNEL)
    pic = nb.page.locator(".lookup.picture")
    lines, said = pic.get_by_role("textbox"), pic.get_by_role("status")
    solve(pic)
    nb.run_all()
    expect(said).to_be_empty()  # a new picture, which has run nothing
    expect(lines).to_have_value(SUM)
    pic.get_by_role("button", name="Begin again").click()
    nb.expect("print(kernel.code)", BEGIN)
    nb.run_all()
    expect(pic).to_have_count(1)
    expect(lines).to_have_value(BEGIN)
    solve(pic)
    nb.expect("print(kernel.right)", "True")
    nb.save_and_close()
    nb.open()
    expect(lines).to_have_value(SUM)
    solve(pic)
    nb.run_all()  # in a Python that has never seen them
    expect(said).to_be_empty()
    expect(lines).to_have_value(BEGIN)


def solve(pic):
    expect(pic).to_have_attribute("data-gpu", "there")
    pic.get_by_role("textbox").fill(SUM)
    pic.get_by_role("button", name="Run on my GPU").click()
    expect(pic.get_by_role("status")).to_contain_text("✓ Right.")


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
