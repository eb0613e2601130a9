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

NAME = re.compile(r"\d\d-[a-z]")
CHECK = re.compile(
    r"""^[^#\n]*\bcheck\(\s*["'](\d\d-[a-z])["']\s*,\s*(\w+)""", re.MULTILINE
)
WORD = re.compile(r"[^\W\d]\w*")
# A line that means to call `check` with the name of an exercise, however it is written.
MEANT = re.compile(r"^[^#\n]*\bcheck *\(\W*(\d\d)\W{0,3}([a-zA-Z])\b.*$", re.MULTILINE)
TYPOGRAPHIC = re.compile("[\u2018-\u201f\u2032\u2033\u2039\u203a\u00ab\u00bb\u00b4]")
# What lies under a notebook's name and is none.
NO_NOTEBOOK = {
    re.compile(rb"\A\s*\Z"): "it is empty",
    re.compile(
        rb"\A(PK\x03\x04|7z\xbc\xaf|Rar!|\x1f\x8b)"
    ): "it is an archive: unpack it first",
    re.compile(
        rb"\A(\xff\xfe|\xfe\xff|[{\s]\0|\0[{\s])"
    ): "it is in UTF-16: save it as UTF-8",
    re.compile(rb"^<<<<<<< ", re.MULTILINE): "it holds git's conflict marks (<<<<<<<)",
    re.compile(rb"\A\s*<(!doctype|html)", re.IGNORECASE): "it is a web page",
}
LARGEST = 1_000_000  # characters of a cell that is parsed, in 600 times the memory
# What only times code, or keeps its output, is taken off the code.
AROUND = re.compile(r"\A\s*%%(time|timeit|prun|capture)\b.*\n?")
BEFORE = re.compile(
    r"^([ \t]*(?:\w+[ \t]*=[ \t]*)?)%(?:time|timeit|prun)[ \t]+(?:-\w[ \t]*\d*[ \t]+)*",
    re.MULTILINE,
)


class NoNotebook(ValueError):
    """What was handed in cannot be read; why."""


class Question(NamedTuple):
    """What a notebook hands to `check`: an expression, in the cell at a place, counted from 0."""

    name: str
    place: int
    expression: str


@dataclass(frozen=True)
class Cell:
    """A code cell, and the names in it.

    answers: {exercise: the expression handed to `check`}; these calls are taken out of `source`, as
        the learner's own `check` may be anything.
    binds: the names that it gives a value; None if it may bind anything, and then `uses` are all
        words that stand in it.
    plain: those of them that it binds by import, def or class only.
    uses: the names that it uses.
    """

    source: str
    answers: dict[str, str]
    binds: frozenset[str] | None = None
    plain: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()


def notebook_of(content):
    """The notebook, nbformat's, in the bytes of a file. Raises `NoNotebook` if there is none."""
    try:
        with warnings.catch_warnings(
            action="ignore"
        ):  # cells of older formats have no ids
            return nbformat.reads(content.decode("utf-8-sig"), as_version=4)
    except Exception as error:  # nbformat raises whatever it stumbles over
        why = next(
            (why for sign, why in NO_NOTEBOOK.items() if sign.search(content)), ""
        )
        first_line, *_ = str(error).strip().splitlines() or [type(error).__name__]
        raise NoNotebook(why or f"it is no notebook ({first_line[:100]})") from None


def cells_of(notebook):
    """The code cells of a notebook, as `Cell`s."""
    return [
        _cell(str(cell.source)) for cell in notebook.cells if cell.cell_type == "code"
    ]


def _cell(source):
    while AROUND.match(source):
        source = AROUND.sub("", source)
    source = BEFORE.sub(r"\1", source)
    words = frozenset(WORD.findall(source))
    if len(source) > LARGEST:
        return Cell(source, dict(CHECK.findall(source)), uses=words)
    try:
        text = TransformerManager().transform_cell(source)
        with warnings.catch_warnings(
            action="ignore"
        ):  # an invalid escape in a learner's string
            # From a tree of its own, as the other is changed; and with the calls of `check`, so
            # that what is handed over counts as used.
            table = _table(ast.parse(text))
            checks = _Checks()
            checks.visit(ast.parse(text))
            text = _without(checks.calls, text)
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Cell(source, dict(CHECK.findall(source)), uses=words)
    source = text if checks.calls else source
    if any(isinstance(node, ast.alias) and node.name == "*" for node in ast.walk(tree)):
        return Cell(source, checks.answers, uses=words)
    return Cell(source, checks.answers, *map(frozenset, _names(table)))


class _Checks(ast.NodeVisitor):
    """Finds the calls of `check` in a cell, wherever they stand, and what they ask."""

    def __init__(self):
        self.answers = {}
        self.calls = []

    def visit_Call(self, node):
        called = getattr(node.func, "id", getattr(node.func, "attr", ""))
        given = dict(zip(("name", "answer"), node.args)) | {
            keyword.arg: keyword.value for keyword in node.keywords
        }
        name = str(getattr(given.get("name"), "value", ""))
        if (
            called == "check"
            and given.keys() == {"name", "answer"}
            and NAME.fullmatch(name)
        ):
            self.answers[name] = ast.unparse(given["answer"])
            self.calls.append(node)
        else:
            self.generic_visit(node)


def _without(calls, text):
    """The text with None in place of these calls, in as many lines.

    >>> text = "check(\\n  1)\\nx"
    >>> _without([ast.parse(text).body[0].value], text)
    '(None\\n)\\nx'
    """
    lines = text.encode().splitlines(keepends=True)  # ast counts in bytes
    # From the last one, so that the places of those before it stay true.
    for call in reversed(calls):
        first, last = call.lineno - 1, call.end_lineno - 1
        before, behind = (
            lines[first][: call.col_offset],
            lines[last][call.end_col_offset :],
        )
        none = b"(None" + b"\n" * (last - first) + b")"
        lines[first : last + 1] = (before + none + behind).splitlines(keepends=True)
    return b"".join(lines).decode()


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
        return ast.GeneratorExp(
            ast.Tuple([node.key, node.value], ast.Load()), node.generators
        )


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


def _scopes(table):
    yield table
    for child in table.get_children():
        yield from _scopes(child)


def questions_of(cells):
    """What the cells ask of `check`, in order; of an exercise there may be several `Question`s."""
    return [
        Question(name, place, expression)
        for place, cell in enumerate(cells)
        for name, expression in cell.answers.items()
    ]


def misspelt_calls(cells):
    """{exercise: (place of a cell, why its call of `check` does not count)}.

    >>> misspelt_calls([_cell("check(\u201c01-a\u201d, f)")])["01-a"][0]
    0
    """
    found = {}
    for place, cell in enumerate(cells):
        for line in MEANT.finditer(cell.source):
            name = f"{line[1]}-{line[2].lower()}"
            why = f'its line {line[0].strip()[:80]} is not read as check("{name}", …)'
            if TYPOGRAPHIC.search(line[0]):
                why += ": its quotes are typographic, not straight"
            found[name] = place, f"{why}."
    return found


def needed(cells, places):
    """The sorted places of the cells that those at `places` need by name; none is below the last.

    >>> cells = [_cell("a = 1"), _cell("b = 2"), _cell("def f(): return a"), _cell("f()")]
    >>> needed(cells, [3])
    [0, 2, 3]
    """
    givers = {}  # {name: places that bind it}, None for those that may bind anything
    for place, cell in enumerate(cells[: max(places)]):
        for name in [None] if cell.binds is None else cell.binds:
            givers.setdefault(name, []).append(place)
    found = set(places)
    left = list(places)
    while left:
        for name in [None, *cells[left.pop()].uses]:
            # Popped, as a name is followed once, whoever uses it.
            above = set(givers.pop(name, ())) - found
            left += above
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
