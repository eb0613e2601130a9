"""Outcomes are kept, so that a second start checks only what is new."""

import hashlib
import json

from lookup.files import put

from .course_text import release
from .outcome import outcome_of


class Store:
    """A file of outcomes, which hold for these hand-ins and this release of the course."""

    def __init__(self, path, hand_ins):
        self._path = path
        mark = release()
        self._keys = {hand_in.path: _key(mark, hand_in) for hand_in in hand_ins}

    def outcomes(self):
        """{path: Outcome} of what is in the file, without copies; empty if it is none of ours."""
        try:
            kept = json.loads(self._path.read_bytes())
            paths = [path for path, key in self._keys.items() if key in kept]
            return {path: outcome_of(kept[self._keys[path]]) for path in paths}
        except (OSError, ValueError, TypeError):
            return {}

    def keep(self, outcomes):
        """Write {path: Outcome} to the file, whole, without those that could not be checked."""
        kept = {
            self._keys[path]: outcome.as_json()
            for path, outcome in outcomes.items()
            if outcome.is_whole()
        }
        put(self._path, json.dumps(kept).encode())


def _key(mark, hand_in):
    """What an outcome is kept under: the release, and the path and the content of the file."""
    # On Linux a file's name need not be UTF-8.
    path = hand_in.path.encode("utf-8", "surrogateescape")
    return hashlib.sha256(
        b"\0".join([mark.encode(), path, hand_in.content])
    ).hexdigest()
