"""What the browser shows of an EmbeddingBag: every frame by node, every step in Chromium."""

import numpy as np
import pytest
import torch
from playwright.sync_api import expect
from torch.nn import functional as F

from bare_page import press, says, says_under_pointer, shared, stands
from frames import HALVES, INF, NAN, ODD, WORDS, G, assert_frames, long, plain
from lookup import bags
from lookup.pictures.kit.table import cut
from test_bags import COUNTS, FORGOTTEN, IDS, NAMES, OFFSETS, RIGHT, W, four

pytestmark = pytest.mark.long

RANDOM = np.random.default_rng(0)
FLOATS = [0.37, 0.125, 12.3, -0.46, 123, 1 / 3]
DRAWN = 8


def batch(V, *sizes, counts=(1, 2, 0, 3)):
    """Ids, offsets and counts of bags of these sizes, ids in no order, counts used in turn."""
    n = sum(sizes)
    offsets = np.cumsum([0, *sizes[:-1]])
    return (
        RANDOM.integers(0, V, n),
        offsets,
        np.resize(np.array(counts, dtype=float), n),
    )


@np.errstate(all="ignore")
def truth(table, ids, offsets, counts, mode):
    """What the steps of a picture should show, from NumPy alone."""
    columns, steps = cut(table.shape[1]), []
    weights = np.ones(len(ids)) if counts is None else np.asarray(counts, dtype=float)
    for start, end in zip(offsets, [*offsets[1:], len(ids)]):
        rows = np.asarray(table[ids[start:end]], dtype=float)[:, columns]
        terms = weights[start:end, None] * rows
        full, bare = terms.sum(axis=0), rows.sum(axis=0)
        if len(rows):  # in the order of the ids, as no pairwise sum is
            full, bare = np.cumsum(terms, axis=0)[-1], np.cumsum(rows, axis=0)[-1]
        same = (full == bare) | (np.isnan(full) & np.isnan(bare))
        out = full / max(1, end - start) if mode == "mean" else full
        steps.append(
            {
                "start": int(start),
                "end": int(end),
                "ids": np.asarray(ids[start:end]).tolist(),
                "counts": plain(weights[start:end]),
                "terms": [plain(line) for line in terms[:DRAWN]],
                "rows": [plain(line) for line in rows[:DRAWN]],
                "sum": plain(full),
                "bare": plain(bare),
                "out": plain(out),
                "apart": [column for column, equal in enumerate(same) if not equal],
            }
        )
    return steps


def seen(table, ids, offsets, counts=None, *, names=None, documents=None, mode="sum"):
    """A spec with what it should show: `truth` of each step, `values` of each drawn row."""
    table = np.asarray(table, dtype=float) if isinstance(table, list) else table
    picture = bags(
        table, ids, offsets, counts=counts, names=names, documents=documents, mode=mode
    )
    spec = picture.spec
    steps = truth(table, np.asarray(ids), offsets, counts, mode)[: spec["path"]]
    values = {
        row: plain(np.asarray(table[int(row)], dtype=float)[spec["columns"]])
        for row in spec["rows"]
    }
    return spec | {
        "truth": steps,
        "values": values,
        "bags": len(offsets),
        "ids": len(ids),
    }


def specs():
    """Every kind of spec that the page must be able to draw."""
    return small_tables() | large_tables()


def small_tables():
    ids, offsets, counts = batch(7, 3, 0, 2, 0)
    long_names = ["é" * 20, "한" * 20, *WORDS[:4], "embedding tables"]
    return {
        "of notebook 03": seen(W, IDS, OFFSETS, COUNTS, names=NAMES),
        "no counts": seen(W, IDS, [*OFFSETS, 7], names=NAMES),
        "mean": seen(W, IDS, [0, 0, 2, 4, 5], names=NAMES, mode="mean"),
        "signs": seen(HALVES, ids, offsets, counts),
        "words": seen(HALVES, *batch(7, 5, 1, counts=FLOATS), names=WORDS),
        "long words": seen(
            HALVES, ids, offsets, names=long_names, documents=long_names[:4]
        ),
        "documents": seen(
            W, IDS, OFFSETS, COUNTS, names=NAMES, documents=["a", "", "<b>", "한" * 9]
        ),
        "one cell": seen([[-1]], [0], [0], [3]),
        "one bag": seen(HALVES, *batch(7, 40)),
        "long bags": seen(W, *batch(4, 300, 64, 9, 1), names=NAMES),
        "full": seen(HALVES, *batch(7, 8, 8, 8, 8, 8, counts=[1, 1, 1.5]), names=WORDS),
        "many bags": seen(W, *batch(4, *[1, 2, 2] * 8), names=NAMES),
        "more bags": seen(W, *batch(4, *[1, 0] * 20)),
        "all empty but one": seen(W, [2], [0] * 12 + [1], [1]),
        "same with counts": seen(W, IDS, OFFSETS, [1] * 7),
        "odd": seen(ODD, *batch(4, 3, 2, 1, 4)),
        "odd counts": seen(HALVES, np.arange(5), [0, 2, 4], [NAN, INF, 1, -INF, 1e9]),
        "some columns": seen(
            [[1.0, 0, 2, 0], [0, 0, 3, 0]], [0, 1, 1], [0, 1], [2, 1, 1]
        ),
    }


def large_tables():
    far, wide = long(50_000, 8), torch.randn(400, 32, generator=G)
    return {
        "far": seen(far, *batch(50_000, 8, 0, 3, 12)),
        "far, full": seen(far, *batch(50_000, 8, 8, 8, 8, 8, counts=FLOATS)),
        "last rows": seen(far, [49_999, 0, 49_999], [0, 1]),
        "thirteen rows": seen(
            HALVES.repeat(2, 1)[:13], *batch(13, 4, 4), names=(WORDS * 2)[:13]
        ),
        "wide": seen(wide, *batch(400, 8, 0, 20, 5), names=["embedding"] * 400),
        "wide, full": seen(wide, *batch(400, 8, 8, 8, 8, 8, counts=FLOATS)),
        "all zero": seen(torch.zeros(31, 32), *batch(31, 8, 8)),
        "gap": seen(long(1_000_000, 300), *batch(1_000_000, 9, 2)),
        "one column": seen(
            long(10_000_000, 1), *batch(10_000_000, 3, 300, counts=[-12345, 1e-9])
        ),
    }


@pytest.mark.parametrize("name", ["bags/frames.mjs", "bags/text.mjs"])
def test_every_frame_keeps_its_properties(name, tmp_path):
    assert_frames(name, specs(), tmp_path)


# The numbers of each line of the output, {bag: texts by column}; a dot is a zero.
OUT = """svg => {
    const lines = {};
    for (const { dataset, textContent, tagName } of svg.querySelectorAll("[data-out]"))
        if (tagName !== "rect") (lines[dataset.out] ??= [])[dataset.col] = textContent || "0";
    return lines;
}"""
FAR = (torch.randint(-2, 3, (50_007,), generator=G) / 2).unfold(0, 8, 1)


def numbers(texts):
    return [0.0 if text == "≈0" else float(text.replace("−", "-")) for text in texts]


@pytest.mark.parametrize("way", ["with counts", "without them"])
@pytest.mark.parametrize("table", [HALVES, FAR], ids=["whole", "strip"])
def test_every_bag_shows_what_embedding_bag_gives(show, page, table, way):
    ids = torch.tensor([4, 0, 2, 2, 6, 1, 5, 3])
    offsets = torch.tensor([0, 3, 3, 7])
    counts = torch.tensor([1.0, 2, 1, 3, 1, 0, 1, 1])
    pic = show(bags(table, ids, offsets, counts=counts))
    press(pic, "next step")
    page.evaluate("by => set({ by })", way)
    weights = counts if way == "with counts" else torch.ones(8)
    wanted = F.embedding_bag(
        ids, table.contiguous(), offsets, mode="sum", per_sample_weights=weights
    )
    ends = [3, 3, 7, 8]
    for step in range(4):
        page.evaluate("step => set({ step })", step)
        rows = ids[offsets[step] : ends[step]].tolist()
        stands(pic, step=step, rows=" ".join(map(str, rows)), phase="shown", by=way)
        lines = pic.locator("svg").evaluate(OUT)
        assert [*lines] == [str(bag) for bag in range(step + 1)]
        assert numbers(lines[str(step)]) == wanted[step].tolist()
        says(pic, f"Bag {step + 1} of 4 ")
        assert f"; bag {step + 1} is " in pic.get_by_role("img").get_attribute(
            "aria-label"
        )
        foot = pic.locator("tfoot tr").first.locator("td").all_text_contents()
        assert foot == lines[str(step)]


def test_the_mean_is_shown(show, page):
    ids, offsets = torch.tensor(IDS), torch.tensor(OFFSETS)
    pic = show(bags(W, ids, offsets, mode="mean", step=3))
    lines = pic.locator("svg").evaluate(OUT)
    wanted = F.embedding_bag(ids, W, offsets, mode="mean").tolist()
    assert [numbers(lines[str(bag)]) for bag in range(4)] == wanted
    assert pic.locator(".ways button").count() == 0
    expect(pic.locator(".title")).to_have_text('EmbeddingBag, mode="mean"')


def test_the_recipe_that_forgets_stands_above_what_is_right(show):
    pic = show(four(step=3))
    assert [
        numbers(line) for line in pic.locator("svg").evaluate(OUT).values()
    ] == RIGHT
    pic.locator("[data-way='without them']").click()
    assert [
        numbers(line) for line in pic.locator("svg").evaluate(OUT).values()
    ] == FORGOTTEN
    below = "svg => [0, 1, 2, 3, 4].map((j) => svg.byKey.get(`right2,${j}`).node.textContent)"
    assert numbers(pic.locator("svg").evaluate(below)) == RIGHT[2]
    expect(pic.locator(".title")).to_have_text("EmbeddingBag without counts")
    expect(pic.locator(".key").first).to_contain_text("not what it is with counts")


def test_the_unseen_table_names_the_rows(show):
    pic = show(four(names=WORDS[:4], step=2))
    heads = pic.locator("tbody th").all_text_contents()
    counted = [(0, 1), (1, 1), (2, 2)]
    assert heads == [f"{count} × row {row} {WORDS[row]}" for row, count in counted]
    assert pic.locator("caption").text_content() == "EmbeddingBag, bag 3 of 4"


def test_the_value_under_the_pointer_is_said(show):
    texts = {
        'text[data-line="1"][data-col="1"]': "W[1, 1] = 11",
        'text[data-of="2"][data-entry="1"]': "ids[5] = 1, dogs",
        'text[data-of="2"][data-count="2"]': "counts[6] = 2",
        'text[data-cut="2"]': "offsets[2] = 4",
        'text[data-row="3"]': "bag 4: 0 ids",
        'text[data-of="1"][data-term="1"][data-col="1"]': "1 × W[3, 1] = 31",
        'text[data-out="1"][data-col="1"]': "out[1, 1] = 52",
        'text[data-out="0"][data-col="1"]': "out[0, 1] = 22",
    }
    says_under_pointer(show(four(names=NAMES, step=1)), texts)


def test_another_spec_redraws(show, page):
    pic = show(four(step=2))
    other = bags(W[:2] + 1, [1, 0], [0, 1], documents=["one", "two"])
    page.evaluate("changes => set(changes)", shared(other))
    lines = pic.locator("svg").evaluate(OUT)
    assert numbers(lines["0"]) == [11, 12, 13, 14, 15]
    texts = set(pic.locator("svg text").all_text_contents())
    assert {"rows of W (2, 5)", "out (2, 5)", "one", "two"} <= texts
    assert not {"counts", "cats"} & texts
    assert pic.locator(".ways button").count() == 0
