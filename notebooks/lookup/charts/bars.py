"""Charts of how values are spread and how they compare: histograms and bars."""

from .chart import LOOKS, PALETTE, SIZE, Chart, axes, few


def histograms(groups, *, x):
    """How values are spread: a panel for each group, all over the same x axis.

    Args:
        groups: {label: values}, one to four; at least two finite values, of any shape, as lists, an
            array or a CPU tensor.
        x: what the values are, with their unit if they have one.

    Raises:
        ValueError: if there is no group or more than four, if a group has fewer than two values, or
            if one is not finite.

    Example:
        >>> histograms({"coins": [0, 1, 1, 0]}, x="heads")
        coins: 4 values from 0.00 to 1.00, std 0.58
    """
    import numpy as np

    groups = {
        label: np.asarray(values, dtype=float).ravel() for label, values in few(groups).items()
    }
    for values in groups.values():
        if len(values) < 2 or not np.isfinite(values).all():
            raise ValueError("each group needs at least two values, all of them finite.")
    figure, panels = axes(len(groups))
    texts = []
    for axis, (label, values), (colour, _) in zip(panels, groups.items(), LOOKS):
        deviation = f"std {values.std(ddof=1):.2f}"
        axis.hist(values, bins=80, color=colour)
        axis.text(0, 1, f"{label}\n{deviation}", transform=axis.transAxes, va="top", color=colour)
        axis.set(yticks=[], xlabel=x if axis is panels[-1] else "")
        axis.spines["left"].set_visible(False)
        ends = f"from {values.min():.2f} to {values.max():.2f}"
        texts.append(f"{label}: {len(values):,} values {ends}, {deviation}")
    return Chart(figure, "\n".join(texts))


def bars(groups, *, x, unit=""):
    """Numbers side by side from zero, as bars.

    Of several numbers with one label the bar is the mean, with whiskers over their whole range.

    Args:
        groups: {label: a number, or several}, one to eight labels; all finite and not negative.
        x: what the numbers are.
        unit: written behind each number with its prefix, "B" as in 7.4 MB; "%" takes shares from 0
            to 1.

    Raises:
        ValueError: if there is no label or more than eight, a label without numbers, or a number
            that is negative or not finite.

    Example:
        >>> bars({"dense": 4e6, "CSR": [2000, 4000]}, x="memory", unit="B")
        memory: dense 4.0 MB, CSR 3.0 kB (2.0 kB to 4.0 kB)
    """
    from matplotlib.ticker import EngFormatter

    groups = _checked(groups)
    percent = unit == "%"
    written = "{:.1%}".format if percent else EngFormatter(unit, 1)
    figure, (axis,) = axes(1)
    figure.set_size_inches(SIZE[0], 0.7 + 0.4 * len(groups))
    means = [values.mean() for values in groups.values()]
    axis.barh([*groups], means, 0.6, color=LOOKS[0][0], **_whiskers(groups))
    texts = [written(mean) for mean in means]
    axis.bar_label(axis.containers[-1], texts, padding=6, size=9, color=PALETTE["ink"])
    axis.invert_yaxis()
    axis.margins(x=0.15)
    axis.set(xlabel=x)
    axis.xaxis.set_major_formatter("{x:.0%}" if percent else EngFormatter(unit))
    entries = []
    for (label, values), text in zip(groups.items(), texts):
        ends = f" ({written(values.min())} to {written(values.max())})"
        entries.append(f"{label} {text}{ends if values.size > 1 else ''}")
    return Chart(figure, f"{x}: {', '.join(entries)}")


def _checked(groups):
    """The groups with an array of numbers for each label."""
    import numpy as np

    if not 1 <= len(groups) <= 8:
        raise ValueError(f"a bar chart shows one to 8 things, got {len(groups)}.")
    arrays = {
        label: np.atleast_1d(np.asarray(values, dtype=float)) for label, values in groups.items()
    }
    for values in arrays.values():
        if not values.size or not np.isfinite(values).all() or values.min() < 0:
            raise ValueError(
                "each bar needs at least one number, all of them finite and not negative."
            )
    return arrays


def _whiskers(groups):
    """What `barh` needs for whiskers, or nothing if each bar is a single number."""
    if all(values.size == 1 for values in groups.values()):
        return {}
    down = [values.mean() - values.min() for values in groups.values()]
    up = [values.max() - values.mean() for values in groups.values()]
    return {"xerr": [down, up], "ecolor": PALETTE["ink"], "capsize": 3}
