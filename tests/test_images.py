"""The images: what the drawer draws now, in the course's colours, readable wherever they stand."""

import re

import numpy as np
import pytest

import renew
from course import ROOT
from lookup.widget import palette

IMAGES = sorted((ROOT / "images").glob("*.svg"))
TO_CONES = np.array(
    [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
     [0.0883024619, 0.2817188376, 0.6299787005]]
)  # fmt: skip
TO_LAB = np.array(
    [[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
     [0.0259040371, 0.7827717662, -0.8086757660]]
)  # fmt: skip


# What eyes without one kind of cones see of linear RGB: Machado, Oliveira and Fernandes 2009,
# severity 1.
SEEN = {
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
         [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
         [-0.011820, 0.042940, 0.968881]]
    ),
}  # fmt: skip


def oklab(colour, seen=None):
    """Of a colour #RRGGBB, by its author's matrices: https://bottosson.github.io/posts/oklab/.

    seen: a matrix of `SEEN`, for other eyes.
    """
    shares = np.array([int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)])
    linear = np.where(
        shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4
    )
    if seen is not None:
        linear = np.clip(seen @ linear, 0, 1)
    return TO_LAB @ np.cbrt(TO_CONES @ linear)


def drawn_in(colours, theme):
    """Those of the palette of a theme, or on the way from its zero to one of its two signs."""
    roles = palette(theme)
    zero, *signs = (oklab(roles[name]) for name in ("zero", "pos", "neg"))
    found = set(roles.values()) & set(colours)
    for colour in {
        colour for colour in colours if re.fullmatch("#[0-9A-F]{6}", colour)
    } - found:
        here = oklab(colour) - zero
        shares = [
            here @ (sign - zero) / ((sign - zero) @ (sign - zero)) for sign in signs
        ]
        beside = [
            abs(here - share * (sign - zero)).max()
            for share, sign in zip(shares, signs)
        ]
        found |= {colour} if min(beside) < 0.002 else set()
    return found


@pytest.mark.parametrize("path", IMAGES, ids=lambda path: path.name)
def test_an_image_stands_alone(path):
    text = path.read_text(encoding="utf-8")
    alt = re.search(r"<title>(.*?)</title>", text)[1]
    assert f"<desc>{alt}</desc>" in text
    assert 20 <= len(alt) <= 200
    assert f'viewBox="0 0 {400 if ".half" in path.name else 800} ' in text
    theme = "dark" if path.stem.endswith(".dark") else "light"
    paper, *others = re.findall(r' (?:fill|stroke)="([^"]*)"', text)
    assert paper == palette(theme)["paper"], "opaque, so that it reads on any page"
    assert set(others) - {"none"} == drawn_in(others, theme)
    assert not re.search(r"var\(|color-mix|--\w", text), (
        "outside browsers it would be black"
    )
    assert len(text.encode()) <= 60_000
    assert not re.search(r"<script|@font-face|@import|<image|href", text)
    assert set(re.findall(r"https?://[^\s\"]+", text)) == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("eyes", SEEN)
def test_purple_and_blue_are_told_apart_by_eyes_with_two_kinds_of_cones(theme, eyes):
    roles = palette(theme)
    purple, blue = (oklab(roles[role], SEEN[eyes]) for role in ("touch", "pos"))
    assert np.linalg.norm(purple - blue) >= 0.10


def test_each_image_is_there_for_either_theme():
    names = {path.name for path in IMAGES}
    dark = {name for name in names if name.endswith(".dark.svg")}
    assert {name.replace(".dark.svg", ".svg") for name in dark} == names - dark
    assert sum(".half" in name for name in names) == 8, (
        "the four pictures of the gallery"
    )


@pytest.mark.long
def test_images_are_what_the_drawer_draws_now():
    drawn = renew.images()
    assert {path.name for path in IMAGES} == set(drawn)
    stale = [
        path.name
        for path in IMAGES
        if path.read_text(encoding="utf-8") != drawn[path.name]
    ]
    assert not stale, "run tests/renew.py"
