"""A row for each learner, from what became of each file."""

from collections import defaultdict
from dataclasses import dataclass, field, replace

from lookup.exercises.check import RIGHT

from .course_text import exercise_texts
from .hand_ins import HandIn, Refusal, alike, ending, visible
from .outcome import Verdict

NOTHING = "nothing handed in"


@dataclass
class Row:
    """A learner: its hand-ins in the order of their attempts, and what counts of them.

    place: the row of the class list, or None. unread: the paths of what could not be read.
    verdicts: {exercise: (path of the file, Verdict)}. remarks: [(path of a file, what is to be
    known of it)].
    """

    name: str
    place: int | None = None
    hand_ins: list[HandIn] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    verdicts: dict[str, tuple[str, Verdict]] = field(default_factory=dict)
    remarks: list[tuple[str, str]] = field(default_factory=list)

    def is_absent(self):
        """Whether the learner sent nothing, not even what could not be read."""
        return not self.hand_ins and not self.unread

    def points(self, number):
        """The points in a notebook, or None if the learner has none of its exercises."""
        found = [
            exercise_texts(number)[name].stars * verdict.share
            for name, (_, verdict) in self.verdicts.items()
            if name.startswith(number)
        ]
        return sum(found) if found else None


@dataclass(frozen=True)
class Table:
    """A class: its rows by name, the numbers of its notebooks, and how much of it is checked.

    refusals: what was not read. done, files: of those that could be read.
    """

    rows: list[Row]
    numbers: list[str]
    refusals: list[Refusal]
    done: int
    files: int

    def verdicts(self):
        """All (row, Verdict) that count."""
        return [
            (row, verdict) for row in self.rows for _, verdict in row.verdicts.values()
        ]

    def most(self):
        """{number of a notebook: the points that it has}."""
        return {
            n: sum(one.stars for one in exercise_texts(n).values())
            for n in self.numbers
        }

    def points(self):
        """{row of the class list: {number of a notebook: points}} of who handed something in."""
        found = {}
        for row in self.rows:
            if row.place is not None and row.verdicts:
                scores = {number: row.points(number) for number in self.numbers}
                found[row.place] = {
                    n: score for n, score in scores.items() if score is not None
                }
        return found


def table(hand_ins, outcomes, refusals, roster=None):
    """The table of a class.

    hand_ins: a list of `HandIn`. outcomes: {path: Outcome} of those that are checked. refusals: a
    list of `Refusal`. roster: the class list, if there is one; its learners are all in the table.
    """
    rows = {}
    if roster:
        rows = {one.row: Row(one.name, one.row) for one in roster.learners}
    refusals = _hand(rows, hand_ins, outcomes, refusals, roster)
    for row in rows.values():
        row.hand_ins.sort(key=lambda hand_in: (hand_in.owner.attempt, hand_in.path))
        for hand_in in row.hand_ins:
            if hand_in.path in outcomes:
                _take(row, hand_in, outcomes[hand_in.path])
    _twins(rows.values())
    names = {name[:2] for row in rows.values() for name in row.verdicts}
    ordered = sorted(rows.values(), key=lambda row: (alike(row.name), row.name))
    files = sum(len(row.hand_ins) for row in ordered)
    left = len(hand_ins) - len(outcomes)
    return Table(ordered, sorted(names), refusals, files - left, files)


def _hand(rows, hand_ins, outcomes, refusals, roster):
    """Give each file to its learner's row; all that were not read, by their paths."""
    named = []
    for refusal in refusals:
        key, _ = _learner(refusal, roster)
        if key in rows:  # on the class list
            rows[key].unread.append(refusal.path)
        named.append(replace(refusal, learner=rows[key].name if key in rows else ""))
    for hand_in in hand_ins:
        key, row = _learner(hand_in, roster)
        row = rows.setdefault(key, row)
        outcome = outcomes.get(hand_in.path)
        if outcome and outcome.unread:
            row.unread.append(hand_in.path)
            named.append(Refusal(hand_in.path, outcome.unread, row.name))
        else:
            row.hand_ins.append(hand_in)
    return sorted(named)


def _learner(file, roster):
    """(what the learner of a file is known by, an empty row)."""
    owner = file.owner
    learner = roster.find(owner.number, owner.names) if roster else None
    if learner:
        return learner.row, Row(learner.name, learner.row)
    name = visible(owner.names[0]) or visible(file.path)
    row = Row(name)
    if roster:
        row.remarks.append(
            (file.path, "its name fits nobody, or several, on the class list")
        )
    return (owner.number, owner.names[0]), row


def _take(row, hand_in, outcome):
    """Let a hand-in count, and say what is to be known of it."""
    path = hand_in.path
    earlier = {
        row.verdicts[name][0] for name in outcome.verdicts if name in row.verdicts
    }
    row.verdicts |= {
        name: (path, verdict) for name, verdict in outcome.verdicts.items()
    }
    counting = {counts for counts, _ in row.verdicts.values()}
    for other in sorted(earlier):
        what = "a part of it" if other in counting else "it"
        row.remarks.append((other, f"{what} does not count: {visible(path)} is later"))
    if hand_in.owner.late:
        row.remarks.append((path, "Canvas calls it late"))
    if ending(path).lower() != ".ipynb":
        why = (
            f"it was read, though its name ends in {ending(path)}: browsers save it so"
        )
        row.remarks.append((path, why))
    for name in outcome.gone:
        row.remarks.append((path, f"this release of the course has no exercise {name}"))
    if outcome.problem:
        row.remarks.append((path, outcome.problem.rstrip(".")))


def _twins(rows):
    """Say of files that they are the same, and of learners that their names look the same."""
    same = defaultdict(list)
    near = defaultdict(list)
    for row in rows:
        own = row.name
        if row.hand_ins and row.place is None:
            own = row.hand_ins[0].owner.names[0]
        near[alike(own)].append(row)
        for hand_in in row.hand_ins:
            same[hand_in.content].append((row, hand_in.path))
    for copies in same.values():
        for row, path in copies:
            others = [visible(other) for one, other in copies if one is not row]
            if others:
                row.remarks.append(
                    (path, f"byte for byte the same as {', '.join(others)}")
                )
    for twins in near.values():
        for row in twins:
            others = [f"“{other.name}”" for other in twins if other is not row]
            if others and row.hand_ins:
                path = row.hand_ins[0].path
                row.remarks.append(
                    (path, f"a name that looks much like it is {', '.join(others)}")
                )


def shares(rows, name):
    """(how many have it right, how many of these as printed, how many handed it in)."""
    verdicts = [row.verdicts[name][1] for row in rows if name in row.verdicts]
    right = [verdict for verdict in verdicts if verdict.state == RIGHT]
    return len(right), sum(verdict.as_printed for verdict in right), len(verdicts)
