"""A row for each learner, from what became of each file."""

from collections import defaultdict
from dataclasses import dataclass, field, replace

from .course_text import printed
from .found import Unread, alike, ending, visible
from .judge import RIGHT

NOTHING = "nothing handed in"


@dataclass
class Row:
    """A learner: its files in the order of their attempts, and what counts of them.

    place: the row of the class list, or None. unread: the paths of what could not be read. said:
    {exercise: (path of the file, Said)}. remarks: [(path of a file, what is to be known of it)].
    """

    name: str
    place: int | None = None
    files: list = field(default_factory=list)
    unread: list = field(default_factory=list)
    said: dict = field(default_factory=dict)
    remarks: list = field(default_factory=list)

    def points(self, number):
        """The points in a notebook, or None if the learner has none of its exercises."""
        found = [
            printed(number)[name].stars * said.share
            for name, (_, said) in self.said.items()
            if name.startswith(number)
        ]
        return sum(found) if found else None


@dataclass(frozen=True)
class Table:
    """A class: its rows by name, the numbers of its notebooks, and how much of it is checked.

    unread: a list of `Unread`. done, files: of those that could be read.
    """

    rows: list[Row]
    numbers: list[str]
    unread: list
    done: int
    files: int

    def most(self):
        """{number of a notebook: the points that it has}."""
        return {n: sum(one.stars for one in printed(n).values()) for n in self.numbers}

    def points(self):
        """{row of the class list: {number of a notebook: points}} of who handed something in."""
        found = {}
        for row in self.rows:
            if row.place is not None and row.said:
                scores = {number: row.points(number) for number in self.numbers}
                found[row.place] = {n: score for n, score in scores.items() if score is not None}
        return found


def table(found, outcomes, unread, roster=None):
    """The table of a class.

    found: a list of `Found`. outcomes: {place in it: Outcome} of those that are checked. unread: a
    list of `Unread`. roster: the class list, if there is one; its learners are all in the table.
    """
    rows = {}
    if roster:
        rows = {one.row: Row(one.name, one.row) for one in roster.learners}
    unread = _hand(rows, found, outcomes, unread, roster)
    for row in rows.values():
        row.files.sort(key=lambda place: (found[place].whose.attempt, found[place].path))
        for place in row.files:
            if place in outcomes:
                _take(row, found[place], outcomes[place])
    _twins(rows.values(), found)
    names = {name[:2] for row in rows.values() for name in row.said}
    ordered = sorted(rows.values(), key=lambda row: (alike(row.name), row.name))
    files = sum(len(row.files) for row in ordered)
    left = len(found) - len(outcomes)
    return Table(ordered, sorted(names), unread, files - left, files)


def _hand(rows, found, outcomes, unread, roster):
    """Give each file to its learner's row; all that were not read."""
    named = []
    for one in unread:
        key, _ = _learner(one, roster)
        if key in rows:  # on the class list
            rows[key].unread.append(one.path)
        named.append(replace(one, learner=rows[key].name if key in rows else ""))
    for place, file in enumerate(found):
        key, row = _learner(file, roster)
        row = rows.setdefault(key, row)
        if place in outcomes and outcomes[place].unread:
            row.unread.append(file.path)
            named.append(Unread(file.path, outcomes[place].unread, row.name))
        else:
            row.files.append(place)
    return sorted(named)


def _learner(file, roster):
    """(what a learner is known by, an empty row)."""
    learner = roster.find(file.whose.number, file.whose.names) if roster else None
    if learner:
        return learner.row, Row(learner.name, learner.row)
    name = visible(file.whose.names[0]) or visible(file.path)
    row = Row(name)
    if roster:
        row.remarks.append((file.path, "its name fits nobody, or several, on the class list"))
    return (file.whose.number, file.whose.names[0]), row


def _take(row, file, outcome):
    """Let a file count, and say what is to be known of it."""
    earlier = {path for name in outcome.said if name in row.said for path in [row.said[name][0]]}
    row.said |= {name: (file.path, said) for name, said in outcome.said.items()}
    counting = {path for path, _ in row.said.values()}
    for path in sorted(earlier):
        what = "a part of it" if path in counting else "it"
        row.remarks.append((path, f"{what} does not count: {visible(file.path)} is later"))
    if file.whose.late:
        row.remarks.append((file.path, "Canvas calls it late"))
    if ending(file.path).lower() != ".ipynb":
        why = f"it was read, though its name ends in {ending(file.path)}: browsers save it so"
        row.remarks.append((file.path, why))
    for name in outcome.gone:
        row.remarks.append((file.path, f"this release of the course has no exercise {name}"))
    if outcome.problem:
        row.remarks.append((file.path, outcome.problem.rstrip(".")))


def _twins(rows, found):
    """Say of files that they are the same, and of learners that their names look the same."""
    same = defaultdict(list)
    near = defaultdict(list)
    for row in rows:
        own = found[row.files[0]].whose.names[0] if row.files and row.place is None else row.name
        near[alike(own)].append(row)
        for place in row.files:
            same[found[place].content].append((row, found[place].path))
    for copies in same.values():
        for row, path in copies:
            others = [visible(other) for one, other in copies if one is not row]
            if others:
                row.remarks.append((path, f"byte for byte the same as {', '.join(others)}"))
    for twins in near.values():
        for row in twins:
            others = [f"“{other.name}”" for other in twins if other is not row]
            if others and row.files:
                path = found[row.files[0]].path
                row.remarks.append((path, f"a name that looks much like it is {', '.join(others)}"))


def shares(rows, name):
    """(how many have it right, how many of these as printed, how many handed it in)."""
    said = [row.said[name][1] for row in rows if name in row.said]
    right = [one for one in said if one.verdict == RIGHT]
    return len(right), sum(one.as_printed for one in right), len(said)
