"""What the browser shows of CSR rows times table: every frame by node, every step in Chromium."""

import numpy as np
import pytest
import torch
from playwright.sync_api import expect
from scipy.sparse import csr_array

from bare_page import press, says, says_under_pointer, stands
from frames import HALVES, ODD, WORDS, G, assert_frames, long, plain
from lookup import add_rows
from lookup.pictures.kit.table import cut
from read_picture import assert_adds

pytestmark = pytest.mark.long

SHOWN = 6  # rows of X that are steps
RANDOM = np.random.default_rng(0)
TFIDF = [0.37, 0.125, 12.3, -0.46, 123, 1 / 3]
COUNTS = csr_array([[2, 0, 0, 0, 1, 1, 0], [0] * 7, [1, 1, 1, 0, 0, 0, 3.0]])


def csr(bags, V, weights=(1, 2, 1, 3)):
    """A CSR matrix whose row r names the rows of `bags[r]`, in that order, weights used in turn."""
    indices = np.array([row for bag in bags for row in bag], dtype=int)
    indptr = np.cumsum([0, *map(len, bags)])
    data = np.resize(np.array(weights, dtype=float), len(indices))
    return csr_array((data, indices, indptr), shape=(len(bags), V))


def some(V, *sizes):
    """Bags of that many different rows of V, in no order."""
    return [RANDOM.choice(V, size, replace=size > V).tolist() for size in sizes]


@np.errstate(all="ignore")
def truth(table, X):
    """What the steps of a picture should show, from NumPy and SciPy alone."""
    columns, steps = cut(table.shape[1]), []
    for start, end in zip(X.indptr[:SHOWN], X.indptr[1:]):
        rows, weights = X.indices[start:end], X.data[start:end]
        terms = weights[:, None] * np.asarray(table[rows], dtype=float)[:, columns]
        sums = np.cumsum(terms, axis=0)
        counts = {int(r): plain([weights[rows == r].sum()])[0] for r in rows}
        out = plain(sums[-1] if len(sums) else np.zeros(len(columns)))
        lines = {
            "terms": [plain(line) for line in terms[:8]],
            "sums": [plain(line) for line in sums[:8]],
            "out": out,
        }
        places = {"start": int(start), "bounds": [f"{start:,}", f"{end:,}"]}
        steps.append(
            places
            | {"rows": rows.tolist(), "weights": plain(weights), "counts": counts}
            | lines
        )
    return steps


def seen(table, X, names=None):
    """A spec with what it should show: `truth` of each step, `values` of each row that is drawn."""
    table = np.asarray(table, dtype=float) if isinstance(table, list) else table
    spec = add_rows(table, X, names=names).spec
    values = {
        row: plain(np.asarray(table[int(row)], dtype=float)[spec["columns"]])
        for row in spec["rows"]
    }
    return spec | {"truth": truth(table, X), "values": values}


def specs():
    """Every kind of spec that the page must be able to draw."""
    far = long(50_000, 8)
    wide = torch.randn(31, 32, generator=G)
    return small_tables() | whole_tables(wide) | large_tables(far)


def small_tables():
    return {
        "numbers": seen(HALVES, COUNTS),
        "words": seen(
            HALVES,
            csr([[0, 1, 2, 3, 4, 5], [6]], 7, [0.37, -123, 1.5, 1000, -0.001]),
            WORDS,
        ),
        "long words": seen(
            HALVES,
            csr([[3, 4], []], 7),
            ["é" * 20, "한" * 20, *WORDS[:4], "embedding tables"],
        ),
        "duplicates": seen(
            HALVES,
            csr([[4, 4, 2, 4, 0], [6, 6], [5, 3, 1]], 7, [1, 2, 0, -3, 0.5, 1, -1]),
        ),
        "more": seen(HALVES, csr([[6, 0, 2] * 11, [1], []], 7, [1.5, 1, 10])),
        "many rows": seen(
            HALVES, csr(some(7, 1, 0, 2, 3, 0, 1, 1, 0, 2, 1, 1, 1, 0), 7)
        ),
        "one cell": seen([[-1]], csr([[0]], 1, [3])),
        "odd": seen(ODD, csr([[0, 1], [1, 2, 3], [3, 3]], 4, [1, 2, 0, 1, 1])),
        "odd weights": seen(
            HALVES, csr([[0, 1], [2, 3], [4]], 7, [np.nan, np.inf, 1, -np.inf, 1e9])
        ),
        "odd colours": seen(np.tile(ODD, (4, 3)), csr(some(16, 9, 0, 3), 16)),
    }


def whole_tables(wide):
    return {
        "tall": seen(
            torch.randn(60, 16, generator=G),
            csr([*some(60, 9, 30), [58, 59], [], [7]], 60, TFIDF),
            (WORDS * 9)[:60],
        ),
        "wide": seen(wide, csr([*some(31, 14)], 31, [1.5]), ["embedding"] * 31),
        "wide and full": seen(
            wide, csr([[*range(31)], [30] * 300], 31, TFIDF), ["embedding"] * 31
        ),
        "all zero": seen(torch.zeros(31, 32), csr(some(31, 9, 2), 31), ["é" * 20] * 31),
        "all unknown": seen(
            torch.full((31, 32), torch.nan), csr(some(31, 31, 14), 31), ["é" * 20] * 31
        ),
    }


def large_tables(far):
    V = len(far)
    return {
        "lens": seen(far, csr([*some(V, 3, 8, 30, 0, 300), [0, 49_999], [1]], V)),
        "lens of parts": seen(
            far, csr([[5, 5, 4, 5] * 3, [40_000, 3, 3, 40_000]], V, TFIDF)
        ),
        "few": seen(far, csr([[49_999], []], V), ["embedding tables"] * V),
        "empty": seen(far, csr([[], [], []], V)),
        "gap": seen(
            long(1_000_000, 300),
            csr([*some(1_000_000, 9, 2), [0, 999_999]], 1_000_000, TFIDF),
        ),
        "one column": seen(
            -long(
                10_000_000, 1
            ).abs(),  # so that both signs are seen: of a count and of its sum
            csr([[9_999_999], [*range(300)]], 10_000_000, [-12345, 1, 1e-9]),
        ),
    }


@pytest.mark.parametrize("name", ["add_rows/frames.mjs", "add_rows/text.mjs"])
def test_every_frame_keeps_its_properties(name, tmp_path):
    assert_frames(name, specs(), tmp_path)


FAR = csr([[49_999, 7, 31_337], [], [7], [*range(8)]], 50_000, [1, 0.5, -2])
TABLES = [
    (HALVES, COUNTS),
    ((torch.randint(-2, 3, (50_007,), generator=G) / 2).unfold(0, 8, 1), FAR),
]


@pytest.mark.parametrize(("table", "X"), TABLES, ids=["whole", "lens"])
def test_every_step_shows_the_product(show, page, table, X):
    pic = show(add_rows(table, X))
    press(pic, "next step")
    for step in range(X.shape[0]):
        page.evaluate("step => set({ step })", step)
        rows = X.indices[X.indptr[step] : X.indptr[step + 1]].tolist()
        stands(
            pic,
            step=step,
            rows=" ".join(map(str, rows)),
            phase="shown",
            playing="false",
        )
        assert_adds(pic, X, table, step)
        bounds = f"indptr reads {X.indptr[step]} and {X.indptr[step + 1]}"
        says(pic, f"Row {step} of X, {step + 1} of {X.shape[0]}: {bounds}")
        assert f"Row {step} of a CSR matrix" in pic.get_by_role("img").get_attribute(
            "aria-label"
        )
        foot = pic.locator("tfoot tr").all_text_contents()
        assert foot == [f"out[{step}]" + "".join(pic.locator("svg").evaluate(SUM))]


SUM = """svg => {
    const texts = {};
    for (const { dataset, textContent } of svg.querySelectorAll("[data-sum]"))
        texts[dataset.col] = textContent || "0";
    return Object.values(texts);
}"""


def test_the_unseen_table_names_the_weighed_rows(show):
    pic = show(add_rows(HALVES, COUNTS, names=WORDS, step=2))
    heads = pic.locator("tbody th").all_text_contents()
    assert heads == [
        f"{weight} × row {row} {WORDS[row]}"
        for row, weight in [(0, 1), (1, 1), (2, 1), (6, 3)]
    ]
    assert pic.locator("caption").text_content() == "CSR row × W, step 3 of 3"


def test_the_unseen_table_holds_words_as_text(show):
    pic = show(add_rows(HALVES, csr([[1]], 7, [3]), names=WORDS))
    assert pic.locator("tbody th").all_text_contents() == ["3 × row 1 <b>cat</b>"]


def test_the_value_under_the_pointer_is_said(show):
    value = HALVES[4, 2].item()
    total = (2 * HALVES[0] + HALVES[4] + HALVES[5])[2].item()
    texts = {
        'text[data-line="4"][data-col="2"]': f"W[4, 2] = {value:+g}",
        'text[data-count="0"]': "X[0, 0] = 2",
        'text[data-count="3"]': "X[0, 3] = 0",
        'text[data-term="0"][data-col="2"]': f"2 × W[0, 2] = {2 * HALVES[0, 2].item():+g}",
        'text[data-sum="0"][data-col="2"]': f"out[0, 2] = {total:+g}",
    }
    pic = show(add_rows(HALVES, COUNTS))
    press(pic, "next step")
    says_under_pointer(pic, texts)


def test_another_spec_redraws(show, page):
    pic = show(add_rows(HALVES, COUNTS, step=2))
    X = csr([[2, 2], [0]], 3)
    page.evaluate("spec => set({ spec, step: 0 })", add_rows(HALVES[:3] + 1, X).spec)
    assert_adds(pic, X, HALVES[:3] + 1, 0)
    assert {"W (3, 5)", "X (2, 3)", "out (2, 5)"} <= set(
        pic.locator("svg text").all_text_contents()
    )
    assert (
        pic.locator("svg").evaluate(
            "svg => svg.querySelectorAll('rect[data-line=\"3\"]').length"
        )
        == 0
    )
    page.evaluate("spec => set({ spec, step: 0 })", add_rows(ODD, csr([[1]], 4)).spec)
    expect(pic.locator(".note")).to_have_text("numbers rounded")
