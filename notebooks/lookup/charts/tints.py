"""Shades between nearly zero and either sign, and the ink that is readable on them."""

from .chart import INKS, PALETTE


def _mixed(one, other, share):
    """A colour with a share of the other."""
    pairs = [(int(one[k : k + 2], 16), int(other[k : k + 2], 16)) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(a + share * (b - a)):02X}" for a, b in pairs)


TINTS = {
    role: [_mixed(PALETTE["zero"], PALETTE[role], share) for share in (0.2, 0.45, 1)]
    for role in ("pos", "neg")
}
# Without the last of each, the hue itself, which INKS has: 12 colours of the 16 that `png` allows.
SHADED = [*INKS, *(tint for tints in TINTS.values() for tint in tints[:-1])]


def ink_on(ground):
    """Ink or paper, whichever has more contrast."""
    return max(
        (PALETTE["ink"], PALETTE["paper"]), key=lambda ink: contrast(ink, ground)
    )


def contrast(one, other):
    """How far two colours are apart in lightness, from 1 to 21, as WCAG 2 says.

    https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
    """
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour):
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear))
