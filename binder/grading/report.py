"""The table of handed-in notebooks: its rows, as CSV for a spreadsheet and as a page to read."""

import csv
import io
import re
from collections import Counter
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import jinja2

from lookup.widget import palette

from .judge import RIGHT

FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")
JOINERS = "\u200c\u200d"  # not printable, but within names and emoji


@dataclass(frozen=True, order=True)
class Row:
    """One exercise of one notebook, whose number is `notebook`; `why` may be ""."""

    file: str
    notebook: str
    exercise: str
    verdict: str
    why: str


def plain(text):
    """One line that can be printed anywhere.

    >>> plain("a\\nb\\x1b[0m")
    'a b�[0m'
    """
    return "".join(map(_printable, text))


def _printable(character):
    if character.isprintable() or character in JOINERS:
        return character
    return " " if character.isspace() else "\N{REPLACEMENT CHARACTER}"


def cell(text):
    """A cell of a spreadsheet that is never taken for a formula.

    >>> cell("=1+1"), cell("row 1")
    ("'=1+1", 'row 1')
    """
    return f"'{text}" if FORMULA.match(text) else text


def table(rows):
    """The rows as CSV, with a mark at its beginning by which spreadsheets recognise UTF-8."""
    text = io.StringIO()
    # All is quoted, as some spreadsheets split at semicolons, and a name may hold one.
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow(field.name for field in fields(Row))
    for row in rows:
        writer.writerow(map(cell, astuple(row)))
    return text.getvalue().encode("utf-8-sig")


def page(rows):
    """The rows as a page of its own, in the colours of the course."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    books = {}
    for row in rows:
        books.setdefault(row.notebook, []).append(row)
    shown = {number: _book(books[number]) for number in sorted(books)}
    template = environment.get_template("report.html")
    return template.render(books=shown, light=palette(), dark=palette("dark")).encode()


def _book(rows):
    """{file: {exercise: row}} of one notebook; its exercises; {exercise: number with it right}."""
    files = {}
    for row in rows:
        files.setdefault(row.file, {})[row.exercise] = row
    names = sorted({row.exercise for row in rows} - {""})
    right = Counter(row.exercise for row in rows if row.verdict == RIGHT)
    return files, names, right
