"""How JupyterLab opens a notebook of the course: its outputs wait until their cells have run.

So a learner guesses, runs and then sees, while GitHub and the site show the same file with its
outputs. What a learner has run is marked where JupyterLab saves it, and is there when the notebook
is opened again; what has no mark is as the course stores it.
A file `show_outputs.txt` beside the notebooks, empty or not, shows them in JupyterLab at once.

`.lab.py` takes `Contents` from here. On Binder and on a hub `postBuild` puts this file among the
installed packages, where JupyterLab's server finds it as an extension of its own.
"""

import copy
import json
import re
from contextlib import suppress
from pathlib import Path

from ipykernel.ipkernel import IPythonKernel
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from tornado.web import HTTPError

VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
OF_COURSE = "guesses.toml"  # lies beside the course's notebooks, and beside no others
SHOWN = "show_outputs.txt"
RAN = "ran"  # in a saved cell's metadata: a learner has run it
WAITS = "waits"  # in an open cell's metadata: how it was opened; no file holds it
WORD = "Run the cell to see."
# What stands in the place of an output that waits.
PLACE = {
    "output_type": "display_data",
    "metadata": {},
    "data": {"text/html": f"<small><i>{WORD}</i></small>", "text/plain": WORD},
}


class Contents(AsyncLargeFileManager):
    """Opens a notebook of the course as this module says, and saves all that its file holds.

    Notebooks of any other folder are none of its business.
    """

    async def get(self, path, content=True, **how):
        """The file, a notebook of the course with its outputs waiting.

        It has the `language_info` of this Python: JupyterLab compares it, version and all, once the
        kernel has started, and marks the notebook as changed if they differ; it would then save a
        file that nobody touched (jupyter/notebook#2123).
        """
        model = await super().get(path, content=content, **how)
        if content and model["type"] == "notebook" and self._is_of_course(path):
            model["content"]["metadata"]["language_info"] = IPythonKernel.language_info
            hold_back(model["content"], shown=self._beside(path, SHOWN).exists())
        return model

    async def save(self, model, path=""):
        """Save the file, a notebook with the outputs that still wait and the widgets that it shows.

        JupyterLab's own state holds living widgets only, so that a notebook which was opened and
        saved without a run would lose all its pictures (jupyter-widgets/ipywidgets#3888).
        A notebook that was not run is saved as its file is, byte for byte. One saved under a new
        name keeps what was run.
        """
        if model.get("type") == "notebook":
            saved = None
            if await self.file_exists(path):
                # A file that cannot be read has nothing to keep.
                with suppress(HTTPError):
                    saved = (await super().get(path, type="notebook"))["content"]
            if self._is_of_course(path):
                mark_run(model["content"])
            bring_back(saved, model["content"])
            if saved and self._is_of_course(path):
                keep_language(saved, model["content"])
                keep_widgets(saved, model["content"])
        return await super().save(model, path)

    async def copy(self, from_path, to_path=None):
        """Copy a file, a notebook with what waits in it: by way of `get` it would get lost."""
        model = await super().copy(from_path, to_path)
        if model["type"] != "notebook":
            return model
        paths = self._get_os_path(from_path), self._get_os_path(model["path"])
        await self._copy(*paths)
        return await self.get(model["path"], content=False)

    def _beside(self, path, name):
        """The path of the file of this name in a notebook's folder."""
        return Path(self._get_os_path(path)).with_name(name)

    def _is_of_course(self, path):
        return self._beside(path, OF_COURSE).exists()


def stored_in(notebook):
    """Its code cells that are as the course stores them after a run."""
    for cell in codes_in(notebook):
        ran = cell.get("metadata", {}).get(RAN)
        if cell.get("execution_count") is not None and not ran:
            yield cell


def codes_in(notebook):
    """Its code cells."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def hold_back(notebook, shown=False):
    """Give each cell that is as the course stores it no count, and `PLACE` for what it stores.

    Each is marked, for `bring_back`.
    shown: leave it what it stores, as `seen` says.
    """
    for cell in stored_in(notebook):
        if cell.get("outputs"):
            cell["outputs"] = seen(cell["outputs"]) if shown else [PLACE]
        cell["execution_count"] = None
        cell.setdefault("metadata", {})[WAITS] = "shown" if shown else "hidden"


def seen(outputs):
    """The outputs without counts, and without the views of widgets that no kernel has made.

    A browser that trusts the notebook would show an error in the place of their stills.
    """
    kept = []
    for output in copy.deepcopy(outputs):
        output.get("data", {}).pop(VIEW, None)
        if "execution_count" in output:
            output["execution_count"] = None
        kept.append(output)
    return kept


def bring_back(saved, notebook):
    """Make each cell that is as it was opened what it is in the saved notebook, and take the mark.

    A cell whose source was changed, or that was run, keeps what it has, and so does one that was
    cleared after its stored output was shown.
    saved: the notebook in the file, or None.
    """
    stored = {cell.get("id"): cell for cell in stored_in(saved)} if saved else {}
    # By identity, for cells of older notebooks have no ids.
    opened = {
        id(cell): cell.get("metadata", {}).pop(WAITS, None)
        for cell in notebook["cells"]
    }
    for cell in codes_in(notebook):
        if cell.get("execution_count") is not None:
            continue
        how = opened[id(cell)]
        if cell.get("outputs") == [PLACE]:
            cell["outputs"] = []
        before = stored.get(cell.get("id"))
        if not how or not before or "".join(cell["source"]) != before["source"]:
            continue
        held = [] if how == "hidden" else seen(before["outputs"])
        if cell["outputs"] == held:
            cell["outputs"] = before["outputs"]
            cell["execution_count"] = before["execution_count"]


def mark_run(notebook):
    """Mark the cells that a learner has run: only these have a count in a page."""
    for cell in codes_in(notebook):
        if cell.get("execution_count") is not None:
            cell.setdefault("metadata", {})[RAN] = True


def keep_language(saved, notebook):
    """Leave `language_info` as it is in the file, where it is what `Contents.get` has put there."""
    before = saved["metadata"].get("language_info")
    now = notebook["metadata"].get("language_info")
    if before and now == IPythonKernel.language_info:
        notebook["metadata"]["language_info"] = before


def states_of(notebook):
    """{widget: its state} of a notebook, of one that Colab saved, too: it names no "state"."""
    saved = (notebook["metadata"].get("widgets") or {}).get(STATE) or {}
    models = {name: model for name, model in saved.items() if isinstance(model, dict)}
    return saved.get("state", models) or {}


def keep_widgets(saved, notebook):
    """Take over from the saved notebook the state of each widget that the other one shows.

    Where neither has a state, nothing says so: JupyterLab writes an empty one.
    """
    before = states_of(saved)
    now = dict(states_of(notebook))
    if not before and not now and "widgets" not in saved["metadata"]:
        notebook["metadata"].pop("widgets", None)
    if not before:
        return
    wanted = [
        output["data"][VIEW]["model_id"]
        for cell in notebook["cells"]
        for output in cell.get("outputs", [])
        if VIEW in output.get("data", {})
    ]
    while wanted:
        # A state names the widgets that it consists of, and these have theirs.
        name = wanted.pop()
        if name in before and name not in now:
            now[name] = before[name]
            wanted += re.findall('"IPY_MODEL_(.+?)"', json.dumps(before[name]))
    whole = {"version_major": 2, "version_minor": 0, "state": now}
    notebook["metadata"]["widgets"] = (notebook["metadata"].get("widgets") or {}) | {
        STATE: whole
    }


def _jupyter_server_extension_points():
    """What jupyter_server asks of an extension: the modules that it consists of."""
    return [{"module": "waiting_outputs"}]


def _link_jupyter_server_extension(server):
    """Let a server that is about to start use `Contents`, unless it has a kind of its own."""
    if issubclass(Contents, server.contents_manager_class):
        server.contents_manager_class = Contents


def _load_jupyter_server_extension(server):
    """Nothing is left to do once the server has started."""
