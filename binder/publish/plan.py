"""A lesson's plan: its parts, their minutes and their slides, as a file in plans/ says.

The file is for a teacher to edit; what stands at its head says how. What breaks a rule is refused
in a sentence with the file, the line and the rule.
"""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from plan_own import PICTURES, solution_of
from without_kernel import NOTEBOOKS

# The helper is found once without_kernel has put notebooks/ on the path.
# isort: split
from lookup.guesses import guess

PLANS = Path(__file__).resolve().parent / "plans"
PACE = 130  # words a minute, read aloud
SILENT = 200  # words a minute, read by the room
LOOK = {
    "cell": 0.25,
    "output": 0.15,
    "picture": 0.15,
}  # minutes in which a room takes in code or a picture
WORDS = 40  # on a slide: title, text, question and choices
LINES = 8  # of a cell's code on a slide
KINDS = ("cell", "output", "picture", "question", "text")
# An object of its own, as any value might be the default of a key.
MUST = object()
OF_PLAN = {
    "title": MUST,
    "minutes": MUST,
    "slides": MUST,
    "needs": MUST,
    "address": "the address on the board",
    "part": MUST,
}
OF_PART = {
    "name": MUST,
    "minutes": MUST,
    "notebook": "",
    "sections": [],
    "learners": "",
    "late": "",
    "slide": [],
}
OF_SLIDE = {
    "title": MUST,
    "say": MUST,
    "do": "",
    "wait": 0,
    "lines": [],
    "beside": "",
    "task": "",
    "solution": "",
    "wrong": [],
}


@dataclass(frozen=True)
class Slide:
    """One slide: `kind` is one of KINDS, `what` a cell's id, the name of a question or a text.

    say: the words spoken; do: what the room does meanwhile; wait: the minutes that takes.
    wrong: wrong answers of the room, each with what to ask back; a question has its replies.
    lines: the first and the last line of a cell's code that are shown, or several such pairs, or
    none for all.
    beside: the id of a cell that stands above a question or a text, which is about it.
    task: a line at the foot of the slide, such as what the room does.
    solution: the name of an exercise whose solution the notes tell.
    start: minutes from the lesson's beginning; place: where it stands in the file.
    """

    title: str
    kind: str
    what: str
    say: str
    do: str
    wrong: list[str]
    wait: float
    lines: list[int]
    beside: str
    task: str
    solution: str
    start: float
    place: str

    @property
    def anchor(self) -> str:
        """Its name in a link to the deck, which is made of its title."""
        return re.sub(r"\W+", "-", self.title.lower()).strip("-")

    @property
    def minutes(self) -> float:
        """How long it takes: until the room has read it, its words at PACE, and the wait."""
        return minutes_to_look(self) + minutes_to_say(self.say) + self.wait


@dataclass(frozen=True)
class Part:
    """A part of the lesson, of sections of one notebook or of none; `start` as in a Slide."""

    name: str
    minutes: int
    notebook: str
    sections: list[str]
    learners: str
    late: str
    start: int
    slides: list[Slide] = field(default_factory=list)

    @property
    def questions(self) -> float:
        """The minutes that its slides leave for questions."""
        return self.minutes - sum(slide.minutes for slide in self.slides)


@dataclass(frozen=True)
class Plan:
    """A whole lesson; `needs` says what the room must know before."""

    name: str
    title: str
    minutes: int
    needs: str
    parts: list[Part]

    @property
    def slides(self) -> list[Slide]:
        """The slides of all parts."""
        return [slide for part in self.parts for slide in part.slides]


def minutes_to_say(text: str) -> float:
    """The minutes that it takes to read a text aloud.

    >>> minutes_to_say("word " * 260)
    2.0
    """
    return len(text.split()) / PACE


def minutes_to_look(slide: Slide) -> float:
    """The minutes that a room needs to read a slide before anybody speaks."""
    words = " ".join([slide.title, *words_of(slide)]).split()
    looks = [LOOK.get(slide.kind, 0), LOOK["output"] if slide.beside else 0]
    return len(words) / SILENT + sum(looks)


def clock(minutes: float) -> str:
    """Minutes from the beginning, as hours and minutes.

    >>> clock(77.9)
    '1:17'
    """
    return f"{int(minutes) // 60}:{int(minutes) % 60:02}"


def seconds_of(plan: Plan) -> dict[str, int]:
    """{anchor of a slide: seconds until the next one is due}; the last has all that is left.

    So what a part keeps for questions belongs to its last slide.
    """
    starts = [round(60 * slide.start) for slide in plan.slides]
    ends = [*starts[1:], 60 * plan.minutes]
    return {
        slide.anchor: end - start
        for slide, start, end in zip(plan.slides, starts, ends)
    }


def read_plan(path: Path) -> Plan:
    """The plan in the file at `path`.

    Raises ValueError, with file, line and rule, if the file is no plan.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        known = ", ".join(sorted(other.stem for other in path.parent.glob("*.toml")))
        raise ValueError(f"there is no plan {path.stem!r}; there is {known}") from None
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path.name} is no TOML: {error}") from None
    given = _filled(found, OF_PLAN, path.name)
    parts, start = [], 0
    for part in _addressed(given["part"], given["address"]):
        parts.append(_part(part, start, path.name, text))
        start += parts[-1].minutes
    plan = Plan(path.stem, given["title"], given["minutes"], given["needs"], parts)
    _whole(plan, start, given["slides"], path.name)
    return plan


def _addressed(parts, address):
    """The parts, in whose texts the room's address stands for {address}."""
    for part in parts:
        for slide in part.get("slide", []):
            if "text" in slide:
                slide["text"] = slide["text"].replace("{address}", address)
    return parts


def _whole(plan, minutes, most, place):
    """Raise if the parts do not make up the lesson, or its slides are too many or of one title."""
    if minutes != plan.minutes:
        rule = f"the parts must take {plan.minutes} minutes"
        raise ValueError(f"{place}: {rule}, and they take {minutes}")
    if len(plan.slides) > most:
        raise ValueError(f"{place}: at most {most} slides, and not {len(plan.slides)}")
    known = set()
    for slide in plan.slides:
        if not re.search("[a-z]", slide.anchor):
            rule = "a title needs a letter, as a link finds the slide by it"
            raise ValueError(f"{slide.place}: {rule}, got {slide.title!r}")
        if slide.anchor in known:
            rule = "a link finds a slide by its title, and another one has this title"
            raise ValueError(f"{slide.place}: {rule}")
        known.add(slide.anchor)


def _part(found, start, file, text):
    """A part that begins after `start` minutes."""
    place = _place(file, text, found, "name")
    given = _filled(found, OF_PART, place)
    if not isinstance(given["minutes"], int) or given["minutes"] < 1:
        rule = "minutes must be a whole number from 1"
        raise ValueError(f"{place}: {rule}, not {given['minutes']!r}")
    slides, begins = [], float(start)
    for slide in given.pop("slide"):
        slides.append(_slide(slide, begins, file, text))
        begins += slides[-1].minutes
    takes = begins - start
    if takes > given["minutes"]:
        said = f"its words at {PACE} a minute, its waits and what the room reads"
        rule = f"{said} take {takes:.1f} minutes"
        raise ValueError(f"{place}: {rule}, and it has {given['minutes']}")
    return Part(**given, start=start, slides=slides)


def _slide(found, start, file, text):
    """A slide that begins after `start` minutes."""
    place = _place(file, text, found, "title")
    kinds = [kind for kind in KINDS if kind in found]
    if len(kinds) != 1:
        rule = "a slide shows one thing: cell, output, picture, question or text"
        raise ValueError(f"{place}: {rule}, and not {kinds or 'none'}")
    kind = kinds[0]
    rest = {name: value for name, value in found.items() if name != kind}
    given = _filled(rest, OF_SLIDE, place)
    slide = Slide(**given, kind=kind, what=found[kind], start=start, place=place)
    _fits(slide)
    return slide


def _fits(slide):
    """Raise if too many words stand on a slide, or what it names is not there."""
    try:
        shown = [slide.title, *words_of(slide)]
        if slide.solution:
            solution_of(slide.solution)
    except ValueError as error:
        raise ValueError(f"{slide.place}: {str(error).rstrip('.')}") from None
    if slide.kind == "picture" and slide.what not in PICTURES:
        rule = f"a picture is one of {', '.join(PICTURES)}"
        raise ValueError(f"{slide.place}: {rule}, not {slide.what!r}")
    if slide.beside and slide.kind not in ("question", "text"):
        rule = "only a question or a text has something beside it"
        raise ValueError(f"{slide.place}: {rule}")
    is_list = isinstance(slide.wrong, list)
    if not (is_list and all(isinstance(text, str) for text in slide.wrong)):
        rule = 'wrong answers stand in a list, ["…", "…"]'
        raise ValueError(f"{slide.place}: {rule}, not {slide.wrong!r}")
    count = len(" ".join(shown).split())
    if count > WORDS:
        raise ValueError(f"{slide.place}: at most {WORDS} words, and not {count}")
    if len(slide.lines) % 2 or sorted([1, *slide.lines]) != [1, *slide.lines]:
        rule = "lines are the first and the last, or pairs of them, counted from 1"
        raise ValueError(f"{slide.place}: {rule}, not {slide.lines}")


def words_of(slide: Slide) -> list[str]:
    """What is to be read below a slide's title: a text, or a question and its choices, and a task.

    Raises ValueError if there is no such question.
    """
    if slide.kind == "question":
        question, replies, *_ = guess(slide.what)
        return [question, *replies, slide.task]
    return [slide.what, slide.task] if slide.kind == "text" else [slide.task]


def _filled(found, keys, place):
    """What was found, with what may be left out.

    Raises ValueError for a missing or an unknown key.
    """
    for name in found:
        if name not in keys:
            raise ValueError(f"{place}: no {name!r} here, but {', '.join(keys)}")
    for name, value in keys.items():
        if value is MUST and name not in found:
            raise ValueError(f"{place}: {name!r} is missing")
    return keys | found


def _place(file, text, found, key):
    """The file, the line and the name of a part or a slide."""
    name = found.get(key)
    if not isinstance(name, str):
        return f"{file}, what holds {found!r:.60}"
    before = text.partition(f'"{name}"')[0]
    return f"{file}, line {before.count(chr(10)) + 1}, “{name}”"


def notebooks_of(plan: Plan) -> list[Path]:
    """The notebooks whose cells the slides show, in the order of their numbers.

    Raises ValueError if a cell's name begins with no notebook's number.
    """
    paths = {}
    for slide in plan.slides:
        cell = cell_of(slide)
        if cell:
            number = re.match(r"[^-]*", cell)[0]
            found = list(NOTEBOOKS.glob(f"{number}_*.ipynb"))
            if len(found) != 1:
                rule = "a cell's id begins with its notebook's number, as in 00-09"
                raise ValueError(f"{slide.place}: {rule}, not {cell!r}")
            paths[number] = found[0]
    return [paths[number] for number in sorted(paths)]


def cell_of(slide: Slide) -> str:
    """The id of the cell that a slide shows, also beside a question; or nothing."""
    return slide.what if slide.kind in ("cell", "output") else slide.beside
