"""What every chart shares: its figure in the course's colours, its looks, how it shows itself."""

import base64
import html
import io
import math

from ..widget import palette
from .readings import SCRIPT, attribute

PALETTE = palette()
# A shape goes with each hue, for those who do not tell the hues apart, and for a grey print.
LOOKS = [
    (PALETTE["pos"], "o"),
    (PALETTE["neg"], "s"),
    (PALETTE["touch"], "D"),
    (PALETTE["ink"], "^"),
]
DASHES = ["-", "--", ":", "-."]
INKS = [
    PALETTE[role]
    for role in ("paper", "ink", "quiet", "line", "zero", "pos", "neg", "touch")
]
SIZE = (6.4, 3.0)  # inches
WIDTH = 640  # pixels as shown beside text of TEXT pixels; the image has twice as many
TEXT = 14
NO_ROOM = "no room"  # stands where something could not be measured
# White becomes the dark theme's paper, a hue nearly stays itself; on a printer paper stays white.
DARK = """<style>@media screen {
:is([data-jp-theme-light="false"], .vscode-dark, [data-theme="dark"]) img.lookup-chart {
filter: invert(0.933) hue-rotate(180deg); } }</style>"""


class Chart:
    """A figure that shows itself at the end of a cell; `text` holds its numbers.

    One PNG in an `<img>` keeps its `alt` and shows on GitHub, which takes styles and SVGs in data
    away; a style turns it dark, and where that is taken, as in a notebook not trusted, one light
    chart stays, while of two, one hidden by `hidden` or a style, both would be seen.
    Matplotlib stays for what is measured, as a picture of the drawer's is a widget, which lacks its
    model in a notebook reopened or on GitHub, and a chart of times must stand in the file.
    `readings` say what a pointer or an arrow key reads in it where a script may run.
    """

    def __init__(self, figure, text, caption="", inks=INKS, readings=()):
        self.figure = figure
        self.text = text
        self.caption = caption
        self.inks = inks
        self.readings = readings

    def __repr__(self):
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/html": self.to_html(), "text/plain": self.text}

    def to_html(self, dots=2):
        """The image with its text as `alt`, and the same text to be opened by pointer or key.

        dots: pixels of the image for one of the page's.
        """
        source = base64.b64encode(png(self.figure, self.inks, dots)).decode()
        # `alt` stands in double quotes, so these alone are escaped; an apostrophe stays one.
        lines = html.escape(self.text, quote=False).replace('"', "&quot;").splitlines()
        caption = (
            f"<div><small>{html.escape(self.caption)}</small></div>"
            if self.caption
            else ""
        )
        read = attribute(self.figure, self.readings)
        # `width` is for GitHub, which takes the style away; em let the image grow with the text.
        return (
            f'{DARK}<img class="lookup-chart" src="data:image/png;base64,{source}" '
            f'alt="{"; ".join(lines)}" '
            f'width="{WIDTH}" style="width: {WIDTH / TEXT:.2f}em; max-width: 100%"{read}>{caption}'
            f"<details><summary>The numbers</summary>{'<br>'.join(lines)}</details>"
            f"{f'<script>{SCRIPT}</script>' if read else ''}"
        )


def png(figure, inks=INKS, dots=2):
    """The figure as the bytes of a PNG, `dots` x 640 pixels wide, in these at most 16 colours only.

    Without the shades between them it is a third as large, and at this size they are hardly missed.
    """
    from matplotlib import rc_context
    from matplotlib.text import Text
    from PIL import Image

    for artist in figure.findobj():
        if isinstance(artist, Text):
            artist.set_parse_math(False)  # a label may hold a $
        if hasattr(artist, "set_antialiased"):
            artist.set_antialiased(False)
    drawn = io.BytesIO()
    with rc_context({"savefig.bbox": None}):  # readings count on the whole figure
        figure.savefig(drawn, format="png", dpi=dots * WIDTH / SIZE[0])
    found = Image.new("P", (1, 1))
    # Repeated, in case a Pillow fills a short palette up with black; the same inks add no colour.
    found.putpalette(
        b"".join(bytes.fromhex(ink[1:]) for ink in inks) * (256 // len(inks))
    )
    image = (
        Image.open(drawn)
        .convert("RGB")
        .quantize(palette=found, dither=Image.Dither.NONE)
    )
    file = io.BytesIO()
    # 4 bits a pixel hold the indices of 16 colours.
    image.save(file, "PNG", optimize=True, bits=4)
    return file.getvalue()


def looks(labels):
    """{label: (hue, mark, dash)}: a hue and a mark for each idea, a dash for each variant of it.

    The idea is what a label says before its first comma: "lookup, B = 1" is a variant of "lookup".

    labels: one to four.
    """
    variants = {}  # {idea: its labels}
    found = {}
    for label in labels:
        idea = label.partition(",")[0]
        alike = variants.setdefault(idea, [])
        found[label] = (*LOOKS[[*variants].index(idea)], DASHES[len(alike)])
        alike.append(label)
    return found


def axes(count):
    """A figure with `count` axes, one below the other, without matplotlib's global state."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    inked = (
        "text.color",
        "axes.labelcolor",
        "axes.edgecolor",
        "xtick.color",
        "ytick.color",
    )
    plain = {
        "font.family": "DejaVu Sans",
        "font.size": 9,
        "axes.facecolor": "none",
        "figure.dpi": 100,  # `areas` takes the widths of its texts for pixels as shown
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    # Text and spines take these settings as they are made, so the figure is made inside.
    with rc_context(dict.fromkeys(inked, PALETTE["ink"]) | plain):
        figure = Figure(figsize=SIZE, layout="constrained", facecolor=PALETTE["paper"])
        return figure, figure.subplots(count, sharex=True, squeeze=False)[:, 0]


def log_log(x, y, unit):
    """A figure and its one axis, on which x and y are logarithmic and y has a unit."""
    from matplotlib.ticker import EngFormatter

    figure, (axis,) = axes(1)
    axis.set(xscale="log", yscale="log", xlabel=f"{x} (log)", ylabel=f"{y} (log)")
    axis.minorticks_off()
    axis.yaxis.set_major_formatter(EngFormatter(unit))
    return figure, axis


def in_bytes(count):
    """Bytes as text, 97.7 MB."""
    from matplotlib.ticker import EngFormatter

    return EngFormatter("B", 1)(count)


def rounded(number, size):
    """Three digits; what is nothing beside `size` is 0."""
    return f"{0 if abs(number) < 1e-6 * size else number:.3g}"


def in_unit(number, unit, size):
    """A share in percent where the unit is "%", else the number rounded as those of a size are."""
    return f"{number:.1%}" if unit else rounded(number, size)


def apart(ranges, largest):
    """The label whose range lies above all others, or below them, or None.

    ranges: {label: (its least, its most)}.
    """
    # Turned around, the lowest range is the highest, and one rule finds either.
    turned = {
        k: (low, high) if largest else (-high, -low)
        for k, (low, high) in ranges.items()
    }
    first, *others = sorted(turned, key=turned.get, reverse=True)
    # Apart only if even its worst lies above the best of the others: else repeats decide nothing.
    clear = others and turned[first][0] > max(turned[label][1] for label in others)
    return first if clear else None


def whiskers(times):
    """How far the fastest and the slowest repeat are from the median; nan for None."""
    ends = [
        (time.median - time.low, time.high - time.median)
        if time
        else (math.nan, math.nan)
        for time in times
    ]
    return [*zip(*ends)]


def said(*times):
    """What the marks and whiskers of times are, and on what the first was measured."""
    counts = [len(time.times) for time in times]
    least, most = min(counts), max(counts)
    if most == 1:
        shown = "One time for each point"
    else:
        repeats = f"{most}" if least == most else f"{least} to {most}"
        shown = f"Median and whole range of {repeats} repeats"
    return f"{shown}; {times[0].where}."
