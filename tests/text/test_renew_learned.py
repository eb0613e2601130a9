"""The rows of learned words on the site's first page are made as their command says."""

import ast
from types import SimpleNamespace

import pytest

import renew_learned
from course import code_cells, read


def cell(source):
    return SimpleNamespace(source=source)


def test_cells_run_in_order_until_all_names_are_there():
    last = cell("".join(f"{name} = old + 1\n" for name in renew_learned.NEEDED))
    names = renew_learned.trained([cell("old = 1"), last, cell("group = 0 / 0")])
    assert names["group"] == 2


def test_a_notebook_that_leaves_no_table_is_refused():
    rest = cell(
        "".join(
            f"{name} = 1\n" for name in renew_learned.NEEDED - {"group", "vocabulary"}
        )
    )
    with pytest.raises(
        ValueError, match=r"05_learned_rows\.ipynb must leave group, vocabulary\.$"
    ):
        renew_learned.trained([rest])


def test_notebook_05_still_leaves_these_names():
    made = set()
    for cell in code_cells(read(renew_learned.BOOK)):
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                made.add(node.id)
            if isinstance(node, ast.FunctionDef):
                made.add(node.name)
    assert made >= renew_learned.NEEDED
