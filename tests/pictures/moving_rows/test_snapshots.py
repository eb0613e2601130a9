"""Snapshots of a table: what is refused, the map by scikit-learn, the nearest rows by torch."""

import tracemalloc

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.decomposition import PCA

from conftest import refusal
from lookup import moving_rows
from lookup.pictures.moving_rows.snapshots import (
    map_of,
    nearest,
    read_snapshots,
    scaled,
)

G = torch.Generator().manual_seed(0)
INF, NAN = float("inf"), float("nan")
GROUPS = "groups must be"


def random(S=3, V=6, D=5):
    return torch.randn(S, V, D, generator=G, dtype=torch.float64)


def mapped(snapshots):
    """Where the map of 640 by 360 px shows snapshots (S, n, D), and its shares."""
    places, _, shares = map_of(snapshots[::-1], 640, 360)
    return places, shares


def near_rows(rows):
    """{place: cosine} of the rows nearest to each of some rows (n, D)."""
    return nearest(scaled(rows)[0])


def pairs(places):
    """How far every place is from every other one along each axis."""
    return places[:, None] - places[None]


@pytest.mark.parametrize(
    ("S", "n", "D"), [(2, 2, 3), (3, 6, 5), (24, 40, 64), (4, 7, 2), (3, 40, 300)]
)
def test_the_map_is_scikit_learns_pca_of_the_last_moment_at_one_scale(S, n, D):
    snapshots = random(S, n, D).numpy() + 3
    places, shares = mapped(snapshots)
    pca = PCA(2).fit(snapshots[-1])
    real = pca.explained_variance_ratio_ > 1e-9
    np.testing.assert_allclose(shares, pca.explained_variance_ratio_ * real, atol=1e-12)
    truth = np.concatenate([pca.transform(rows) for rows in snapshots]) * real
    drawn = places.reshape(-1, 2)
    scale = np.ptp(drawn, axis=0)[0] / np.ptp(truth, axis=0)[0]
    assert np.abs(pairs(drawn) - scale * pairs(truth)).max() <= 2.5, (
        "whole pixels, and of the scale as well"
    )
    assert drawn.min() >= 0
    assert (drawn <= [640, 360]).all()
    assert (np.ptp(drawn, axis=0) >= [639, 359]).any(), "as large as it fits"


def test_an_axis_points_to_where_its_largest_entry_is_positive():
    rows = np.array([[0, 0.0], [1, -4], [3, -9], [4, -16]])
    for snapshots in (np.stack([rows, rows]), np.stack([-rows, -rows])):
        places, _ = mapped(snapshots)
        assert np.corrcoef(places[-1, :, 0], snapshots[-1, :, 1])[0, 1] > 0.99


@pytest.mark.parametrize(
    ("rows", "shares"),
    [
        ([[1.0], [2], [5]], [1, 0]),
        ([[1.0, 2], [2, 4]], [1, 0]),
        ([[3.0, 3]] * 4, [0, 0]),
    ],
)
def test_where_rows_do_not_spread_there_is_no_axis(rows, shares):
    start = np.random.default_rng(0).normal(size=np.shape(rows))
    places, found = mapped(np.stack([start, rows]))
    np.testing.assert_allclose(found, shares, atol=1e-12)
    for axis in (0, 1):
        if not shares[axis]:
            assert len(set(places[..., axis].ravel())) == 1
    last = places[-1, :, 0] - places[-1, :, 0].min()
    if shares[0] and len(rows) == 3:
        assert last[0] == 0
        assert last[2] == pytest.approx(4 * last[1], abs=3)


def test_a_row_that_keeps_its_numbers_keeps_its_place():
    snapshots = random(5, 9, 4).numpy()
    snapshots[:, 3] = snapshots[0, 3]
    places, _ = mapped(snapshots)
    assert len({tuple(place) for place in places[:, 3].tolist()}) == 1
    assert len({tuple(place) for place in places[:, 4].tolist()}) == 5


@pytest.mark.parametrize("size", [1e300, 1e-300])
def test_numbers_of_any_size_give_the_same_map(size):
    snapshots = random(3, 8, 4).numpy()
    places, shares = mapped(snapshots)
    others, found = mapped(snapshots * size)
    np.testing.assert_array_equal(others, places)
    np.testing.assert_allclose(found, shares)
    assert near_rows(snapshots[0] * size) == near_rows(snapshots[0])


@given(st.integers(2, 40), st.integers(1, 30), st.integers(0, 10**6))
@settings(deadline=None, database=None, max_examples=30)
def test_the_nearest_rows_are_torchs_by_cosine_in_all_columns(n, D, seed):
    rows = torch.randn(
        n, D, generator=torch.Generator().manual_seed(seed), dtype=torch.float64
    )
    cosines = torch.nn.functional.cosine_similarity(
        rows[:, None], rows[None], dim=2, eps=0
    )
    for row, near in enumerate(near_rows(rows.numpy())):
        assert len(near) == min(3, n - 1)
        assert row not in near
        others = sorted(
            (cosines[row, other].item() for other in range(n) if other != row),
            reverse=True,
        )
        np.testing.assert_allclose(
            cosines[row, [*near]], others[: len(near)], atol=2e-9
        )
        np.testing.assert_allclose(cosines[row, [*near]], [*near.values()], atol=2e-9)


def test_of_equals_the_first_comes_first_and_a_row_of_zeros_is_near_to_none():
    near = near_rows(np.array([[1.0, 1], [0, 0], [2, 2], [3, 3], [-1, -1], [5, 5]]))
    assert [[*row] for row in near] == [
        [2, 3, 5],
        [],
        [0, 3, 5],
        [0, 2, 5],
        [0, 2, 3],
        [0, 2, 3],
    ]
    assert [*near[0].values(), *near[4].values()] == [1, 1, 1, -1, -1, -1]


class Watched:
    """A table that remembers which of its rows were read."""

    def __init__(self, numbers):
        self.numbers, self.shape, self.dtype, self.rows = (
            numbers,
            numbers.shape,
            numbers.dtype,
            set(),
        )

    def __getitem__(self, row):
        self.rows.add(row)
        return self.numbers[row]

    def tolist(self):
        raise AssertionError("the whole table was read")


def test_only_the_rows_drawn_are_read():
    tables = [Watched(table) for table in random(3, 1000, 4)]
    moments, ids, _ = read_snapshots(tables, torch.tensor([70, 7, 700]))
    assert ids == [70, 7, 700]
    snapshots = np.stack([*moments][::-1])
    np.testing.assert_array_equal(
        snapshots, torch.stack([table.numbers[ids] for table in tables])
    )
    assert all(table.rows <= {0, *ids} for table in tables), (
        "row 0 shows that the table can be read"
    )


@pytest.mark.parametrize(
    "kind",
    [
        torch.Tensor.tolist,
        torch.Tensor.numpy,
        list,
        lambda t: t.float().requires_grad_(),
    ],
)
def test_tables_of_any_kind_are_read_the_last_one_first(kind):
    tables = random(3, 5, 2).float().double()
    moments, ids, table = read_snapshots(kind(tables))
    np.testing.assert_array_equal([*moments], tables.flip(0))
    assert (ids, table.shape) == ([0, 1, 2, 3, 4], (5, 2))


def test_one_moment_at_a_time_is_held():
    big = [torch.zeros(2, 10**6, dtype=torch.float32) + s for s in range(12)]
    tracemalloc.start()
    moving_rows(big)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * 16e6, "of 12 moments of 16 MB each"


W = random()[0]


@pytest.mark.parametrize(
    ("tables", "shared"),
    [
        ([W, W, W], (0, 1)),
        ([W.clone(), W, W], (1, 2)),
        ([W, W + 1, W.detach()], (0, 2)),
        ([W, torch.nn.Parameter(W).data], (0, 1)),
        ([W[1:], W.clone()[1:], W[1:]], (0, 2)),
        ([W.numpy(), W.numpy()[:]], (0, 1)),
        ([W.numpy(), W], (0, 1)),
        ([W.tolist()] * 2, (0, 1)),
        (W.expand(4, 6, 5), (0, 1)),
    ],
)
def test_moments_that_share_their_memory_are_refused(tables, shared):
    one, other = shared
    assert refusal(lambda: moving_rows(tables)) == (
        ValueError,
        f"moments {one} and {other} share their memory, so they can only be equal: "
        "did you forget .clone()?",
    )


@pytest.mark.parametrize(
    "tables",
    [
        [W, W.clone(), W.clone()],
        [W, W.numpy().copy()],
        [W.tolist(), W.tolist()],
        torch.stack([W, W]),
        [W[:5], W[1:]],
        [W[:5, :5], W[:5, :5].T],
    ],
)
def test_equal_moments_and_overlapping_ones_may_be_shown(tables):
    assert len(moving_rows(tables).spec["steps"]) == len(tables)


def with_(snapshot, row, column, value):
    tables = random()
    tables[snapshot, row, column] = value
    return tables


@pytest.mark.parametrize(
    ("how", "kind", "text"),
    [
        (
            {"tables": random(1)},
            ValueError,
            "tables must hold 2 to 24 moments of one table, got 1.",
        ),
        (
            {"tables": random(25, 2, 1)},
            ValueError,
            "tables must hold 2 to 24 moments of one table, got 25.",
        ),
        (
            {"tables": [random(1)[0], random(1, 6, 4)[0]]},
            ValueError,
            "tables must be moments of one table: shape (6, 5) at first, (6, 4) at moment 1.",
        ),
        (
            {"tables": random()[0]},
            ValueError,
            "moment 0: table must have 2 dimensions (rows, columns), got shape (5,).",
        ),
        (
            {"tables": [random(1)[0], torch.eye(3).to_sparse()]},
            TypeError,
            "moment 1: table must be dense, got a sparse Tensor: pass its to_dense() or toarray().",
        ),
        (
            {"tables": with_(2, 3, 4, NAN)},
            ValueError,
            "moment 2: row 3 holds nan in column 4; a map needs finite numbers.",
        ),
        (
            {"tables": with_(1, 0, 2, -INF)},
            ValueError,
            "moment 1: row 0 holds -inf in column 2; a map needs finite numbers.",
        ),
        (
            {"ids": [0, 6]},
            IndexError,
            "ids contains 6, but the table has 6 rows: use 0 to 5.",
        ),
        (
            {"ids": [0.0, 1.0]},
            TypeError,
            "ids must be int64 or int32, as in nn.Embedding, got float64.",
        ),
        ({"ids": [4]}, ValueError, "ids must name 2 to 40 rows, got 1."),
        ({"ids": [4, 1, 4]}, ValueError, "ids must name each row once, got 4 twice."),
        ({"tables": random(2, 1, 3)}, ValueError, "ids must name 2 to 40 rows, got 1."),
        (
            {"tables": random(2, 50, 1), "ids": range(41)},
            ValueError,
            "ids must name 2 to 40 rows, got 41.",
        ),
        (
            {"tables": [torch.zeros(1).expand(9406, 3) for _ in range(2)]},
            ValueError,
            "the table has 9,406 rows: name those to be drawn in ids, 2 to 40 of them.",
        ),
        (
            {"names": ["a", "b"]},
            ValueError,
            "names must hold one word for each of the 6 rows, got 2.",
        ),
        (
            {"steps": [0, 1]},
            ValueError,
            "steps must name each of the 3 moments, got 2.",
        ),
        (
            {"batches": [[], [1]]},
            ValueError,
            "batches must hold the ids of each of the 3 moments, got 2.",
        ),
        (
            {"batches": [[1], [1], [1]]},
            ValueError,
            "batches[0] must be empty: no moment stands before the first one.",
        ),
        (
            {"batches": [[], [9], [1]]},
            IndexError,
            "ids contains 9, but the table has 6 rows: use 0 to 5.",
        ),
        (
            {"groups": "abcabc"},
            TypeError,
            f"{GROUPS} a list of names, or {{word: name}}, got str.",
        ),
        (
            {"groups": 3},
            TypeError,
            f"{GROUPS} a list of names, or {{word: name}}, got int.",
        ),
        (
            {"groups": ["a"] * 5},
            ValueError,
            "groups must hold one name for each of the 6 rows drawn, got 5.",
        ),
        (
            {"groups": ["a"] * 5 + [7]},
            TypeError,
            "groups must hold names as text, got 7.",
        ),
        (
            {"groups": [*"abcdea"]},
            ValueError,
            "groups must hold at most 4 different names, got 5.",
        ),
        (
            {"groups": {"a": "x", "b": "x"}, "names": list("abcdef")},
            ValueError,
            "groups must name a group for each row drawn, got none for “\u2068c\u2069”.",
        ),
        (
            {"hits": [0, 1]},
            ValueError,
            "hits must hold a number for each of the 3 moments, got 2.",
        ),
        (
            {"hits": 0.5},
            ValueError,
            "hits must hold a number for each of the 3 moments, got float.",
        ),
        (
            {"hits": [0, 1, "x"]},
            TypeError,
            "hits must hold numbers, got 'x' for moment 2.",
        ),
        (
            {"hits": [0, 71, 1]},
            ValueError,
            "hits must be from 0 to 1, got 71.0 for moment 1.",
        ),
        (
            {"hits": [NAN, 1, 1]},
            ValueError,
            "hits must be from 0 to 1, got nan for moment 0.",
        ),
    ],
    ids=str,
)
def test_what_no_map_can_show_is_refused(how, kind, text):
    assert refusal(lambda: moving_rows(**({"tables": random()} | how))) == (kind, text)


def test_a_number_that_is_not_finite_in_a_row_not_drawn_does_no_harm():
    assert len(moving_rows(with_(1, 4, 0, NAN), [0, 1, 5]).spec["rows"]) == 3
