"""The plans and the cells that they show, for the tests of both."""

from course import CORE, read
from plan import PLANS, read_plan

MOST = {"45": 25, "90": 40, "180": 75}  # slides
LESSONS = {name: read_plan(PLANS / f"{name}.toml") for name in MOST}
BOOKS = {path.name[:2]: (path, read(path)) for path in CORE}
STORED = {cell.id: cell for _, book in BOOKS.values() for cell in book.cells}
