"""Weighted rows of a table, added up as pictures show them: in float64, in the order given."""

import itertools
from dataclasses import dataclass

from .picture import heading
from .table import Cells

DRAWN = 8  # weighted rows that are drawn of a sum
MOST_ADDED = 300  # rows that one sum adds up


@dataclass(frozen=True)
class WeightedSum:
    """Rows of a table, each with a weight: `terms` are the rows times their weights.

    `sums` are the sums before the first term and after each.
    """

    rows: list[int]
    weights: list[float]
    terms: list[list[float]]
    sums: list[list[float]]

    @classmethod
    def of(cls, table, rows, weights, **more):
        """These rows of a `Table`, weighted and added up; `more` are the fields of a subclass."""
        terms = [
            _times(weight, table.read(row))
            for row, weight in zip(rows, weights, strict=True)
        ]
        sums = itertools.accumulate(terms, _plus, initial=[0.0] * len(table.columns))
        return cls(rows, weights, terms, list(sums), **more)


def row_line(drawn):
    """A row of the table as it travels: its numbers as one text, and what it is called."""
    return {"cells": Cells(drawn["marks"], drawn.get("texts", [])).line()} | heading(
        drawn
    )


def _times(weight, line):
    return [weight * value for value in line]


def _plus(line, other):
    return [a + b for a, b in zip(line, other, strict=True)]
