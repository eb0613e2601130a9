"""What every chart shares: its figure in the course's colours, its text, log axes."""

import base64
import io
import math

from ..widget import palette

PALETTE = palette()
LOOKS = [
    (PALETTE["pos"], "o"),
    (PALETTE["neg"], "s"),
    (PALETTE["touch"], "D"),
    (PALETTE["ink"], "^"),
]
SIZE = (6.4, 3.0)  # inches
DPI = 120
WIDTH = 640  # pixels as shown


class Chart:
    """A figure that shows itself at the end of a cell; `text` holds its numbers."""

    def __init__(self, figure, text, colours=64):
        self.figure = figure
        self.text = text
        self.colours = colours

    def __repr__(self):
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        from PIL import Image

        drawn = io.BytesIO()
        file = io.BytesIO()
        self.figure.savefig(drawn, dpi=DPI)
        image = Image.open(drawn).convert("RGB")
        image = image.quantize(self.colours, Image.Quantize.MAXCOVERAGE)  # a quarter of the bytes
        image.save(file, "PNG", optimize=True)
        data = {"image/png": base64.b64encode(file.getvalue()).decode(), "text/plain": self.text}
        return data, {"image/png": {"width": WIDTH}}


def few(things):
    """The things. Raises ValueError unless there are one to four."""
    if not 1 <= len(things) <= len(LOOKS):
        raise ValueError(f"a chart shows one to {len(LOOKS)} things, got {len(things)}.")
    return things


def axes(count):
    """A figure with `count` axes, one below the other, without matplotlib's global state."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    inked = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color")
    plain = {
        "font.family": "DejaVu Sans",
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
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


def with_bytes(label, count):
    """Bytes as text, 97.7 MB. Raises ValueError unless a log axis has a place for them."""
    from matplotlib.ticker import EngFormatter

    if not 0 < count < math.inf:
        raise ValueError(
            f"bytes must be above 0 and finite on a log axis, got {count} for {label!r}."
        )
    return EngFormatter("B", 1)(count)


def whiskers(times):
    """How far the fastest and the slowest repeat are from the median."""
    return [[time.median - time.low for time in times], [time.high - time.median for time in times]]


def say_where(figure, time):
    """Below the chart, what the marks and whiskers are, and on what they were measured."""
    spread = f"median and whole range of {len(time.times)} repeats; {time.where}"
    figure.supxlabel(spread, size=8, color=PALETTE["quiet"])
