"""The table of a class as CSV, which a spreadsheet opens."""

import csv
import io
import re

from .course_text import exercise_texts, points_text
from .hand_ins import visible, visible_lines
from .table import NOTHING

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
