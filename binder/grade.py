"""A table of handed-in notebooks: `python binder/grade.py FOLDER OUT`, best with `--roster CSV`.

Into OUT go hand_in.html to read and hand_in.csv for a spreadsheet, a copy of each notebook with the
verdict under each exercise (feedback/, by the paths of FOLDER), and with a class list of Canvas or
Moodle import.csv, which they take back. The table grows while this works; a second start checks
only what is new or could not be checked.

Each hand-in has processes of its own: one reads and judges it, another runs its cells, first those
that an exercise needs by name, passing over those that stop; then, for an answer that is not right
and uses more than imports and functions, all. The kernel is sent inputs as data, and its answers
come back as data, so that no print, no other `check` and no patched torch makes an answer right. As
in the notebooks, a copied solution is right, and so is one that calls the course's own
specification or reads the costs of 06-c's pretended GPU or the names of 02-c's lookups.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # processes share the cores; a fork wants no threads

import argparse
import contextlib
import shlex
import shutil
import signal
import sys
import tempfile
from collections import Counter
from pathlib import Path

# The helper of this checkout.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "notebooks"))

from grading.course_text import ROOT, release
from grading.found import collect, ending, visible
from grading.judge import UNCHECKED, VERDICTS
from grading.kept import keep, kept, key
from grading.process import CONTEXT
from grading.report import as_csv, as_page
from grading.roster import read_roster
from grading.sandbox import Limits
from grading.table import table
from grading.watch import outcomes
from grading.worksheets import WORKSHEETS
from lookup import read_documents, read_vocabulary
from lookup.files import cache_folder, put

LIMITS = Limits()
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
  ({LIMITS.processes}) and disk ({LIMITS.disk // GB} GB). On Linux all that a learner's code has
  started is ended with it; on macOS and Windows that which left its parents may stay, and a cell
  that wants more memory than --memory is not refused it, but ends the hand-in.
not guarded against: what runs under your account may do what you may. A hand-in made for it could
  read your files and send them away, change OUT and the hand-ins of others (all files are read
  before the first is run), or end this command. Mishaps do not. For strangers' hand-ins use the
  command that --container prints: it has no network and only FOLDER and OUT, which a learner's code
  cannot open, and each hand-in runs under an account of its own.
"""
IMPORT = "import.csv"
STOPPED = "Stopped. What was checked is kept; start again to go on."
CONTAINER = """\
docker build -t one-row-grade -f {root}/binder/grading/Dockerfile {root} && docker run --rm \
--network none --memory 8g --pids-limit 1000 --cap-drop ALL --cap-add CHOWN --cap-add DAC_OVERRIDE \
--cap-add KILL --cap-add SETGID --cap-add SETUID --security-opt no-new-privileges {mounts} \
one-row-grade {arguments}"""


def check_all(options, roster):
    """Check what is new in a folder, and write the table after each file; the table."""
    found, unread = collect(options.folder)
    (options.out / IMPORT).unlink(missing_ok=True)  # of an earlier start
    state = options.out / "hand_in.json"
    mark = release()
    keys = [key(mark, one) for one in found]
    old = kept(state)
    done = {place: old[name] for place, name in enumerate(keys) if name in old}
    new = [place for place in range(len(found)) if place not in done]
    whole = write(options.out, table(found, done, unread, roster))
    with contextlib.closing(checked([found[place].content for place in new], options)) as checking:
        for count, (number, outcome) in enumerate(checking, 1):
            place = new[number]
            done[place] = outcome
            print(f"{count} of {len(new)}: {visible(found[place].path)}", flush=True)
            hand_back(options.out / "feedback", found[place].path, outcome.feedback)
            outcome.feedback = b""
            # First kept, then shown: what stands in the table is not checked again.
            keep(state, {keys[place]: done[place] for place in done})
            whole = write(options.out, table(found, done, unread, roster))
    return whole


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
    strangers = [row.name for row in whole.rows if row.place is None and row.said]
    if strangers:
        why = "as the name fits nobody, or several, on the class list"
        print(f"Not in it, {why}: {', '.join(strangers)}.")
    said = [said for row in whole.rows if row.place in points for _, said in row.said.values()]
    unchecked = sum(one.verdict == UNCHECKED for one in said)
    if unchecked:
        print(f"As 0 points in it: {unchecked} that could not be checked.")
    return None


def checked(contents, options):
    """Yield (number in `contents`, Outcome) as the command's options say."""
    limits = Limits(options.cell, options.notebook, options.memory * GB)
    with tempfile.TemporaryDirectory(prefix="hand-in-") as cache:
        furnish(Path(cache))
        yield from outcomes(contents, cache, limits, options.jobs, options.accounts)


def furnish(folder):
    """Put into a folder the words and documents that notebooks read, which takes a while once."""
    reading = CONTEXT.Process(target=_read)  # apart, as a progress bar leaves a thread behind
    reading.start()
    reading.join()
    if reading.exitcode:
        print("Words and documents were not read beforehand: each hand-in reads them by itself.")
    folder.chmod(0o755)
    for kind in ("words", "documents"):
        for path in cache_folder().glob(f"{kind}-*.jsonl"):
            shutil.copy2(path, folder)


def _read():
    read_vocabulary()
    read_documents()


def write(out, whole):
    """Write the table of a class, whole each time; the table."""
    put(out / "hand_in.html", as_page(whole))
    put(out / "hand_in.csv", as_csv(whole))
    return whole


def hand_back(folder, path, content):
    """Put a copy with feedback where the file that was handed in lies, as a notebook."""
    if content:
        put(folder / (path if ending(path) == ".ipynb" else f"{path}.ipynb"), content)


def container(options):
    """The command that does the same in a container."""
    roster = [options.roster.resolve()] if options.roster else []
    volumes = [f"{options.folder.resolve()}:/root/in:ro", f"{options.out.resolve()}:/root/out"]
    volumes += [f"{path}:/root/roster.csv:ro" for path in roster]
    mounts = " ".join(f"-v {shlex.quote(volume)}" for volume in volumes)
    arguments = "/root/in /root/out" + " --roster /root/roster.csv" * len(roster)
    return CONTAINER.format(root=shlex.quote(str(ROOT)), mounts=mounts, arguments=arguments)


def check_accounts():
    """Raise ValueError unless other accounts can be taken, and can read Python and the course."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        raise ValueError("--accounts takes root, as in the container that --container starts")
    for place in (sys.base_prefix, sys.prefix, ROOT):
        path = Path(place).resolve()
        for folder in (path, *path.parents):
            if not folder.stat().st_mode & 0o001:
                raise ValueError(f"--accounts needs {path}, and {folder} is closed to others")


def main(arguments=None):
    """Check a folder and write the table; what went wrong, or None."""
    options = _parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(AttributeError):
        # A learner's name may hold what a terminal cannot show.
        sys.stdout.reconfigure(errors="replace")
    try:
        if options.out.resolve().is_relative_to(options.folder.resolve()):
            rule = "OUT must not lie in the learners' folder"
            raise ValueError(f"{rule}, as {str(options.out)!r} does")
        if options.roster and options.roster.resolve() == (options.out / IMPORT).resolve():
            raise ValueError(
                f"the class list is no {IMPORT} in OUT, which is written anew: copy it"
            )
        if options.container:
            print(container(options))
            return None
        if options.accounts:
            check_accounts()
        roster = _roster(options.roster)
        whole = check_all(options, roster)
        complaint = roster and write_import(options.out, whole, roster)
    except (OSError, ValueError) as error:
        return f"No table: {error}."
    except KeyboardInterrupt:
        return STOPPED
    print(f"{summary(whole)}: {options.out / 'hand_in.html'}")
    return complaint


def _roster(path):
    """The class list, or None if none is given; how it was read is said where that was guessed."""
    if path is None:
        return None
    roster, guessed = read_roster(path)
    if guessed:
        print(f"The class list is not in UTF-8. As Excel writes it, it says {guessed!r}: right?")
    return roster


def summary(whole):
    """How many exercises got which verdict, and what got none."""
    said = [said for row in whole.rows for _, said in row.said.values()]
    counts = Counter(one.verdict for one in said)
    parts = [f"{counts[verdict]} {verdict}" for verdict in VERDICTS]
    without = sum(bool(row.files) and not row.said for row in whole.rows)
    parts += [f"{without} of the learners without a verdict"] * bool(without)
    parts += [f"{len(whole.unread)} not read"] * bool(whole.unread)
    return ", ".join(parts)


def _parser():
    parser = argparse.ArgumentParser(
        description=__doc__.partition(":")[0] + ".",
        epilog=RULES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("folder", metavar="FOLDER", type=Path, help="where the notebooks are, however deep")
    add("out", metavar="OUT", type=Path, help="where the table goes; another folder")
    add("--roster", metavar="CSV", type=Path, help="a class list, of Canvas, Moodle or another")
    numbers = {
        "--jobs": (min(4, os.cpu_count() or 1), "hand-ins at a time"),
        "--cell": (LIMITS.cell, "seconds that a cell or a call may take"),
        "--notebook": (LIMITS.notebook, "seconds that a hand-in may take"),
        "--memory": (
            LIMITS.memory // GB,
            "GB that a kernel may take beside torch; all of a hand-in: twice as many",
        ),
    }
    for option, (default, what) in numbers.items():
        add(option, type=whole_number, default=default, help=f"{what} (%(default)s)")
    add("--container", action="store_true", help="print the command that does it in a container")
    add("--accounts", action="store_true", help="an account for each hand-in; takes root")
    return parser


def whole_number(text):
    """A whole number from 1 on, for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on is wanted, not {text!r}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
