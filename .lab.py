"""JupyterLab as the README starts it: it serves the whole course and opens the first notebook."""

import json
import re
from contextlib import suppress
from pathlib import Path

from ipykernel.ipkernel import IPythonKernel
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from tornado.web import HTTPError

COURSE = Path(__file__).resolve().parent
VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"


class Contents(AsyncLargeFileManager):
    """Opens a notebook as a kernel of this Python would save it, and saves all that it shows."""

    async def get(self, path, content=True, **how):
        """The file, a notebook with the `language_info` of this Python.

        JupyterLab compares it, version and all, once the kernel has started, and marks the notebook
        as changed if they differ; it would then save a file that nobody touched
        (jupyter/notebook#2123).
        """
        model = await super().get(path, content=content, **how)
        if content and model["type"] == "notebook":
            model["content"]["metadata"]["language_info"] = IPythonKernel.language_info
        return model

    async def save(self, model, path=""):
        """Save the file, a notebook with the widgets that it shows and this kernel has not made.

        JupyterLab's own state holds living widgets only, so that a notebook which was opened and
        saved without a run would lose all its pictures (jupyter-widgets/ipywidgets#3888).
        """
        if model.get("type") == "notebook" and await self.file_exists(path):
            with suppress(HTTPError):  # a file that cannot be read has nothing to keep
                saved = await super().get(path, type="notebook")
                keep_widgets(saved["content"], model["content"])
        return await super().save(model, path)


def states_of(notebook):
    """{widget: its state} of a notebook, of one that Colab saved, too: it names no "state"."""
    saved = (notebook["metadata"].get("widgets") or {}).get(STATE) or {}
    models = {name: model for name, model in saved.items() if isinstance(model, dict)}
    return saved.get("state", models) or {}


def keep_widgets(saved, notebook):
    """Take over from the saved notebook the state of each widget that the other one shows."""
    before = states_of(saved)
    if not before:
        return
    now = dict(states_of(notebook))
    wanted = [
        output["data"][VIEW]["model_id"]
        for cell in notebook["cells"]
        for output in cell.get("outputs", [])
        if VIEW in output.get("data", {})
    ]
    while wanted:
        name = wanted.pop()
        if name in before and name not in now:
            now[name] = before[name]
            wanted += re.findall('"IPY_MODEL_(.+?)"', json.dumps(before[name]))
    whole = {"version_major": 2, "version_minor": 0, "state": now}
    notebook["metadata"]["widgets"] = (notebook["metadata"].get("widgets") or {}) | {
        STATE: whole
    }


c = get_config()  # noqa: F821 (JupyterLab provides it)
c.ServerApp.root_dir = str(COURSE)
c.ServerApp.contents_manager_class = Contents
c.LabApp.default_url = "/lab/tree/notebooks/00_start_here.ipynb"
c.LabApp.app_settings_dir = str(
    COURSE / "binder"
)  # its overrides.json: the same settings as on Binder
