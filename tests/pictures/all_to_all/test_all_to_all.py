"""The picture of an all-to-all: what it takes and refuses, its truth by torch, its frames."""

import numpy as np
import pytest
import torch
import traitlets
from torch.nn import functional as F

from conftest import refusal
from frames import HALVES, INF, NAN, WORDS, G, assert_frames, plain
from lookup import all_to_all
from lookup.pictures.all_to_all.shards import (
    OWNERS,
    boxes_of,
    owners_of,
    sums_of,
)
from without_browser import lines, typed, untouched

TABLE = 10.0 * torch.arange(8)[:, None] + torch.arange(3)
IDS = [[0, 7, 3], [5, 0, 2]]
UP = [2.0 ** torch.arange(3)[:, None] * torch.tensor([1, -1, 0.5]), -torch.ones(3, 3)]


def owner_of(row, V, n, by):
    """By the rule of the brief: shards of equal length, or every n-th row."""
    bounds = torch.arange(0, V, -(-V // n)).tolist()
    return sum(row >= bound for bound in bounds) - 1 if by == "contiguous" else row % n


def by_autograd(table, ids, up):
    """{out, grad}: what one process finds that has the whole table and all ids."""
    W = torch.as_tensor(table, dtype=torch.float64).clone().requires_grad_()
    outs = [F.embedding(torch.tensor(asked, dtype=torch.int64), W) for asked in ids]
    ups = [torch.ones_like(out) for out in outs] if up is None else up
    sum((out * torch.as_tensor(u)).sum() for out, u in zip(outs, ups)).backward()
    return {"out": outs, "up": ups, "grad": W.grad}


def running(V, ids, up):
    """For each row what its gradients add up to, from none to all of them, rank by rank."""
    asks = [
        (row, line) for asked, part in zip(ids, up) for row, line in zip(asked, part)
    ]
    sums = [[torch.zeros(up[0].shape[1], dtype=torch.float64)] for _ in range(V)]
    for row, line in asks:
        sums[row].append(sums[row][-1] + line)
    return [[plain(total[:4].tolist()) for total in totals] for totals in sums]


def transposed(boxes):
    """What an all-to-all makes of boxes: boxes[s][d] is now at [d][s]."""
    return [list(column) for column in zip(*boxes, strict=True)]


def judged(table, ids, up=None, pick=0, **how):
    """A spec with what autograd finds, as far as it is drawn, and who owns each row."""
    table = torch.as_tensor(table)
    V = len(table)
    found = by_autograd(table.nan_to_num(), ids, up)
    drawn = {
        name: [[plain(row[:4]) for row in part.tolist()] for part in found[name]]
        for name in ("out", "up")
    }
    drawn["table"] = [plain(row[:4]) for row in table.tolist()]
    drawn["grad"] = [plain(row[:4]) for row in found["grad"].tolist()]
    drawn["running"] = running(len(table), ids, found["up"])
    drawn["out"] = [[drawn["table"][row] for row in asked] for asked in ids]
    owners = {by: [owner_of(row, V, len(ids), by) for row in range(V)] for by in OWNERS}
    spec = all_to_all(table, ids, up=up, **how).spec
    return spec | {"truth": drawn | {"owners": owners, "pick": pick}}


def random_ids(V, *counts):
    return [torch.randint(V, (count,), generator=G).tolist() for count in counts]


def specs():
    """Every kind of spec that the page must be able to draw."""
    ups = [torch.randn(count, 6, generator=G) for count in (8, 8, 8, 8)]
    names = [word for word in WORDS if "🙂" not in word] + ["한국어단어모음집이라는것"]
    odd = [[0, 1], [NAN, INF], [-INF, 1e300], [1e-9, -0.333], [123456, 5]]
    return {
        "two": judged(TABLE, IDS, pick=7),
        "words": judged(HALVES[:, :4], [[1, 1, 6], [0], [6, 4]], names=names, pick=1),
        "signs": judged(TABLE, IDS, UP, pick=1),
        "four ranks": judged(
            torch.randn(12, 3, generator=G), random_ids(12, 3, 2, 4, 1), pick=11
        ),
        "full": judged(
            torch.randn(24, 6, generator=G), random_ids(24, 8, 8, 8, 8), ups, pick=5
        ),
        "few rows": judged([[5.0], [6.0]], [[0], [], [1, 1], []], pick=1),
        "one row": judged([[0.0, 1.0]], [[], [0]]),
        "odd numbers": judged(odd, [[1, 2], [2, 4, 3], [0]], pick=2),
        "at home": judged(TABLE, [[0, 1], [7]], pick=4),
    }


@pytest.mark.long
def test_every_frame_keeps_its_properties(tmp_path):
    assert_frames("all_to_all/frames.mjs", specs(), tmp_path)


@pytest.mark.parametrize("by", OWNERS)
@pytest.mark.parametrize(("V", "n"), [(8, 2), (24, 4), (5, 4), (1, 3), (7, 3)])
def test_owners_follow_the_rule(V, n, by):
    assert owners_of(V, n, by) == [owner_of(row, V, n, by) for row in range(V)]


@pytest.mark.parametrize("by", OWNERS)
def test_rows_through_boxes_are_those_of_one_process(by):
    """The whole way in torch: sorted, transposed, looked up, transposed, unsorted."""
    W = torch.randn(9, 2, generator=G)
    ids = [torch.tensor(asked, dtype=torch.int64) for asked in random_ids(9, 4, 0, 7)]
    owners = owners_of(9, 3, by)
    places = boxes_of([asked.tolist() for asked in ids], owners)
    asked = transposed([[one[box] for box in row] for one, row in zip(ids, places)])
    rows = transposed([[W[box] for box in row] for row in asked])
    for one, row, boxes in zip(ids, rows, places):
        out = torch.empty(len(one), 2)
        out[[place for box in boxes for place in box]] = torch.cat(row)
        assert torch.equal(out, W[one])
    shown = all_to_all(W, ids, by=by)
    assert shown.boxes == transposed([[box.tolist() for box in row] for row in asked])


def test_sums_are_bit_for_bit_those_of_one_process_with_the_ids_in_this_order():
    ids = random_ids(4, 8, 8, 8)
    up = [torch.randn(8, 3, generator=G, dtype=torch.float64) for _ in ids]
    W = torch.zeros(4, 3, dtype=torch.float64, requires_grad=True)
    F.embedding(torch.tensor(ids).flatten(), W).backward(torch.cat(up))
    sums = sums_of(ids, [part.tolist() for part in up])
    last = {
        row: total
        for asked, lines in zip(ids, sums)
        for row, total in zip(asked, lines)
    }
    assert last == dict(enumerate(W.grad.tolist()))


def test_sent_counts_what_crosses_at_each_step_and_v_does_not_matter():
    made = all_to_all(TABLE, IDS)
    counts = []
    for step in range(4):
        made.step = step
        counts.append(tuple(made.sent.values()))
    assert counts == [(24, 0, 0), (24, 0, 0), (24, 36, 0), (24, 36, 36)]
    made.by = "modulo"
    assert made.boxes == [[[0], [7, 3]], [[0, 2], [5]]]
    assert made.sent == {"ids": 32, "rows": 48, "gradients": 48}
    wide = all_to_all(torch.randn(24, 64, generator=G), [[0, 23], [12]], step=3)
    narrow = all_to_all(torch.randn(3, 64, generator=G), [[0, 2], [2]], step=3)
    assert wide.sent == narrow.sent == {"ids": 8, "rows": 256, "gradients": 256}


def test_a_picture_says_how_far_it_is():
    made = all_to_all(TABLE, IDS, step=2)
    assert repr(made) == (
        "<all-to-all: 2 ranks, contiguous, step 3 of 4, send rows back, 60 B sent>"
    )
    made.by, made.step = "modulo", 3
    assert repr(made) == (
        "<all-to-all: 2 ranks, modulo, step 4 of 4, add gradients, 128 B sent>"
    )


def test_the_still_has_all_ids_and_all_gradients():
    page = all_to_all(TABLE, IDS, names=[*"abcdefg", "<b>x</b>"]).to_html()
    assert "<caption>all-to-all: contiguous, W (8, 3) on 2 ranks</caption>" in page
    columns = ["column 0", "column 1", "column 2"]
    assert lines(page, "thead") == [["id", "owner", "crosses the wire", *columns]]
    body = lines(page, "tbody")
    assert body[0] == ["ids[0][0] = 0 a", "rank 0", "no", "0", "1", "2"]
    assert body[1] == ["ids[0][1] = 7 <b>x</b>", "rank 1", "yes", "70", "71", "72"]
    foot = lines(page, "tfoot")
    assert foot[0] == ["W.grad, row 0 a", "rank 0", "", "2", "2", "2"]
    rows = ["0 a", "2 c", "3 d", "5 f", "7 <b>x</b>"]
    assert [line[0] for line in foot] == [f"W.grad, row {row}" for row in rows]


def test_ids_may_come_as_tensors_arrays_or_lists():
    said = [
        all_to_all(TABLE, ids).spec
        for ids in (
            IDS,
            torch.tensor(IDS),
            np.array(IDS),
            [torch.tensor(IDS[0]), tuple(IDS[1])],
            (torch.tensor(IDS[0], dtype=torch.int32), np.array(IDS[1])),
        )
    ]
    assert all(spec == said[0] for spec in said)


@pytest.mark.parametrize(
    "none", [[], torch.tensor([]), torch.tensor([], dtype=torch.int64), ()]
)
def test_a_rank_may_have_no_ids(none):
    made = all_to_all(
        TABLE, [[1], none], up=[torch.ones(1, 3), torch.ones(0, 3)], step=3
    )
    assert made.boxes == [[[1], []], [[], []]]
    assert made.sent == {"ids": 0, "rows": 0, "gradients": 0}
    assert made.spec == all_to_all(TABLE, [[1], none]).spec


def test_columns_beyond_the_fourth_are_not_drawn_and_said_so():
    spec = all_to_all(torch.randn(3, 64, generator=G), [[0], [2]]).spec
    assert spec["columns"] == [0, 1, 2, 3]
    assert (
        spec["note"]
        == "W (3, 64) on 2 ranks, 60 of 64 columns not drawn, numbers rounded"
    )
    assert spec["sent"]["contiguous"]["parts"][1]["each"] == "256 B"


def test_later_changes_do_not_show():
    table, up = TABLE.clone(), [part.clone() for part in UP]
    made = all_to_all(table, IDS, up=up)
    before = repr(made.spec)
    table.zero_()
    up[0].zero_()
    made.by = "modulo"
    assert repr(made.spec) == before


@pytest.mark.parametrize("row", [-1, 8])
def test_a_row_that_is_not_there_cannot_be_picked(row):
    made = all_to_all(TABLE, IDS)
    made.row = 3
    with pytest.raises(
        traitlets.TraitError, match=f"^row must be from 0 to 7, or None, got {row}"
    ):
        made.row = row
    assert made.row == 3


def test_by_is_one_of_two_rules():
    with pytest.raises(traitlets.TraitError):
        all_to_all(TABLE, IDS, by="random")


@pytest.mark.parametrize(("text", "row"), [("1", 1), (" 7 ", 7), ("", None), ("c", 2)])
def test_a_typed_row_or_word_is_picked(text, row):
    made = all_to_all(TABLE, IDS, names=[*"abcdefgh"], step=2)
    made.row = 5
    assert typed(made, text) == ""
    assert (made.row, made.step) == (row, 2)


def test_another_text_is_refused_with_the_rule():
    made = all_to_all(TABLE, IDS)
    assert untouched(made, "8") == "There is no row 8: the table has rows 0 to 7."
    assert (
        untouched(made, "cow") == "“\u2068cow\u2069” is not a row number from 0 to 7."
    )


REFUSED = [
    ((torch.ones(8), IDS), {}, ValueError,
     "table must have 2 dimensions (rows, columns), got shape (8,)."),
    ((torch.ones(25, 2), IDS), {}, ValueError,
     "table must have up to 24 rows, all of which are drawn, got 25."),
    ((TABLE, 3), {}, TypeError,
     "ids must be a list of the ids of each rank, such as [[0, 7], [5]], got int."),
    ((TABLE, "07"), {}, TypeError,
     "ids must be a list of the ids of each rank, such as [[0, 7], [5]], got str."),
    ((TABLE, {0: [1]}), {}, TypeError,
     "ids must be a list of the ids of each rank, such as [[0, 7], [5]], got dict."),
    ((TABLE, []), {}, ValueError, "ids must hold the ids of 2 to 4 ranks, got 0 ranks."),
    ((TABLE, [[1]]), {}, ValueError, "ids must hold the ids of 2 to 4 ranks, got 1 rank."),
    ((TABLE, [[1]] * 5), {}, ValueError, "ids must hold the ids of 2 to 4 ranks, got 5 ranks."),
    ((TABLE, [[], []]), {}, ValueError, "ids must hold at least one id, but no rank has one."),
    ((TABLE, [[1], [8]]), {}, IndexError,
     "ids[1] contains 8, but the table has 8 rows: use 0 to 7."),
    ((TABLE, [[-1], [0]]), {}, IndexError,
     "ids[0] contains -1, but the table has 8 rows: use 0 to 7."),
    ((TABLE, [[0], [1.0]]), {}, TypeError,
     "ids[1] must be int64 or int32, as in nn.Embedding, got float64."),
    ((TABLE, [[0], ["a"]]), {}, TypeError,
     "ids[1] must hold real numbers, such as [0, 7], got list."),
    ((TABLE, [[0], None]), {}, TypeError,
     "ids[1] must hold real numbers, such as [0, 7], got NoneType."),
    ((TABLE, [0, 7]), {}, ValueError, "ids[0] must be one line of ids, got shape ()."),
    ((TABLE, [[[0, 1]], [1]]), {}, ValueError, "ids[0] must be one line of ids, got shape (1, 2)."),
    ((TABLE, [[0] * 9, [1]]), {}, ValueError, "ids[0] must hold up to 8 ids, got 9."),
    ((TABLE, IDS), {"up": 1}, TypeError,
     "up must be a list of the gradients of each rank's output, got int."),
    ((TABLE, IDS), {"up": UP[:1]}, ValueError,
     "up must hold the gradients of 2 ranks, as ids does, got 1."),
    ((TABLE, IDS), {"up": [UP[0], UP[1][:2]]}, ValueError,
     "up[1] must have one row for each id of that rank, shape (3, 3), got shape (2, 3)."),
    ((TABLE, IDS), {"up": [UP[0], "x"]}, TypeError,
     "up[1] must hold real numbers, such as output.grad, got str."),
    ((TABLE, [[0], []]), {"up": [UP[0][:1], torch.ones(2, 3)]}, ValueError,
     "up[1] must have one row for each id of that rank, shape (0, 3), got shape (2, 3)."),
    ((TABLE, IDS), {"names": ["a"]}, ValueError,
     "names must hold one word for each of the 8 rows, got 1."),
]  # fmt: skip


@pytest.mark.parametrize(("given", "how", "kind", "text"), REFUSED)
def test_what_cannot_be_drawn_is_refused_with_the_rule(given, how, kind, text):
    assert refusal(lambda: all_to_all(*given, **how)) == (kind, text)
