"""A class list as Canvas or Moodle exports it, read, and filled in for the way back."""

import csv
import io
import re
import unicodedata
from dataclasses import dataclass

from .course_text import points_text

# Headers that tell what a list is, and those by which its learners are known.
CANVAS, GRADES = "Student", "Points Possible"
MOODLE = "Identifier"
NAMES = ("Student", "Full name", "Name")
PARTS_OF_NAMES = (("First name", "Last name"), ("First name", "Surname"), ("FirstName", "LastName"))
NUMBERS = ("ID", "Identifier")
LOGINS = ("SIS Login ID", "Email address", "Email", "Username", "ID number", "SIS User ID")
OF_LEARNERS = {"Student", "LastName", "FirstName", "ID", "SIS User ID", "SIS Login ID", "Section"}
OF_LEARNERS |= {"Integration ID", "Root Account"}
BOOK = re.compile(r"(?<!\d)\d\d(?!\d)")


@dataclass(frozen=True)
class Learner:
    """A learner of a class list, who stands in its row `row`."""

    row: int
    name: str
    number: str
    logins: frozenset[str]


class Roster:
    """A class list.

    Raises ValueError if its header names no learners.

    >>> roster = Roster("Student,ID\\r\\n\\"Lovelace, Ada\\",12\\r\\n")
    >>> roster.find("", ["ada_lovelace_01"]).number
    '12'
    """

    def __init__(self, text):
        sample = text.splitlines()[0] if text.strip() else ""
        self._comma = ";" if sample.count(";") > sample.count(",") else ","
        self._rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=self._comma))
        self._header = [cell.strip() for cell in self._rows[0]] if self._rows else []
        self._places = {header: k for k, header in enumerate(self._header)}
        named = {*NAMES, *(name for pair in PARTS_OF_NAMES for name in pair)}
        if not named & {*self._header}:
            rule = "a class list has a column Student (Canvas), Full name (Moodle) or Name"
            raise ValueError(f"{rule}, and this has {', '.join(self._header) or 'none'}")
        self.learners = [
            learner for k in range(1, len(self._rows)) if (learner := self._learner(k))
        ]

    def _cell(self, row, header):
        place = self._places.get(header)
        cells = self._rows[row]
        return cells[place].strip() if place is not None and place < len(cells) else ""

    def _learner(self, row):
        """The learner in a row, or None: Canvas's rows of points and of posting name none."""
        names = [self._cell(row, header) for header in NAMES]
        names += [" ".join(self._cell(row, part) for part in pair) for pair in PARTS_OF_NAMES]
        name = next((name for name in names if name.strip()), "")
        numbers = [self._cell(row, header) for header in NUMBERS]
        number = next((re.search(r"\d*$", number)[0] for number in numbers if number), "")
        if not name or (self.kind == "Canvas" and (GRADES in name or not number)):
            return None
        logins = {self._cell(row, header).partition("@")[0].casefold() for header in LOGINS}
        return Learner(row, name, number, frozenset(logins - {""}))

    @property
    def kind(self):
        """Whose list it is: "Canvas", "Moodle", or "" for another's."""
        if CANVAS in self._places and "ID" in self._places:
            return "Canvas"
        return "Moodle" if MOODLE in self._places else ""

    def find(self, number, names):
        """The learner of this number, or else of the first of these names that fits one; or None.

        A name fits if all its words stand in it, or if it is a login.
        """
        if number and any(learner.number == number for learner in self.learners):
            return next(learner for learner in self.learners if learner.number == number)
        for name in names:
            fits = {learner: _fit(learner, name) for learner in self.learners}
            best = max(fits.values(), default=0)
            found = [learner for learner in self.learners if fits[learner] == best]
            if best and len(found) == 1:
                return found[0]
        return None

    def filled(self, points, most):
        """The list as CSV for import, or None for a list that is neither Canvas's nor Moodle's.

        points: {row: {number of a notebook: points}}. most: {number of a notebook: points}.
        Who handed nothing in keeps what stands there.
        """
        if self.kind == "Canvas":
            rows = self._for_canvas(points, most)
        elif self.kind == "Moodle" and "Grade" in self._places:
            rows = self._for_moodle(points, most)
        else:
            return None
        text = io.StringIO()
        csv.writer(text, delimiter=self._comma).writerows(rows)
        return text.getvalue().encode("utf-8-sig" if self.kind == "Canvas" else "utf-8")

    def _for_canvas(self, points, most):
        """A column for each notebook: that whose title has its number, or a new one."""
        learner = [k for k, header in enumerate(self._header) if header in OF_LEARNERS]
        columns = {number: self._column(number) for number in sorted(most)}
        titles = [
            f"Notebook {number}" if place is None else self._rows[0][place]
            for number, place in columns.items()
        ]
        yield [self._rows[0][k] for k in learner] + titles
        known = {one.row for one in self.learners}
        for row, cells in enumerate(self._rows[1:], 1):
            old = {number: self._old(cells, place) for number, place in columns.items()}
            if row in known:
                old |= {number: points_text(value) for number, value in points.get(row, {}).items()}
            elif GRADES in "".join(cells[:1]):
                old = {number: old[number] or points_text(most[number]) for number in columns}
            yield [self._old(cells, k) for k in learner] + [old[number] for number in columns]

    def _for_moodle(self, points, most):
        """The share of all points, of the maximum grade that stands in the row."""
        yield self._rows[0]
        for row, cells in enumerate(self._rows[1:], 1):
            if row in points:
                cells = list(cells)
                maximum = self._cell(row, "Maximum grade").replace(",", ".")
                highest = float(maximum) if re.fullmatch(r"\d+(\.\d+)?", maximum) else None
                total = sum(points[row].values())
                scale = highest / sum(most.values()) if highest and most else 1
                cells[self._places["Grade"]] = points_text(total * scale)
            yield cells

    def _column(self, number):
        for place, header in enumerate(self._header):
            title = re.sub(r"\(\d+\)$", "", header)  # Canvas's own number of the assignment
            if header not in OF_LEARNERS and number in BOOK.findall(title):
                return place
        return None

    @staticmethod
    def _old(cells, place):
        return cells[place] if place is not None and place < len(cells) else ""


def read_roster(path):
    """The class list in a file. Raises OSError if it cannot be read, ValueError if it is none."""
    return Roster(path.read_bytes().decode("utf-8-sig", "replace"))


def _fit(learner, name):
    """How many words of a learner's name stand in another name; 1 if a login does; else 0."""
    words = _words(name)
    own = _words(learner.name)
    turned = {"".join(own[k:] + own[:k]) for k in range(len(own))}  # lovelaceada, as on Canvas
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
