"""Run a notebook's code cells on a pretended card: `notebook_on_card.py NOTEBOOK GIGABYTES SCALE`.

A fourth word, `mps` or `xpu`, makes it Apple's or Intel's GPU, of which nothing is recorded.

What `measure` times is called once and took a millisecond, as times mean nothing there; it must be
told that the card does the work, since nobody would wait for it else. Prints what the card held at
most, and how many blocks it refused; where the notebook leaves a race with runs, they are recorded
in a folder that is thrown away. Exits with the error of a cell, and says which it was.
"""

import contextlib
import os
import sys
import tempfile
import warnings
from unittest import mock

import nbformat

from lookup import Race, record
from lookup.measuring.device import device_of
from lookup.measuring.recordings import keep
from pretended_card import pretended_card


def main(notebook, gigabytes, scale, kind="cuda"):
    """Run the cells to their end, and print how it went."""
    os.environ[record.DEVICE] = kind
    cells = [
        cell for cell in nbformat.read(notebook, 4).cells if cell.cell_type == "code"
    ]
    names = {"__name__": "__main__", "display": lambda *things: None}
    with (
        pretended_card(gigabytes, scale, kind) as card,
        contextlib.ExitStack() as stack,
    ):
        stack.enter_context(mock.patch("timeit.Timer.repeat", _once))
        stack.enter_context(
            mock.patch("lookup.measuring.timing.device_of", _on_the_card)
        )
        for cell in cells:
            with warnings.catch_warnings():
                exec(compile(cell.source, f"cell {cell.id}", "exec"), names)
        race = names.get("race")
        if isinstance(race, Race) and race.runs and kind == "cuda":
            with tempfile.TemporaryDirectory() as folder:
                keep(record.record(race), folder)
            print(*race.left_out, sep="\n")
        print(
            f"at most {card.peak:,} of {card.total:,} bytes, {len(card.refused)} blocks refused"
        )


def _on_the_card(inputs, device=None):
    """As `device_of`. Raises ValueError if the card does the work and nobody says so."""
    found = device_of(inputs, device)
    if found.type == "cpu":
        raise ValueError(f"measure must be told that the card works, got {found}.")
    return found


def _once(timer, repeat, number):
    """As `timeit.Timer.repeat`, as if each call took a millisecond."""
    timer.timeit(1)
    return [0.001 * number] * repeat


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])
