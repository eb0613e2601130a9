"""The questions of the notebooks: guesses.toml, beside them, holds what a teacher may edit."""

import re
import tomllib
from difflib import get_close_matches
from pathlib import Path

FILE = Path(__file__).parents[1] / "guesses.toml"
PARTS = ["question", "replies", "right"]
ALONE = "alone"  # a part that may be left out


def guess(name: str, path: Path = FILE) -> tuple[str, dict[str, str], str, str]:
    """The question `name` of the file at `path`: text, {choice: reply}, the right choice, place.

    The place is "guesses.toml, line 12, [00-rows]", for whoever finds a fault.
    The texts are as they were written, whatever they are: `ask` judges them.
    Raises FileNotFoundError without the file, and ValueError, with the line, if it is no TOML, has
    no such question, or the question has other parts than PARTS and ALONE.

    >>> guess("00-rows")[2]
    'Three'
    """
    text, found = _read(path)
    if name not in found:
        near = get_close_matches(name, found, n=1, cutoff=0)
        hint = f"; the nearest is {near[0]!r}" if near else ""
        raise ValueError(f"{path.name} has no question {name!r}{hint}.")
    place = f"{path.name}, line {_line(text, name)}, [{name}]"
    parts = found[name]
    if not isinstance(parts, dict) or sorted({*parts} - {ALONE}) != PARTS:
        got = sorted(parts) if isinstance(parts, dict) else parts
        rule = "a question has the parts question, right and replies"
        raise ValueError(f"{place}: {rule}, got {got!r:.60}.")
    return parts["question"], parts["replies"], parts["right"], place


def alone(path: Path = FILE) -> dict[str, str | None]:
    """What each question of the file at `path` must say first where no notebook is at hand.

    {name: a text, "" for nothing, or None for a question that makes no sense there}, in the file's
    order. Raises as `guess`, and ValueError if a part ALONE is neither a text nor false.

    >>> found = alone()
    >>> found["00-token-id"], found["03-certain"]
    ('', None)
    """
    said = {}
    # `guess` reads the file again for each, and so refuses a broken question with its line.
    for name, parts in _read(path)[1].items():
        *_, place = guess(name, path)
        part = parts.get(ALONE, "")
        if part is not False and not isinstance(part, str):
            raise ValueError(f"{place}: alone must be a text or false, got {part!r}.")
        said[name] = None if part is False else part
    return said


def _read(path):
    """The text of the file at `path`, and what it holds; ValueError if it is no TOML."""
    text = path.read_text(encoding="utf-8-sig")  # some editors begin a file by a mark
    try:
        return text, tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path.name} is no TOML: {error}.") from None


def _line(text, name):
    """The line, counted from 1, in which a question begins."""
    # tomllib tells no lines of what it has read, so the heading is searched in the text.
    begins = re.search(rf"^[ \[\"']*{re.escape(name)}(?![\w-])", text, re.MULTILINE)
    return text.count("\n", 0, begins.start()) + 1 if begins else 1
