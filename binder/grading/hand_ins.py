"""What lies in a folder of hand-ins: the files that are read, those that are not and why, and whose
they are by their names.
"""

import os
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

LARGEST = 20_000_000  # bytes of a file; the course's largest notebook has two million
ENDINGS = (
    ".ipynb",
    ".ipynb.txt",
    ".ipynb.json",
    ".json",
)  # as browsers save a notebook
OTHERS_OWN = {
    ".ipynb_checkpoints": "Jupyter's own copies",
    "__MACOSX": "a Mac's own copies",
}
# As Moodle and Canvas name what a teacher downloads.
MOODLE = re.compile(r"(?P<name>[^_]*)_(?P<number>\d+)_assignsubmission_file(_|$)")
CANVAS = re.compile(
    r"((?P<name>\w+?)_)??(?P<late>LATE_)?(?P<number>anon_\w{5}|(?<=_)[1-9]\d+)"
    r"_(?P<upload>[1-9]\d+)_."
)
COPY = re.compile(r"(?:-| ?\()(\d{1,2})\)?$")  # 01-2 on Canvas, 01 (2) from a browser
JOINERS = "\u200c\u200d"  # not printable, but within names and emoji


@dataclass(frozen=True)
class Owner:
    """Whose a file is, as far as its path says.

    number: the learner's own at Canvas or Moodle, "" if there is none. names: what may be a name,
    the likeliest first. late: whether Canvas calls it so. attempt: of two files the one with the
    larger attempt is the later.
    """

    number: str
    names: tuple[str, ...]
    late: bool
    attempt: tuple[int, int, int]


@dataclass(frozen=True)
class HandIn:
    """A file that was read: its path below the folder, with slashes, and its bytes."""

    path: str
    content: bytes
    owner: Owner


@dataclass(frozen=True, order=True)
class Refusal:
    """A file or folder that was not read, and why; whose it is, if that is known."""

    path: str
    why: str
    learner: str = ""

    @property
    def owner(self):
        """Whose it is, as far as its path says."""
        return owner_of(self.path)


def collect(folder):
    """(`HandIn`s, `Refusal`s) of a folder, both in the order of their paths.

    Links are not followed. Raises ValueError if there is no folder, or no notebook in it.
    """
    if not folder.is_dir():
        raise ValueError(f"there is no folder {str(folder)!r}")
    hand_ins, refusals = [], []

    def refuse(path, why):
        refusals.append(Refusal(Path(path).relative_to(folder).as_posix(), why))

    def closed(error):
        refuse(error.filename, f"the folder cannot be opened ({error.strerror})")

    for at, folders, names in os.walk(folder, onerror=closed):
        # Over a copy: names are taken out of the list itself, and os.walk goes on into what is
        # left.
        for name in list(folders):
            why = _passed_over(Path(at, name))
            if why:
                folders.remove(name)
                refuse(Path(at, name), why)
        for path in (Path(at, name) for name in names):
            try:
                content = _content(path)
                time = path.stat().st_mtime_ns
            except (OSError, ValueError) as error:
                refuse(path, getattr(error, "strerror", None) or str(error))
            else:
                inner = path.relative_to(folder).as_posix()
                hand_ins.append(HandIn(inner, content, owner_of(inner, time)))
    if not hand_ins:
        seen = "".join(
            f"; {visible(one.path)}: {one.why}" for one in sorted(refusals)[:3]
        )
        raise ValueError(
            f"there is no notebook, no file *.ipynb, in {str(folder)!r}{seen}"
        )
    return sorted(hand_ins, key=lambda hand_in: hand_in.path), sorted(refusals)


def _content(path):
    """The bytes of a file. Raises ValueError or OSError if it is not to be read, and says why."""
    why = _passed_over(path)
    if why:
        raise ValueError(why)
    if not path.is_file():
        raise ValueError("it is no file")
    if path.name.lower().endswith((".zip", ".7z", ".rar", ".gz")):
        raise ValueError("it is an archive: unpack it first")
    if not path.name.lower().endswith(ENDINGS):
        raise ValueError("its name does not end in .ipynb")
    if path.stat().st_size > LARGEST:
        raise ValueError(f"it has more than {LARGEST // 10**6} MB")
    return path.read_bytes()


def _passed_over(path):
    if path.is_symlink():
        return "it is a link, and links are not followed"
    if path.name in OTHERS_OWN:
        return OTHERS_OWN[path.name]
    return (
        "it is hidden: its name begins with a dot" if path.name.startswith(".") else ""
    )


def owner_of(path, time=0):
    """Whose a file is; `time` is when it was written.

    >>> owner_of("lovelaceada_LATE_12345_6789_01-1.ipynb")
    Owner(number='12345', names=('lovelaceada',), late=True, attempt=(6789, 1, 0))
    """
    *folders, file = path.split("/")
    stem = file.removesuffix(ending(file))
    copy = COPY.search(stem)
    copies = int(copy[1]) if copy else 0
    for part in [*folders, file]:
        match = MOODLE.match(part)
        if match:
            return Owner(match["number"], (match["name"],), False, (0, copies, time))
    match = CANVAS.match(file)
    if match:
        names = (match["name"] or match["number"],)
        attempt = (int(match["upload"]), copies, time)
        return Owner(match["number"], names, bool(match["late"]), attempt)
    return Owner("", (*folders, stem), False, (0, copies, time))


def ending(file):
    """The ending of a file's name by which it is a notebook, "" if it is none.

    >>> ending("01.ipynb.txt")
    '.ipynb.txt'
    """
    ends = (file[-len(end) :] for end in ENDINGS if file.lower().endswith(end))
    # The longest, as .ipynb.json ends in .json, too.
    return max(ends, key=len, default="")


def visible(text):
    """One line that can be printed anywhere, and tells apart what would look the same.

    >>> visible("a\\nb\\x1b[0m")
    'a\\\\nb\\\\x1b[0m'
    """
    return "".join(map(_visible, text))


def visible_lines(text):
    """The same, `visible`, in its lines."""
    return "\n".join(map(visible, text.split("\n")))


def _visible(character):
    if character.isprintable() or character in JOINERS:
        return character
    return character.encode("unicode_escape").decode()


def alike(name):
    """What two names have in common that look the same, or nearly.

    >>> alike("Zoë\\u00a0M.") == alike("zoe m")
    True
    """
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(character for character in plain if character.isalnum())
