"""Pictures alive without a kernel: what site and slides show in the place of a notebook's widgets.

Its outputs stay those that the notebook stores. What a widget shares with a page travels as JSON
beside the stored still: a picture's as the still holds it, so that what was measured stays as the
text tells it, any other's from a run of the notebook in a fresh kernel.
without_kernel.js draws from it.
"""

import json
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from pathlib import Path
from tempfile import TemporaryFile

import anywidget  # noqa: F401  without it a picture is its still, and none would be alive
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, DeadKernelError

# The helper of this checkout.
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "notebooks"))

from lookup.widget import LOOK, Widget, module, palette
from stills import VIEW, join_stills

HERE = Path(__file__).resolve().parent
NOTEBOOKS = HERE.parents[1] / "notebooks"
OF_EVERY_WIDGET = {"layout", "tabbable", "tooltip"}
# It shows the reader's own machine, which no page without a kernel can see.
STILL_ONLY = {"Machine"}
DRAWS = re.compile(r'data-draws="(\w+)"')
PICTURE = """<div class="alive" data-draws="{draws}">
<div class="still">{still}</div>
<script type="application/json">{state}</script>
</div>"""
DARK = re.compile(
    r'^\[data-jp-theme-light="false"\] \.lookup.*?\{(.*?)^\}\n',
    re.MULTILINE | re.DOTALL,
)


def announce(paths: Iterable[Path]) -> Iterator[Path]:
    """The paths, a line printed before each: a run of a notebook takes its time.

    >>> for path in announce([Path("notebooks/a.ipynb"), Path("notebooks/b.ipynb")]):
    ...     pass
    1 of 2: a.ipynb
    2 of 2: b.ipynb
    """
    paths = list(paths)
    for number, path in enumerate(paths, 1):
        print(f"{number} of {len(paths)}: {path.name}", flush=True)
        yield path


def alive(path: Path, shown: Collection[str] | None = None) -> nbformat.NotebookNode:
    """The notebook at `path` with its stored outputs, its widgets as HTML that the scripts wake.

    shown: the ids of the cells that are wanted, None for all; the others are left out.

    Runs it, in its folder, unless the stills of these cells hold all that a page draws; a picture
    is as its own cell left it, whatever later cells do.
    Raises ValueError if a cell raises, or the run shows other widgets than the notebook stores.
    """
    stored = nbformat.read(path, as_version=4)
    cells = dict(enumerate(stored.cells))
    if shown is not None:
        cells = {place: cell for place, cell in cells.items() if cell.id in shown}
    for cell in cells.values():
        if cell.cell_type == "code":
            cell.outputs = list(join_stills(cell.outputs))
    views = {place: _views(cell) for place, cell in cells.items()}
    held = all("state" in view.metadata for found in views.values() for view in found)
    if shown is None or not held:
        _give_states(path, views)
    for view in chain(*views.values()):
        del view.data[VIEW]
        state = view.metadata.pop("state")
        view.data["text/html"] = picture_html(view.data["text/html"], state)
    stored.cells = list(cells.values())
    return stored


def _give_states(path, views):
    """Give each view, {place of its cell: its views}, the state in a run that its still lacks."""
    states = _states(path)
    for place, found in views.items():
        if len(found) != len(states[place]):
            cell = f"cell {place} of {Path(path).name}"
            counts = (
                f"stores {len(found)} widgets, a run of it shows {len(states[place])}"
            )
            raise ValueError(f"{cell} {counts}")
        for view, state in zip(found, states[place]):
            # What the still holds wins, so that what was measured stays as the text tells it.
            view.metadata["state"] = state | view.metadata.get("state", {})


def _states(path: Path) -> list[list[dict]]:
    """For each cell of a notebook, the state of each widget that it shows, after the cell ran."""
    notebook = nbformat.read(path, as_version=4)
    states = [[] for _ in notebook.cells]

    def keep(cell, cell_index, **_):
        models = [
            client.widget_state.get(view.data[VIEW]["model_id"], {})
            for view in _views(cell)
        ]
        # Progress bars are no pictures.
        states[cell_index] = [
            dict(state) for state in models if "_anywidget_id" in state
        ]

    folder = {"metadata": {"path": str(Path(path).parent)}}
    client = NotebookClient(
        notebook,
        timeout=600,
        record_timing=False,
        resources=folder,
        on_cell_executed=keep,
    )
    # What a kernel itself says is for no reader of a page: a warning when it starts, now and then
    # a traceback of its own sockets when it ends. It matters only where the kernel dies.
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        try:
            client.execute(stderr=said)
        except CellExecutionError as error:
            raise ValueError(
                f"{Path(path).name} does not run: {error.evalue}"
            ) from error
        except DeadKernelError as error:
            said.seek(0)
            why = f"{error}\n{said.read()}".rstrip()
            raise ValueError(f"{Path(path).name} does not run: {why}") from error
    return states


def _views(cell: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    """The outputs of a cell that are a widget's view."""
    return [
        output for output in cell.get("outputs", []) if VIEW in output.get("data", {})
    ]


def picture_html(still: str, state: dict) -> str:
    """HTML that without_kernel.js draws from the state of a widget; its still until then.

    Without JavaScript the still remains.

    >>> state = {"_anywidget_id": "lookup.question.Question", "layout": "x", "choice": -1}
    >>> print(picture_html("<p>Row 1</p>", state))
    <div class="alive" data-draws="Question">
    <div class="still"><p>Row 1</p></div>
    <script type="application/json">{"choice":-1}</script>
    </div>
    >>> picture_html("<p>Row 1</p>", {"_anywidget_id": "lookup.machine_check.Machine"})
    '<p>Row 1</p>'
    """
    draws = state["_anywidget_id"].rpartition(".")[2]
    if draws in STILL_ONLY:
        return still
    return PICTURE.format(draws=draws, still=still, state=state_json(state))


def state_json(state: dict) -> str:
    """What a widget shares with a page, as JSON that ends no script.

    >>> state_json({"row": 1, "said": "<b>", "layout": "x", "_view_name": "x"})
    '{"row":1,"said":"\\\\u003cb>"}'
    """
    own = {
        name: value
        for name, value in state.items()
        if not name.startswith("_") and name not in OF_EVERY_WIDGET
    }
    text = json.dumps(own, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def colours() -> dict[str, dict[str, str]]:
    """{theme: {role: colour}} of the course, for site and decks.

    >>> sorted(colours())
    ['dark', 'light']
    """
    return {theme: palette(theme) for theme in ("light", "dark")}


def drawers_of(html: str) -> set[str]:
    """The names of the drawers that the pictures in a page need.

    >>> drawers_of('<div class="alive" data-draws="Question">')
    {'Question'}
    """
    return set(DRAWS.findall(html))


def drawers() -> dict[str, str]:
    """{name: script} for each kind of picture, to be loaded before the page's own script.

    None fetches anything, and a page opened from a disk may use them.
    """
    scripts = {}
    for kind in _kinds(Widget):
        name = kind.__name__
        drawer = f"() => {{\n{_body(module(kind._draws))}}}"
        scripts[name] = f"(globalThis.drawers ??= {{}}).{name} = {drawer};\n"
    return scripts


def assets() -> dict[str, str]:
    """{file name: text} of the script and the style sheet of a page with living pictures.

    Neither fetches anything, and a page opened from a disk may use them. Pictures are dark if the
    page's `data-theme` is "dark", or "auto" and the reader's system is; on paper they are light.

    >>> sorted(assets())
    ['without_kernel.css', 'without_kernel.js']
    """
    return {
        "without_kernel.js": (HERE / "without_kernel.js").read_text(encoding="utf-8"),
        "without_kernel.css": _themed(LOOK) + "".join(_own_looks()),
    }


def _own_looks() -> list[str]:
    """The styles that some kinds of picture have beside those of all."""
    kinds = [kind for kind in _kinds(Widget) if "_looks" in vars(kind)]
    return [kind._looks.read_text(encoding="utf-8") for kind in kinds]


def _kinds(base: type) -> list[type]:
    """The classes below `base` that a page without a kernel can draw, by a module of their own."""
    kinds = []
    for kind in base.__subclasses__():
        # Its own: a kind that only inherits a drawer is drawn by the one above.
        if "_draws" in vars(kind) and kind.__name__ not in STILL_ONLY:
            kinds.append(kind)
        kinds += _kinds(kind)
    return kinds


def _body(module: str) -> str:
    """The body of a function that returns what the module exports.

    A page opened from a disk may import no module.
    """
    body, exports = re.subn(r"^export default ", "return ", module, flags=re.MULTILINE)
    if exports != 1:
        raise ValueError(f"a picture's module must export one default, not {exports}")
    return body + "\n"


def _themed(css: str) -> str:
    """The style sheet with its dark half tied to the page's own switch instead of JupyterLab's."""

    def dark(match):
        chosen = f'[data-theme="dark"] .lookup {{{match[1]}}}\n'
        system = f'[data-theme="auto"] .lookup {{{match[1]}}}\n'
        system = f"@media (prefers-color-scheme: dark) {{\n{system}}}\n"
        return f"@media not print {{\n{chosen}{system}}}\n"

    themed, found = DARK.subn(dark, css)
    if found != 1:
        raise ValueError(f"look.css must hold one dark half, not {found}")
    return themed
