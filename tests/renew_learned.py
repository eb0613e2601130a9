"""Learn the stored words anew: `python tests/renew_learned.py`.

Runs notebook 05's own code cells up to the one that leaves the trained table and the words of its
map, and puts the rows of some forty words where `read_learned_rows` reads them, and those of fewer
words at some moments of the training where the site's first page finds them. Takes half a minute.
Which numbers it learns depends on the installed packages, whose docstrings are the text.
"""

import datetime
import json
import pathlib
import platform
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "notebooks"))

from course import NOTEBOOKS, ROOT, code_cells, read
from lookup.files import put
from lookup.text.docstrings import versions
from lookup.text.learned_rows import FILE

BOOK = next(path for path in NOTEBOOKS if path.name.startswith("05_"))
NEEDED = {"docs", "places", "vocabulary", "W", "moments", "pairs", "hits", "group"}
ON_THE_WAY = ROOT / "binder/publish/learned_on_the_way.jsonl"
STEPS = 0, 10, 40, 120, 400  # of the training: few, and far apart where little happens
ON_MAP = "colours", "sides", "statistics"  # families of the notebook's map
# Beside the words of the notebook's map, which come first: families chosen by hand, after a look at
# their neighbours, for a beginner to read.
FAMILIES = """
one two three four five
first second third last
matrix matrices vector vectors row rows column columns
"""
DECIMALS = 3
DECIMALS_ON_MAP = 2


def trained(cells):
    """The names that code cells leave, once all NEEDED are there; later cells are not run.

    Raises whatever a cell raises, and ValueError if a name is still missing after the last one.
    """
    names = {"__name__": "__main__"}
    for cell in cells:
        exec(cell.source, names)
        if names.keys() >= NEEDED:
            return names
    raise ValueError(
        f"{BOOK.name} must leave {', '.join(sorted(NEEDED - names.keys()))}."
    )


def picked(names):
    """The words of the notebook's map and of FAMILIES that have a row, each once."""
    wanted = dict.fromkeys([*names["group"], *FAMILIES.split()])
    known = names["vocabulary"]
    return [
        word for word in wanted if word in known and word.isalpha()
    ]  # not "<never>"


def content(names):
    """The file: a line on how the table came about, then a line for each word, all JSON."""
    V, D = names["W"].shape
    about = {
        "command": "python tests/renew_learned.py",
        "date": f"{datetime.date.today()}",
        "versions": {"python": platform.python_version()}
        | versions(names["docs"].libraries),
        "read": len(names["places"]),  # words of the text that have a row
        "V": V,
        "D": D,
        "hits": round(names["hits"](names["W"]), DECIMALS),
        "pairs": len(names["pairs"]),
    }
    rows = (
        (word, names["W"][names["vocabulary"][word]].tolist()) for word in picked(names)
    )
    learned = [
        {"word": word, "row": [round(x, DECIMALS) for x in row]} for word, row in rows
    ]
    return as_lines([about, *learned])


def content_on_the_way(names):
    """The other file: a line that names the moments, then the rows of each word, all JSON."""
    about = {"command": "python tests/renew_learned.py", "steps": STEPS}
    moments = [names["moments"][step] for step in STEPS]
    lines = [about]
    for word, family in names["group"].items():
        if family in ON_MAP:
            row = names["vocabulary"][word]
            rows = [
                [round(x, DECIMALS_ON_MAP) for x in W[row].tolist()] for W in moments
            ]
            lines.append({"word": word, "family": family, "rows": rows})
    return as_lines(lines)


def as_lines(lines):
    return "".join(f"{json.dumps(line)}\n" for line in lines).encode()


def main():
    names = trained(code_cells(read(BOOK)))
    for path, text in {
        FILE: content(names),
        ON_THE_WAY: content_on_the_way(names),
    }.items():
        put(path, text)
        print(f"The rows are now in {path}")


if __name__ == "__main__":
    main()
