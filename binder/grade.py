"""A table of handed-in notebooks: `python binder/grade.py FOLDER OUT` writes OUT/hand_in.csv and OUT/hand_in.html.

FOLDER holds learners' notebooks, one folder a learner or files like `ada_01.ipynb`, nested as you like; nothing in it is
written. Each is checked in a fresh kernel in a copy of the course (`grading/sandbox.py`): first the cells that its
exercises need by name, in order, those that stop being passed over; then, for an answer that is not right and uses more
than imports and functions, once more after all cells. Verdicts come from this process: the learner's kernel is sent
inputs as data, and its answers come back as data, so that no print, no other `check` and no patched torch can make an
answer right. As in the notebooks, a copied solution is, and so is one that calls the course's own specification
or reads the costs of 06-d's pretended GPU or the names of 02-e's lookups.

Why not nbgrader or otter: both want notebooks of their own making, with locked cells or tests in the metadata, and run
the tests in the learner's kernel, where a learner can reach them; the exercises here have their verdicts already.

Memory is capped on Linux; macOS hardly heeds the cap, and Windows has none. This is made for mishaps and tricks, not
for malice: what strangers hand in wants an account or a container of its own.
"""

import argparse
import contextlib
import csv
import io
import os
import re
import shutil
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import jinja2

sys.path.insert(
    0, str(Path(__file__).resolve().parents[1] / "notebooks")
)  # the helper of this checkout

from grading.judge import RIGHT, UNCHECKED, UNTOUCHED, VERDICTS, names_of, verdicts
from grading.learner_notebook import exercises, read
from grading.sandbox import Limits
from lookup import read_documents, read_vocabulary
from lookup.files import cache_folder, put
from lookup.palette import palette

ROOT = Path(__file__).resolve().parents[1]
FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")


@dataclass(frozen=True, order=True)
class Row:
    """One exercise of one notebook: `notebook` is its number, `why` is "" where there is nothing to say."""

    file: str
    notebook: str
    exercise: str
    verdict: str
    why: str


def notebooks_in(folder):
    """The notebooks in a folder, sorted paths, without Jupyter's and a Mac's own copies; none is a ValueError."""
    if not folder.is_dir():
        raise ValueError(f"there is no folder {str(folder)!r}")
    walked = os.walk(folder)  # follows no links
    paths = [
        Path(at, name)
        for at, _, names in walked
        for name in names
        if name.lower().endswith(".ipynb")
    ]
    paths = [path for path in paths if not _hidden(path.relative_to(folder))]
    if not paths:
        raise ValueError(f"there is no notebook, no file *.ipynb, in {str(folder)!r}")
    return sorted(paths)


def _hidden(path):
    return any(part.startswith(".") or part == "__MACOSX" for part in path.parts)


def rows(path, file, course, limits):
    """The rows of the notebook at `path`, which they call `file`; whatever it does, nothing is raised."""
    number = re.search(r"(?<!\d)\d\d(?!\d)", path.name)
    number = number[0] if number else ""
    try:
        cells = read(path)
        asked = exercises(cells)
        if not asked:
            raise ValueError('it has no exercise: no cell has a line like check("01-a", one_hot)')
        said = verdicts(cells, asked, course, limits)
    except ValueError as error:
        return [Row(file, number, "", UNCHECKED, plain(f"{error}."))]
    except Exception as error:  # the others must not wait for this one
        return [
            Row(file, number, "", UNCHECKED, plain(f"the command stopped over it ({error!r})."))
        ]
    for number in {name[:2] for name in asked}:
        for name in names_of(number) - set(asked):
            said[name] = UNTOUCHED, f'it has no cell with a line like check("{name}", …).'
    return [
        Row(file, name[:2], name, verdict, plain(why))
        for name, (verdict, why) in sorted(said.items())
    ]


def plain(text):
    """One line that can be printed anywhere.

    >>> plain("a\\nb\\x1b[0m")
    'a b�[0m'
    """
    joiners = "\u200c\u200d"  # within names and emoji
    return "".join(
        c
        if c.isprintable() or c in joiners
        else " "
        if c.isspace()
        else "\N{REPLACEMENT CHARACTER}"
        for c in text
    )


def cell(text):
    """A cell of a spreadsheet that is never taken for a formula.

    >>> cell("=1+1"), cell("row 1")
    ("'=1+1", 'row 1')
    """
    return f"'{text}" if FORMULA.match(text) else text


def table(found):
    """The rows as CSV, with a mark at its beginning by which spreadsheets know UTF-8."""
    text = io.StringIO()
    writer = csv.writer(
        text, quoting=csv.QUOTE_ALL
    )  # where a spreadsheet splits at semicolons, a name does not
    writer.writerow(field.name for field in fields(Row))
    writer.writerows(map(cell, astuple(row)) for row in found)
    return text.getvalue().encode("utf-8-sig")


def page(found):
    """The rows as a page of its own, in the colours of the course."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "grading"),
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined,
    )  # fmt: skip
    books = {}
    for row in found:
        books.setdefault(row.notebook, {}).setdefault(row.file, {})[row.exercise] = row
    template = environment.get_template("report.html")
    shown = {number: (files, *_of_all(files)) for number, files in sorted(books.items())}
    return template.render(books=shown, light=palette(), dark=palette("dark")).encode()


def _of_all(files):
    """The exercises of one notebook, and {exercise: how many have it right}."""
    names = {name for rows_of in files.values() for name in rows_of if name}
    right = Counter(
        row.exercise
        for rows_of in files.values()
        for row in rows_of.values()
        if row.verdict == RIGHT
    )
    return sorted(names), right


def checked(folder, limits, jobs):
    """The sorted rows of all notebooks in a folder, `jobs` at a time; each is told of when it is done."""
    paths = notebooks_in(folder)
    files = {path: plain(path.relative_to(folder).as_posix()) for path in paths}
    with tempfile.TemporaryDirectory(prefix="hand-in-") as course, ThreadPoolExecutor(jobs) as pool:
        furnish(Path(course))
        waiting = {
            pool.submit(rows, path, file, course, limits): file for path, file in files.items()
        }
        try:
            for k, done in enumerate(as_completed(waiting), 1):
                print(f"{k} of {len(paths)}: {waiting[done]}", flush=True)
        except KeyboardInterrupt:
            limits.stop.set()
            pool.shutdown(cancel_futures=True)
            raise
        return sorted(row for done in waiting for row in done.result())


def furnish(folder):
    """Put into a folder what a notebook finds beside it: the helper of this checkout, and words that are read already."""
    shutil.copytree(ROOT / "notebooks/lookup", folder / "notebooks/lookup")
    shutil.copy(ROOT / "requirements.txt", folder)
    for read_once in (read_vocabulary, read_documents):
        read_once()
    for path in [*cache_folder().glob("words-*.jsonl"), *cache_folder().glob("documents-*.jsonl")]:
        (folder / "cache").mkdir(exist_ok=True)
        shutil.copy2(path, folder / "cache")


def main(arguments=None):
    """Check a folder and write the table; what went wrong, or None."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0] + ".")
    parser.add_argument(
        "folder",
        metavar="FOLDER",
        type=Path,
        help="where the learners' notebooks are, however deep",
    )
    parser.add_argument(
        "out",
        metavar="OUT",
        type=Path,
        help="where hand_in.csv and hand_in.html go; another folder",
    )
    parser.add_argument(
        "--jobs",
        type=whole,
        default=min(4, os.cpu_count() or 1),
        help="notebooks at a time (%(default)s)",
    )
    parser.add_argument(
        "--cell",
        type=whole,
        default=60,
        help="seconds that a cell or a call may take (%(default)s)",
    )
    parser.add_argument(
        "--notebook", type=whole, default=300, help="seconds that a notebook may take (%(default)s)"
    )
    parser.add_argument(
        "--memory",
        type=whole,
        default=2,
        help="GB that a process may take beside torch (%(default)s)",
    )
    options = parser.parse_args(arguments)
    with contextlib.suppress(AttributeError):
        sys.stdout.reconfigure(
            errors="replace"
        )  # a learner's name may hold what a terminal cannot show
    limits = Limits(options.cell, options.notebook, options.memory * 10**9)
    try:
        if options.out.resolve().is_relative_to(options.folder.resolve()):
            raise ValueError(
                f"OUT must not lie in the learners' folder, as {str(options.out)!r} does"
            )
        found = checked(options.folder, limits, options.jobs)
        put(options.out / "hand_in.html", page(found))
        put(options.out / "hand_in.csv", table(found))
    except (OSError, ValueError) as error:
        return f"No table: {error}."
    except KeyboardInterrupt:
        return "No table: stopped."
    counts = Counter(row.verdict for row in found)
    print(
        ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS)
        + f": {options.out / 'hand_in.html'}"
    )
    return None


def whole(text):
    """A whole number from 1 on, for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on is wanted, not {text!r}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
