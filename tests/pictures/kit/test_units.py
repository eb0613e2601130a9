"""Numbers and times are written alike by units.py and by kit/units.js, by node."""

import numpy as np
import torch

from frames import assert_frames
from lookup.pictures.kit.number_text import cosine_text, hundredths
from lookup.units import digits, seconds_text, time_text

# What two languages may round each in its own way: halves, and what a digit more would carry.
NUMBERS = [0, 0.04, 0.25, 2.125, 9.94, 9.95, 9.97, 9.996, 12.25, 12.5, 59.96, 99.5]
NUMBERS += [100.5, 122.5, 999.5, 1234, 1 / 3, *(1.37**k for k in range(30))]
WRITERS = {"digits": digits, "seconds_text": seconds_text, "time_text": time_text}


def test_both_languages_round_alike(tmp_path):
    sizes = [1, 1e-3, 1e-6, 1e-9, 1e-10]
    numbers = [number * size for number in NUMBERS for size in sizes]
    texts = {
        name: [[number, write(number)] for number in numbers]
        for name, write in WRITERS.items()
    }
    assert_frames("kit/units.test.mjs", texts, tmp_path)


def test_both_languages_round_cosines_alike(tmp_path):
    """A half goes up, and what rounds to 0 has no sign."""
    cosines = [k / 64 for k in range(-64, 65)] + [k / 200 for k in range(-200, 201)]
    rounded = [[cosine, hundredths(cosine)] for cosine in cosines]
    written = [[k, cosine_text(k)] for k in range(-100, 101)]
    texts = {"hundredths": rounded, "cosine_text": written}
    assert_frames("kit/units.test.mjs", texts, tmp_path)
    assert [hundredths(one) for one in (0.125, 0.375, -0.125, -0.001)] == [
        13,
        38,
        -12,
        0,
    ]
    assert [cosine_text(k) for k in (7, -12, 100)] == ["0.07", "−0.12", "1.00"]


def test_numbers_of_a_clock_of_ones_own_are_written_too():
    """NumPy and torch give scalars of their own kinds, which Decimal refuses."""
    for kind in (np.float32, torch.tensor):
        assert seconds_text(kind(0.5)) == "500 ms"
        assert time_text(kind(0.5)) == "500 ms"
