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
from dataclasses import asdict
from pathlib import Path
from string import Template

import nbformat

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import gpus
import lessons
import links
import quiz
import rights
from cards import Card, card
from plot import plot, wall, wall_to_come
from without_kernel import HERE, NOTEBOOKS, alive, announce, assets, colours, drawers

ROOT = HERE.parents[1]
CITING = "course_page.md"  # says how to cite a copy of the course
RUN = "Run it yourself"  # the page that says how
MARK = "_static/without_kernel.js"  # tells a site of ours from other folders
# An image of the README for a dark page and for a light one, of which a site copies the light one.
FOR_EITHER_PAGE = re.compile(
    r'<picture><source [^>]*><img src="([^"]*)" alt="([^"]*)"></picture>'
)
# In the README; what follows is for those who run or change the course.
END_OF_START = "\n## What it asks of a machine"
COMMAND = re.compile(r"<!-- run -->\n```bash\n(.*?)\n```", re.DOTALL)


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
    (folder / "start.md").write_text(start(readme), encoding="utf-8")
    (folder / "notebooks").mkdir()
    cards = []
    for path in announce(sorted(NOTEBOOKS.glob("*.ipynb"))):
        notebook = readable(living(path))
        cards.append(card(path, notebook))
        nbformat.write(notebook, folder / "notebooks" / path.name)
    shutil.copytree(ROOT / "images", folder / "images")
    plans = lessons.plans()
    for path in NOTEBOOKS.glob("*.md"):
        text = path.read_text(encoding="utf-8").replace("../README.md", "../start.md")
        text = lessons.link_slides(text, plans)
        if path.name == CITING:
            text = cite_copy(text)
        (folder / "notebooks" / path.name).write_text(text, encoding="utf-8")
    first_page(folder, cards, COMMAND.search(readme)[1])
    (folder / "gpu.md").write_text(gpus.page(gpu_form()), encoding="utf-8")
    rows = lessons.write_lessons(folder / "extra/slides", plans)
    (folder / "lessons.md").write_text(lessons.page(rows), encoding="utf-8")
    quiz.write(folder / "extra/quiz")


def first_page(folder: Path, cards: list[Card], command: str) -> None:
    """Write into `folder` the page that names all others, and what conf.py shows on it.

    command: what starts the course.
    """
    (folder / "index.md").write_text(index(cards), encoding="utf-8")
    listed = [asdict(card) for card in cards]
    shown = {"cards": listed, "command": command, "plot": plot(), **repository()}
    shown |= {"wall": wall_to_come(), "rights": rights.sentence()}
    (folder / "landing.json").write_text(json.dumps(shown), encoding="utf-8")


def readable(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """The notebook, changed in place, as its page shows it.

    The set-up, its first code cell, is folded. A question stands without its line of code, and the
    empty corner of a table is no heading, which a screen reader would announce. At the end it says
    whose the real model's rows are, if it shows some.
    """
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in codes[:1]:
        cell.metadata["tags"] = [*cell.metadata.get("tags", []), "hide-input"]
    for cell in notebook.cells:
        if cell.source.startswith("ask("):
            cell.metadata["tags"] = [*cell.metadata.get("tags", []), "remove-input"]
        for output in cell.get("outputs", []):
            shown = output.get("data", {})
            if "text/html" in shown:
                shown["text/html"] = shown["text/html"].replace(
                    "<th></th>", "<td></td>"
                )
    notebook.cells += rights.of_cells(codes)
    return notebook


def start(readme: str) -> str:
    """The page on how to run the course: the README's beginning.

    Raises ValueError if the README lacks the heading at which its beginning ends.
    """
    beginning, end, _ = readme.partition(END_OF_START)
    if not end:
        heading = END_OF_START.strip()
        raise ValueError(
            f"the README must hold {heading!r}, where the site's start page ends"
        )
    beginning = re.sub("^# .+", f"# {RUN}", beginning, count=1, flags=re.MULTILINE)
    return FOR_EITHER_PAGE.sub(r"![\2](\1)", beginning)


def index(cards: list[Card]) -> str:
    """The source of the first page, which names all others; templates/landing.html has its words.

    >>> red = Card("05_rows", "05 Rows", "Red finds blue", "", "85 minutes", deeper=False)
    >>> print(index([red]))
    # One Row at a Time
    <BLANKLINE>
    ```{toctree}
    05 Rows <notebooks/05_rows>
    Every question <notebooks/questions>
    Terms <notebooks/terms>
    For teachers <notebooks/teaching>
    For the page of your course <notebooks/course_page>
    On your hub <notebooks/on_your_hub>
    Slides and handouts <lessons>
    Your own GPU <gpu>
    Run it yourself <start>
    ```
    <BLANKLINE>
    """
    pages = [f"{card.listed} <notebooks/{card.stem}>" for card in cards]
    pages += [
        "Every question <notebooks/questions>",
        "Terms <notebooks/terms>",
        "For teachers <notebooks/teaching>",
        "For the page of your course <notebooks/course_page>",
        "On your hub <notebooks/on_your_hub>",
    ]
    pages += [f"{lessons.TITLE} <lessons>", f"{gpus.TITLE} <gpu>", f"{RUN} <start>"]
    return "\n".join(["# One Row at a Time", "", "```{toctree}", *pages, "```", ""])


def repository() -> dict:
    """Where this checkout's repository is on GitHub Pages, and {service: where 00 opens in it}.

    Both are empty where no repository on GitHub is known, and a printed line says why it is not.
    """
    try:
        owner, name, branch = links.source_of(ROOT)
    except ValueError as error:
        print(f"The site has no link to open a notebook: {error}.", flush=True)
        return {"address": "", "launch": {}}
    opens = links.links(owner, name, branch)
    launch = {service: opens[service] for service in ("Binder", "Colab")}
    return {"address": links.pages(owner, name), "launch": launch}


def cite_copy(page: str, root: Path = ROOT) -> str:
    """The page on how to cite, with the commit, the day and the address of the checkout in `root`.

    What git does not know of it is left to the reader.
    """
    try:
        copy = links.git(root, "log", "-1", "--format=%h of %cs").strip()
        page = page.replace("Copy (as printed)", f"Copy {copy}")
        page = page.replace("copy as printed}", f"copy {copy}}}")
        page = page.replace("{year of its day}", f"{{{copy[-10:-6]}}}")
        owner, name, _ = links.source_of(root)
    except ValueError:
        return page
    address = f"https://github.com/{owner}/{name}"
    page = page.replace("(address of your copy)", f"<{address}>")
    return page.replace("{address of your copy}", f"{{{address}}}")


def gpu_form() -> str:
    """Where on GitHub a form takes a measured GPU, or "" where no repository is known."""
    try:
        owner, name, _ = links.source_of(ROOT)
    except ValueError:
        return ""
    return f"https://github.com/{owner}/{name}/issues/new?template=4_gpu.yml"


def build(out: Path, living: Callable[[Path], nbformat.NotebookNode] = alive) -> None:
    """Write the site into the folder `out`, whole or not at all.

    living: a function of a path to the notebook that is shown.
    Raises ValueError if the folder holds something else, or Sphinx warns, as of a broken link.
    """
    out = Path(out).resolve()
    # A checkout that keeps a site, as of a branch for GitHub Pages, is not replaced as a whole.
    ours = (out / MARK).exists() and not (out / ".git").exists()
    if out.exists() and not (ours or (out.is_dir() and not any(out.iterdir()))):
        raise ValueError(
            f"the folder must be new, empty or hold such a site, not {str(out)!r}"
        )
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".website-") as workshop:
        pages, made = Path(workshop, "source"), Path(workshop, "site")
        pages.mkdir()
        source(pages, living)
        settings(pages)
        print("All have run, now their pages are written.", flush=True)
        sphinx(pages, made, Path(workshop, "cache"))
        if out.exists():
            out.rename(Path(workshop, "before"))
        made.rename(out)


def settings(folder: Path) -> None:
    """Write into `folder` what Sphinx is to do, the drawers, and what has the course's colours."""
    shutil.copytree(HERE / "static", folder / "static")
    for name, text in assets().items():
        (folder / "static" / name).write_text(text, encoding="utf-8")
    (folder / "static/drawers").mkdir()
    for name, text in drawers().items():
        (folder / f"static/drawers/{name}.js").write_text(text, encoding="utf-8")
    (folder / "static/wall.js").write_text(wall(), encoding="utf-8")
    shutil.copytree(HERE / "templates", folder / "templates")
    (folder / "extra").mkdir(exist_ok=True)
    shutil.copy(HERE / "conf.py", folder)
    (folder / "palette.json").write_text(json.dumps(colours()), encoding="utf-8")
    icon = Template((HERE / "row.svg.template").read_text(encoding="utf-8"))
    (folder / "static/row.svg").write_text(
        icon.substitute(colours()["light"]), encoding="utf-8"
    )


def sphinx(pages: Path, out: Path, cache: Path) -> None:
    """Make the site of the pages in a folder. Raises ValueError if Sphinx fails or warns."""
    # -d: Sphinx's own notes of the pages go elsewhere, or they would be served with the site.
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "--no-color",
        "-q",
        "-d",
        cache,
        pages,
        out,
    ]
    path = os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH")]))
    environment = os.environ | {"PYTHONPATH": path, "PYTHONUTF8": "1"}
    ran = subprocess.run(
        command, env=environment, capture_output=True, encoding="utf-8"
    )
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
        for needed in ("furo", "myst_nb", "sphinx", "sphinx_revealjs"):
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
