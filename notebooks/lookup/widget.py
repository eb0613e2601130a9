"""What every widget of the course shares: its page modules as one text, and a still for pages without a kernel."""

import html
import pathlib
import re

import anywidget

PAGE = pathlib.Path(__file__).parent / "page"
_IMPORT = re.compile(r"^import .*$\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)
_REMARK = re.compile(r"^\s*(//|/?\*).*$\n|[ \t]+// .*$|^\s+", re.MULTILINE)  # remarks and indents need not travel


def module(*names):
    """The page modules `names`, joined to one, the last one's default export kept.

    anywidget hands the browser a single text in which sibling modules cannot be imported.
    The modules therefore share one scope: no two may give the same name to different things.
    """
    texts = [(PAGE / f"{name}.js").read_text(encoding="utf-8") for name in names]
    return "\n".join(_REMARK.sub("", _EXPORT.sub("", _IMPORT.sub("", text))) for text in texts)


LOOK = (PAGE / "look.css").read_text(encoding="utf-8")


class Widget(anywidget.AnyWidget):
    """An anywidget whose stored output reads the same everywhere.

    A subclass gives `to_html`, the still that GitHub, an unrun notebook and nbval see, and `__repr__`,
    without a memory address. Widget state is not stored.
    """

    _css = LOOK

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
        return f"<tr><th scope='row'><bdi>{first}</bdi></th>" + "".join(f"<td>{cell}</td>" for cell in rest) + "</tr>"

    header = "".join(f"<th scope='col'>{html.escape(text)}</th>" for text in head)
    rows = "".join(line(cells, bold=number == picked) for number, cells in enumerate(body))
    feet = "".join(line(cells) for cells in foot)
    return (
        f"<table><caption>{html.escape(caption)}</caption><thead><tr>{header}</tr></thead><tbody>{rows}</tbody>"
        f"<tfoot>{feet}</tfoot></table><p>{html.escape(sentence)} Run the cell to see it move.</p>"
    )
