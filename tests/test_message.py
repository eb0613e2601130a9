"""The message of a call that stops: its kind and its first sentence, never the error itself."""

import pytest

from lookup import message_of


def stops(error):
    raise error


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("No. Not at all."), "ValueError: No"),
        (RuntimeError("one line\nand more"), "RuntimeError: one line"),
        (IndexError("range 0.5 to 1"), "IndexError: range 0.5 to 1"),
        (KeyError(), "KeyError: "),
    ],
)
def test_the_first_sentence_is_said(error, said):
    assert message_of(stops, error) == said


def test_a_call_that_ends_well_says_so_and_gets_its_inputs():
    got = []
    assert message_of(
        lambda *inputs, **options: got.append((inputs, options)), 1, two=2
    ) == ("no error")
    assert got == [((1,), {"two": 2})]


def test_who_stops_the_kernel_is_not_held_up():
    with pytest.raises(KeyboardInterrupt):
        message_of(stops, KeyboardInterrupt())


def test_what_is_no_function_is_refused():
    with pytest.raises(TypeError, match="one by one, got int"):
        message_of(3)
