"""Sphinx's settings for the site.

website.py lays this file beside the pages, and beside palette.json, the colours of the course.
"""

import json
from pathlib import Path

_PALETTE = json.loads(Path(__file__).with_name("palette.json").read_text(encoding="utf-8"))
_LIGHT, _DARK = _PALETTE["light"], _PALETTE["dark"]

project = html_title = "One Row at a Time"
language = "en"
extensions = ["myst_nb", "sphinx.ext.githubpages"]
nb_execution_mode = "off"
nb_ipywidgets_js = {}  # which would come from elsewhere
myst_heading_anchors = 3
myst_heading_slug_func = "website.anchor"

html_theme = "furo"
templates_path = ["templates"]
html_static_path = ["static"]
html_css_files = ["without_kernel.css", "website.css"]
html_js_files = [("without_kernel.js", {"defer": "defer"}), ("website.js", {"defer": "defer"})]
html_favicon = "static/row.svg"
html_use_index = False
html_show_search_summary = False  # which would load every page found, to quote it
html_copy_source = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": _LIGHT["pos"],
        "color-brand-content": _LIGHT["pos"],
        "color-brand-visited": _LIGHT["touch"],
    },
    "dark_css_variables": {
        "color-background-primary": _DARK["paper"],
        "color-brand-primary": _DARK["pos"],
        "color-brand-content": _DARK["pos"],
        "color-brand-visited": _DARK["quiet"],  # touch is too dark for code in a link
    },
    "top_of_page_buttons": [],
}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
