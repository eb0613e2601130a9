"""A table of handed-in notebooks: `python binder/grade.py FOLDER OUT`, best with `--roster CSV`.

Into OUT go hand_in.html to read and hand_in.csv for a spreadsheet, a copy of each notebook with the
verdict under each exercise (feedback/, by the paths of FOLDER), and with a class list of Canvas or
Moodle import.csv, which they take back. The table grows while this works; a second start checks
only what is new or could not be checked.

Each hand-in has processes of its own: one reads it, another runs its cells, first those that an
exercise needs by name, passing over those that stop; then, for an answer that is not right and uses
more than imports and functions, all. There the course's own `judge` looks at an answer, as in the
notebooks. So a printed verdict or another `check` makes no answer right, and a copied solution is
right: it stands below its exercise in everybody's notebook. A forged verdict would be possible, and
would earn nothing that cannot be copied.
"""

import os

os.environ.setdefault(
    "OMP_NUM_THREADS", "1"
)  # processes share the cores; a fork wants no threads

import argparse
import contextlib
import shutil
import signal
import sys
import tempfile
from collections import Counter
from pathlib import Path

# The helper of this checkout.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "notebooks"))

from grading.hand_ins import collect, ending, visible
from grading.moodle_headers import WORKSHEETS
from grading.outcome import STATES, UNCHECKED
from grading.process import CONTEXT
from grading.report_page import as_page
from grading.roster import read_roster
from grading.sandbox import Limits
from grading.spreadsheet import as_csv
from grading.store import Store
from grading.table import table
from grading.watch import outcomes_of
from lookup import read_documents, read_vocabulary
from lookup.files import cache_folder, put

GB = 10**9
RULES = f"""\
points: an exercise is worth its stars. Where the answer has parts, such as the three lists of 03-a,
  each part that is right in every trial earns its share; all else is right or earns nothing.
learners: by the class list, if there is one: by Canvas's or Moodle's number in a file's name, or
  else by the words of the name, or the login, in the names of the folders and the file. Without a
  list the outermost folder names the learner, or else the file.
attempts: of two files of a learner with the same exercise the later counts: by Canvas's number of
  the upload, then by the number of the copy, as in 01-2 or 01 (2), then by the time of the file.
class list: Canvas's gradebook, exported as CSV. A notebook's points go into the column whose title
  has its number, such as "Notebook 01 (2345)", as the share of its points possible, or into a new
  one. Or Moodle's grading worksheet: the grade is the share of all points, of the maximum grade.
  It may be in {", ".join(WORKSHEETS)}.
  Or any CSV with a column Name, of which missing learners are told. Who handed nothing in keeps the
  old grade.
as printed: the function is that of the folded solution, but for its name, remarks and layout.
limits: of time for a cell and for a hand-in, in judging, too; of memory, processes
  ({Limits.processes}) and disk ({Limits.disk // GB} GB). On Linux all that a learner's code has
  started is ended with it; on macOS and Windows that which left its parents may stay, and a cell
  that wants more memory than --memory is not refused it, but ends the hand-in.
not guarded against: what runs under your account may do what you may. A hand-in made for it could
  read your files and send them away, change OUT and the hand-ins of others (all files are read
  before the first is run), call itself right, or end this command. Mishaps do not. For strangers'
  hand-ins use an account, or a machine, that holds nothing else.
"""
IMPORT = "import.csv"
STOPPED = "Stopped. What was checked is kept; start again to go on."


def grade(options):
    """Read, run, judge, tabulate and write, in this order; what went wrong at the end, or None."""
    check_places(options)
    roster = read_list(options.roster)
    hand_ins, refusals = collect(options.folder)
    (options.out / IMPORT).unlink(missing_ok=True)  # of an earlier start
    store = Store(options.out / "hand_in.json", hand_ins)
    outcomes = store.outcomes()
    whole = table(hand_ins, outcomes, refusals, roster)
    # At once, so that what an earlier start has checked can be read while this one works.
    write(options.out, whole)
    new = {one.path: one.content for one in hand_ins if one.path not in outcomes}
    # Whatever stops this in between, the generator is closed, and so ends its processes.
    with contextlib.closing(run_and_judge(new, options)) as checking:
        for count, (path, outcome) in enumerate(checking, 1):
            print(f"{count} of {len(new)}: {visible(path)}", flush=True)
            hand_back(options.out / "feedback", path, outcome)
            outcomes[path] = outcome
            # First kept, then shown: what stands in the table is not checked again.
            store.keep(outcomes)
            whole = table(hand_ins, outcomes, refusals, roster)
            write(options.out, whole)
    complaint = roster and write_import(options.out, whole, roster)
    print(f"{summary(whole)}: {options.out / 'hand_in.html'}")
    return complaint


def check_places(options):
    """Raise ValueError where what comes out would lie over what goes in."""
    if options.out.resolve().is_relative_to(options.folder.resolve()):
        rule = "OUT must not lie in the learners' folder"
        raise ValueError(f"{rule}, as {str(options.out)!r} does")
    if options.roster and options.roster.resolve() == (options.out / IMPORT).resolve():
        raise ValueError(
            f"the class list is no {IMPORT} in OUT, which is written anew: copy it"
        )


def read_list(path):
    """The class list, or None if none is given; how it was read is said where that was guessed."""
    if path is None:
        return None
    roster, guessed = read_roster(path)
    if guessed:
        print(
            f"The class list is not in UTF-8. As Excel writes it, it says {guessed!r}: right?"
        )
    return roster


def run_and_judge(contents, options):
    """Yield (path, Outcome) of {path: the bytes of a file}, as the command's options say."""
    limits = Limits(options.cell, options.notebook, options.memory * GB)
    with tempfile.TemporaryDirectory(prefix="hand-in-") as cache:
        furnish(Path(cache))
        yield from outcomes_of(contents, cache, limits, options.jobs)


def furnish(folder):
    """Put into a folder the words and documents that notebooks read, which takes a while once."""
    reading = CONTEXT.Process(
        target=_read
    )  # apart, as a progress bar leaves a thread behind
    reading.start()
    reading.join()
    if reading.exitcode:
        print(
            "Words and documents were not read beforehand: each hand-in reads them by itself."
        )
    for kind in ("words", "documents"):
        for path in cache_folder().glob(f"{kind}-*.jsonl"):
            shutil.copy2(path, folder)


def _read():
    read_vocabulary()
    read_documents()


def hand_back(folder, path, outcome):
    """Put a copy with feedback where the file that was handed in lies, as a notebook."""
    if outcome.feedback:
        put(
            folder / (path if ending(path) == ".ipynb" else f"{path}.ipynb"),
            outcome.feedback,
        )
    outcome.feedback = b""  # which a large class need not hold in memory


def write(out, whole):
    """Write the table of a class, whole each time."""
    put(out / "hand_in.html", as_page(whole))
    put(out / "hand_in.csv", as_csv(whole))


def write_import(out, whole, roster):
    """Write the class list for the way back, and say where the points went; what is wrong, or None.

    A list that is neither Canvas's nor Moodle's is not written, which is said.
    """
    place = out / IMPORT
    points = whole.points()
    if not roster.kind:
        lists = "Canvas's gradebook nor Moodle's grading worksheet"
        print(f"No {place}, as the class list is neither {lists}.")
        return None
    if not points:
        print(f"No {place}, as nobody on the class list has handed in an exercise.")
        return None
    try:
        filled, where = roster.filled(points, whole.most())
    except ValueError as error:
        return f"No {place}: {error}."
    put(place, filled)
    print(f"{place}: {where}.")
    strangers = [row.name for row in whole.rows if row.place is None and row.verdicts]
    if strangers:
        why = "as the name fits nobody, or several, on the class list"
        print(f"Not in it, {why}: {', '.join(strangers)}.")
    listed = [verdict for row, verdict in whole.verdicts() if row.place in points]
    unchecked = sum(verdict.state == UNCHECKED for verdict in listed)
    if unchecked:
        print(f"As 0 points in it: {unchecked} that could not be checked.")
    return None


def summary(whole):
    """How many exercises got which verdict, and what got none."""
    counts = Counter(verdict.state for _, verdict in whole.verdicts())
    parts = [f"{counts[state]} {state}" for state in STATES]
    without = sum(bool(row.hand_ins) and not row.verdicts for row in whole.rows)
    parts += [f"{without} of the learners without a verdict"] * bool(without)
    parts += [f"{len(whole.refusals)} not read"] * bool(whole.refusals)
    return ", ".join(parts)


def _parser():
    parser = argparse.ArgumentParser(
        description=__doc__.partition(":")[0] + ".",
        epilog=RULES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add(
        "folder",
        metavar="FOLDER",
        type=Path,
        help="where the notebooks are, however deep",
    )
    add("out", metavar="OUT", type=Path, help="where the table goes; another folder")
    add(
        "--roster",
        metavar="CSV",
        type=Path,
        help="a class list, of Canvas, Moodle or another",
    )
    numbers = {
        "--jobs": (min(4, os.cpu_count() or 1), "hand-ins at a time"),
        "--cell": (Limits.cell, "seconds that a cell or a call may take"),
        "--notebook": (Limits.notebook, "seconds that a hand-in may take"),
        "--memory": (
            Limits.memory // GB,
            "GB that a kernel may take beside torch; all of a hand-in: twice as many",
        ),
    }
    for option, (default, what) in numbers.items():
        add(option, type=whole_number, default=default, help=f"{what} (%(default)s)")
    return parser


def whole_number(text):
    """A whole number from 1 on, for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(
            f"a whole number from 1 on is wanted, not {text!r}"
        )
    return int(text)


def main(arguments=None):
    """What a terminal gets of it: what went wrong, in a sentence, or None."""
    options = _parser().parse_args(arguments)
    # SIGTERM, by which a batch system or `kill` ends it, tidies up as Ctrl-C does.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(AttributeError):
        # A learner's name may hold what a terminal cannot show.
        sys.stdout.reconfigure(errors="replace")
    try:
        return grade(options)
    except (OSError, ValueError) as error:
        return f"No table: {error}."
    except KeyboardInterrupt:
        return STOPPED


if __name__ == "__main__":
    sys.exit(main())
