"""The picture where the browser lends no GPU: it says why."""

import contextlib

import pytest
from playwright.sync_api import expect

from bare_page import draw_at, says
from conftest import new_context, new_page
from lookup import browser_gpu

SIZES = [5, 40]
WITHOUT = {
    "delete Navigator.prototype.gpu": "This browser has no WebGPU, or does not lend it",
    "GPU.prototype.requestAdapter = async () => null": "found no GPU on this machine",
    "GPUAdapter.prototype.requestDevice = async () => { throw Error('all are lent'); }":
        "The browser refused to lend its GPU: all are lent",
}  # fmt: skip


def test_plain_http_is_told_why_there_is_no_gpu(gpu_browser):
    with contextlib.closing(new_context(gpu_browser)) as context:
        page = new_page(context)
        pic = draw_at(page, browser_gpu(SIZES), "http://page.test/")
        says(pic, "only to pages that come by https or from this very machine")
        expect(pic.get_by_role("button", name="Measure")).to_be_hidden()


@pytest.mark.parametrize(("script", "why"), WITHOUT.items())
def test_a_browser_that_lends_no_gpu_says_why(gpu_browser, script, why):
    with contextlib.closing(new_context(gpu_browser)) as context:
        page = new_page(context)
        page.add_init_script(script)
        pic = draw_at(page, browser_gpu(SIZES))
        says(pic, why)
        expect(pic).to_have_attribute("data-gpu", "none")
        expect(pic.get_by_role("button", name="Measure")).to_be_hidden()
        assert not page.problems


def test_a_browser_that_was_started_without_a_gpu_says_so(show, page):
    pic = draw_at(page, browser_gpu(SIZES))
    says(pic, "This browser")
    expect(pic).to_have_attribute("data-gpu", "none")
