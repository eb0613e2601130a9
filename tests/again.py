"""Runs the cells of a notebook again when all have run once, in any order, as a learner may.

.pytest.ini names this plugin. Where the variable AGAIN is set, one more test stands behind the
cells of each notebook, in the same kernel. It repeats all but those that start processes. What a
cell gives must be what is stored; where nothing is compared with what is stored, it must be what
the cell gave the first time, unless it tells times. Nothing may be red.
"""

import os
import random
import re

import pytest

from cell_names import names

BAR = re.compile(r"\d%\|.*\|")
# What these give differs from run to run: times, and sums that two threads share.
TIMES = re.compile(
    r"(?<!def )\b(measure|Race|perf_counter|queued_calls|time_step|seconds_of|differing|repeats)\("
)


def _nbval():
    from nbval import plugin  # not before pytest has loaded it

    return plugin


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Note what a cell gives when it runs for the first time."""
    if not isinstance(item, _nbval().IPyNbCell):
        return (yield)
    result = yield
    item.first = without_bars(item.test_outputs)
    return result


@pytest.hookimpl(trylast=True)  # when it is known which cells were asked for
def pytest_collection_modifyitems(items):
    """Put the test behind the cells of each notebook all of whose cells were asked for."""
    if "AGAIN" not in os.environ:
        return
    cells = {}
    for item in items:
        if isinstance(item, _nbval().IPyNbCell):
            cells.setdefault(item.parent, []).append(item)
    for notebook, own in cells.items():
        if len(own) == sum(cell.cell_type == "code" for cell in notebook.nb.cells):
            again = Again.from_parent(notebook, name="Cells again", cells=own)
            items.insert(items.index(own[-1]) + 1, again)


class Again(pytest.Item):
    """Cells that have run give the same once more."""

    def __init__(self, cells, **how):
        super().__init__(**how)
        self.cells = cells

    def runtest(self):
        if not all(hasattr(cell, "first") for cell in self.cells):
            pytest.skip("a cell failed when it ran for the first time")
        chosen = [cell for cell in self.cells if "launch(" not in cell.cell.source]
        random.Random(self.path.name).shuffle(chosen)
        told = tells_times([cell.cell for cell in self.cells])
        wrong = [text for cell in chosen if (text := fault(cell, cell.cell.id in told))]
        if wrong:
            pytest.fail("\n\n".join(wrong), pytrace=False)

    def reportinfo(self):
        return self.path, 0, f"{self.path.name}: cells again"


def fault(cell, told):
    """What is wrong with a cell that runs again, or None; told: whether it tells times."""
    head = f"{cell.name} ({cell.cell.id}), again: "
    try:
        cell.runtest()
    except _nbval().NbCellError as error:
        return f"{head}{error}\n{error.inner_traceback}"
    if any(output.get("name") == "stderr" for output in cell.test_outputs):
        return f"{head}{cell.test_outputs}"
    if not told and not cell.compare_outputs(
        without_bars(cell.test_outputs), cell.first
    ):
        return head + "\n".join(cell.comparison_traceback)
    return None


def without_bars(outputs):
    """Outputs without the bars of `progress`, which tell times."""
    return [
        out
        for out in outputs
        if not BAR.search(out.get("data", {}).get("text/plain", ""))
    ]


def tells_times(cells):
    """The ids of the cells that call one of `TIMES`, or read what such a cell has left behind."""
    known = {cell.id: names(cell.source) for cell in cells}
    found = {cell.id for cell in cells if TIMES.search(cell.source)}
    told = set()
    while found - told:
        told |= found
        left = set().union(*(known[name][0] for name in told))
        found = {name for name, (_, needed) in known.items() if needed & left}
    return told
