"""On a kernel's path this takes what makes pictures live: here neither package can be imported."""

import sys

sys.modules |= {"anywidget": None, "ipywidgets": None}
