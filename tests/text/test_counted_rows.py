"""Rows from counts alone."""

import math

import numpy as np
import pytest
import torch

from lookup import counted_rows

# red car stops · blue car stops · old dog sleeps · old cat sleeps, with gaps of two
LINE = [1, 3, 4, 0, 0, 2, 3, 4, 0, 0, 5, 6, 8, 0, 0, 5, 7, 8]


def cosines(rows):
    unit = torch.nn.functional.normalize(rows, dim=1)
    return unit @ unit.T


def by_loops(line, V, reach):
    """The PPMI of every two words, one number at a time."""
    met = torch.zeros(V, V, dtype=torch.float64)
    for at, word in enumerate(line):
        for other in line[max(0, at - reach) : at] + line[at + 1 : at + 1 + reach]:
            if word and other:
                met[word, other] += 1
    ppmi = torch.zeros(V, V, dtype=torch.float64)
    for a in range(V):
        for b in range(V):
            if met[a, b]:
                chance = met[a].sum() * met[b].sum() / met.sum()
                ppmi[a, b] = max(0.0, math.log(met[a, b] / chance))
    return ppmi


def test_words_of_the_same_company_point_the_same_way():
    like = cosines(counted_rows(torch.tensor(LINE), V=9, D=4, reach=2))
    assert like[1, 2] > 0.999  # red and blue never meet
    assert like[6, 7] > 0.999
    assert abs(like[1, 6]) < 1e-3


@pytest.mark.parametrize("reach", [1, 2])
def test_columns_rebuild_what_loops_count(reach):
    rows = counted_rows(torch.tensor(LINE), V=9, D=4, reach=reach)
    u, sizes, _ = torch.linalg.svd(by_loops(LINE, 9, reach))
    wanted = u[:, :4] * sizes[:4].sqrt()
    assert torch.allclose(rows.double() @ rows.double().T, wanted @ wanted.T, atol=1e-4)
    assert rows.shape == (9, 4)
    assert rows[0].abs().max() < 1e-6  # no word


@pytest.mark.parametrize(
    ("how", "error", "message"),
    [
        (
            {"D": 9},
            ValueError,
            "D must be from 1 to 8 and reach at least 1, got 9 and 5",
        ),
        ({"D": 0}, ValueError, "got 0 and 5"),
        ({"reach": 0}, ValueError, "got 2 and 0"),
        ({"V": 8}, IndexError, "ids must be from 0 to 7, got 8"),
    ],
)
def test_what_cannot_be_is_refused(how, error, message):
    with pytest.raises(error, match=message):
        counted_rows(torch.tensor(LINE), **({"V": 9, "D": 2} | how))


def test_more_columns_than_the_counts_have_directions_are_refused():
    with pytest.raises(np.linalg.LinAlgError):
        counted_rows(torch.tensor([1, 2, 1, 2]), V=5, D=4)


@pytest.mark.parametrize("line", [[], [1, 0, 2], [1, 1, 1]])
def test_words_that_meet_no_more_often_than_by_chance_have_no_rows(line):
    with pytest.raises(
        np.linalg.LinAlgError, match="no two words stand near each other more"
    ):
        counted_rows(torch.tensor(line, dtype=torch.int64), V=3, D=1, reach=1)
