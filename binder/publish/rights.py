"""Whose the real model's rows are: decks, handouts and pages that show some say it once.

The words are those of the NOTICE beside the table.
"""

import inspect
import re
from collections.abc import Iterable

import nbformat

from plan import Plan, cell_of
from plan_own import PICTURES
from without_kernel import NOTEBOOKS

NOTICE = NOTEBOOKS / "lookup/text/real_table/NOTICE"
LICENCE = NOTICE.with_name("APACHE-2.0.txt")
SAID = re.compile(
    r"of the model (\S+), (by .+?) \(\S+\), (under .+?), which "
    r".*? rounded each number of the token table (to \w+ bits)"
)
SHOWS = re.compile(
    r"\bread_real_table\(|\breal[._]\w"
)  # notebooks name the table `real`


def sentence() -> str:
    """The sentence on the real model's rows: whose they are, their licence, what was changed.

    Raises ValueError if the NOTICE no longer says so.
    """
    notice = " ".join(NOTICE.read_text(encoding="utf-8").split())
    said = SAID.search(notice)
    if not said:
        raise ValueError(
            f"{NOTICE} must name the model, by whom it is, under which licence, and "
            "to how many bits its numbers were rounded"
        )
    model, by, under, bits = said.groups()
    return (
        f"The real model's rows are those of {model}, {by}, {under}; "
        f"each of their numbers was rounded {bits}."
    )


def licence() -> str:
    """The text of the licence, for no eye: section 4 wants a copy where the rows are handed on.

    On paper the sentence names it.

    >>> "4. Redistribution." in licence()
    True
    """
    text = LICENCE.read_text(encoding="utf-8")
    return f'<script type="text/plain" id="apache-2.0">\n{text}</script>'


def of_cells(cells: Iterable[nbformat.NotebookNode]) -> list[nbformat.NotebookNode]:
    """What ends a notebook that shows these cells: a cell with sentence and licence, or none."""
    if not _show(cell.source for cell in cells if cell.cell_type == "code"):
        return []
    slide = {"slideshow": {"slide_type": "-"}}
    text = f"{sentence()}\n\n{licence()}"
    return [nbformat.v4.new_markdown_cell(text, id="rights", metadata=slide)]


def of_plan(plan: Plan, cells: dict[str, nbformat.NotebookNode]) -> str:
    """The sentence, as HTML, for the deck and the handout of a plan, or "" if no slide shows a row.

    cells: {id: cell} of those that the plan shows.
    """
    own = [PICTURES[slide.what] for slide in plan.slides if slide.kind == "picture"]
    shown = [cells[name].source for name in map(cell_of, plan.slides) if name]
    if not _show([*map(inspect.getsource, own), *shown]):
        return ""
    return f'<p class="rights">{sentence()}</p>'


def _show(sources):
    """Whether one of these sources of code reads the real table."""
    return any(map(SHOWS.search, sources))
