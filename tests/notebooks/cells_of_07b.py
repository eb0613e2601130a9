"""The code cells of the companion of notebook 07, run one by one outside a kernel."""

import sys

from course import COMPANIONS, code_cells, read

(PATH,) = (path for path in COMPANIONS if path.name.startswith("07b"))
PROCESSES = str(PATH.parents[1] / "tests" / "processes")
CELLS = {cell.id: cell.source for cell in code_cells(read(PATH))}


def left_by(*ids):
    """The names that the set-up and these cells leave behind."""
    sys.path.append(PROCESSES)
    from cells import run

    names = {}
    for name in ("07b-set-up", *ids):
        run(CELLS[name], names)
    return names


def section(name):
    """The ids of a section's code cells, in order."""
    return [cell for cell in CELLS if cell.startswith(f"07b-{name}-")]
