"""Learn the stored rows anew: `python tests/renew_learned.py`.

Runs notebook 05's own code cells up to the one that leaves the trained table and the words of its
map, and puts the rows of some words at some snapshots of the training where the site's first page
finds them. Takes half a minute. Which numbers it learns depends on the installed packages, whose
docstrings are the text.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "notebooks"))

from course import NOTEBOOKS, ROOT, code_cells, read
from lookup.files import put

BOOK = next(path for path in NOTEBOOKS if path.name.startswith("05_"))
NEEDED = {"vocabulary", "snapshots", "group"}
ON_THE_WAY = ROOT / "binder/publish/learned_on_the_way.jsonl"
STEPS = 0, 10, 40, 120, 400  # of the training: few, and far apart where little happens
ON_MAP = "colours", "sides", "statistics"  # families of the notebook's map
DECIMALS = 2


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


def content(names):
    """The file: a line that names the snapshots, then the rows of each word, all JSON."""
    about = {"command": "python tests/renew_learned.py", "steps": STEPS}
    snapshots = [names["snapshots"][step] for step in STEPS]
    lines = [about]
    for word, family in names["group"].items():
        if family in ON_MAP:
            row = names["vocabulary"][word]
            rows = [[round(x, DECIMALS) for x in W[row].tolist()] for W in snapshots]
            lines.append({"word": word, "family": family, "rows": rows})
    return "".join(f"{json.dumps(line)}\n" for line in lines).encode()


def main():
    put(ON_THE_WAY, content(trained(code_cells(read(BOOK)))))
    print(f"The rows are now in {ON_THE_WAY}")


if __name__ == "__main__":
    main()
