"""How the ranks of a launch ended, and which of them is to blame."""

import json
import re
import signal

# What a rank says when another one is gone or does not come: it is a victim.
LOST = r"Connection closed by peer|Connection reset|Connection refused|Broken pipe|connectFullMesh"
# The words of gloo and of torch's store for a time-out; how a rank failed is told in text only.
LATE = r"Timed out|wait timeout|Socket Timeout|Application timeout"
VICTIM = re.compile(f"{LOST}|{LATE}")
LAST_WORDS = re.compile(r"what\(\): +(?:\[.*?\] )?(.*)")  # of a C++ program that aborts
# In torchrun's report, which ends with the failure that it takes for the cause.
FAILURE = re.compile(r"rank\s*: (\d+) .*?\n\s*exitcode\s*: (-?\d+)")


class LaunchError(RuntimeError):
    """A launch in which a rank failed; its text is that of the rank to blame.

    `ended`: {rank: how it ended, in a line}. `guilty`: the rank that failed first of those that did
    not fail because of another one. `blamed`: the rank that torchrun takes for the cause, or None
    if it names none.

    It is raised by `launch`.

    Example:
        >>> raise LaunchError("rank 1 failed", {0: "stopped", 1: "ValueError"}, guilty=1, blamed=0)
        Traceback (most recent call last):
            ...
        lookup.processes.outcome.LaunchError: rank 1 failed
    """

    def __init__(self, text, ended, guilty=None, blamed=None):
        super().__init__(text)
        self.ended = ended
        self.guilty = guilty
        self.blamed = blamed


def failure(folder, ranks, report, why=""):
    """The error that says how a launch in this folder failed.

    report: what torchrun wrote. why: a reason that the launcher itself gives, such as a time-out.
    """
    told = {}
    for rank in range(ranks):
        path = folder / f"{rank}.json"
        if path.exists():
            told[rank] = json.loads(path.read_bytes())
    codes = {int(rank): int(code) for rank, code in FAILURE.findall(report)}
    blamed = list(codes)[-1] if codes else None
    words = LAST_WORDS.findall(report)
    ended = {rank: _ended(rank, told, codes, words, folder) for rank in range(ranks)}
    guilty = _guilty(told, codes, blamed)
    return LaunchError(why or _text(guilty, told, ended, report), ended, guilty, blamed)


def _ended(rank, told, codes, words, folder):
    if rank in told:
        return told[rank]["says"].splitlines()[0]
    if codes.get(rank, 0) < 0:
        name = _signal(-codes[rank])
        spoken = f"; {words[-1]}" if words and name == "SIGABRT" else ""
        return f"was killed by {name}{spoken}"
    if rank in codes:
        return f"left with exit code {codes[rank]}"
    return "done" if (folder / f"{rank}.pt").exists() else "ended without a result"


def _guilty(told, codes, blamed):
    """The first to fail of its own; else one killed, or the first to wait in vain, or the first.

    When a rank has failed, torchrun ends the others by SIGTERM: that is no failure of theirs. And
    who has waited in vain takes the connections of the others along.
    """
    own = [rank for rank in told if not VICTIM.search(told[rank]["says"])]
    ended = {
        rank for rank in codes if codes[rank] == -signal.SIGTERM and rank != blamed
    }
    killed = [rank for rank in codes if rank not in told and rank not in ended]
    if not own and killed:
        # torchrun's report ends with the root cause, so the last of several is the one it names.
        return killed[-1]
    late = [rank for rank in told if re.search(LATE, told[rank]["says"])]
    return min(own or late or told, key=lambda rank: told[rank]["time"], default=blamed)


def _text(guilty, told, ended, report):
    """What the guilty rank says, with the lines of the lesson that led there."""
    if guilty is None:
        said = [
            line
            for line in report.splitlines()
            if re.match(r"\S*(Error|error)\b.*:", line)
        ]
        return f"no rank says why the launch failed. {said[-1] if said else report[-2000:]}".strip()
    if guilty not in told:
        return f"rank {guilty} {ended[guilty]}"
    return "\n".join(
        [f"rank {guilty} failed", *told[guilty]["lines"], told[guilty]["says"]]
    )


def _signal(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
