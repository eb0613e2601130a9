"""The course as a class gets it: `python binder/edition.py FOLDER [--solutions]`.

A folder with notebooks that nobody has run, without the notes *For the teacher*, and with all that
they need to run. FOLDER must be new or empty, and outside the course; it is made whole or not at
all, in a second. What comes back is graded by `binder/grade.py` like the course's own notebooks.
Without `--solutions` the folded ones are left out. They are no secret all the same: `check` judges
by `lookup/exercises/`, which comes along. Needs nothing but Python.
"""

import argparse
import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILES = (
    "requirements.txt",
    "LICENSE",
    ".gitignore",
    ".lab.py",
    ".devcontainer/devcontainer.json",
    "binder/custom/custom.css",
    "binder/custom/prose_width.json",
    "binder/custom/prose_width.py",
    "binder/overrides.json",
    "binder/postBuild",
    "binder/requirements.txt",
    "binder/runtime.txt",
    "binder/waiting_outputs.json",
    "binder/waiting_outputs.py",
    "notebooks/guesses.toml",
    "notebooks/questions.md",
    "notebooks/terms.md",
)
# {folder: what stays behind of it}; the scripts draw the images anew.
FOLDERS = {"images": ("*.py", "*.mjs"), "notebooks/lab": (), "notebooks/lookup": ()}
ALSO = ("__pycache__", ".ipynb_checkpoints")
BOOKS = "notebooks/[0-9][0-9]*_*.ipynb"
TEACHER = "<details><summary>For the teacher</summary>"
SOLUTION = re.compile(
    r"<details><summary>Solution\b[^<]*</summary>.*?</details>\s*", re.DOTALL
)
END = "\n## Who it is for"  # in the README; what follows speaks to teachers and authors, too
ABOUT = """
## This edition

No cell has run yet, so guess before you run it.
Begin with [00 Start here](notebooks/00_start_here.ipynb), which names the others.
[Every question](notebooks/questions.md) and [every term](notebooks/terms.md) say where the answer
is. Code, text and pictures are under the [MIT licence](LICENSE); the real model's table is of
[others](notebooks/lookup/text/real_table/NOTICE).
"""


def for_learners(notebook: dict, solutions: bool) -> dict:
    """A notebook as a class gets it; `notebook` is its JSON, and stays as it is.

    No cell has run, and a text cell *For the teacher* is left out.
    solutions: whether the folded solutions stay.

    >>> note = {"cell_type": "markdown", "source": [TEACHER]}
    >>> ran = {"cell_type": "code", "source": ["1"], "outputs": [1], "execution_count": 1}
    >>> for_learners({"cells": [note, ran], "metadata": {}}, solutions=False)["cells"]
    [{'cell_type': 'code', 'source': ['1'], 'outputs': [], 'execution_count': None}]
    """
    cells = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            cell = {**cell, "outputs": [], "execution_count": None}
        elif source.startswith(TEACHER):
            continue
        elif not solutions:
            kept = SOLUTION.sub("", source).rstrip()
            if source and not kept:
                continue
            if kept != source.rstrip():
                cell = {**cell, "source": kept.splitlines(keepends=True)}
        cells.append(cell)
    known = notebook["metadata"].items()
    metadata = {name: value for name, value in known if name != "widgets"}
    return {**notebook, "cells": cells, "metadata": metadata}


def readme(text: str) -> str:
    """The README of an edition: how to start the course, and what an edition is.

    text: the course's. Raises ValueError if it lacks the heading at which its beginning ends.
    """
    beginning, end, _ = text.partition(END)
    if not end:
        rule = f"the README must hold {END.strip()!r}, where an edition's README ends"
        raise ValueError(rule)
    return beginning + ABOUT


def build(out: Path, solutions: bool = False, root: Path = ROOT) -> int:
    """Write an edition of the course in `root` into the folder `out`, whole or not at all.

    Returns the number of its notebooks. Raises ValueError if `out` holds something or lies in
    `root`, and OSError if a file is missing or cannot be written.
    """
    out = Path(out).resolve()
    if out.is_relative_to(root):
        raise ValueError(
            f"the folder must lie outside the course's, not at {str(out)!r}"
        )
    if out.exists() and not (out.is_dir() and not any(out.iterdir())):
        raise ValueError(f"the folder must be new or empty, not {str(out)!r}")
    out.parent.mkdir(parents=True, exist_ok=True)
    # Beside it, as a folder can be renamed within one file system only.
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".edition-") as workshop:
        made = Path(workshop, "edition")
        count = _fill(made, solutions, root)
        if out.exists():
            out.rmdir()  # it is empty; Windows renames to no name that is taken
        made.rename(out)
    return count


def _fill(folder, solutions, root):
    for name, behind in FOLDERS.items():
        ignored = shutil.ignore_patterns(*behind, *ALSO)
        shutil.copytree(root / name, folder / name, ignore=ignored)
    for name in FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, folder / name)
    _put(folder / "README.md", readme((root / "README.md").read_text(encoding="utf-8")))
    books = sorted(root.glob(BOOKS))
    for path in books:
        # As plain JSON, for nbformat comes with the requirements, and this needs nothing but
        # Python.
        notebook = json.loads(path.read_text(encoding="utf-8"))
        learners = for_learners(notebook, solutions)
        # As Jupyter writes a notebook, so that saving it unchanged changes no line.
        text = json.dumps(learners, indent=1, ensure_ascii=False)
        _put(folder / "notebooks" / path.name, f"{text}\n")
    return len(books)


def _put(path, text):
    path.write_text(text, encoding="utf-8", newline="\n")


def main(arguments: list[str] | None = None) -> str | None:
    """Write an edition; what went wrong in one sentence, or None."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the edition is written")
    parser.add_argument(
        "--solutions", action="store_true", help="keep the solutions, folded"
    )
    options = parser.parse_args(arguments)
    try:
        count = build(options.folder, options.solutions)
    except (OSError, ValueError) as error:
        return f"No edition: {error}."
    kept = "with" if options.solutions else "without"
    print(f"{count} notebooks for learners, {kept} solutions: {options.folder}")
    return None


if __name__ == "__main__":
    sys.exit(main())
