"""Prose in lines that an eye finds its way back from, in whoever's JupyterLab.

JupyterLab loads a `custom.css` only if it was started to, and looks for it in a learner's home. On
Binder and on a hub `postBuild` puts this file among the installed packages, where JupyterLab's
server finds it as an extension of its own, and `custom.css` beside the settings of that Python.
"""

from pathlib import Path


def _jupyter_server_extension_points():
    """What jupyter_server asks of an extension: the modules that it consists of."""
    return [{"module": "prose_width"}]


def _link_jupyter_server_extension(server):
    """Let JupyterLab load `custom.css`, and look for it wherever settings lie, the home first."""
    folders = [str(Path(folder, "custom")) for folder in server.config_file_paths]
    server.static_custom_path = [*server.static_custom_path, *folders]
    for app in server.extension_manager.extension_apps.get("jupyterlab", ()):
        app.custom_css = True


def _load_jupyter_server_extension(server):
    """Nothing is left to do once the server has started."""
