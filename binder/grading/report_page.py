"""The table of a class as a page to read."""

from pathlib import Path

import jinja2

from lookup.widget import palette

from .course_text import exercise_texts, points_text
from .hand_ins import visible, visible_lines
from .table import shares


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
    template = environment.get_template("report_page.html")
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
