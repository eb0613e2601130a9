"""The numbers of a chart at their places in its image, for a pointer or an arrow key: read.js."""

import html
import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..widget import palette

MOST = 64  # places of a chart in all: with read.js they are less than 5 kB of its HTML
FINE = 1000  # parts of the width and of the height
# read.js goes into the HTML of every chart, so its comments and indents stay behind.
_REMARK = re.compile(r"^\s*(//|/?\*).*\n|[ ]+//.*$|^\s+", re.MULTILINE)
SCRIPT = re.sub(
    # The page of a saved notebook has no look.css: colours go in as they are.
    r"var\(--(\w+)\)",
    lambda role: palette()[role[1]],
    _REMARK.sub("", Path(__file__).with_name("read.js").read_text(encoding="utf-8")),
).replace("\n", " ")  # one line of a notebook


@dataclass(frozen=True)
class Reading:
    """A line of a chart, or the bars of one hue: what is read at each of its places.

    axis: what it is drawn on.
    label: what is read before each text, or "" for nothing.
    places: (x, y), each None or nan where nothing is drawn.
    text: what is read at place k.
    base: (x or None, y or None) from where bars reach to their places, None for a line.
    """

    axis: Any
    label: str
    places: list
    text: Callable[[int], str]
    base: tuple = (None, None)


def attribute(figure, readings):
    """` data-read='…'` of the image of a figure that was drawn, "" where nothing is to be read.

    It holds JSON, [[label, x of the base, its y, [[x, y, text], ...]], ...], in thousandths of the
    width from the left and of the height from the top.

    Of more than MOST places some are left out, evenly; the first and the last of a line stay.
    """
    # An even share for each line, so that the last one is read as finely as the first.
    room = MOST // max(1, len(readings))
    lines = [_line(figure, reading, room) for reading in readings]
    lines = [line for line in lines if line[-1]]
    if not lines:
        return ""
    text = json.dumps(lines, ensure_ascii=False, separators=(",", ":"))
    # JSON is full of double quotes, so the attribute stands in single ones, and only these go.
    escaped = html.escape(text, quote=False).replace("'", "&#x27;")
    return f" data-read='{escaped}'"


def _line(figure, reading, room):
    drawn = [
        k
        for k, place in enumerate(reading.places)
        if not any(part is None or math.isnan(part) for part in place)
    ]
    places = [
        [*_share(figure, reading.axis, *reading.places[k]), reading.text(k)]
        for k in some(drawn, room)
    ]
    x, y = reading.base
    left, top = _share(figure, reading.axis, x or 0, y or 0) if places else (0, 0)
    return [reading.label, *(_if(x, left), _if(y, top)), places]


def _if(given, share):
    return None if given is None else share


def some(drawn, room):
    """At most `room` of them, evenly, the ends among them."""
    if len(drawn) <= room:
        return drawn
    return [drawn[round(k * (len(drawn) - 1) / (room - 1))] for k in range(room)]


def _share(figure, axis, x, y):
    """A place of an axis in thousandths of the figure, from the left and from the top."""
    place = axis.transData.transform((x, y))
    left, bottom = figure.transFigure.inverted().transform(place)
    return round(FINE * left), round(FINE * (1 - bottom))
