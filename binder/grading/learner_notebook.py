"""A learner's notebook as cells, its exercises, and which cells an exercise needs.

Nothing is run here.
"""

import ast
import re
import symtable
import warnings
from dataclasses import dataclass
from typing import NamedTuple

import nbformat
from IPython.core.inputtransformer2 import TransformerManager

LARGEST = 100_000_000  # bytes of a notebook
NAME = re.compile(r"\d\d-[a-z]")
CHECK = re.compile(r"""^check\(["'](\d\d-[a-z])["'], *(\w+)""", re.MULTILINE)
WORD = re.compile(r"[^\W\d]\w*")
CODE_IN_MAGIC = re.compile(r"\.run_(cell_magic\(|line_magic\('(time|timeit|prun|run)',)")


class Asked(NamedTuple):
    """What a notebook hands to `check`: an expression, in the cell at a place, counted from 0."""

    place: int
    expression: str


@dataclass(frozen=True)
class Cell:
    """A code cell, and the names in it.

    asked: {exercise: the expression handed to `check`}; these calls are taken out of `source`, as
        the learner's own `check` may be anything.
    binds: the names that it gives a value; None if it may bind anything, and then `uses` are all
        words that stand in it.
    plain: those of them that it binds by import, def or class only.
    uses: the names that it uses.
    """

    source: str
    asked: dict[str, str]
    binds: frozenset[str] | None = None
    plain: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()


def read(path):
    """The code cells of the notebook at `path`. Raises ValueError if it is none, and says why."""
    if path.is_symlink() or not path.is_file():
        raise ValueError("it is a link or no file, and is not opened")
    if path.stat().st_size > LARGEST:
        size = f"{path.stat().st_size:,} bytes"
        raise ValueError(f"it has {size}, and more than {LARGEST:,} are not read")
    try:
        with warnings.catch_warnings(action="ignore"):  # cells of older formats have no ids
            notebook = nbformat.reads(path.read_text(encoding="utf-8-sig"), as_version=4)
            return [_cell(str(cell.source)) for cell in notebook.cells if cell.cell_type == "code"]
    except OSError as error:
        raise ValueError(f"it cannot be opened ({error.strerror or error})") from None
    except Exception as error:  # nbformat raises whatever it stumbles over
        first_line, *_ = str(error).strip().splitlines() or [type(error).__name__]
        raise ValueError(f"it is no notebook ({first_line[:100]})") from None


def _cell(source):
    words = frozenset(WORD.findall(source))
    any_name = Cell(source, dict(CHECK.findall(source)), uses=words)
    try:
        text = TransformerManager().transform_cell(source)
        with warnings.catch_warnings(action="ignore"):  # an invalid escape in a learner's string
            tree = ast.parse(text)
            table = _table(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return any_name
    if CODE_IN_MAGIC.search(text):
        return any_name
    asked = dict(filter(None, map(_asked, tree.body)))
    if asked:
        tree.body = [statement for statement in tree.body if not _asked(statement)]
        source = ast.unparse(tree)
    if any(isinstance(node, ast.alias) and node.name == "*" for node in ast.walk(tree)):
        return Cell(source, asked, uses=words)
    return Cell(source, asked, *map(frozenset, _names(table)))


class _Generators(ast.NodeTransformer):
    """Makes generators of comprehensions.

    From Python 3.12 on, only generators have a scope of their own in a symbol table.
    """

    def visit_ListComp(self, node):
        self.generic_visit(node)
        return ast.GeneratorExp(node.elt, node.generators)

    visit_SetComp = visit_ListComp

    def visit_DictComp(self, node):
        self.generic_visit(node)
        return ast.GeneratorExp(ast.Tuple([node.key, node.value], ast.Load()), node.generators)


def _table(tree):
    return symtable.symtable(ast.unparse(_Generators().visit(tree)), "cell", "exec")


def _names(table):
    """The names that a cell binds, those it binds by import, def or class, and those it uses."""
    binds, plain, uses = set(), set(), set()
    for scope in _scopes(table):
        for symbol in scope.get_symbols():
            top = scope is table
            if (top or symbol.is_global()) and symbol.is_referenced():
                uses.add(symbol.get_name())
            if (top and symbol.is_local()) or symbol.is_declared_global():
                binds.add(symbol.get_name())
                if symbol.is_imported() or symbol.is_namespace():
                    plain.add(symbol.get_name())
    return binds, plain, uses


def _asked(statement):
    """(exercise, expression) of a statement that is `check("01-a", expression)`, else None."""
    match statement:
        case ast.Expr(ast.Call(ast.Name("check"), [ast.Constant(str(name)), function], [])) if (
            NAME.fullmatch(name)
        ):
            return name, ast.unparse(function)
    return None


def _scopes(table):
    yield table
    for child in table.get_children():
        yield from _scopes(child)


def exercises(cells):
    """{exercise: Asked}; of several cells for one exercise the last counts."""
    return {
        name: Asked(place, expression)
        for place, cell in enumerate(cells)
        for name, expression in cell.asked.items()
    }


def needed(cells, places):
    """The sorted places of the cells that those at `places` need by name; none is below the last.

    >>> cells = [_cell("a = 1"), _cell("b = 2"), _cell("def f(): return a"), _cell("f()")]
    >>> needed(cells, [3])
    [0, 2, 3]
    """
    found = set(places)
    left = list(places)
    while left:
        uses = cells[left.pop()].uses
        above = {k for k in range(max(places)) if cells[k].binds is None or cells[k].binds & uses}
        left += above - found
        found |= above
    return sorted(found)


def whole_cells_matter(cells, places):
    """Whether cells that are left out could change what those at `places` do.

    They can if those at `places` use more than imports and functions.

    >>> cells = [_cell("import torch"), _cell("def f(): return torch"), _cell("f()"), _cell("1")]
    >>> whole_cells_matter(cells, [0, 1, 2])
    False
    >>> whole_cells_matter([_cell("a = 1"), _cell("a"), _cell("2")], [0, 1])
    True
    """
    used = {name for place in places for name in cells[place].uses}
    return len(places) < len(cells) and any(
        cell.binds and (cell.binds - cell.plain) & used for cell in cells
    )
