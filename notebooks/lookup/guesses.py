"""The questions of the notebooks: guesses.toml, beside them, holds what a teacher may edit."""

import re
import tomllib
from difflib import get_close_matches
from pathlib import Path

FILE = Path(__file__).parents[1] / "guesses.toml"
PARTS = ["question", "replies", "right"]


def guess(name: str, path: Path = FILE) -> tuple[str, dict[str, str], str, str]:
    """The question `name` of the file at `path`: text, {choice: reply}, the right choice, place.

    The place is "guesses.toml, line 12, [00-rows]", for whoever finds a fault.
    The texts are as they were written, whatever they are: `ask` judges them.
    Raises FileNotFoundError without the file, and ValueError, with the line, if it is no TOML, has
    no such question, or the question has other parts than PARTS.

    >>> guess("00-rows")[2]
    'Three'
    """
    text = path.read_text(encoding="utf-8-sig")  # some editors begin a file by a mark
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path.name} is no TOML: {error}.") from None
    if name not in found:
        near = get_close_matches(name, found, n=1, cutoff=0)
        hint = f"; the nearest is {near[0]!r}" if near else ""
        raise ValueError(f"{path.name} has no question {name!r}{hint}.")
    place = f"{path.name}, line {_line(text, name)}, [{name}]"
    parts = found[name]
    if not isinstance(parts, dict) or sorted(parts) != PARTS:
        got = sorted(parts) if isinstance(parts, dict) else parts
        rule = "a question has the parts question, right and replies"
        raise ValueError(f"{place}: {rule}, got {got!r:.60}.")
    return parts["question"], parts["replies"], parts["right"], place


def _line(text, name):
    """The line, counted from 1, in which a question begins."""
    begins = re.search(rf"^[ \[\"']*{re.escape(name)}(?![\w-])", text, re.MULTILINE)
    return text.count("\n", 0, begins.start()) + 1 if begins else 1
