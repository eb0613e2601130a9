"""What every widget of the course shares.

Its browser modules as one text, its colours, and a still for pages without a kernel.
"""

import base64
import gzip
import html
import os
import re
from pathlib import Path

import traitlets
from IPython import get_ipython

try:
    from anywidget import AnyWidget

    MOVES = True  # whether a page can be told to draw
except ImportError:
    MOVES = False

    class AnyWidget(traitlets.HasTraits):
        """What a widget is where no page can draw it: its values, checked and observed."""

        comm = None

        def on_msg(self, callback):
            """No page sends a message."""

        def close(self):
            """No page shows it."""

    if get_ipython() is not None:  # else no picture would be shown anyway
        print(
            "This kernel cannot load anywidget, so pictures and questions stand still; every cell "
            "and every check runs. To see them move, run %pip install anywidget in a cell, then "
            "restart the kernel (menu Kernel)."
        )

LOOK = Path(__file__).with_name("look.css").read_text(encoding="utf-8")
_COLOURS = re.compile(r"\{((?:\s*--\w+: #[0-9A-F]{6};)+)\s*\}")
_IMPORT = re.compile(
    r'^import (\{[^}]*\}|\* as \w+) from "(\.[\w./]+)";\n', re.MULTILINE
)
_EXPORT = re.compile(
    r"^export (?=(?:class|const|(?:async )?function\*?) (\w+))", re.MULTILINE
)
# anywidget gives a module two seconds to load, and drops what a kernel says to one that took
# longer; so on a busy machine with many pictures nothing is unpacked before it is drawn.
UNPACKED = """\
const unpacked = async () => {
const bytes = Uint8Array.from(atob("PACKED"), (letter) => letter.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
const blob = new Blob([await new Response(stream).text()], { type: "text/javascript" });
return (await import(URL.createObjectURL(blob))).default;
};
let once;
export default { render: async (shown) => (await (once ??= unpacked())).render(shown) };
"""
# Remarks and indents need not travel, and of the styles no other space that parts nothing.
_REMARK = re.compile(r"^\s*(//|/?\*).*$\n|[ \t]+// .*$|^\s+", re.MULTILINE)
_REMARK_OF_CSS = re.compile(
    r"/\*.*?\*/\s*|^\s+|(?<=[{};:,])\s+|;?\s+(?=[{}])", re.MULTILINE | re.DOTALL
)


def module(path):
    """The browser module at `path` with all that it imports, as one text that exports its default.

    anywidget hands the browser a single text, in which sibling modules cannot be imported. Each of
    them therefore becomes a function that runs once and returns its exports; so its names stay its
    own.
    """
    others = {}
    _collect(path, others)
    return "".join(others.values()) + _EXPORT.sub("", _joined(path, others))


def _collect(path, others):
    """Add to `others`, {path: text}, what a module imports, each after what it imports itself."""
    for _, name in _IMPORT.findall(_source(path)):
        other = _imported(path, name)
        if other not in others:
            _collect(other, others)
            exports = ", ".join(_EXPORT.findall(_source(other)))
            body = _EXPORT.sub("", _joined(other, others))
            number = len(others)
            others[other] = (
                f"const ${number} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"
            )


def _imported(path, name):
    """The path of what a module imports as `name`, "./" or "../" and so on."""
    return Path(os.path.normpath(path.parent / name))


def _source(path):
    return path.read_text(encoding="utf-8")


def _joined(path, others):
    """A module, without what need not travel, that looks its imports up in the scopes before it."""
    numbers = {other: number for number, other in enumerate(others)}

    def looked_up(line):
        names = line[1].removeprefix("* as ")
        return f"const {names} = ${numbers[_imported(path, line[2])]};\n"

    return _REMARK.sub("", _IMPORT.sub(looked_up, _source(path)))


def palette(theme: str = "light") -> dict[str, str]:
    """{role: colour as #RRGGBB} of a theme, "light" or "dark".

    Raises ValueError for any other theme.

    >>> list(palette()) == list(palette("dark"))
    True
    """
    themes = dict(zip(("light", "dark"), _COLOURS.findall(LOOK), strict=True))
    if theme not in themes:
        raise ValueError(f"theme must be 'light' or 'dark', got {theme!r}.")
    return dict(re.findall(r"--(\w+): (#\w+);", themes[theme]))


def packed(text):
    """A module that draws as the module `text` does: it travels, and is saved, at a third.

    Each widget brings its own copy of its module, so that a notebook with ten pictures has ten.
    """
    data = base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()
    return UNPACKED.replace("PACKED", data)


class Widget(AnyWidget):
    """An anywidget whose stored output reads the same everywhere.

    A subclass gives `_draws`, the path of its browser module, and `_looks`, that of styles of its
    own where it has some; `to_html`, the still in numbers, which nbval compares, and which the
    course stores folded below the drawing; and `__repr__`, without a memory address. Widget state
    is not stored.
    """

    _css = _REMARK_OF_CSS.sub("", LOOK)
    _draws = None
    _looks = None

    def __init_subclass__(cls, **options):
        if "_draws" in vars(cls):
            cls._esm = packed(module(cls._draws))
        if "_looks" in vars(cls):
            own = cls._looks.read_text(encoding="utf-8")
            cls._css += _REMARK_OF_CSS.sub("", own)
        super().__init_subclass__(**options)

    def close(self):
        """Close the widget in every page; shown again, it is its still."""
        super().close()
        vars(self).pop("_repr_mimebundle_", None)  # ipywidgets hides ours behind None

    def _repr_mimebundle_(self, **options):
        still, of_still = self._stored()
        if self.comm is None:
            return still, of_still
        bundle = super()._repr_mimebundle_(**options)
        if bundle is None:  # anywidget's answer where no front end can show it
            return None
        data, metadata = bundle
        return {**data, **still}, {**metadata, **of_still}

    def _stored(self):
        """What is stored beside the widget, and metadata of it."""
        return {"text/plain": repr(self), "text/html": self.to_html()}, {}


def still(caption, head, body, foot, sentence, *, picked=None, moves=True):
    """A plain HTML table with a sentence below; row `picked` of the body is bold.

    moves: whether the picture that it stands for moves where a kernel has anywidget.
    head: texts of the header; body, foot: rows of texts, the first of each heading its row.
    All texts are escaped.
    """
    header = "".join(f"<th scope='col'>{html.escape(text)}</th>" for text in head)
    rows = "".join(
        _line(texts, bold=number == picked) for number, texts in enumerate(body)
    )
    feet = "".join(_line(texts) for texts in foot)
    promise = " Run the cell to see it move." if moves and MOVES else ""
    return (
        f"<table><caption>{html.escape(caption)}</caption>"
        f"<thead><tr>{header}</tr></thead><tbody>{rows}</tbody><tfoot>{feet}</tfoot></table>"
        f"<p>{html.escape(sentence)}{promise}</p>"
    )


def _line(texts, bold=False):
    """A row of the still."""
    first, *rest = [html.escape(text) for text in texts]
    if bold:
        first, *rest = [f"<b>{text}</b>" for text in (first, *rest)]
    others = "".join(f"<td>{text}</td>" for text in rest)
    return f"<tr><th scope='row'><bdi>{first}</bdi></th>{others}</tr>"
