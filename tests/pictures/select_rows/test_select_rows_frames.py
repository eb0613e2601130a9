"""What the browser shows of one-hot times table: every frame by node, every step in Chromium."""

import io

import numpy as np
import pytest
import torch
from PIL import Image
from playwright.sync_api import expect

from bare_page import press, says, says_under_pointer
from frames import (
    HALVES,
    INF,
    NAN,
    ODD,
    WORDS,
    G,
    assert_frames,
    long,
    plain,
    with_places,
)
from lookup import select_rows
from without_browser import typed

pytestmark = pytest.mark.long

PLACES = 10.0 * torch.arange(6)[:, None] + torch.arange(4)
INFINITE = PLACES.clone()
INFINITE[5, 2] = INF


def tables():
    """{name: (a table of every kind, ids)}: what its pictures need beside these comes in `MORE`."""
    many = torch.randint(0, 50_000, (40,), generator=G)
    tall = torch.randn(60, 16, generator=G)
    far = {
        (3, 0): -INF,
        (31_000, 0): INF,
        (31_337, 2): NAN,
        (7, 3): INF,
        (49_998, 7): -INF,
    }
    return {
        "numbers": (HALVES[:5], [[3, 0], [3, 4]]),
        "words": (HALVES, [4, 1, 4, 2]),
        "one cell": (torch.tensor([[-1.0]]), [0]),
        "odd": (torch.tensor(ODD, dtype=torch.float64), [1, 0, 3]),
        "odd colours": (torch.tensor(ODD, dtype=torch.float64).tile(4, 3), [1, 0, 3]),
        "infinite": (INFINITE, [4, 5, 1]),
        "infinite words": (INFINITE[:, 1:], [4, 1, 5]),
        "infinite row": (with_places(PLACES, {5: INF}), [4]),
        "tall": (tall, [4, 31, 44]),
        "tall, infinite": (with_places(tall, {(40, 3): INF, 7: NAN}), [30, 7, 40]),
        "wide": (torch.randn(31, 32, generator=G), list(range(31))),
        "all zero": (torch.zeros(31, 32), list(range(9))),
        "lens": (long(50_000, 8), many),
        "lens, infinite": (
            with_places(long(50_000, 8), far),
            [5, 31_338, 20_000, 49_999],
        ),
        "gap": (long(1_000_000, 300), [0, 999_999, 500_000]),
        "gap, infinite": (
            with_places(long(70, 300), {(69, 299): INF, 2: NAN}),
            [0, 69, 40],
        ),
        "typed": (long(50_000, 8), many[:9]),
        "text": (long(50_000, 300), many[:9]),
        "long text": (long(50_000, 300), many),
    }


PIECES = ["telecommunications", "##s", ",", "[UNK]", "grandmother", "한국어", "i"]


def read(text):
    """No text is typed here; that it could be gives each piece the room that it needs."""


MORE = {
    "words": {
        "names": WORDS,
        "words": ["기차역앞에서만나요", "<b>cat</b>", "x", "كلب"],
    },
    "infinite words": {"names": WORDS[:6], "words": ["x", "<b>cat</b>", '"&']},
    "all zero": {"names": ["é" * 20] * 31},
    "text": {"words": (2 * PIECES)[:9], "read": read},
    "long text": {"words": (6 * PIECES)[:40], "read": read},
}


def specs():
    """Every kind of spec that the page must be able to draw."""
    shown = tables()
    pictures = {name: select_rows(*shown[name], **MORE.get(name, {})) for name in shown}
    assert typed(pictures["typed"], "49,999") == ""
    return {
        name: true_of(picture.spec, shown[name][0])
        for name, picture in pictures.items()
    }


def true_of(spec, table):
    """A spec with the product of each step, in the columns drawn, as torch makes it."""
    table = table[:, spec["columns"]]
    one_hot = torch.zeros(len(table), dtype=table.dtype)
    products = []
    for step in spec["steps"]:
        one_hot[step["row"]] = 1
        products.append(plain(one_hot @ table))
        one_hot[step["row"]] = 0
    return spec | {"truth": products}


@pytest.mark.parametrize("about", ["frames", "product", "predictions", "flight"])
def test_every_frame_keeps_its_properties(about, tmp_path):
    assert_frames(f"select_rows/{about}.mjs", specs(), tmp_path)


# The rows of the table with a visible ring around them, and the output row with one.
RINGED = """svg => {
    const centre = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const around = (box, [x, y]) =>
        box.x < x && x < box.x + box.width && box.y < y && y < box.y + box.height;
    const rings = [...svg.querySelectorAll('[fill="none"][stroke="var(--pick)"]')]
        .filter((ring) => ring.getAttribute("opacity") > 0).map((ring) => ring.getBBox());
    const ringed = (name) => [...svg.querySelectorAll(name)]
        .filter((node) => rings.some((ring) => around(ring, centre(node.getBBox()))));
    const rows = new Set(ringed("[data-row][data-col]").map((node) => Number(node.dataset.row)));
    return { rows: [...rows], out: ringed("text[data-out]").map((node) => node.textContent) };
}"""


def texts(rows):
    """The cells of each table row, without its heading."""
    return [row.locator("td").all_text_contents() for row in rows.all()]


def numbers(texts):
    return torch.tensor(
        [0.0 if text == "≈0" else float(text.replace("−", "-")) for text in texts]
    )


def assert_shows(pic, table, row, step, phase="shown"):
    """The picture shows `row` of `table` and its product with a one-hot, as torch returns it."""
    product = (
        torch.nn.functional.one_hot(torch.tensor(row), len(table)).to(table.dtype)
        @ table
    )
    for name, value in {
        "step": step,
        "row": row,
        "phase": phase,
        "playing": "false",
    }.items():
        expect(pic).to_have_attribute(f"data-{name}", str(value))
    ringed = pic.locator("svg").evaluate(RINGED)
    assert ringed["rows"] == [row]
    (out,) = texts(pic.locator("tfoot tr"))
    torch.testing.assert_close(numbers(out[1:]), product, atol=0.00501, rtol=0)
    assert ringed["out"] == [text for text in out[1:] if text != "0"]
    picked = [cells for cells in texts(pic.locator("tbody tr")) if cells[0] == "1"]
    assert picked == [["1", *out[1:]]]
    assert f"row {row:,}" in pic.get_by_role("status").text_content()
    assert f"index {row:,} " in pic.get_by_role("img").get_attribute("aria-label")


@pytest.mark.parametrize(
    ("table", "ids"),
    [(HALVES, [4, 1, 4, 2]), (long(50_000, 8), [0, 49_999, 31_337])],
    ids=["whole", "lens"],
)
def test_every_step_shows_the_product(show, page, table, ids):
    picture = select_rows(table, ids)
    pic = show(picture)
    for step, shown in enumerate(picture.spec["steps"]):
        page.evaluate("step => set({ step })", step)
        if step == 0:
            press(pic, "next")  # it opens at rest
        assert_shows(pic, table, shown["row"], step)
    first = [shown["row"] for shown in picture.spec["steps"]][: len(ids)]
    assert first == ids


def test_the_hidden_table_is_the_table(show):
    pic = show(select_rows(HALVES, [4, 1], words=["x", "y"], names=WORDS))
    assert pic.locator("tbody th").all_text_contents() == [
        f"{row} {word}" for row, word in enumerate(WORDS)
    ]
    press(pic, "next")
    body = texts(pic.locator("tbody tr"))
    torch.testing.assert_close(
        torch.stack([numbers(cells[1:]) for cells in body]), HALVES, atol=0, rtol=0
    )
    assert [cells[0] for cells in body] == ["0", "0", "0", "0", "1", "0", "0"]


def test_a_bad_step_is_clamped(show, page):
    pic = show(select_rows(HALVES[:5], [3, 1, 0]))
    for bad, step in [
        (99, 7),
        (-5, 0),
        (1.5, 1),
        ("2", 2),
        (None, 0),
        (1e99, 7),
        ("x", 0),
        ([9], 7),
        ({}, 0),
    ]:
        page.evaluate("() => set({ step: 1 })")
        page.evaluate("step => set({ step })", bad)
        assert_shows(pic, HALVES[:5], [3, 1, 0, *range(5)][step], step)


def test_a_word_is_named_with_its_row(show, page):
    words = ["<img src=x onerror=hacked=1>", *WORDS[1:4]]
    pic = show(select_rows(HALVES, [4, 1, 2, 3], names=WORDS, words=words))
    press(pic, "next")
    says(pic, "“\u2068<img src=x onerror=hacked=1>\u2069” is unknown")
    page.evaluate("set({ step: 3, by: 'lookup' })")
    says(pic, "“\u2068👩‍👩‍👧 🙂\u2069” has id 3 and picks row 3.")


def test_every_control_keeps_its_keys(show, page):
    pic = show(select_rows(HALVES, [4, 1]))
    controls = pic.locator("button, input, [tabindex]").all()
    assert len(controls) == 11
    for control in controls:
        assert control.get_attribute("data-lm-suppress-shortcuts") == "true"
        control.focus()
        for key in ["a", "ArrowUp", "ArrowRight", "Enter", "Escape"]:
            page.keyboard.press(key)
    assert page.evaluate("bubbled") == []


def test_cleanup_stops_everything(show, page):
    pic = show(select_rows(HALVES, [4, 1, 2]), motion="no-preference")
    pic.get_by_role("button", name="play").click()
    pic.get_by_role("textbox").fill("nonsense")
    pic.get_by_role("textbox").press("Enter")
    pic.get_by_role("button", name="play").click()
    page.evaluate("cleanups.forEach((cleanup) => cleanup())")
    assert page.evaluate("Object.values(handlers).flat().length") == 0
    before = pic.inner_html()
    page.clock.run_for(20_000)
    page.evaluate("set({ step: 1 })")
    assert pic.inner_html() == before


def test_another_spec_redraws(show, page):
    pic = show(select_rows(HALVES, [4, 1, 2], step=2))
    other = select_rows(HALVES[:3] + 1, [[2, 1]], words=["two", "one"])
    page.evaluate("spec => set({ spec, step: 0 })", other.spec)
    assert_shows(pic, HALVES[:3] + 1, 2, 0)
    assert "W (3, 5)" in pic.locator("svg text").all_text_contents()
    assert (
        pic.locator("svg").evaluate(
            "svg => svg.querySelectorAll('rect[data-col][data-row=\"3\"]').length"
        )
        == 0
    )
    page.evaluate("spec => set({ spec, step: 0 })", select_rows(ODD, [1]).spec)
    expect(pic.locator(".note")).to_have_text("numbers rounded")


def test_two_views_agree(show, page):
    show(select_rows(HALVES, [4, 1, 2], step=2), views=2)
    views = page.locator(".lookup.picture")
    for view, name, step in [
        (0, "previous", 1),
        (1, "previous", 0),
        (1, "next", 1),
        (0, "next", 2),
    ]:
        views.nth(view).get_by_role("button", name=f"{name} step").click()
        for pic in views.all():
            assert_shows(pic, HALVES, [4, 1, 2][step], step)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_picture_wider_than_a_phone_has_a_shadow_where_there_is_more_of_it(
    show, page, dark
):
    pic = show(select_rows(HALVES, [4, 1, 2], names=WORDS), dark=dark)
    stage = pic.locator(".stage")

    def shadows():
        shot = Image.open(io.BytesIO(stage.screenshot())).convert("L")
        row = np.asarray(shot)[4].astype(int)  # above all that is drawn
        return [bool(abs(row[edge] - (17 if dark else 255)) > 50) for edge in (0, -1)]

    assert shadows() == [False, False]
    pic.evaluate("root => { root.style.width = '220px'; }")
    for place, edges in {
        0: [False, True],
        60: [True, True],
        1000: [True, False],
    }.items():
        stage.evaluate("(stage, place) => { stage.scrollLeft = place; }", place)
        assert shadows() == edges


def test_the_value_under_the_pointer_is_said(show):
    value = HALVES[4, 2].item()
    texts = {
        'text[data-row="4"][data-col="2"]': f"W[4, 2] = {value:+g}",
        'text[data-out="0"][data-col="2"]': f"output, column 2 = {value:+g}",
    }
    says_under_pointer(show(select_rows(HALVES, [4, 1], step=1)), texts)
