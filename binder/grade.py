"""A table of handed-in notebooks: `python binder/grade.py FOLDER OUT`.

It writes OUT/hand_in.csv and OUT/hand_in.html. FOLDER holds learners' notebooks, one folder a
learner or files like `ada_01.ipynb`, nested as you like; nothing in it is written. Each is checked
in a fresh kernel in a copy of the course (`grading/sandbox.py`): first the cells that its exercises
need by name, in order, passing over those that stop; then, for an answer that is not right and uses
more than imports and functions, once more after all cells. Verdicts come from this process: the
learner's kernel is sent inputs as data, and its answers come back as data, so that no print, no
other `check` and no patched torch can make an answer right. As in the notebooks, a copied solution
is right, and so is one that calls the course's own specification or reads the costs of 06-d's
pretended GPU or the names of 02-e's lookups.

Why not nbgrader or otter: both want notebooks of their own making, with locked cells or tests in
the metadata, and run the tests in the learner's kernel, where a learner can reach them; the
exercises here have their verdicts already.

Memory is capped on Linux; macOS hardly heeds the cap, and Windows has none. This is made for
mishaps and tricks, not for malice: what strangers hand in wants an account or a container of its
own.
"""

import argparse
import contextlib
import os
import re
import shutil
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

# The helper of this checkout.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "notebooks"))

from grading.judge import UNCHECKED, UNTOUCHED, VERDICTS, names_of, verdicts
from grading.learner_notebook import exercises, read
from grading.report import Row, page, plain, table
from grading.sandbox import Limits
from lookup import read_documents, read_vocabulary
from lookup.files import cache_folder, put

ROOT = Path(__file__).resolve().parents[1]
NUMBER = re.compile(r"(?<!\d)\d\d(?!\d)")  # of a notebook, in the name of a file


def notebooks_in(folder):
    """The notebooks in a folder, sorted paths, without Jupyter's and a Mac's own copies.

    Raises ValueError if there is none.
    """
    if not folder.is_dir():
        raise ValueError(f"there is no folder {str(folder)!r}")
    paths = []
    for at, _, names in os.walk(folder):  # follows no links
        paths += [Path(at, name) for name in names if name.lower().endswith(".ipynb")]
    paths = [path for path in paths if not _hidden(path.relative_to(folder))]
    if not paths:
        raise ValueError(f"there is no notebook, no file *.ipynb, in {str(folder)!r}")
    return sorted(paths)


def _hidden(path):
    return any(part.startswith(".") or part == "__MACOSX" for part in path.parts)


def rows(path, file, course, limits):
    """The rows of the notebook at `path`, which they call `file`; nothing it does raises.

    course: the folder that sandboxes are furnished with.
    """
    try:
        cells = read(path)
        asked = exercises(cells)
        if not asked:
            raise ValueError('it has no exercise: no cell has a line like check("01-a", one_hot)')
        said = verdicts(cells, asked, course, limits)
    except ValueError as error:
        return [_unchecked(path, file, f"{error}.")]
    except Exception as error:  # the others must not wait for this one
        return [_unchecked(path, file, f"the command stopped over it ({error!r}).")]
    for book in {name[:2] for name in asked}:
        for name in names_of(book) - set(asked):
            said[name] = UNTOUCHED, f'it has no cell with a line like check("{name}", …).'
    return [
        Row(file, name[:2], name, verdict, plain(why))
        for name, (verdict, why) in sorted(said.items())
    ]


def _unchecked(path, file, why):
    """The one row of a notebook that cannot be read; its number is that in its name, if any."""
    match = NUMBER.search(path.name)
    return Row(file, match[0] if match else "", "", UNCHECKED, plain(why))


def checked(folder, limits, jobs):
    """The sorted rows of all notebooks in a folder, `jobs` at a time; prints each that is done."""
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
    """Put into a folder what a notebook finds beside it: this checkout's helper, words read."""
    shutil.copytree(ROOT / "notebooks/lookup", folder / "notebooks/lookup")
    shutil.copy(ROOT / "requirements.txt", folder)
    read_vocabulary()
    read_documents()
    (folder / "cache").mkdir()
    for kind in ("words", "documents"):
        for path in cache_folder().glob(f"{kind}-*.jsonl"):
            shutil.copy2(path, folder / "cache")


def main(arguments=None):
    """Check a folder and write the table; what went wrong, or None."""
    options = _parser().parse_args(arguments)
    with contextlib.suppress(AttributeError):
        # A learner's name may hold what a terminal cannot show.
        sys.stdout.reconfigure(errors="replace")
    limits = Limits(options.cell, options.notebook, options.memory * 10**9)
    try:
        if options.out.resolve().is_relative_to(options.folder.resolve()):
            rule = "OUT must not lie in the learners' folder"
            raise ValueError(f"{rule}, as {str(options.out)!r} does")
        found = checked(options.folder, limits, options.jobs)
        put(options.out / "hand_in.html", page(found))
        put(options.out / "hand_in.csv", table(found))
    except (OSError, ValueError) as error:
        return f"No table: {error}."
    except KeyboardInterrupt:
        return "No table: stopped."
    counts = Counter(row.verdict for row in found)
    summary = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS)
    print(f"{summary}: {options.out / 'hand_in.html'}")
    return None


def _parser():
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0] + ".")
    add = parser.add_argument
    add(
        "folder",
        metavar="FOLDER",
        type=Path,
        help="where the learners' notebooks are, however deep",
    )
    add(
        "out",
        metavar="OUT",
        type=Path,
        help="where hand_in.csv and hand_in.html go; another folder",
    )
    numbers = {
        "--jobs": (min(4, os.cpu_count() or 1), "notebooks at a time"),
        "--cell": (60, "seconds that a cell or a call may take"),
        "--notebook": (300, "seconds that a notebook may take"),
        "--memory": (2, "GB that a process may take beside torch"),
    }
    for option, (default, what) in numbers.items():
        add(option, type=whole, default=default, help=f"{what} (%(default)s)")
    return parser


def whole(text):
    """A whole number from 1 on, for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on is wanted, not {text!r}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
