"""What is wanted beside an answer: what is compared, cut and said, and how a page shows it."""

import numpy as np
import pytest
import torch
from PIL import ImageColor

from frames import HALVES, INF, NAN, ODD, assert_frames
from lookup.pictures.two_answers.picture import two_answers
from lookup.widget import palette
from read_picture import assert_accessible

WANTED = torch.eye(5)[[3, 1, 2]]
YOURS = torch.eye(5)[[2, 1, 2]]
LARGE = torch.arange(2000.0).reshape(40, 50)
ALMOST = LARGE.clone()
ALMOST[24, 34] = -7
CASES = {
    "one-hots": (WANTED, YOURS),
    "halves": (HALVES, -HALVES),
    "on its side": (HALVES[:6], HALVES[:6].T),
    "a row less": (HALVES, HALVES[1:]),
    "a column more": (HALVES[:, :4], HALVES),
    "one row": (WANTED, WANTED.sum(0)),
    "one column": (HALVES, HALVES[:, 0]),
    "lines": (
        torch.tensor([1051.5, -478, -33.5]),
        torch.tensor([2408.19, -478, 0.001]),
    ),
    "lists": ([3, 1, 2], [4, 1, 2, 5]),
    "nothing": ([3, 1, 2], []),
    "nothing in a table": (HALVES, HALVES[:0]),
    "large": (LARGE, ALMOST),
    "long": (list(range(400)), [*range(395), 0, 1, 2, 3, 4]),
    "odd": (torch.tensor(ODD), torch.tensor(ODD).flip(0)),
    "infinite": (HALVES, HALVES / 0),
    "three dimensions": (LARGE.reshape(2, 20, 50), ALMOST.reshape(2, 20, 50)),
    "True and False": (torch.tensor([True, False]), torch.tensor([True, True])),
}


@pytest.fixture(scope="module")
def pictures():
    return {name: two_answers(*pair, "01-a") for name, pair in CASES.items()}


def test_every_frame_has_the_properties_of_two_answers(pictures, tmp_path):
    specs = {name: picture.spec for name, picture in pictures.items()}
    assert_frames("two_answers/frames.mjs", specs, tmp_path)


@pytest.mark.parametrize(
    ("name", "sentence", "note"),
    [
        (
            "one-hots",
            "2 numbers differ, the first in row 0, column 2: wanted is 0, yours is 1.",
            "",
        ),
        ("on its side", "The shapes differ, so no places are compared.", ""),
        ("one row", "The shapes differ, so no places are compared.", ""),
        (
            "a row less",
            "The shapes differ. Ringed is what the other lacks there, or",
            "",
        ),
        (
            "lines",
            "2 numbers differ, the first at place 0: wanted is +1052",
            "numbers rounded",
        ),
        (
            "large",
            "1 number differs in row 24, column 34: wanted is +1234, yours is −7.",
            "rows 18 to 29 of 40, columns 31 to 36 of 50",
        ),
        (
            "long",
            "5 numbers differ, the first at place 395",
            "places 388 to 399 of 400",
        ),
        (
            "three dimensions",
            "row 4, column 34",
            "the table at [1], rows 0 to 11 of 20, columns",
        ),
    ],
)
def test_what_is_said(pictures, name, sentence, note):
    spec = pictures[name].spec
    assert sentence in spec["sentence"]
    assert note in spec["note"]
    assert bool(note) == bool(spec["note"])


def test_a_terminal_and_a_page_without_a_kernel_show_a_table(pictures):
    assert repr(pictures["one-hots"]).splitlines() == [
        "01-a: wanted beside yours",
        "row  wanted         yours",
        "0    0 0 [0] [1] 0  0 0 [1] [0] 0",
        "1    0 1 0 0 0      0 1 0 0 0",
        "2    0 0 1 0 0      0 0 1 0 0",
        "2 numbers differ, the first in row 0, column 2: wanted is 0, yours is 1.",
    ]
    page = pictures["one-hots"].to_html()
    assert "<td>0 0 [1] [0] 0</td>" in page
    assert page.endswith("yours is 1.</p>")


def test_numbers_that_read_alike_but_differ_are_said_to():
    near = torch.tensor([1.5]).nextafter(torch.tensor(INF))
    said = two_answers(torch.tensor([1.5]), near, "01-b").spec["sentence"]
    assert said.endswith("wanted is 1.5, yours is 1.5, in digits that are not shown.")


def test_nan_is_like_nan():
    both = torch.tensor([[NAN, 1.0], [2.0, NAN]])
    assert (
        two_answers(both, both + torch.tensor([[0, 0], [1, 0]]), "a")
        .spec["sentence"]
        .startswith("1 number differs in row 1, column 0")
    )


@pytest.mark.parametrize(
    "yours",
    [
        3,
        None,
        "text",
        [1, "2"],
        [[1, 2], [3]],
        (1, 2),
        torch.tensor(3),
        torch.ones(2, 2, dtype=torch.complex64),
        np.array(["a", "b"]),
        {1: 2},
        HALVES[None, None],
    ],
)
def test_what_is_no_table_of_numbers_is_not_drawn(yours):
    assert two_answers(HALVES, yours, "01-a") is None
    assert two_answers(yours, HALVES, "01-a") is None


@pytest.mark.long
@pytest.mark.parametrize("name", ["halves", "on its side", "lines", "large"])
def test_a_page_shows_it_in_light_and_dark_wide_and_narrow(pictures, show, page, name):
    picture = show(pictures[name])
    page.clock.resume()
    assert_accessible(page)
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    assert_accessible(page, ["color-contrast"])
    box = picture.locator("svg").bounding_box()
    page.set_viewport_size({"width": 360, "height": 700})
    page.wait_for_function(
        "svg => svg.viewBox.baseVal.width <= 340",
        arg=picture.locator("svg").element_handle(),
    )
    narrow = picture.locator("svg").bounding_box()
    assert narrow["width"] <= 360
    assert (narrow["height"] > box["height"]) == (name != "lines")
    stage = picture.locator(".stage")
    assert stage.evaluate("node => node.scrollWidth <= node.clientWidth")


def test_the_key_shows_a_ring_of_ink(pictures, show, page):
    key = show(pictures["one-hots"]).locator(".key")
    assert key.inner_text() == "differs; in yours the ring is dashed"
    edge = (
        "e => [getComputedStyle(e).borderTopColor, getComputedStyle(e).borderTopStyle]"
    )
    ink = "rgb{}".format(ImageColor.getrgb(palette()["ink"]))
    assert key.locator(".swatch").evaluate(edge) == [ink, "solid"]


def test_a_screen_reader_gets_the_sentence_and_a_table(pictures, show):
    picture = show(pictures["one-hots"])
    assert picture.get_by_role("img").get_attribute("aria-label") == (
        "01-a: wanted beside yours. 2 numbers differ, the first in row 0, column 2: "
        "wanted is 0, yours is 1."
    )
    lines = picture.locator("tr").all_inner_texts()
    assert lines[:2] == ["row\twanted\tyours", "0\t0 0 [0] [1] 0\t0 0 [1] [0] 0"]
