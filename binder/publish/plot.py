"""The course's plot in six pictures, for the site's first page: templates/landing.html tells it.

Above them stands a wall, the whole table of notebook 00, whose numbers come once the page stands.
Four of them show the same seven words. The small tables and the times are those of images/, the
learned rows are stored: `python tests/renew_learned.py` learns them.
"""

import json
import sys
from pathlib import Path

import nbformat
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "notebooks"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "images"))

from samples import WORDS, halves, timed_steps, words_of

from lookup import (
    bags,
    gradient_rows,
    moving_rows,
    read_real_table,
    select_rows,
    whole_table,
)
from lookup.widget import Widget
from stills import join_stills
from without_kernel import HERE, NOTEBOOKS, picture_html, state_json

LEARNED = HERE / "learned_on_the_way.jsonl"
WALL = "00-wall"  # the cell of notebook 00 whose wall it is
COMMON = 1080  # its rows
SENTENCE = "the king and the queen lost the kingdom"
LATER = """<div class="later" data-draws="WholeTable">
<div class="still">{still}</div>
<script type="application/json"></script>
</div>"""
RUN = " Run the cell to see it move."  # which a page without cells cannot ask for


def plot() -> dict[str, str]:
    """{name: HTML} of the six pictures, in the order of the plot, each as `picture_html` makes it.

    >>> list(plot())
    ['product', 'lookup', 'bag', 'way_back', 'learned', 'bill']
    """
    pictures = {
        "product": select_rows(halves(), ids_of("cat"), words=["cat"], names=WORDS),
        "lookup": words_of("the cat sat"),
        "bag": two_bags("the cat sat", "the dog ran"),
        "way_back": way_back("the cat the dog"),
        "learned": on_the_way(LEARNED),
        "bill": timed_steps(),
    }
    return {name: html_of(picture) for name, picture in pictures.items()}


def wall() -> str:
    """A script that holds what the wall shares with a page, as `globalThis.wall`."""
    table, words = read_real_table().common(COMMON)
    picture = whole_table(table, words, SENTENCE)
    return f"globalThis.wall = {state_json(picture.get_state())};\n"


def wall_to_come() -> str:
    """The still of the wall, as notebook 00 stores it; landing.js makes a picture of it."""
    notebook = nbformat.read(next(NOTEBOOKS.glob("00_*.ipynb")), as_version=4)
    (cell,) = (cell for cell in notebook.cells if cell.id == WALL)
    (output,) = join_stills(cell.outputs)
    return LATER.format(still=output.data["text/html"].replace(RUN, ""))


def ids_of(text: str) -> list[int]:
    """The rows of words.

    >>> ids_of("the cat sat")
    [6, 4, 5]
    """
    return [WORDS.index(word) for word in text.split()]


def two_bags(first: str, second: str) -> Widget:
    """Two texts, each the sum of the rows of its words."""
    texts = [first, second]
    ids = ids_of(f"{first} {second}")
    return bags(halves(), ids, [0, len(first.split())], names=WORDS, documents=texts)


def way_back(text: str) -> Widget:
    """What a loss sends back for each word: 1, 2, 4, 8 times the same row, so that sums tell."""
    words = text.split()
    row = torch.tensor([1, -1, 0.5, -0.5, 1])
    up = 2.0 ** torch.arange(len(words))[:, None] * row
    return gradient_rows(up, ids_of(text), len(WORDS), words=words, names=WORDS)


def on_the_way(path: Path) -> Widget:
    """The rows of some words while notebook 05 learned them, from the file of renew_learned.py."""
    about, *lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    moments = torch.tensor([line["rows"] for line in lines]).transpose(
        0, 1
    )  # (moments, n, D)
    words = [line["word"] for line in lines]
    families = [line["family"] for line in lines]
    picture = moving_rows(
        list(moments), names=words, steps=about["steps"], groups=families
    )
    picture.row = words.index("blue")
    return picture


def html_of(picture: Widget) -> str:
    """A picture as HTML for a page without a kernel."""
    return picture_html(picture.to_html().replace(RUN, ""), picture.get_state())
