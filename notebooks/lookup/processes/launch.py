"""`launch`: a function of the notebook in several processes at once, by torchrun."""

import io
import math
import os
import pickle
import subprocess
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import torch

from ..whole import is_whole
from .lesson import lesson_of
from .member import WATCH
from .outcome import failure

MEMBER = Path(__file__).with_name("member.py")
MOST = 8  # ranks; each takes 240 MB
STANDALONE = ("--standalone",)


def launch(function, *arguments, ranks=2, timeout=120, limit=600):
    """Call a function of the notebook in several processes, and print what rank 0 prints.

    The function and what it uses of the notebook are written into a file, which is started as
    `python -m torch.distributed.run --standalone --nproc-per-node 2 ...`, the same as torchrun. In
    each process there is then a gloo group of all of them, one thread, no GPU, and nothing else of
    the notebook. However the launch ends, none of its processes is left behind.

    Args:
        function: a function that was defined in a cell.
        arguments: what each rank calls it with: numbers, text, tensors, and lists, tuples and
            dicts of these. What it returns is of the same kinds.
        ranks: how many processes, 1 to 8.
        timeout: seconds that a rank waits for another one before it gives up (gloo's own: 1,800).
        limit: seconds that all of it may take.

    Returns:
        A list: what the function returned on rank 0, on rank 1, and so on.

    Raises:
        TypeError: for something else than such a function, or than such arguments and results.
        ValueError: if `ranks`, `timeout` or `limit` is out of range.
        LaunchError: if a rank fails, as by a result that cannot be pickled. It shows the lines and
            the error of the rank to blame.

    Example:
        >>> launch(len, ranks=2)
        Traceback (most recent call last):
            ...
        TypeError: a function of the notebook is needed, got builtin_function_or_method.
    """
    _check(ranks, timeout, limit)
    # On Windows a file that a dying rank still holds cannot be removed; that is no failure.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        write_job(folder, function, arguments, timeout)
        try:
            why = _run(command(folder, ranks, STANDALONE), folder / "report", limit)
        finally:  # also when a learner interrupts it
            show_printed(folder)
        return results(folder, ranks, why)


def write_job(folder, function, arguments, timeout):
    """Put into a folder what its ranks need. Raises TypeError as `launch` does."""
    (folder / "lesson.py").write_text(lesson_of(function), encoding="utf-8")
    job = {"function": function.__name__, "arguments": arguments, "timeout": timeout}
    (folder / "job.pt").write_bytes(_packed(job, "arguments"))


def show_printed(folder):
    """Print what rank 0 of a job's folder printed, to its last whole line if it was killed."""
    out = folder / "0.out"
    print(
        out.read_text(encoding="utf-8", errors="replace") if out.exists() else "",
        end="",
    )


def results(folder, ranks, why=""):
    """What the ranks left in a folder whose `report` torchrun wrote.

    why: a sentence if the launch had to be stopped. Raises LaunchError if a rank failed.
    """
    report = (folder / "report").read_text(encoding="utf-8", errors="replace")
    files = [folder / f"{rank}.pt" for rank in range(ranks)]
    # By its report and files, as torchrun's exit code tells no more than that something failed.
    if why or "ChildFailedError" in report or not all(file.exists() for file in files):
        raise failure(folder, ranks, report, why)
    return [_loaded(file.read_bytes(), "what the function returns") for file in files]


def command(folder, ranks, rendezvous):
    """The command line that runs the job of a folder on so many ranks of this host.

    rendezvous: torchrun's options that say how the ranks find each other.
    """
    start = [sys.executable, "-m", "torch.distributed.run", *rendezvous]
    return [*start, "--nproc-per-node", str(ranks), str(MEMBER), str(folder)]


def environment(**more):
    """The variables of a launch: one thread a rank, no GPU, the notebook's modules, no warnings."""
    own = {
        "CUDA_VISIBLE_DEVICES": "",  # the group is gloo's, and DTensor would move to a GPU
        "OMP_NUM_THREADS": "1",
        "TORCH_CPP_LOG_LEVEL": "ERROR",  # the rendezvous would warn
        "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path)),
        "PYTHONSAFEPATH": "1",  # what stands beside member.py hides no module of the notebook
    }
    return os.environ | own | more


def _check(ranks, timeout, limit):
    if not is_whole(ranks) or not 1 <= ranks <= MOST:
        raise ValueError(
            f"ranks must be a whole number from 1 to {MOST}, got {ranks!r}."
        )
    for name, seconds in {"timeout": timeout, "limit": limit}.items():
        if isinstance(seconds, bool) or not isinstance(seconds, int | float):
            raise ValueError(f"{name} must be seconds, got {seconds!r}.")
        if not 0 < seconds < math.inf:
            raise ValueError(f"{name} must be finite seconds above 0, got {seconds!r}.")


def _run(command, report, limit):
    """Run the command to its end; a sentence if it had to be stopped, else "".

    The ranks end when the pipe of their standard input does, so also if this process is killed.
    """
    options = {"stdin": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with open(report, "wb") as out:
        process = subprocess.Popen(
            command, stdout=out, env=environment(**{WATCH: "1"}), **options
        )
    try:
        process.wait(limit)
    except subprocess.TimeoutExpired:
        return f"the launch took longer than its limit of {limit} seconds, and was stopped."
    finally:
        end(process)
    return ""


def end(process):
    """End a process and all that it has started."""
    tree = []
    if process.poll() is None:
        root = psutil.Process(process.pid)
        # Listed before the first is killed: an orphan would no longer be found below its parent.
        tree = [root, *root.children(recursive=True)]
    for one in tree:
        with suppress(psutil.NoSuchProcess):
            one.kill()
    if process.stdin:
        process.stdin.close()
    psutil.wait_procs(tree, timeout=10)
    process.wait()


def _packed(value, what):
    """A value as bytes that `torch.load` reads without running anything."""
    file = io.BytesIO()
    with _as_data(what):
        torch.save(value, file)
    # Read back at once: torch.save also pickles other kinds, which a rank would refuse much later.
    _loaded(file.getvalue(), what)
    return file.getvalue()


def _loaded(content, what):
    with _as_data(what):
        # torch.load takes weights only by default (since 2.6), so a file can run no code.
        return torch.load(io.BytesIO(content))


@contextmanager
def _as_data(what):
    rule = f"{what} must be numbers, text, tensors, or lists, tuples and dicts of these"
    try:
        yield
    except (
        pickle.UnpicklingError
    ):  # torch's text is on how to read such files all the same
        raise TypeError(
            f"{rule}, nothing of NumPy or of classes of your own."
        ) from None
    except (pickle.PickleError, AttributeError, TypeError) as error:
        raise TypeError(f"{rule}; {error}") from None
