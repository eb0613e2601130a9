"""The whole table fits its page, however many numbers it has and however small the page is."""

import re

import pytest
import torch
from playwright.sync_api import expect

from bare_page import press, stands
from frames import G
from lookup import whole_table
from lookup.pictures.whole_table.picture import WAYS
from test_whole_table_play import wall_of

pytestmark = pytest.mark.long


def test_five_hundred_thousand_numbers_fit_a_notebook_at_a_pixel_each(show, page):
    page.set_viewport_size({"width": 934, "height": 640})
    table = torch.randn(7630, 64, generator=G)
    pic = show(whole_table(table, [f"w{row}" for row in range(7630)], "w1 w1 w7629"))
    page.evaluate("document.body.style.margin = 0")
    for way in WAYS:
        press(pic, way)
        press(pic, "Play")
        assert pic.bounding_box()["height"] <= 640
    wall, h, u = wall_of(pic)
    assert (h, u) == (545, 1)
    over = "document.documentElement.scrollWidth > innerWidth"
    assert not page.evaluate(over)
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("document.querySelector('.whole canvas').clientWidth < 390")
    assert not page.evaluate(over)
    box, wall_box = pic.locator(".drawer").bounding_box(), wall.bounding_box()
    assert box["y"] + box["height"] <= wall_box["y"]


def test_a_page_that_is_zoomed_out_has_the_wall_of_one_that_is_not(show, page):
    page.evaluate("Object.defineProperty(window, 'devicePixelRatio', { value: 0.75 })")
    page.set_viewport_size({"width": 934, "height": 640})
    names = [f"w{row}" for row in range(1080)]
    pic = show(whole_table(torch.randn(1080, 384, generator=G), names, "w1"))
    assert pic.bounding_box()["height"] <= 640


@pytest.mark.parametrize("size", [(760, 600), (700, 560), (683, 384)])
def test_a_wall_with_more_numbers_than_a_page_has_pixels_fits_it(show, page, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    names = [f"w{row}" for row in range(1080)]
    pic = show(whole_table(torch.randn(1080, 384, generator=G), names, "w1"))
    page.evaluate("document.body.style.margin = 0")
    for way in WAYS:
        press(pic, way)
        assert pic.bounding_box()["height"] <= size[1]
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


@pytest.mark.parametrize("shape", [(7630, 64), (1080, 384)])
def test_a_phone_shows_drawer_wall_and_sentence_at_once(show, page, shape):
    page.set_viewport_size({"width": 390, "height": 844})
    names = [f"w{row}" for row in range(shape[0])]
    ten = " ".join(names[:10])
    pic = show(whole_table(torch.randn(*shape, generator=G), names, ten))
    page.evaluate("document.body.style.margin = 0")
    play = pic.get_by_role("button", name="Play", exact=True)
    places = {play.bounding_box()["y"]}
    for way in WAYS:
        press(pic, way)
        press(pic, "Play")
        stands(pic, phase="shown", by=way)
        places.add(play.bounding_box()["y"])
        assert pic.bounding_box()["height"] <= 844
    wall = pic.locator("canvas").first.bounding_box()
    page.mouse.move(wall["x"] + 9, wall["y"] + 9)
    expect(pic.locator(".under")).to_have_text(re.compile("row "))
    assert pic.bounding_box()["height"] <= 844
    assert len(places) == 1, "and no button moves"
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_the_wall_follows_a_notebooks_window_that_only_changes_its_height(show, page):
    names = [f"w{row}" for row in range(7630)]
    show(whole_table(torch.randn(7630, 64, generator=G), names, "w1"))
    # the body plays the panel in which a notebook of JupyterLab scrolls
    page.evaluate("document.body.className = 'jp-WindowedPanel-outer'")
    look = "margin: 0; overflow: auto; width: 934px; height: {}px"
    tall = "document.querySelector('.lookup.picture').offsetHeight"
    for height, least in ((640, 600), (480, 440), (640, 600)):
        page.evaluate("look => { document.body.style = look; }", look.format(height))
        page.wait_for_function(f"{least} < {tall} && {tall} <= {height}")
