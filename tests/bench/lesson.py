"""How long a lesson's deck and handout take to make: `python tests/bench/lesson.py [MINUTES ...]`.

Wall seconds, and those of a processor, of the command that a teacher types, its browser included.
"""

import pathlib
import resource
import subprocess
import sys
import tempfile
import time

DECKS = pathlib.Path(__file__).parents[2] / "binder/publish/decks.py"


def of_a_processor():
    """CPU seconds of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(plans):
    """Print a line for each plan."""
    for plan in plans:
        wall, before = time.perf_counter(), of_a_processor()
        with tempfile.TemporaryDirectory() as out:
            command = [sys.executable, DECKS, out, "--plan", plan, "--pdf"]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        wall, own = time.perf_counter() - wall, of_a_processor() - before
        print(f"{plan} minutes: {wall:.0f} s, {own:.0f} s of a processor")


if __name__ == "__main__":
    main(sys.argv[1:] or ["45", "90", "180"])
