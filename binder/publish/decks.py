"""Decks that need no kernel and no network: `python binder/publish/decks.py FOLDER [NOTEBOOK ...]`.

With `--plan 90` it is one deck for a lesson of 90 minutes instead, as plans/90.toml says, and with
`--pdf` its handout, too.

Runs each notebook once, for its pictures, and writes it into FOLDER as one HTML file that holds all
it needs: a stick carries it, any browser opens it. Without names it takes every notebook of the
course but the companions, which are to be read, in some minutes.
"""

import argparse
import base64
import copy
import mimetypes
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from importlib.util import find_spec
from pathlib import Path

import nbformat
from nbconvert import SlidesExporter

import rights
from paper import print_pdf
from plan import PLANS, read_plan
from plan_deck import cells_of, deck_of, handout_of
from without_kernel import (
    HERE,
    NOTEBOOKS,
    alive,
    announce,
    assets,
    colours,
    drawers,
    drawers_of,
)

CORE = "[0-9][0-9]_*.ipynb"  # the notebooks that are taught
REVEAL = "sphinx_revealjs"  # brings reveal.js, which itself comes by npm only
IMAGE = re.compile(r"(!\[[^\]]*\])\((?!data:)([^)\s]+)\)")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?://)([^)]*)\)")
HEADING = re.compile(r"##? (.*)")
NOTE = re.compile(r"^- (.*)", re.MULTILINE)
# The heading that a note begins with, or the first of them, or its beginning.
NAMED = re.compile(r"\*([^*,.?]+)")


def cut(cell: nbformat.NotebookNode) -> Iterator[nbformat.NotebookNode]:
    """The pieces of a cell that is too tall for one slide, each but the first on a further slide.

    Parts are the paragraphs of a text, or the source of code and each of its outputs, counted from
    0. The cell's metadata `slideshow.breaks` lists those that begin a slide.
    Raises ValueError if that list does not grow from 1 to the last part.

    >>> breaks = {"slideshow": {"breaks": [2]}}
    >>> text = nbformat.v4.new_markdown_cell("A\\n\\nB\\n\\nC", metadata=breaks)
    >>> [piece.source for piece in cut(text)]
    ['A\\n\\nB', 'C']
    """
    parts = (
        [None, *cell.outputs] if cell.cell_type == "code" else cell.source.split("\n\n")
    )
    breaks = cell.metadata["slideshow"].get("breaks", [])
    if sorted({0, *breaks, len(parts)}) != [0, *breaks, len(parts)]:
        rule = f"the breaks of cell {cell.id} must grow from 1 to {len(parts) - 1}"
        raise ValueError(f"{rule}, not {breaks}")
    for begin, end in zip([0, *breaks], [*breaks, len(parts)]):
        piece = copy.deepcopy(cell)
        if begin:
            piece.id += f"-{begin}"
            # The code of a cell stands on its first slide; outputs that go on elsewhere need not
            # repeat it.
            piece.metadata.update(
                slideshow={"slide_type": "subslide"}, jupyter={"source_hidden": True}
            )
        if cell.cell_type == "code":
            piece.outputs = parts[max(begin, 1) : end]
        else:
            piece.source = "\n\n".join(parts[begin:end])
        yield piece


def place_notes(cells: list[nbformat.NotebookNode]) -> list[nbformat.NotebookNode]:
    """The cells, with each of the teacher's notes beside the heading that it names first.

    A note that names no heading stays with the one before it.
    """
    shown = []
    notes = []
    places = {}  # {heading: the cell beside it that takes its notes}
    for cell in cells:
        if cell.metadata["slideshow"]["slide_type"] == "notes":
            notes += NOTE.findall(cell.source)
            continue
        shown.append(cell)
        heading = HEADING.match(cell.source)
        if heading and cell.cell_type == "markdown":
            beside = nbformat.v4.new_markdown_cell(id=f"{cell.id}-notes")
            beside.metadata["slideshow"] = {"slide_type": "notes"}
            places[heading[1]] = beside
            shown.append(beside)
    if places:
        _share_out(notes, places)
    return [cell for cell in shown if cell.source]


def _share_out(notes, places):
    """Write each note into the cell beside its heading."""
    place = next(iter(places))
    for note in notes:
        named = NAMED.match(note)
        if named:
            begins = (heading for heading in places if heading.startswith(named[1]))
            place = next(begins, place)
        places[place].source += f"- {note}\n"


def inline(text: str, folder: Path) -> str:
    """A text whose images stand in it, and whose links lead to decks or are none.

    folder: that of the text, from which its images are named.
    Raises FileNotFoundError if an image is no file there.

    >>> inline("[02](02_embedding_lookup.ipynb), [02b](02b_where_they_part.ipynb)", NOTEBOOKS)
    '[02](02_embedding_lookup.html), 02b'
    """

    def image(match):
        kind, _ = mimetypes.guess_type(match[2])
        content = base64.b64encode((folder / match[2]).read_bytes()).decode()
        return f"{match[1]}(data:{kind};base64,{content})"

    def link(match):
        if not fnmatch(match[2], CORE):
            return match[1]
        return f"[{match[1]}]({match[2].removesuffix('.ipynb')}.html)"

    return IMAGE.sub(image, LINK.sub(link, text))


def deck_assets(html: str = "") -> dict[str, list[str]]:
    """The styles and the scripts of a deck that shows the pictures in `html`.

    Raises ModuleNotFoundError without reveal.js.
    """
    found = find_spec(REVEAL)
    if found is None:
        raise ModuleNotFoundError(name=REVEAL)
    reveal = Path(found.submodule_search_locations[0], "_static/revealjs")
    living = assets()
    own = drawers_of(html)

    def read(path):
        # Within a page this text would end the script that holds it.
        return path.read_text(encoding="utf-8").replace("</script", "<\\/script")

    return {
        "styles": [
            read(reveal / "dist/reset.css"),
            read(reveal / "dist/reveal.css"),
            living["without_kernel.css"],
            roles(),
            read(HERE / "deck/deck.css"),
        ],
        "scripts": [
            read(reveal / "dist/reveal.js"),
            read(reveal / "plugin/notes/notes.js"),
            read(HERE / "deck/deck.js"),
            *[script for name, script in drawers().items() if name in own],
            living["without_kernel.js"],
        ],
    }


def roles() -> str:
    """The style sheet that gives the course's light colours the names by which deck.css calls them.

    >>> "--ink: #" in roles()
    True
    """
    lines = [f"  --{role}: {colour};" for role, colour in colours()["light"].items()]
    return "\n".join([":root {", *lines, "}"])


def deck(path: Path, living: Callable[[Path], nbformat.NotebookNode] = alive) -> str:
    """The notebook at `path` as the text of one HTML file.

    living: a function of a path to the notebook that is shown.
    Raises ValueError if the notebook does not run, nothing of it is shown, or its breaks are none.
    """
    notebook = living(path)
    for cell in notebook.cells:
        cell.metadata.setdefault("slideshow", {}).setdefault("slide_type", "-")
        if cell.source.startswith("ask("):  # a question stands without its line of code
            cell.metadata["jupyter"] = {"source_hidden": True}
        if cell.cell_type == "markdown":
            cell.source = inline(cell.source, path.parent)
    hidden = ("skip", "notes")
    notebook.cells += rights.of_cells(
        cell
        for cell in notebook.cells
        if cell.metadata["slideshow"]["slide_type"] not in hidden
    )
    notebook.cells = place_notes(
        [piece for cell in notebook.cells for piece in cut(cell)]
    )
    title = next(
        (match[1] for cell in notebook.cells if (match := HEADING.match(cell.source))),
        path.stem,
    )
    plain = {
        "exclude_input_prompt": True,
        "exclude_output_prompt": True,
        "exclude_anchor_links": True,
    }
    exporter = SlidesExporter(
        template_name="deck", extra_template_basedirs=[str(HERE)], **plain
    )
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    html = "".join(output.get("data", {}).get("text/html", "") for output in outputs)
    page = {"metadata": {"name": title}, **deck_assets(html)}
    return exporter.from_notebook_node(notebook, page)[0]


def write(
    out: Path,
    paths: list[Path],
    living: Callable[[Path], nbformat.NotebookNode] = alive,
) -> None:
    """Write the deck of each notebook into the folder `out`, whole or not at all; tell each step.

    Raises ValueError, before any is run, if two notebooks have one name, or one is not there.
    """
    deck_assets()  # raises now if reveal.js is missing, before a notebook is run
    for number, path in enumerate(paths):
        if not path.is_file():
            raise ValueError(
                f"a deck is made of a notebook, and there is none at {str(path)!r}"
            )
        if path.stem in [other.stem for other in paths[:number]]:
            raise ValueError(
                f"two notebooks of one name would share a deck: {path.stem!r}"
            )
    out.mkdir(parents=True, exist_ok=True)
    for path in announce(paths):
        with _whole(out / f"{path.stem}.html") as half:
            half.write_text(deck(path, living), encoding="utf-8")


def write_plan(out: Path, name: str, pdf: bool = False) -> None:
    """Write the deck of a plan in plans/ into the folder `out`, and its handout; tell each step.

    Raises ValueError, before a notebook is read, if the plan breaks a rule.
    """
    deck_assets()
    plan = read_plan(PLANS / f"{name}.toml")
    cells = cells_of(plan)
    out.mkdir(parents=True, exist_ok=True)
    with _whole(out / f"plan_{name}.html") as half:
        half.write_text(deck_of(plan, cells, deck_assets), encoding="utf-8")
    if pdf:
        with _whole(out / f"plan_{name}.pdf") as half:
            print_pdf(handout_of(plan, cells, deck_assets), half)


@contextmanager
def _whole(target):
    """A file to write, which becomes `target` once it is whole; tells its size."""
    half = target.with_suffix(".part")
    try:
        yield half
        os.replace(half, target)
    finally:
        half.unlink(missing_ok=True)
    print(f"{target}  {target.stat().st_size / 1000:,.0f} kB", flush=True)


def main(arguments: list[str] | None = None) -> str | None:
    """Write the decks; what went wrong, or None."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the decks are written")
    parser.add_argument("notebooks", nargs="*", type=Path, help="only these")
    parser.add_argument("--plan", help="a lesson's deck instead, such as 90")
    parser.add_argument("--pdf", action="store_true", help="with its handout")
    options = parser.parse_args(arguments)
    if options.plan and options.notebooks:
        return "No deck: a plan names its cells itself, so name no notebook beside it."
    if options.pdf and not options.plan:
        return "No deck: a handout is that of a plan, so name one, as in --plan 90."
    try:
        if options.plan:
            write_plan(options.folder, options.plan, options.pdf)
            return None
        write(options.folder, options.notebooks or sorted(NOTEBOOKS.glob(CORE)))
    except ImportError as error:
        return f"No deck: {error.name} is missing: pip install -r binder/publish/requirements.txt"
    except (OSError, ValueError) as error:
        return f"No deck: {error}."
    return None


if __name__ == "__main__":
    sys.exit(main())
