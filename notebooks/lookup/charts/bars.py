"""Charts of how values are spread and how they compare: histograms and bars."""

from .chart import LOOKS, PALETTE, SIZE, Chart, axes, few


def histograms(groups, *, x):
    """How values are spread: a panel for each group over the same x axis, as high as its highest bar.

    Args:
        groups: {label: values}, one to four; values of any shape, at least two, finite: lists, an array, a CPU tensor.
        x: what the values are, with their unit if they have one.

    Raises:
        ValueError: no group or more than four, fewer than two values in a group, or one that is not finite.

    Example:
        >>> histograms({"coins": [0, 1, 1, 0]}, x="heads")
        coins: 4 values from 0.00 to 1.00, std 0.58
    """
    import numpy as np

    groups = {
        label: np.asarray(values, dtype=float).ravel() for label, values in few(groups).items()
    }
    if any(len(values) < 2 or not np.isfinite(values).all() for values in groups.values()):
        raise ValueError("each group needs at least two values, all of them finite.")
    figure, panels, texts = *axes(len(groups)), []
    for axis, (label, values), (colour, _) in zip(panels, groups.items(), LOOKS):
        deviation = f"std {values.std(ddof=1):.2f}"
        axis.hist(values, bins=80, color=colour)
        axis.text(0, 1, f"{label}\n{deviation}", transform=axis.transAxes, va="top", color=colour)
        axis.set(yticks=[], xlabel=x if axis is panels[-1] else "")
        axis.spines["left"].set_visible(False)
        texts.append(
            f"{label}: {len(values):,} values from {values.min():.2f} to {values.max():.2f}, {deviation}"
        )
    return Chart(figure, "\n".join(texts))


def bars(groups, *, x, unit=""):
    """Numbers side by side from zero: a bar for each, or for the mean of several with whiskers over their whole range.

    Args:
        groups: {label: a number, or several}, one to eight labels; all finite and not negative.
        x: what the numbers are.
        unit: written behind each number with its prefix, "B" as in 7.4 MB; "%" takes shares from 0 to 1.

    Raises:
        ValueError: no label or more than eight, a label without numbers, or a number that is negative or not finite.

    Example:
        >>> bars({"dense": 4e6, "CSR": [2000, 4000]}, x="memory", unit="B")
        memory: dense 4.0 MB, CSR 3.0 kB (2.0 kB to 4.0 kB)
    """
    import numpy as np
    from matplotlib.ticker import EngFormatter

    groups = {
        label: np.atleast_1d(np.asarray(values, dtype=float)) for label, values in groups.items()
    }
    if not 1 <= len(groups) <= 8:
        raise ValueError(f"a bar chart shows one to 8 things, got {len(groups)}.")
    if any(not v.size or not np.isfinite(v).all() or v.min() < 0 for v in groups.values()):
        raise ValueError("each bar needs at least one number, all of them finite and not negative.")
    written = "{:.1%}".format if unit == "%" else EngFormatter(unit, 1)
    figure, (axis,) = axes(1)
    figure.set_size_inches(SIZE[0], 0.7 + 0.4 * len(groups))
    means = [values.mean() for values in groups.values()]
    several = max(values.size for values in groups.values()) > 1
    ends = np.transpose([[m - v.min(), v.max() - m] for m, v in zip(means, groups.values())])
    whiskers = {"xerr": ends, "ecolor": PALETTE["ink"], "capsize": 3} if several else {}
    axis.barh([*groups], means, 0.6, color=LOOKS[0][0], **whiskers)
    texts = [written(mean) for mean in means]
    axis.bar_label(axis.containers[-1], texts, padding=6, size=9, color=PALETTE["ink"])
    axis.invert_yaxis()
    axis.margins(x=0.15)
    axis.set(xlabel=x)
    axis.xaxis.set_major_formatter("{x:.0%}" if unit == "%" else EngFormatter(unit))
    spread = [
        f" ({written(v.min())} to {written(v.max())})" if v.size > 1 else ""
        for v in groups.values()
    ]
    return Chart(figure, f"{x}: " + ", ".join(map("{} {}{}".format, groups, texts, spread)))
