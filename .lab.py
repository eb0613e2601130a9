"""JupyterLab as the README starts it: it serves the whole course and opens the first notebook."""

import sys
from pathlib import Path

COURSE = Path(__file__).resolve().parent
sys.path.insert(0, str(COURSE / "binder"))

from waiting_outputs import Contents  # noqa: E402

c = get_config()  # noqa: F821 (JupyterLab provides it)
c.ServerApp.root_dir = str(COURSE)
c.ServerApp.contents_manager_class = Contents
c.LabApp.default_url = "/lab/tree/notebooks/00_start_here.ipynb"
c.LabApp.app_settings_dir = str(
    COURSE / "binder"
)  # its overrides.json: the same settings as on Binder
# Prose in lines that an eye finds its way back from: binder/custom/custom.css.
c.LabApp.custom_css = True
c.ServerApp.tornado_settings = {"static_custom_path": [str(COURSE / "binder/custom")]}
