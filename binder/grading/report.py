"""The table of a class as CSV for a spreadsheet, and as a page to read."""

import csv
import io
import re
from pathlib import Path

import jinja2

from lookup.widget import palette

from .course_text import exercise_texts, points_text
from .hand_ins import visible
from .table import NOTHING, shares

FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")
COLUMNS = (
    "learner", "file", "notebook", "exercise", "stars", "points", "verdict", "as printed", "why"
)  # fmt: skip


def cell(text):
    """A cell of a spreadsheet that is never taken for a formula.

    >>> cell("=1+1"), cell("row 1")
    ("'=1+1", 'row 1')
    """
    return f"'{text}" if FORMULA.match(text) else text


def as_csv(table):
    """A line for each exercise of each learner, remark, file that was not read, and absent learner.

    It begins with a mark by which spreadsheets recognise UTF-8.
    """
    text = io.StringIO()
    # All is quoted, as some spreadsheets split at semicolons, and a name may hold one.
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow(COLUMNS)
    for line in _lines(table):
        writer.writerow([cell(str(part)) for part in line])
    return text.getvalue().encode("utf-8-sig")


def _lines(table):
    for row in table.rows:
        for name, (path, verdict) in sorted(row.verdicts.items()):
            stars = exercise_texts(name[:2])[name].stars
            points = points_text(stars * verdict.share)
            mark = "yes" if verdict.as_printed else ""
            why = visible_lines(verdict.why)
            yield (
                row.name,
                visible(path),
                name[:2],
                name,
                stars,
                points,
                verdict.state,
                mark,
                why,
            )
        for path, remark in row.remarks:
            yield (
                row.name,
                visible(path),
                "",
                "",
                "",
                "",
                "remark",
                "",
                visible_lines(remark),
            )
        if row.is_absent():
            yield row.name, "", "", "", "", "", NOTHING, "", ""
    for one in table.refusals:
        yield (
            one.learner,
            visible(one.path),
            "",
            "",
            "",
            "",
            "not read",
            "",
            visible_lines(one.why),
        )


def visible_lines(text):
    """The same, `visible`, in its lines."""
    return "\n".join(map(visible, text.split("\n")))


def as_page(table):
    """A page of its own, in the colours of the course."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters |= {
        "points": points_text,
        "visible": visible,
        "lines": visible_lines,
    }
    template = environment.get_template("report.html")
    books = {number: _book(table, number) for number in table.numbers}
    handed = [row for row in table.rows if row.hand_ins]
    lost = [row for row in handed if not row.verdicts and row.remarks]
    absent = [row for row in table.rows if row.is_absent()]
    rows = {"handed": handed, "lost": lost, "absent": absent}
    colours = {"light": palette(), "dark": palette("dark")}
    return template.render(table=table, books=books, **rows, **colours).encode()


def _book(table, number):
    """What a page shows of a notebook: its rows, {exercise: (stars, *shares)}, and its points."""
    rows = [row for row in table.rows if row.points(number) is not None]
    texts = exercise_texts(number)
    exercises = {name: (texts[name].stars, *shares(rows, name)) for name in texts}
    return rows, exercises, table.most()[number]
