"""On a phone every view of a measured GPU, and a kernel that has run, lie within the page."""

import contextlib

import pytest
import torch
from playwright.sync_api import expect

from bare_page import draw_at
from conftest import new_context, new_page
from lookup import gpu_kernel, recorded_gpus

WIDTHS = [320, 390]
# What of the texts of a drawing lies outside it or over another one, and how far a page scrolls.
WRONG = """svg => {
    const all = [...svg.querySelectorAll("text")].filter(({ textContent }) => textContent.trim());
    const boxes = all.map((text) => [text.textContent, text.getBoundingClientRect()]);
    const edge = svg.getBoundingClientRect();
    const outside = boxes.filter(([, box]) => box.left < edge.left - 1 ||
        box.right > edge.right + 1 || box.top < edge.top - 1 || box.bottom > edge.bottom + 1);
    const over = boxes.flatMap(([one, a], k) => boxes.slice(k + 1).filter(([, b]) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4).map(([two]) => [one, two]));
    const page = document.documentElement;
    return [all.length, outside.map(([name]) => name), over, page.scrollWidth - innerWidth];
}"""


@pytest.mark.parametrize("width", WIDTHS)
def test_every_view_lies_within_a_narrow_page_and_no_text_over_another(
    show, page, width
):
    page.set_viewport_size({"width": width, "height": 800})
    (measured,) = recorded_gpus()
    pic = show(measured)
    buttons = pic.locator(".ways").first.locator("button")
    views = buttons.all_text_contents()
    assert len(views) == 4
    for k, name in enumerate(views):
        buttons.nth(k).click()
        texts, outside, over, beyond = pic.locator("svg").first.evaluate(WRONG)
        assert texts > 3
        assert (name, outside, over) == (name, [], [])
        assert beyond <= 0
    pic.get_by_role("button", name="Numbers").click()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


# Which parts of a picture stick out of the page, also where a box of it would scroll.
OUT = """root => [...root.querySelectorAll("*")].filter(
    (part) => part.getBoundingClientRect().right > innerWidth + 1
).map((part) => part.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("width", WIDTHS)
def test_a_kernel_that_has_run_lies_within_a_narrow_page(gpu_browser, width):
    size = {"width": width, "height": 800}
    W = 10.0 * torch.arange(6)[:, None] + torch.arange(4)
    code = "if (i < B * D) { rows[i] = W[ids[i / D] * D + i % D] + 0.5; }"
    with contextlib.closing(new_context(gpu_browser, viewport=size)) as context:
        page = new_page(context)
        kernel = draw_at(page, gpu_kernel(code, W, torch.tensor([2, 3, 1])))
        expect(kernel).to_have_attribute("data-gpu", "there")
        kernel.get_by_role("button", name="Run on my GPU").click()
        page.wait_for_function("'right' in state && saved.length > 0")
        assert kernel.locator("table").count() == 2
        assert kernel.evaluate(OUT) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert not page.problems
