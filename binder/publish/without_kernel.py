"""Pictures alive without a kernel: what site and slides show in the place of a notebook's widgets.

A notebook is run once, in a fresh kernel. Its outputs stay those that the notebook stores; of the run only what each
widget shares with a page is taken, and travels as JSON beside the stored still. without_kernel.js draws from it.
"""

import json
import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, DeadKernelError

HERE = Path(__file__).resolve().parent
NOTEBOOKS = HERE.parents[1] / "notebooks"
VIEW = "application/vnd.jupyter.widget-view+json"
OF_EVERY_WIDGET = {"layout", "tabbable", "tooltip"}
STILL_ONLY = {
    "Machine"
}  # it tells of the reader's own machine, which no page without a kernel can see
PICTURE = """<div class="alive" data-draws="{draws}">
<div class="still">{still}</div>
<script type="application/json">{state}</script>
</div>"""
DARK = re.compile(
    r'^\[data-jp-theme-light="false"\] \.lookup.*?\{(.*?)^\}\n', re.MULTILINE | re.DOTALL
)


def alive(path: Path) -> nbformat.NotebookNode:
    """The notebook at `path` with its stored outputs, in which each picture and question is HTML that `assets` wake.

    Runs it, in its folder; a picture is as its own cell left it, whatever later cells do. A cell that raises,
    and a run that shows other widgets than the notebook stores, is a ValueError.
    """
    stored = nbformat.read(path, as_version=4)
    for number, (cell, states) in enumerate(zip(stored.cells, _states(path))):
        views = _views(cell)
        if len(views) != len(states):
            counts = f"stores {len(views)} widgets, a run of it shows {len(states)}"
            raise ValueError(f"cell {number} of {Path(path).name} {counts}")
        for data, state in zip(views, states):
            del data[VIEW]
            data["text/html"] = living(data["text/html"], state)
    return stored


def _states(path: Path) -> list[list[dict]]:
    """For each cell, in a run of the notebook, what each of its widgets shares with a page when the cell is done."""
    notebook = nbformat.read(path, as_version=4)
    states = [[] for _ in notebook.cells]

    def keep(cell, cell_index, **_):
        models = [client.widget_state.get(data[VIEW]["model_id"], {}) for data in _views(cell)]
        states[cell_index] = [
            dict(state) for state in models if "_anywidget_id" in state
        ]  # and no progress bar

    folder = {"metadata": {"path": str(Path(path).parent)}}
    client = NotebookClient(
        notebook, timeout=600, record_timing=False, resources=folder, on_cell_executed=keep
    )
    try:
        client.execute()
    except (CellExecutionError, DeadKernelError) as error:
        raise ValueError(
            f"{Path(path).name} does not run: {getattr(error, 'evalue', error)}"
        ) from error
    return states


def _views(cell: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    """The data of each output of a cell that is a widget's view."""
    return [output.data for output in cell.get("outputs", []) if VIEW in output.get("data", {})]


def living(still: str, state: dict) -> str:
    """HTML that without_kernel.js draws from the state of a widget; until then, or for ever without JavaScript, its still.

    >>> print(living("<p>Row 1</p>", {"_anywidget_id": "lookup.question.Question", "layout": "x", "choice": -1}))
    <div class="alive" data-draws="Question">
    <div class="still"><p>Row 1</p></div>
    <script type="application/json">{"choice":-1}</script>
    </div>
    >>> living("<p>Row 1</p>", {"_anywidget_id": "lookup.machine_check.Machine"})
    '<p>Row 1</p>'
    """
    draws = state["_anywidget_id"].rpartition(".")[2]
    if draws in STILL_ONLY:
        return still
    shared = {
        name: value
        for name, value in state.items()
        if not name.startswith("_") and name not in OF_EVERY_WIDGET
    }
    text = json.dumps(shared, ensure_ascii=False, separators=(",", ":"))
    return PICTURE.format(
        draws=draws, still=still, state=text.replace("<", "\\u003c")
    )  # which ends no script


def assets() -> dict[str, str]:
    """{file name: text} of the one script and the one style sheet that a page of living pictures loads, or inlines.

    Neither fetches anything, and a page opened from a disk may use them. Dark is where the page's `data-theme` says
    so: "dark", or "auto" and the reader's system does; on paper it is light.

    >>> sorted(assets())
    ['without_kernel.css', 'without_kernel.js']
    """
    sys.path.insert(0, str(NOTEBOOKS))
    try:
        from lookup.palette import LOOK
        from lookup.widget import Widget
    finally:
        sys.path.remove(str(NOTEBOOKS))
    drawers = ",\n".join(f"{kind.__name__}() {{\n{_body(kind._esm)}}}" for kind in _kinds(Widget))
    script = (HERE / "without_kernel.js").read_text(encoding="utf-8")
    return {
        "without_kernel.js": f"const drawers = {{\n{drawers}\n}};\n{script}",
        "without_kernel.css": _themed(LOOK),
    }


def _kinds(base: type) -> list[type]:
    """The classes below `base` that bring a module of their own, which a page without a kernel can draw."""
    below = [kind for child in base.__subclasses__() for kind in (child, *_kinds(child))]
    own = [
        kind for kind in below if isinstance(vars(kind).get("_esm"), str)
    ]  # an instance's class has a trait there
    return [kind for kind in own if kind.__name__ not in STILL_ONLY]


def _body(module: str) -> str:
    """The body of a function that returns what the module exports: a page opened from a disk may import none."""
    body, exports = re.subn(r"^export default ", "return ", module, flags=re.MULTILINE)
    if exports != 1:
        raise ValueError(f"a picture's module must export one default, not {exports}")
    return body + "\n"


def _themed(css: str) -> str:
    """The style sheet with its dark half tied to the page's own switch instead of JupyterLab's."""

    def dark(match):
        told, asked = (
            f'[data-theme="{switch}"] .lookup {{{match[1]}}}\n' for switch in ("dark", "auto")
        )
        return f"@media not print {{\n{told}@media (prefers-color-scheme: dark) {{\n{asked}}}\n}}\n"

    themed, found = DARK.subn(dark, css)
    if found != 1:
        raise ValueError(f"look.css must hold one dark half, not {found}")
    return themed
