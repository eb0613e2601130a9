"""What was found out is kept, so that a second start checks only what is new."""

import hashlib
import json
from dataclasses import asdict

from lookup.files import put

from .judge import UNCHECKED, Said
from .watch import Outcome


def key(release, found):
    """What a file's outcome is kept under: the release of the course, its path, its content."""
    path = found.path.encode("utf-8", "surrogateescape")
    return hashlib.sha256(b"\0".join([release.encode(), path, found.content])).hexdigest()


def keep(path, outcomes):
    """Write {key: Outcome} to a file, whole, without those that could not be checked."""
    kept = {}
    for name, outcome in outcomes.items():
        unchecked = any(said.verdict == UNCHECKED for said in outcome.said.values())
        if not outcome.problem and not outcome.unread and not unchecked:
            kept[name] = asdict(outcome) | {"feedback": None}
    put(path, json.dumps(kept).encode())


def kept(path):
    """{key: Outcome} of a file that `keep` wrote, without feedback; empty if it is none."""
    try:
        outcomes = json.loads(path.read_bytes())
        return {
            name: Outcome(
                "", one["gone"], {name: Said(*said) for name, said in one["said"].items()}
            )
            for name, one in outcomes.items()
        }
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}
