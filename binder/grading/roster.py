"""A class list as Canvas or Moodle exports it, read, and filled in for the way back.

Headers are compared without case, accents, spaces and marks. Canvas writes English ones in every
language; Moodle's stand in `moodle_headers.py`.
"""

import csv
import io
import re
import unicodedata
from dataclasses import dataclass

from .course_text import points_text
from .hand_ins import alike
from .list_file import rows_of, text_of
from .moodle_headers import WORKSHEETS

GRADES = "Points Possible"  # Canvas's row of maxima
OF_LEARNERS = [
    "Student",
    "LastName",
    "FirstName",
    "ID",
    "SIS User ID",
    "SIS Login ID",
    "Section",
]
OF_LEARNERS += ["Integration ID", "Root Account"]
TOTALS = re.compile(
    r"\b(Current|Final|Override) (Score|Points|Grade|Status)\b"
)  # Canvas's sums
PARTS = [
    ("FirstName", "LastName"),
    *(pair for one in WORKSHEETS.values() for pair in one.parts),
]
NAMES = [
    "Student",
    "Name",
    *(name for one in WORKSHEETS.values() for name in one.names),
]
LOGINS = ["SIS Login ID", "SIS User ID", "Email"]
LOGINS += [login for one in WORKSHEETS.values() for login in one.logins]
BOOK = re.compile(r"(?<!\d)\d\d(?!\d)")
NUMBER = re.compile(r"\d+(?:([.,])(\d+))?")


@dataclass(frozen=True)
class Learner:
    """A learner of a class list, who stands in its row `row`."""

    row: int
    name: str
    number: str
    logins: frozenset[str]


class Roster:
    """A class list.

    kind: whose it is: "Canvas", "Moodle", or "" for another's.
    Raises ValueError if its header names no learners, if one of Canvas's or Moodle's has no number
    of its own, or if Moodle's maximum grade cannot be read.

    >>> roster = Roster("Student,ID\\r\\n\\"Lovelace, Ada\\",12\\r\\n")
    >>> roster.find("", ["ada_lovelace_01"]).number
    '12'
    """

    def __init__(self, text):
        self._rows, self._delimiter = rows_of(text)
        self._header = [cell.strip() for cell in self._rows[0]] if self._rows else []
        self._plain = [alike(header) for header in self._header]
        canvas = self._has("ID") and (
            self._has("Student") or self._has("LastName", "FirstName")
        )
        sheets = [] if canvas else filter(self._is_written_in, WORKSHEETS.values())
        self._sheet = next(iter(sheets), None)
        self.kind = "Canvas" if canvas else "Moodle" if self._sheet else ""
        self._number = self._column(
            *(self._sheet.numbers if self._sheet else ("ID", "Identifier"))
        )
        self._names = self._columns_of_names()
        logins = {alike(login) for login in LOGINS}
        self._logins = [k for k, plain in enumerate(self._plain) if plain in logins]
        self.learners = [
            one for row in range(1, len(self._rows)) if (one := self._learner(row))
        ]
        if self.kind:
            self._check_numbers()
        if self._sheet:
            self._read_maxima()

    def _has(self, *headers):
        return all(alike(header) in self._plain for header in headers)

    def _is_written_in(self, sheet):
        """Whether it is Moodle's worksheet in a language, be it without one of its columns."""
        others = [
            any(map(self._has, one))
            for one in (sheet.names, sheet.grades, sheet.maxima)
        ]
        return any(map(self._has, sheet.numbers)) and sum(others) > 1

    def _column(self, *headers):
        """The column of the first of these headers that is there, or None. It must be one."""
        for header in headers:
            columns = [
                k for k, plain in enumerate(self._plain) if plain == alike(header)
            ]
            if len(columns) > 1:
                raise ValueError(
                    f"a class list has one column {header}, and this has several"
                )
            if columns:
                return columns[0]
        return None

    def _wanted(self, headers):
        column = self._column(*headers)
        if column is None:
            rule = f"Moodle's grading worksheet has a column {headers[0]}"
            raise ValueError(
                f"{rule}, and the class list has {', '.join(self._header)}"
            )
        return column

    def _columns_of_names(self):
        """The columns that make a name, the likeliest first."""
        found = [tuple(map(self._column, pair)) for pair in PARTS if self._has(*pair)]
        found += [(self._column(name),) for name in NAMES if self._has(name)]
        if self._sheet:  # where learners have no names, for blind marking
            found.append((self._number,))
        if not found:
            rule = (
                "a class list has a column Student (Canvas), Full name (Moodle) or Name"
            )
            raise ValueError(
                f"{rule}, and this has {', '.join(self._header) or 'none'}"
            )
        return found

    def _learner(self, row):
        """The learner in a row, or None: Canvas's rows of points and of posting name none."""
        cells = [cell.strip() for cell in self._rows[row]]
        names = (" ".join(cells[k] for k in columns).strip() for columns in self._names)
        name = next(filter(None, names), "")
        if not name or (self.kind == "Canvas" and self._is_grades(cells)):
            return None
        known = cells[self._number] if self._number is not None else ""
        number = re.search(r"\d*$", known)[0]
        if (
            self.kind == "Canvas" and number != known
        ):  # 1.2E+16, as a spreadsheet may leave it
            number = ""
        logins = {cells[k].partition("@")[0].casefold() for k in self._logins}
        return Learner(row, name, number, frozenset(logins - {""}))

    @staticmethod
    def _is_grades(cells):
        return alike(GRADES) in alike(cells[0])

    def _check_numbers(self):
        header = self._header[self._number]
        owners = {}
        for one in self.learners:
            cell = self._rows[one.row][self._number]
            if not one.number:
                rule = f"{self.kind} knows each learner by the number in the column {header}"
                raise ValueError(f"{rule}, and that of {one.name} is {cell!r}")
            other = owners.setdefault(one.number, one)
            if other is not one:
                rule = f"a number in the column {header} is one learner's"
                raise ValueError(
                    f"{rule}, and {cell!r} is that of {other.name} and {one.name}"
                )

    def _read_maxima(self):
        """Keep of Moodle's worksheet its column of grades, and {row: maximum grade}."""
        self._grade = self._wanted(self._sheet.grades)
        column = self._wanted(self._sheet.maxima)
        maxima = {one.row: self._rows[one.row][column].strip() for one in self.learners}
        what = f"a learner's {self._header[column]} in the class list"
        self._maxima = {row: maximum(cell, what) for row, cell in maxima.items()}
        self._point = point(
            [*maxima.values(), *(row[self._grade] for row in self._rows)]
        )

    def find(self, number, names):
        """The learner of this number, or else of the first of these names that fits one; or None.

        A name fits if all its words stand in it, or if it is a login.
        """
        found = [one for one in self.learners if number and one.number == number]
        if len(found) == 1:
            return found[0]
        for name in names:
            fits = {learner: _fit(learner, name) for learner in self.learners}
            best = max(fits.values(), default=0)
            found = [learner for learner in self.learners if fits[learner] == best]
            if best and len(found) == 1:
                return found[0]
        return None

    def filled(self, points, most):
        """(the list as CSV for import, where the points went), or None for another's list.

        points: {row: {number of a notebook: points}}. most: {number of a notebook: points}.
        Who handed nothing in keeps what stands there. Raises ValueError if there is no telling
        which of Canvas's columns is a notebook's, or if its points possible cannot be read.
        """
        if not self.kind:
            return None
        fill = self._for_canvas if self.kind == "Canvas" else self._for_moodle
        rows, where = fill(points, most)
        text = io.StringIO()
        csv.writer(text, delimiter=self._delimiter).writerows(rows)
        return text.getvalue().encode(
            "utf-8-sig" if self.kind == "Canvas" else "utf-8"
        ), where

    def _for_canvas(self, points, most):
        """A column for each notebook: that whose title has its number, or a new one."""
        possible = next(filter(self._is_grades, self._rows), None)
        if possible is None:
            raise ValueError(
                f"Canvas's gradebook has a row {GRADES}, and the class list has none"
            )
        self._point = point(possible)
        kept = [
            k for k, plain in enumerate(self._plain) if plain in map(alike, OF_LEARNERS)
        ]
        added = [self._column_of(book, possible, most[book]) for book in sorted(most)]
        rows = [[row[k] for k in kept] for row in self._rows]
        for book, (column, title, highest) in zip(sorted(most), added, strict=True):
            rows[0].append(title)
            for k, row in enumerate(self._rows[1:], 1):
                old = "" if column is None else row[column]
                if row is possible and column is None:
                    old = self._written(highest)
                if book in points.get(k, {}):
                    old = self._written(points[k][book] * highest / most[book])
                rows[k].append(old)
        places = [
            f"{book} of {self._written(highest)} points in {title!r}"
            for book, (_, title, highest) in zip(sorted(most), added, strict=True)
        ]
        return rows, ", ".join(places)

    def _column_of(self, book, possible, most):
        """(column, title, points possible) of a notebook; of a new one the column is None."""
        found = [k for k in range(len(self._header)) if self._may_be_of(k, book)]
        named = [k for k in found if "notebook" in self._plain[k]]
        found = named if len(found) > 1 and named else found
        if not found:
            return None, f"Notebook {book}", most
        if len(found) > 1:
            titles = ", ".join(repr(self._header[k]) for k in found)
            raise ValueError(
                f"one title in Canvas's gradebook has the number {book}, not {titles}"
            )
        title = self._rows[0][found[0]]
        return (
            found[0],
            title,
            maximum(possible[found[0]].strip(), f"{GRADES} of {title!r}"),
        )

    def _may_be_of(self, column, book):
        header = self._header[column]
        title = re.sub(r"\(\d+\)$", "", header)  # Canvas's own number of the assignment
        own = self._plain[column] in map(alike, OF_LEARNERS)
        return not own and not TOTALS.search(header) and book in BOOK.findall(title)

    def _for_moodle(self, points, most):
        """The share of all points, of the maximum grade that stands in the row."""
        rows = [list(row) for row in self._rows]
        for row, books in points.items():
            share = sum(books.values()) / sum(most.values())
            rows[row][self._grade] = self._written(share * self._maxima[row])
        highest = ", ".join(
            self._written(value) for value in sorted({*self._maxima.values()})
        )
        whole = (
            f"all {points_text(sum(most.values()))} points of {', '.join(sorted(most))}"
        )
        return (
            rows,
            f"{self._header[self._grade]}, of {highest}, is the share of {whole}",
        )

    def _written(self, value):
        return points_text(value).replace(".", self._point)


def read_roster(path):
    """(the class list in a file, "" or a word of it that shows if its encoding was guessed right).

    Raises OSError if it cannot be read, ValueError if it is none.
    """
    text, guessed = text_of(path.read_bytes())
    return Roster(text), guessed


def maximum(text, what):
    """The number in a cell. Raises ValueError if it is none above 0, or may be in thousands.

    >>> maximum("12,50", "the maximum")
    12.5
    """
    match = NUMBER.fullmatch(text)
    if not match or len(match[2] or "") == 3 or not float(text.replace(",", ".")):
        rule = f"{what} must be a number above 0 without a mark of thousands, such as 10 or 12.50"
        raise ValueError(f"{rule}, got {text!r}")
    return float(text.replace(",", "."))


def point(cells):
    """The decimal point of the numbers in some cells. Raises ValueError if there are two."""
    numbers = [match for match in map(NUMBER.fullmatch, map(str.strip, cells)) if match]
    marks = {match[1]: match[0] for match in numbers if match[1]}
    if len(marks) > 1:
        seen = " and ".join(map(repr, marks.values()))
        raise ValueError(
            f"a class list writes its numbers with a comma or a point, not {seen}"
        )
    return next(iter(marks), ".")


def _fit(learner, name):
    """How many words of a learner's name stand in another name; 1 if a login does; else 0."""
    words = _words(name)
    own = _words(learner.name)
    turned = {
        "".join(own[k:] + own[:k]) for k in range(len(own))
    }  # lovelaceada, as on Canvas
    if own and (set(own) <= set(words) or "".join(words) in turned):
        return len(own)
    return int(bool(learner.logins & {name.casefold(), *words}))


def _words(name):
    """The words of a name, without accents.

    >>> _words("Müller, Zoë_01")
    ['muller', 'zoe', '01']
    """
    plain = unicodedata.normalize("NFKD", name).casefold()
    plain = "".join(mark for mark in plain if not unicodedata.combining(mark))
    return re.findall(r"[^\W_]+", plain)
