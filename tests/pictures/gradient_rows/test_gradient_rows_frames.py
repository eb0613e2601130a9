"""What the browser shows of a table's gradient: every frame by node, every step in Chromium."""

import numpy as np
import pytest
import torch
from playwright.sync_api import expect

from bare_page import press, says, says_under_pointer, stands
from frames import HALVES, INF, NAN, ODD, WORDS, G, assert_frames, plain
from lookup import gradient_rows
from lookup.pictures.kit.table import cut
from read_picture import assert_gradient
from without_browser import typed

pytestmark = pytest.mark.long

OWN = 4  # steps beside the path that are judged


class Sums:
    """What rows of W.grad hold after the first n ids, by NumPy alone: {row: [visits, numbers]}."""

    def __init__(self, incoming, ids):
        self.incoming, self.ids = (
            np.asarray(incoming, dtype=float),
            np.asarray(ids).reshape(-1),
        )

    @np.errstate(all="ignore")
    def after(self, n, rows):
        held = {}
        for row in sorted(set(rows) & set(self.ids[:n].tolist())):
            total = np.zeros(self.incoming.shape[1])
            np.add.at(
                total[None],
                np.zeros((self.ids[:n] == row).sum(), int),
                self.incoming[:n][self.ids[:n] == row],
            )
            held[row] = [f"{(self.ids[:n] == row).sum():,}", plain(total)]
        return held


def seen(incoming, ids, V, *, text="", **more):
    """A spec, after the learner typed `text`, with what it should show."""
    picture = gradient_rows(incoming, ids, V, **more)
    assert not text or typed(picture, text) == ""
    spec, flat = picture.spec, np.asarray(ids).reshape(-1)
    spec = spec | {"steps": spec["steps"][: spec["path"] + OWN]}
    columns = np.asarray(incoming, dtype=float).reshape(len(flat), -1)[
        :, cut(np.shape(incoming)[-1])
    ]
    sums, truth = Sums(columns, flat), []
    for s, step in enumerate(spec["steps"]):
        n = s + 1 if s < spec["path"] else len(flat)
        rows = range(step.get("first", 0), step.get("first", 0) + spec["drawn"])
        before = sums.after(s if s < spec["path"] else 0, [step["row"]])
        left = {
            "before": before,
            "touched": sums.after(n, rows),
            "untouched": V - len(set(flat[:n].tolist())),
        }
        truth.append(
            left | ({"arrives": plain(columns[s])} if s < spec["path"] else {})
        )
    drawn = [
        part
        for t in truth
        for part in [
            t.get("arrives", []),
            *(total for _, total in t["touched"].values()),
        ]
    ]
    reach = (
        max((abs(v) for part in drawn for v in part if isinstance(v, float)), default=0)
        or 1
    )
    return spec | {"truth": truth, "reach": reach, "batch": np.unique(flat).tolist()}


def some(V, *shape):
    return torch.randint(0, V, shape, generator=G)


def arriving(*shape):
    return torch.randn(*shape, generator=G)


def specs():
    """Every kind of spec that the page must be able to draw."""
    zipf = (torch.rand(256, generator=G) ** 4 * 20_000).long()
    odd = [*ODD, [NAN, INF, 1, 0], [1, -INF, 1, 1e-9], [-1e300, 1e300, -99, 5]]
    return {
        "numbers": seen(HALVES[:4], [2, 3, 1, 2], 7),
        "words": seen(
            HALVES[:5],
            [4, 1, 4, 2, 4],
            7,
            names=WORDS,
            words=["기차역앞에서만나요", "<b>cat</b>", "x", "كلب", "y"],
        ),
        "batch": seen(HALVES[:6].reshape(2, 3, 5), [[1, 3, 0], [1, 1, 1]], 4),
        "one cell": seen([-1.0], 0, 1),
        "cancelled": seen([[1, -1], [-1, 1], [0, -0.0]], [1, 1, 0], 3),
        "odd": seen(odd, [1, 1, 0, 2, 1, 3, 0], 5),
        "odd colours": seen(np.tile(odd, (1, 3)), [1, 1, 0, 2, 1, 3, 0], 16),
        "huge": seen([[1e308, 1], [1e308, 1]], [0, 0], 2),
        "more than steps": seen(
            arriving(300, 8), some(12, 300), 12, names=["embedding"] * 12
        ),
        "later": seen(arriving(30, 3), [0] * 27 + [1, 1, 2], 4),
        "tall": seen(arriving(40, 16), some(60, 40), 60, names=(WORDS * 9)[:60]),
        "wide": seen(arriving(14, 32), [*range(13), 30], 31, names=["embedding"] * 31),
        "wide, unread": seen(
            torch.full((9, 32), NAN), [*range(9)], 31, names=["é" * 20] * 31
        ),
        "all zero": seen(torch.zeros(9, 32), list(range(9)), 31, names=["é" * 20] * 31),
        "lens": seen(arriving(256, 8), zipf, 20_000),
        "lens, untouched": seen(
            arriving(256, 8), zipf, 20_000, text="19,998", names=["w"] * 20_000
        ),
        "lens, touched later": seen(
            arriving(30, 8),
            [*range(7, 13)] * 4 + [40_000] * 5 + [40_002],
            50_000,
            text="40000",
        ),
        "lens, wide, touched later": seen(
            arriving(30, 32), [9] * 24 + [40_000] * 5 + [40_002], 50_000, text="40000"
        ),
        "gap": seen(arriving(64, 300), some(1_000_000, 64), 1_000_000, text="999999"),
        "one column": seen(arriving(3, 1), [9_999_999, 0, 9_999_999], 10_000_000),
    }


@pytest.mark.parametrize("name", ["gradient_rows/frames.mjs", "gradient_rows/text.mjs"])
def test_every_frame_keeps_its_properties(name, tmp_path):
    assert_frames(name, specs(), tmp_path)


IDS = torch.tensor([2, 3, 1, 2, 6])
SMALL = HALVES[:5], IDS, 7
FAR = (
    torch.randint(-4, 5, (30, 8), generator=G) / 2,
    torch.tensor([49_999, 7, 31_337, 7, 8] * 6),
    50_000,
)
PICTURES = pytest.mark.parametrize(
    ("incoming", "ids", "V"), [SMALL, FAR], ids=["whole", "lens"]
)


@PICTURES
def test_every_step_shows_torchs_gradient(show, page, incoming, ids, V):
    picture = gradient_rows(incoming, ids, V)
    pic = show(picture)
    press(pic, "next")
    for step in range(picture.spec["path"])[:8]:
        page.evaluate("step => set({ step })", step)
        stands(pic, step=step, row=ids[step].item(), phase="shown", playing="false")
        assert_gradient(pic, incoming, ids, V, step)
        says(pic, f"is added to row {ids[step]:,} of W.grad, its ")
        assert f"is added to row {ids[step]:,}, its " in pic.get_by_role(
            "img"
        ).get_attribute("aria-label")


def test_a_row_beside_the_path_shows_the_gradient_of_all_ids(show, page):
    ids = torch.tensor([0] * 24 + [1, 1, 3])
    incoming = torch.randint(-4, 5, (27, 3), generator=G) / 2
    picture = gradient_rows(incoming, ids, 5)
    pic = show(picture)
    page.evaluate("set({ step: 24 })")
    assert_gradient(pic, incoming, ids, 5, 26, row=1)
    says(pic, "Your row: 2 of 27 ids name row 1, none of the first 24.")
    page.evaluate("set({ step: 25 })")
    rings = pic.locator("svg").evaluate(
        "svg => ['rowtouch', 'rowink'].map((k) => svg.byKey.has(k))"
    )
    assert rings == [False, True]
    says(pic, "Your row: no id names row 2, so its gradient is exactly zero. ")
    says(pic, " 2 of 5 rows are untouched, exactly zero.")


def test_the_unseen_table_counts_the_visits(show):
    pic = show(gradient_rows(*SMALL, names=WORDS, step=3))
    heads = pic.locator("tbody th").all_text_contents()
    assert heads == [f"{row} {word}" for row, word in enumerate(WORDS)]
    visits = pic.locator("tbody td:nth-child(2)").all_text_contents()
    assert visits == ["0", "1", "2", "1", "0", "0", "0"]
    assert pic.locator("tfoot th").all_text_contents() == [
        "row 3 of the incoming gradient"
    ]


def test_an_unknown_word_is_named(show):
    words = ["<img src=x onerror=hacked=1>", *WORDS[1:5]]
    pic = show(gradient_rows(*SMALL, names=WORDS, words=words))
    press(pic, "next")
    unknown = "“\u2068<img src=x onerror=hacked=1>\u2069” is unknown"
    says(pic, f"{unknown}, so its id is 2, so row 0 of the incoming gradient")


def test_the_value_under_the_pointer_is_said(show):
    total = (HALVES[0] + HALVES[3])[2].item()
    texts = {
        'text[data-row="2"][data-col="2"]': f"W.grad[2, 2] = {total:+g}",
        'circle[data-row="0"][data-col="4"]': "W.grad[0, 4] = 0",
        'text[data-in="3"][data-col="0"]': f"up[3, 0] = {HALVES[3, 0].item():+g}",
    }
    says_under_pointer(show(gradient_rows(*SMALL, step=3)), texts)


def test_a_small_square_is_found_in_its_whole_cell(show, page):
    pic = show(gradient_rows(torch.tensor([[1e-3] * 16, [1.0] * 16]), [40, 3], 60))
    cell = pic.locator('path[data-in="0"][data-col="2"]').bounding_box()
    x, y = cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2
    scale = cell["width"] / 3.6  # of the page's pixels to the picture's
    for dx, dy in [(0, 0), (-3.5, 0), (3, 3), (0, -3.5)]:
        page.mouse.move(x + dx * scale, y + dy * scale)
        expect(pic.locator(".under")).to_have_text("up[0, 2] = ≈0")


def test_another_spec_redraws(show, page):
    pic = show(gradient_rows(*SMALL, step=3))
    incoming, ids = HALVES[:2, :3], torch.tensor([1, 1])
    page.evaluate(
        "spec => set({ spec, step: 1 })", gradient_rows(incoming, ids, 2).spec
    )
    assert_gradient(pic, incoming, ids, 2, 1)
    assert {"W.grad (2, 3)", "up (2, 3)"} <= set(
        pic.locator("svg text").all_text_contents()
    )
    page.evaluate(
        "spec => set({ spec, step: 0 })", gradient_rows(ODD, [0, 1, 2, 3], 4).spec
    )
    expect(pic.locator(".note")).to_have_text("numbers rounded")
