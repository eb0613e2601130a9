"""Renew everything that is stored: `python tests/renew.py [--check] [--stills] [NOTEBOOK ...]`.

Executes each notebook in a fresh kernel, in its folder, and stores outputs that a second run does
not change: no widget state, no kernel of this machine, and of each living picture its still, drawn.
A measured output (tag nbval-ignore-output) stays until the author clears it. Draws images/ anew.
--check writes nothing and exits 1 if anything would change. --stills runs nothing and only draws
the stills again, each from what it holds; a wall's holds too little, and waits for a run. The rows
of learned words have a command of their own, renew_learned.py, and so has the site's preview.png,
renew_preview.py.
"""

import argparse
import itertools
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "notebooks"))
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "binder/publish"))

import nbformat
from nbclient import NotebookClient

from drawing import NODE, Stills, View, views_in
from stills import VIEW

ROOT = pathlib.Path(__file__).parents[1]
NOTEBOOKS = ROOT / "notebooks"
MEASURED = "nbval-ignore-output"
METADATA = {
    "kernelspec": {
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
        "name": "python3",
    },
    "language_info": {"name": "python"},
}


def executed(path, stills):
    """The text of the notebook at `path` with the outputs of a run in a fresh kernel.

    stills: `Stills`, which draws.
    """
    notebook = nbformat.read(path, as_version=4)
    before = {cell.id: cell.get("outputs", []) for cell in notebook.cells}
    views = {}  # {model: its picture, as its own cell left it}

    def keep(cell, cell_index, **_):
        for output in cell.get("outputs", []):
            model = model_in(output)
            if model in client.widget_state:
                views[model] = View.of(client.widget_state[model], output)

    client = NotebookClient(
        notebook, timeout=600, record_timing=False, coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}}, extra_arguments=["--log-level=ERROR"],
        on_cell_executed=keep,
    )  # fmt: skip
    client.execute()
    for cell in notebook.cells:
        if before[cell.id] and MEASURED in cell.metadata.get("tags", []):
            cell.outputs = before[cell.id]
        elif cell.cell_type == "code":
            shown = [(views.get(model_in(output)), output) for output in cell.outputs]
            cell.outputs = stills.stored(shown, before[cell.id])
    return normal(notebook)


def model_in(output):
    """The model of the widget that an output shows, or None."""
    return output.get("data", {}).get(VIEW, {}).get("model_id")


def drawn_again(path, stills):
    """The text of the notebook at `path` with each still drawn again, from what it holds."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = stills.stored(views_in(cell.outputs))
    return normal(notebook)


def normal(notebook):
    """The notebook as text without anything that changes from run to run or machine to machine."""
    notebook.metadata = nbformat.from_dict(METADATA)
    models = {}
    run = itertools.count(1)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.execution_count = next(run)
            cell.outputs = [
                out
                for out in cell.outputs
                if out.get("data", {}).get("text/html") != ""
            ]
        for output in cell.get("outputs", []):
            if "execution_count" in output:
                output.execution_count = cell.execution_count
            view = output.get("data", {}).get(VIEW)
            if view:
                view["model_id"] = models.setdefault(
                    view["model_id"], f"model-{len(models)}"
                )
    return nbformat.writes(notebook) + "\n"


def images():
    """{file name: text} of every image, drawn now."""
    scenes = subprocess.run(
        [sys.executable, ROOT / "images/scenes.py"], check=True, capture_output=True
    ).stdout
    drawn = subprocess.run(
        [NODE, ROOT / "images/draw.mjs"], input=scenes, check=True, capture_output=True
    ).stdout
    return json.loads(drawn)


def renewed(paths, only_stills):
    """(path, text that it should hold) of some notebooks; without paths, of everything."""
    text_of = drawn_again if only_stills else executed
    for path in paths or sorted(NOTEBOOKS.glob("*.ipynb")):
        with Stills() as stills:  # beside its open page no kernel can be run
            yield path, text_of(path, stills)
    if not (paths or only_stills):
        yield from ((ROOT / "images" / name, text) for name, text in images().items())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "notebooks",
        nargs="*",
        type=pathlib.Path,
        help="only these; images are then left alone",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing, exit 1 if anything would change",
    )
    parser.add_argument(
        "--stills",
        action="store_true",
        help="run nothing, draw each still again from what it holds",
    )
    options = parser.parse_args()
    from lookup import read_documents, read_vocabulary
    from lookup.files import put

    read_vocabulary()  # with its progress bar here, so that none is stored in a notebook
    read_documents()
    changed = 0
    for path, text in renewed(options.notebooks, options.stills):
        same = path.exists() and path.read_text(encoding="utf-8") == text
        changed += not same
        if not same and not options.check:
            put(path, text.encode())
        print("same   " if same else "changed", path.name)
    return 1 if changed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
