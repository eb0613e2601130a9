"""JupyterLab as the README starts it: it serves the whole course and opens the first notebook."""

from pathlib import Path

from ipykernel.ipkernel import IPythonKernel
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager

COURSE = Path(__file__).resolve().parent


class Contents(AsyncLargeFileManager):
    """Opens a notebook as a kernel of this Python would save it.

    JupyterLab compares `language_info`, version and all, once the kernel has started, and marks the
    notebook as changed if they differ; it would then save a file that nobody touched
    (jupyter/notebook#2123).
    """

    async def get(self, path, content=True, **how):
        model = await super().get(path, content=content, **how)
        if content and model["type"] == "notebook":
            model["content"]["metadata"]["language_info"] = IPythonKernel.language_info
        return model


c = get_config()  # noqa: F821 (JupyterLab provides it)
c.ServerApp.root_dir = str(COURSE)
c.ServerApp.contents_manager_class = Contents
c.LabApp.default_url = "/lab/tree/notebooks/00_start_here.ipynb"
c.LabApp.app_settings_dir = str(
    COURSE / "binder"
)  # its overrides.json: the same settings as on Binder
