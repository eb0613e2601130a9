"""What every widget of the course shares: its browser modules as one text, and a still for pages without a kernel."""

import html
import re
from pathlib import Path

import anywidget

from .palette import LOOK

BROWSER = Path(__file__).parent / "browser"
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|function\*?) (\w+))", re.MULTILINE)
_REMARK = re.compile(
    r"^\s*(//|/?\*).*$\n|[ \t]+// .*$|^\s+", re.MULTILINE
)  # remarks and indents need not travel
_REMARK_OF_CSS = re.compile(r"/\*.*?\*/|^\s+", re.MULTILINE | re.DOTALL)


def module(name):
    """The browser module `name` with all that it imports, as one text that exports its default.

    anywidget hands the browser a single text, in which sibling modules cannot be imported. Each of them therefore
    becomes a function that runs once and returns its exports; so its names stay its own.
    """
    others = {}
    _collect(name, others)
    own = _plain((BROWSER / f"{name}.js").read_text(encoding="utf-8"))
    return "".join(others.values()) + _EXPORT.sub("", own)


def _collect(name, others):
    """Add to `others`, {name: text}, what a module imports, each after what it imports itself."""
    for _, other in _IMPORT.findall((BROWSER / f"{name}.js").read_text(encoding="utf-8")):
        if other not in others:
            _collect(other, others)
            own = _plain((BROWSER / f"{other}.js").read_text(encoding="utf-8"))
            exports = ", ".join(_EXPORT.findall(own))
            others[other] = (
                f"const ${other} = (() => {{\n{_EXPORT.sub('', own)}return {{ {exports} }};\n}})();\n"
            )


def _plain(text):
    """A module whose imports are looked up in the scopes joined before it, without remarks and indents."""
    return _REMARK.sub("", _IMPORT.sub(r"const \1 = $\2;\n", text))


class Widget(anywidget.AnyWidget):
    """An anywidget whose stored output reads the same everywhere.

    A subclass gives `to_html`, the still that GitHub, an unrun notebook and nbval see, and `__repr__`,
    without a memory address. Widget state is not stored.
    """

    _css = _REMARK_OF_CSS.sub("", LOOK)

    def _repr_mimebundle_(self, **options):
        bundle = super()._repr_mimebundle_(**options)
        if bundle is None:  # anywidget's answer where no front end can show it
            return None
        data, metadata = bundle
        return {**data, "text/plain": repr(self), "text/html": self.to_html()}, metadata


def still(caption, head, body, foot, sentence, *, picked=None):
    """A plain HTML table with a sentence below: cells are texts and are escaped; row `picked` of the body is bold.

    head: texts of the header; body, foot: rows of texts, the first of each heading its row.
    """

    def line(cells, bold=False):
        first, *rest = (f"<b>{cell}</b>" if bold else cell for cell in map(html.escape, cells))
        return (
            f"<tr><th scope='row'><bdi>{first}</bdi></th>"
            + "".join(f"<td>{cell}</td>" for cell in rest)
            + "</tr>"
        )

    header = "".join(f"<th scope='col'>{html.escape(text)}</th>" for text in head)
    rows = "".join(line(cells, bold=number == picked) for number, cells in enumerate(body))
    feet = "".join(line(cells) for cells in foot)
    return (
        f"<table><caption>{html.escape(caption)}</caption><thead><tr>{header}</tr></thead><tbody>{rows}</tbody>"
        f"<tfoot>{feet}</tfoot></table><p>{html.escape(sentence)} Run the cell to see it move.</p>"
    )
