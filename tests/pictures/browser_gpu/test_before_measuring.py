"""A GPU that nobody has measured yet: what can be asked for, and what is refused."""

import pytest

from conftest import refusal
from lookup import browser_gpu


@pytest.mark.parametrize(
    ("sizes", "kind", "says"),
    [
        (
            50,
            TypeError,
            "sizes must be a list of whole numbers, the rows of tables, got 50.",
        ),
        ([50, 4.5], TypeError, "got [50, 4.5]."),
        ([50], ValueError, "sizes must hold 2 to 8 numbers of rows, got 1."),
        ([400, 50], ValueError, "sizes must be ascending, from 1 on, got [400, 50]."),
        ([0, 50], ValueError, "from 1 on, got [0, 50]."),
    ],
)
def test_bad_sizes_are_refused(sizes, kind, says):
    found, text = refusal(lambda: browser_gpu(sizes))
    assert found is kind
    assert text.endswith(says)


def test_what_is_not_measured_cannot_be_asked_for():
    gpu = browser_gpu()
    assert "got 'Adagrad'" in refusal(lambda: gpu.times("Adagrad", 16))[1]
    assert "ids must be 16 or 4096, got 17" in refusal(lambda: gpu.times("SGD", 17))[1]


def test_before_anybody_has_measured_there_is_nothing_and_no_error():
    gpu = browser_gpu()
    assert gpu.measured is None
    assert gpu.name is None
    assert gpu.times("SGD", ids=16) is None
    assert "measures it when you press Measure" in gpu.to_html()
