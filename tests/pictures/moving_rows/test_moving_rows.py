"""Rows on the move: what the picture tells without a browser, and every frame of it by node."""

import numpy as np
import pytest
import torch
import traitlets

from frames import WORDS, G, assert_frames
from lookup import moving_rows
from lookup.pictures.moving_rows.snapshots import map_of
from without_browser import lines, typed, untouched

NAMES = ["red", "blue", "green", "one", "two", "<b>blorf</b>"]
START = torch.tensor([[1.0, 0], [0.5, 1], [0.5, -1], [-1, 0.5], [-1, -0.5], [0, 0.25]])
GOAL = START + torch.tensor([[4.0, 0], [4, 0], [4, 0], [-4, 0], [-4, 0], [0, 0]])
ODD = [
    word for word in WORDS if "🙂" not in word
]  # of whose width node knows too little
BATCHES = [[], [[0, 1], [1, 3]], [0, 1, 2, 3, 4]]
STEPS = [0, 20, 1000]


ELSEWHERE = (
    "Row 1 is not on this map. It shows 5 of 6 rows: "
    "“\u2068two\u2069”, “\u2068red\u2069”, “\u2068green\u2069” and so on."
)


def written(start, goal, batches):
    """Moments of a table whose rows go half of their way when a batch names them, and else stay."""
    tables = [start]
    for batch in batches[1:]:
        ids = sorted({int(row) for part in batch for row in np.ravel(part)})
        tables.append(tables[-1].clone())
        tables[-1][ids] += (goal - tables[-1])[ids] / 2
    return tables


TABLES = written(START, GOAL, BATCHES)


def parting(**how):
    """The picture of six rows at three moments."""
    return moving_rows(
        TABLES, **({"names": NAMES, "batches": BATCHES, "steps": STEPS} | how)
    )


def drawn(tables, ids=None, pick=0, *, batches=None, still=False, roomy=False, **how):
    """A spec with what it should show of each moment: places, nearest rows, rows written or not."""
    picture = moving_rows(tables, ids, batches=batches, **how)
    ids = list(range(len(tables[0]))) if ids is None else [int(row) for row in ids]
    rows = torch.stack(
        [torch.as_tensor(table, dtype=torch.float64)[ids] for table in tables]
    )
    places, _, _ = map_of(rows.numpy()[::-1], *picture.spec["map"])
    truth, seen = [], set()
    for s, at in enumerate(places):
        since = {
            int(row)
            for part in (batches[s] if batches else [])
            for row in np.ravel(part)
        }
        seen |= since
        named = (
            {"written": since, "never": set(ids) - seen}
            if batches
            else {"written": set(), "never": set()}
        )
        marks = {
            kind: [at for at, row in enumerate(ids) if row in rows]
            for kind, rows in named.items()
        }
        truth.append(
            {"x": at[:, 0].tolist(), "y": at[:, 1].tolist()}
            | {"near": [list(near) for near in near_of(rows[s])]}
            | {"cosines": [list(near.values()) for near in near_of(rows[s])]}
            | marks
        )
    return picture.spec | {
        "truth": truth,
        "pick": ids[pick],
        "still": still,
        "roomy": roomy,
    }


def near_of(rows):
    """For each row the three others with the largest cosine, by torch: {row: cosine as written}.

    None are near to a row of zeros.
    """
    rows = rows / rows.abs().amax(dim=1, keepdim=True).clamp(min=1e-300)
    cosines = torch.nn.functional.cosine_similarity(
        rows[:, None], rows[None], dim=2, eps=0
    ).round(decimals=9)
    cosines.fill_diagonal_(torch.nan)
    order = (-cosines.nan_to_num(-9)).sort(dim=1, stable=True).indices[:, :3].tolist()
    return [
        {
            other: as_written(cosines[row, other])
            for other in near
            if not cosines[row, other].isnan()
        }
        for row, near in enumerate(order)
    ]


def as_written(cosine):
    hundredths = round(100 * cosine.item())
    return f"{hundredths / 100:.2f}".replace("-", "−")


def specs():
    """Every kind of spec that the page must be able to draw."""
    V, some = 9406, torch.randperm(9406, generator=G)[:40]
    start, goal = (torch.randn(V, 16, generator=G) for _ in range(2))
    batches = [[]] + [
        [some[:38][torch.rand(38, generator=G) < 0.3], torch.arange(50)]
        for _ in range(23)
    ]
    long_names = [f"{ODD[row % 6]}{row}" * (1 + row % 4) for row in range(V)]
    return {
        "parting": drawn(
            TABLES, names=NAMES, batches=BATCHES, steps=STEPS, still=True, roomy=True
        ),
        "families": drawn(
            TABLES,
            names=NAMES,
            batches=BATCHES,
            groups=[
                "a colour",
                "a colour",
                "a colour",
                "한국어단어모음집",
                "x" * 20,
                "<b>no</b>",
            ],
            hits=[0, 1 / 3, 1],
            pick=3,
        ),
        "most": drawn(
            written(start, goal, batches),
            some,
            7,
            names=long_names,
            batches=batches,
            still=True,
        ),
        "numbers": drawn(
            written(start, goal, batches)[:5],
            some,
            39,
            batches=batches[:5],
            steps=range(10**5, 10**5 + 5),
            groups=[f"family {row % 4}" for row in range(40)],
            hits=torch.tensor([0.5, 0.25, 0, 1, 0.999]),
            still=True,
        ),
    } | odd_specs()


def odd_specs():
    """Words and tables that leave little room, or none."""
    crowd = torch.randn(3, 40, 8, generator=G) / 100 + torch.eye(40, 8) * 0.01
    crowd[:, 0] += 50
    zeros = torch.randn(4, 5, 3, generator=G) * (torch.arange(5) != 2)[:, None]
    return {
        "odd words": drawn(
            torch.randn(3, 6, 4, generator=G),
            names=ODD,
            pick=2,
            steps=["before", "halfway through it all", "<b>end</b>"],
        ),
        "crowd": drawn(crowd, names=["embedding tables"] * 40, pick=3),
        "all in one place": drawn(
            torch.ones(2, 12, 3), names=["the same word"] * 12, pick=5
        ),
        "two": drawn([[[0.0, 0], [1, 1]], [[1, 2], [3, 4]]]),
        "one column": drawn(torch.randn(24, 9, 1, generator=G), pick=4),
        "zeros": drawn(zeros, pick=2),
        "far": drawn(
            torch.randn(6, 30, 5, generator=G)
            * torch.tensor([10.0**30] + [1] * 29)[:, None],
            pick=1,
        ),
    }


@pytest.mark.long
@pytest.mark.parametrize("name", ["moving_rows/frames.mjs", "moving_rows/text.mjs"])
def test_every_frame_keeps_its_properties(name, tmp_path):
    assert_frames(name, specs(), tmp_path)


def test_a_step_moves_to_a_moment_and_a_row_is_picked():
    picture = parting(step=2)
    assert (picture.step, picture.row, picture.nearest) == (2, None, None)
    picture.row = 1
    assert picture.nearest == [0, 2, 5]
    picture.step = 0
    assert (picture.row, picture.nearest) == (1, [5, 0, 3])
    assert [*near_of(START)[1]] == [5, 0, 3]


@pytest.mark.parametrize("row", [-1, 6, 10**9])
def test_a_row_that_is_not_drawn_cannot_be_picked(row):
    picture = parting()
    picture.row = 4
    with pytest.raises(
        traitlets.TraitError,
        match=f"^row must be one of the rows drawn, or None, got {row}\\.$",
    ):
        picture.row = row
    assert picture.row == 4
    with pytest.raises(traitlets.TraitError):
        picture.row = "red"
    picture.row = None
    assert picture.nearest is None


def test_the_rows_drawn_are_those_of_ids_in_their_order():
    picture = parting(ids=torch.tensor([4, 0, 2]))
    assert [
        (row["row"], row["label"], row["name"]) for row in picture.spec["rows"]
    ] == [
        (4, "4", "two"),
        (0, "0", "red"),
        (2, "2", "green"),
    ]
    assert picture.spec["of"] == "3 of 6 rows"
    picture.row = 2
    assert set(picture.nearest) == {4, 0}


def test_rows_are_marked_by_the_batches_so_far():
    assert [step["marks"] for step in parting().spec["steps"]] == [
        "nnnnnn",
        "ttntnn",
        "tttttn",
    ]
    marks = [
        step["marks"]
        for step in parting(batches=[None, torch.tensor([[5, 5], [0, 5]]), []]).spec[
            "steps"
        ]
    ]
    assert marks == ["nnnnnn", "tnnnnt", "snnnns"]
    plain = parting(batches=None).spec
    assert not plain["marked"]
    assert not any("marks" in step for step in plain["steps"])


@pytest.mark.parametrize(
    "batch",
    [
        [2, 0],
        (0, 2),
        torch.tensor([2, 0, 2]),
        [np.array([2]), np.array([0, 0])],
        [[2, 0], [0, 0]],
        range(0, 3, 2),
    ],
)
def test_a_batch_is_ids_or_a_list_of_them(batch):
    assert (
        parting(batches=[[], batch, torch.zeros(0)]).spec["steps"][1]["marks"]
        == "tntnnn"
    )


def test_the_note_says_how_much_of_the_variance_the_axes_show():
    last = TABLES[-1] - TABLES[-1].mean(dim=0)
    share = torch.linalg.svdvals(last) ** 2 / (last**2).sum()
    spec = parting().spec
    assert (
        spec["note"]
        == "PCA of these rows at the last moment, 100 % of its variance then; axes and scale stay"
    )
    assert spec["axes"] == [
        f"axis {k + 1}, {100 * share[k]:.0f} % of the variance" for k in range(2)
    ]
    wide = torch.randn(2, 30, 20, generator=G)
    share = torch.linalg.svdvals(wide[-1] - wide[-1].mean(dim=0)) ** 2
    assert (
        f" {100 * share[:2].sum() / share.sum():.0f} % of its"
        in moving_rows(wide).spec["note"]
    )
    assert moving_rows(wide[..., :1]).spec["axes"] == ["axis 1, 100 % of the variance"]
    assert moving_rows(torch.ones(2, 3, 4)).spec["axes"] == []


@pytest.mark.parametrize(
    ("text", "row"),
    [("5", 5), (" blue ", 1), ("٢", 2), ("<b>blorf</b>", 5), ("", None)],
)
def test_a_typed_row_is_picked(text, row):
    picture = parting(step=1)
    picture.row = 3
    assert typed(picture, text) == ""
    assert (picture.row, picture.step) == (row, 1)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("1", ELSEWHERE),
        ("blue", ELSEWHERE),
        ("6", "There is no row 6: the table has rows 0 to 5."),
        ("-1", "There is no row -1: the table has rows 0 to 5."),
        (
            "plum",
            "“\u2068plum\u2069” is not a row number from 0 to 5 or a word of this table.",
        ),
        (
            "x" * 9999,
            "“\u2068"
            + "x" * 39
            + "…\u2069” is not a row number from 0 to 5 or a word of this table.",
        ),
    ],
    ids=lambda text: text[:9],
)
def test_a_typed_row_is_refused_with_the_rule(text, refused):
    picture = parting(ids=[4, 0, 2, 3, 5])
    picture.row = 4
    assert untouched(picture, text) == refused
    assert picture.row == 4


def test_a_long_word_is_cut_where_it_is_drawn_and_typed_in_full():
    word = "antidisestablishmentarianism"
    picture = parting(names=[word, *NAMES[1:]])
    row = picture.spec["rows"][0]
    assert (row["name"], row["full"]) == ("antidisestabl…", "antidisestablishmentari…")
    assert typed(picture, word) == ""
    assert picture.row == 0


def test_the_repr_names_the_moment():
    picture = parting()
    assert repr(picture) == "<rows on the move: moment 1 of 3, step 0, 6 of 6 rows>"
    picture.step = 2
    assert repr(picture) == "<rows on the move: moment 3 of 3, step 1,000, 6 of 6 rows>"
    named = parting(steps=["before", "x" * 20, np.int64(7)], step=1)
    assert repr(named) == f"<rows on the move: moment 2 of 3, {'x' * 13}…, 6 of 6 rows>"
    assert [step["name"] for step in named.spec["steps"]][::2] == ["before", "step 7"]
    far = moving_rows([torch.zeros(1).expand(9406, 2) for _ in range(3)], range(40))
    assert repr(far) == "<rows on the move: moment 1 of 3, step 0, 40 of 9,406 rows>"


def words_of(near):
    """The rows near to one, as the still says them."""
    return ", ".join(f"{NAMES[row]} {cosine}" for row, cosine in near.items())


def test_the_still_holds_the_rows_of_the_moment():
    picture = parting(step=1)
    picture.row = 1
    page, spec = picture.to_html(), picture.spec
    assert lines(page, "thead") == [["row", "x", "y", "in a batch", "nearest rows"]]
    body, now = lines(page, "tbody"), picture._shown
    assert [row[0] for row in body] == [
        f"{row} {name}" for row, name in enumerate(NAMES)
    ]
    assert [row[1:3] for row in body] == [
        [str(x), str(y)] for x, y in zip(now.x, now.y)
    ]
    never = "never seen"
    assert [row[3] for row in body] == ["yes", "yes", never, "yes", never, never]
    assert [row[4] for row in body] == [*map(words_of, near_of(TABLES[1]))]
    assert "<b>1 blue</b>" in page
    assert "<b>0 red</b>" not in page
    assert f"<caption>rows on the move: {spec['note']}</caption>" in page


@pytest.mark.parametrize("step", [0, 2])
def test_the_still_says_who_is_near_at_first_and_at_last_where_no_row_is_picked(step):
    page = parting(batches=None, step=step).to_html()
    assert lines(page, "thead") == [["row", "x", "y", "nearest at first", "at last"]]
    for row, first, last in zip(
        lines(page, "tbody"), near_of(TABLES[0]), near_of(TABLES[2])
    ):
        assert row[3:] == [words_of(first), words_of(last)]


@pytest.mark.parametrize(
    "groups",
    [
        ["a", "a", "a", "b", "b", "a rather long name"],
        {"two": "b", "<b>blorf</b>": "a rather long name"}
        | dict.fromkeys(["red", "blue", "green"], "a")
        | {"one": "b", "elsewhere": "c"},
    ],
)
def test_rows_have_the_shape_of_their_group(groups):
    spec = parting(groups=groups).spec
    assert spec["groups"] == ["a", "b", "a rather long…"]
    assert [row["group"] for row in spec["rows"]] == [0, 0, 0, 1, 1, 2]
    plain = parting().spec
    assert plain["groups"] == []
    assert not any("group" in row for row in plain["rows"])


def test_without_names_groups_are_those_of_row_numbers():
    groups = {row: "ab"[row % 2] for row in range(6)}
    spec = moving_rows(TABLES, [4, 1, 2], groups=groups).spec
    assert [row["group"] for row in spec["rows"]] == [0, 1, 0]
    assert spec["groups"] == ["a", "b"]


@pytest.mark.parametrize("kind", [list, np.array, torch.tensor])
def test_hits_are_numbers_of_the_moments(kind):
    assert parting(hits=kind([0, 0.25, 1])).spec["hits"] == [0, 0.25, 1]
    assert parting().spec["hits"] is None


def test_later_changes_do_not_change_what_is_drawn():
    tables = torch.stack(TABLES)
    picture = moving_rows(tables)
    before = parting(names=None, batches=None, steps=None).spec
    tables *= -3
    assert picture.spec == before
    picture.step = 2
    assert picture.spec == before
