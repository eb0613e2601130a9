"""The course to be read without running it: `python binder/publish/website.py FOLDER`.

Runs every notebook once, for its pictures, and writes a site that any file server can serve from
its own folder alone. Takes some minutes. FOLDER must be new, empty, or hold such a site, which is
then replaced as a whole.
"""

import argparse
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from string import Template

import nbformat

from without_kernel import HERE, NOTEBOOKS, alive, assets, colours

ROOT = HERE.parents[1]
MARK = "_static/without_kernel.js"  # tells a site of ours from other folders
CARD = re.compile(r"^\*\*(\d\d .+?)\*\*", re.MULTILINE)  # in a notebook's first cell
# An image of the README for a dark page and for a light one, of which a site copies the light one.
FOR_EITHER_PAGE = re.compile(r'<picture><source [^>]*><img src="([^"]*)" alt="([^"]*)"></picture>')
# In the README; what follows is for those who run or change the course.
END_OF_START = "\n## What it asks of a machine"


def anchor(heading: str) -> str:
    """The place of a heading as JupyterLab's links name it.

    >>> anchor("Does autograd agree?")
    'Does-autograd-agree?'
    """
    return heading.replace(" ", "-")


def source(folder: Path, living: Callable[[Path], nbformat.NotebookNode]) -> None:
    """Write into `folder` what Sphinx makes the site of.

    living: a function of a path to the notebook that is shown.
    """
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    names = {}
    start(readme, names)  # before notebooks are run: it must have a beginning
    (folder / "notebooks").mkdir()
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        notebook = readable(living(path))
        card = CARD.search(notebook.cells[0].source) if notebook.cells else None
        names[path.stem] = card[1] if card else path.stem
        nbformat.write(notebook, folder / "notebooks" / path.name)
    shutil.copytree(ROOT / "images", folder / "images")
    for path in NOTEBOOKS.glob("*.md"):
        text = path.read_text(encoding="utf-8").replace("../README.md", "../index.md")
        (folder / "notebooks" / path.name).write_text(text, encoding="utf-8")
    (folder / "index.md").write_text(start(readme, names), encoding="utf-8")
    (folder / "static").mkdir()
    for name, text in assets().items():
        (folder / "static" / name).write_text(text, encoding="utf-8")


def readable(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """The notebook, changed in place, as its page shows it: no answer to a question is in sight."""
    for cell in notebook.cells:
        if cell.metadata.get("jupyter", {}).get("source_hidden"):
            cell.metadata["tags"] = [*cell.metadata.get("tags", []), "remove-input"]
    return notebook


def start(readme: str, names: dict[str, str]) -> str:
    """The site's first page: the README's beginning, and what comes next.

    names: {notebook: its name}.
    Raises ValueError if the README lacks the heading at which its beginning ends.
    """
    beginning, end, _ = readme.partition(END_OF_START)
    if not end:
        heading = END_OF_START.strip()
        raise ValueError(f"the README must hold {heading!r}, where the site's first page ends")
    beginning = FOR_EITHER_PAGE.sub(r"![\2](\1)", beginning)
    listed = [f"{name} <notebooks/{stem}>" for stem, name in names.items()]
    listed += ["Every question <notebooks/questions>", "For teachers <notebooks/teaching>"]
    return "\n".join([beginning, "```{toctree}", ":hidden:", *listed, "```", ""])


def build(out: Path, living: Callable[[Path], nbformat.NotebookNode] = alive) -> None:
    """Write the site into the folder `out`, whole or not at all.

    living: a function of a path to the notebook that is shown.
    Raises ValueError if the folder holds something else, or Sphinx warns, as of a broken link.
    """
    out = Path(out).resolve()
    ours = (out / MARK).exists() and not (out / ".git").exists()
    if out.exists() and not (ours or (out.is_dir() and not any(out.iterdir()))):
        raise ValueError(f"the folder must be new, empty or hold such a site, not {str(out)!r}")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".website-") as workshop:
        pages, made = Path(workshop, "source"), Path(workshop, "site")
        pages.mkdir()
        source(pages, living)
        settings(pages)
        sphinx(pages, made, Path(workshop, "cache"))
        if out.exists():
            out.rename(Path(workshop, "before"))
        made.rename(out)


def settings(folder: Path) -> None:
    """Write into `folder` what Sphinx is to do, and the files that have the course's colours."""
    shutil.copytree(HERE / "static", folder / "static", dirs_exist_ok=True)
    shutil.copytree(HERE / "templates", folder / "templates")
    shutil.copy(HERE / "conf.py", folder)
    (folder / "palette.json").write_text(json.dumps(colours()), encoding="utf-8")
    icon = Template((HERE / "row.svg.template").read_text(encoding="utf-8"))
    (folder / "static/row.svg").write_text(icon.substitute(colours()["light"]), encoding="utf-8")


def sphinx(pages: Path, out: Path, cache: Path) -> None:
    """Make the site of the pages in a folder. Raises ValueError if Sphinx fails or warns."""
    command = [sys.executable, "-m", "sphinx", "--no-color", "-q", "-d", cache, pages, out]
    path = os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH")]))
    environment = os.environ | {"PYTHONPATH": path, "PYTHONUTF8": "1"}
    ran = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8")
    if ran.returncode or ran.stderr:
        raise ValueError(f"Sphinx says: {ran.stderr.strip()}")


def main(arguments: list[str] | None = None) -> str | None:
    """Build the site; what went wrong, or None."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the site is written")
    options = parser.parse_args(arguments)
    try:
        for needed in ("furo", "myst_nb", "sphinx"):
            importlib.import_module(needed)  # before anything is run
        build(options.folder)
    except ImportError as error:
        return f"No site: {error.name} is missing: pip install -r binder/publish/requirements.txt"
    except (OSError, ValueError) as error:
        return f"No site: {error}."
    print(f"{options.folder}/index.html")
    return None


if __name__ == "__main__":
    sys.exit(main())
