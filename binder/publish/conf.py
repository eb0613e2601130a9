"""Sphinx's settings for the site.

website.py lays this file beside the pages, beside palette.json, the colours of the course, and
beside landing.json, what the first page shows.
"""

import json
from pathlib import Path

from without_kernel import drawers_of

_HERE = Path(__file__).parent
_PALETTE = json.loads((_HERE / "palette.json").read_text(encoding="utf-8"))
_LANDING = json.loads((_HERE / "landing.json").read_text(encoding="utf-8"))
_LIGHT, _DARK = _PALETTE["light"], _PALETTE["dark"]

_ABOUT = (
    "A language model cannot read. The first thing that it does with a word is to look up one row "
    "of a table. This course shows what that table is, how its rows learn, and what they cost."
)
_ALT = "A one-hot picks the row of “cat” from a table of seven words, and a copy of it comes out."

project = html_title = "One Row at a Time"
language = "en"
html_baseurl = _LANDING["address"]
extensions = ["myst_nb", "sphinx.ext.githubpages"]
nb_execution_mode = "off"
nb_ipywidgets_js = {}  # which would come from elsewhere
nb_code_prompt_show, nb_code_prompt_hide = "Show the set-up", "Hide the set-up"
myst_heading_anchors = 3
myst_heading_slug_func = "website.anchor"

html_theme = "furo"
templates_path = ["templates"]
html_static_path = ["static"]
html_extra_path = ["extra"]  # the decks and handouts, as they are
html_css_files = ["without_kernel.css", "website.css"]
html_js_files = [
    ("without_kernel.js", {"defer": "defer"}),
    ("website.js", {"defer": "defer"}),
]
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


def setup(app):
    """Ask to be told of each page."""
    for tell in (_say_what_it_is, _as_landing_page, _load_own_drawers):
        app.connect("html-page-context", tell)


def _say_what_it_is(app, pagename, templatename, context, doctree):
    """Give a page the words of a link to it, and a notebook's the addresses where it opens."""
    title, description, launch = context.get("title", project), _ABOUT, {}
    for card in _LANDING["cards"]:
        if pagename == f"notebooks/{card['stem']}":
            title = f"{card['title']} · {card['name']}"
            description = card["opening"] or _ABOUT
            launch = {
                service: address.replace(_LANDING["cards"][0]["stem"], card["stem"])
                for service, address in _LANDING["launch"].items()
            }
    image = f"{html_baseurl}_static/preview.png" if html_baseurl else ""
    context["preview"] = {
        "title": title,
        "description": description,
        "image": image,
        "alt": _ALT,
    }
    context["launch"] = launch


def _as_landing_page(app, pagename, templatename, context, doctree):
    """Give the first page a template of its own, and what that shows."""
    if pagename != app.config.root_doc:
        return None
    context |= {"landing": _LANDING, "about": _ABOUT}
    context["body"] = "".join([_LANDING["wall"], *_LANDING["plot"].values()])
    app.add_css_file("landing.css")
    app.add_js_file("landing.js", defer="defer")
    return "landing.html"


def _load_own_drawers(app, pagename, templatename, context, doctree):
    """Let a page load the drawers of its own pictures only: all together are near a megabyte."""
    for name in sorted(drawers_of(context.get("body", ""))):
        app.add_js_file(f"drawers/{name}.js", defer="defer")
