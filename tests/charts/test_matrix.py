"""A matrix: its cells have the colours of their numbers, its text their ends; what it refuses."""

import numpy as np
import pytest
import torch
from matplotlib.colors import to_hex

from lookup import matrix
from lookup.charts.chart import PALETTE
from lookup.charts.matrix import COLOURS, MOST
from test_charts import has, pixels

SQUARE = torch.tensor([[1.0, 0.45, -0.3], [0.45, 1.0, 0.05], [-0.3, 0.05, 1.0]])


def drawn(values):
    return matrix(values, x="position", y="position")


def colours(values):
    """The colour of each cell, row by row."""
    axis, _ = drawn(values).figure.axes
    (image,) = axis.images
    flat = image.to_rgba(image.get_array()).reshape(-1, 4)
    return [to_hex(colour).upper() for colour in flat]


def test_the_text_says_the_ends_off_the_diagonal():
    assert drawn(SQUARE).text == (
        "3 rows of 3 numbers; off the diagonal from -0.3 to 0.45"
    )


def test_a_cell_is_the_stronger_the_farther_its_number_is_from_zero():
    steps = [-0.9, -0.5, -0.3, 0.0, 0.3, 0.5, 0.9]
    found = [colours([[1, step], [step, 1]])[1] for step in steps]
    assert found == [colour.upper() for colour in COLOURS]
    assert found[3] == PALETTE["zero"].upper()


def test_row_0_is_on_top_and_the_colours_are_those_of_the_course():
    chart = drawn(SQUARE)
    axis, bar = chart.figure.axes
    bottom, top = axis.get_ylim()
    assert bottom > top
    assert bar.get_ylim() == (-1, 1)
    assert all(has(name, pixels(chart)) for name in ("paper", "ink", "pos", "zero"))


@pytest.mark.parametrize("n", [2, 128, MOST])
def test_a_chart_of_noise_fits_into_a_notebook(n):
    noise = np.random.default_rng(0).uniform(-1, 1, (n, n))
    html = drawn(noise).to_html()
    assert n > 128 or len(html) < 60_000


def test_a_cosine_may_be_rounded_beyond_1():
    assert drawn([[1.000001, 0], [0, 1.000001]]).text.endswith("from 0 to 0")


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        ([[1]], r"a square of 2 to 200 rows, got shape \(1, 1\)"),
        ([[1, 0, 0], [0, 1, 0]], r"got shape \(2, 3\)"),
        ([1, 0], r"got shape \(2,\)"),
        (np.zeros((201, 201)), r"got shape \(201, 201\)"),
        ([[1, 2], [2, 1]], "from -1 to 1, got 2"),
        ([[1, float("nan")], [0, 1]], "finite"),
    ],
)
def test_a_matrix_is_a_square_of_numbers_from_minus_1_to_1(values, rule):
    with pytest.raises(ValueError, match=rule):
        drawn(values)


def test_a_matrix_holds_numbers_and_its_axes_have_names():
    with pytest.raises(TypeError, match="a chart takes numbers"):
        drawn([["a", "b"], ["c", "d"]])
    with pytest.raises(TypeError, match="must be a text"):
        matrix(SQUARE, x=3, y="position")
    with pytest.raises(ValueError, match="printable letters"):
        matrix(SQUARE, x="", y="position")
