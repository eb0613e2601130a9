"""What a plan's slides show that no cell of a notebook does: pictures of their own, and solutions.

A slide names one of PICTURES by `picture = "product"`. Its numbers are reckoned here.
"""

import ast
import re

import nbformat
import numpy as np
import torch
from scipy.sparse import csr_array

from stills import record_of
from without_kernel import NOTEBOOKS, picture_html

# The helper is found once without_kernel has put notebooks/ on the path.
# isort: split
from lookup import (
    add_rows,
    bags,
    neighbours,
    product_and_lookup,
    read_real_table,
    time_lines,
    whole_table,
)
from lookup.pictures.neighbours.everyday import EVERYDAY

NAMES = ["a", "cat", "sat", "the"]
REVIEWED = ["awful", "film", "nice", "great", "dull", "slow"]  # a word for each id
SMALL = [[4, 1, 5], [2, 2, 0], [3, 7, 1], [6, 0, 8]]  # small enough for the head
SENTENCE = "we drink coffee in the morning"
ROWS = 1060  # of 384 numbers, for which the longest deck has room
ROOM = """
like likes love loves hate want wants drinks drinking eats eating goes going plays playing reads
reading lives living works working sleeps makes made runs running laugh cry sing singing swim
swimming jumps pizza chocolate juice breakfast lunch dinner kitchen holiday weekend christmas
birthday party game phone computer internet homework bus bike plane garden street shop shopping
weather cloud storm warm grandmother grandfather parents kids boyfriend girlfriend neighbor boss
beautiful tired hungry funny nice lazy slow quick fox angry afraid dogs cats birds older job ice
paper movie question glass guy lady hope ask hour weeks airport films pain skin key test
"""  # beside those of every day, what a room types
ON_THE_MAP = """
red blue green yellow monday friday paris london berlin rome
mother father brother king queen prince cat dog horse bread cheese coffee tea
"""  # few, so that their letters may be large
ASKS = ["red", "paris"]  # neither of whose nearest words lie in one heap
WORD = "coffee"  # few of whose nearest words are spelled like it
DOCUMENTS = ["cats eat", "eat fish", "cats dogs eat eat", ""]  # those of notebook 03
COUNTED = sorted(set(" ".join(DOCUMENTS).split()))
COLUMNS = 3  # of the five that notebook 03 has, so that letters may be large
ON_AN_H100 = "06-h100-runs", "06-h100"  # the cells of the chart of a recorded run
DOTS = 2.75  # pixels of a chart to one of its width beside text: 1760, and a wall shows 1734
MAP = "05-51"  # the cell of the map of notebook 05
TRAINED = (
    "02-network-train"  # the cell whose first lines are the reviews and their stars
)
THROUGH = "→ rows<br>→ mean<br>→ Linear"  # what the network does with a review's ids
IN_FAMILIES = """
red blue green left right mean median std poisson binomial cpu cuda gpu raises <never>
"""  # of its words those that a wall has room for, each with a near one at every moment
SHARE = 0.53  # of its size, so that its letters may be large
SOLUTION = r"<summary>Solution {}</summary>(.*?)</details>"


def one_hots() -> str:
    """Four words with their ids and their one-hots, as a table."""
    head = "<tr><th>word</th><th>id</th><th colspan=4>one-hot</th></tr>"
    rows = [
        f'<tr class="hot"><th>{name}</th><th>{i}</th>{_cells(_one_hot(i))}</tr>'
        for i, name in enumerate(NAMES)
    ]
    return f'<table class="drawn">{head}{"".join(rows)}</table>'


def product() -> str:
    """The one-hot of “sat” times a table, drawn: what is multiplied, then what is added up."""
    onehot = _one_hot(NAMES.index("sat"))
    products = [[one * number for number in row] for one, row in zip(onehot, SMALL)]
    rows = [
        f'<tr class="{"kept" if one else ""}">'
        f"{_cells([one])}<th>×</th>{_cells(row)}{_equal(given)}</tr>"
        for one, row, given in zip(onehot, SMALL, products)
    ]
    sums = [sum(column) for column in zip(*products)]
    last = f"<tr><th colspan=5></th>{_cell('th', 'sum', step=1)}{_cells(sums, 1)}</tr>"
    head = "<tr><th>one-hot</th><th></th><th colspan=3>table</th></tr>"
    return f'<table class="drawn">{head}{"".join(rows)}{last}</table>'


def both_ways() -> str:
    """The row of “sat” by Linear and by Embedding, from the table of `product`."""
    table = torch.tensor(SMALL, dtype=torch.float32)
    ids = torch.tensor([NAMES.index("sat")])
    return _alive(product_and_lookup(table, ids, names=NAMES))


def reviews() -> str:
    """The reviews of notebook 02 in words, with their ids, what the network does with these, and
    their stars, as a table."""
    lines = _cell_of(TRAINED).source.splitlines()
    ids, stars = (_numbers(lines[at]) for at in (0, 1))
    size = len(ids) // len(stars)
    rows = []
    for at, given in enumerate(stars):
        own = [int(number) for number in ids[size * at : size * (at + 1)]]
        text = " ".join(REVIEWED[number] for number in own)
        way = "" if at else f'<th class="way" rowspan={len(stars)}>{THROUGH}</th>'
        rows.append(f"<tr><th>{text}</th>{_cells(own)}{way}<th>{given:g}</th></tr>")
    head = f"<tr><th>review</th><th colspan={size}>ids</th><th></th><th>stars</th></tr>"
    return f'<table class="drawn reviews">{head}{"".join(rows)}</table>'


def _numbers(line):
    """The numbers of a line of code."""
    return [
        float(number) for number in re.findall(r"\d+(?:\.\d+)?", line.partition("#")[0])
    ]


def addresses() -> str:
    """The table of notebooks 00 to 02, in which each number spells its row and its column."""
    head = "".join(f"<th>{j}</th>" for j in range(4))
    rows = [
        f"<tr><th>{i}</th>{_cells(10 * i + j for j in range(4))}</tr>" for i in range(6)
    ]
    return (
        f'<table class="drawn tall"><tr><th>row</th>{head}</tr>{"".join(rows)}</table>'
    )


def nearest_words() -> str:
    """The words whose rows are most like that of WORD, as in notebook 00; they come with a step."""
    real = read_real_table()
    table = torch.nn.functional.normalize(real.embedding.weight, dim=1)
    cosines = table @ table[real.vocabulary.index(WORD)]
    others = [
        (f"{cosine:.2f}", piece)
        for cosine, piece in sorted(
            zip(cosines.tolist(), real.vocabulary), reverse=True
        )
        if piece.isalpha() and piece != WORD
    ]
    rows = [
        f"<tr>{_cell('th', word, step=0)}{_cell('td', cosine, step=0)}</tr>"
        for cosine, word in others[:5]
    ]
    head = f"<tr><th>nearest to “{WORD}”</th><th>cosine</th></tr>"
    return f'<table class="drawn words">{head}{"".join(rows)}</table>'


def _one_hot(i):
    return [int(k == i) for k in range(len(NAMES))]


def _equal(given):
    """An equals sign and the products of a line, which come with the first step."""
    return _cell("th", "=", step=0) + _cells(given, 0)


def _cells(numbers, step=None):
    """Cells of a table: zeros are faint."""
    return "".join(
        _cell("td", number, "some" if number else "zero", step) for number in numbers
    )


def _cell(tag, text, kind="", step=None):
    """A cell, which is there from the beginning or comes with a step."""
    if step is None:
        return f'<{tag} class="{kind}">{text}</{tag}>'
    shows = f'class="{kind} fragment" data-fragment-index="{step}"'
    return f"<{tag} {shows}>{text}</{tag}>"


def everyday_wall() -> str:
    """A wall of the real model's rows, those of words that a room types, to be sorted by one."""
    real = read_real_table()
    row_of = {piece: row for row, piece in enumerate(real.vocabulary)}
    _, common = real.common(2 * ROWS)
    wanted = [word for word in [*EVERYDAY, *ROOM.split()] if word in row_of]
    rows = sorted(row_of[word] for word in [*dict.fromkeys([*wanted, *common])][:ROWS])
    words = [real.vocabulary[row] for row in rows]
    table = real.embedding.weight[rows]
    return _alive(whole_table(table, words, SENTENCE, acts=["sort"]))


def map_of_words() -> str:
    """The map of notebook 00 with fewer words, whose letters a wall can show."""
    real = read_real_table()
    weight = real.embedding.weight
    return _alive(
        neighbours(weight, real.vocabulary, ON_THE_MAP.split(), asks=ASKS, small=True)
    )


def documents() -> str:
    """The picture of notebook 03 that adds up the rows of a document, with fewer columns."""
    return _alive(add_rows(_tens(), _counts(), names=COUNTED))


def cut_into_bags() -> str:
    """The picture of notebook 03 that cuts a list into bags, with fewer columns."""
    X = _counts()
    names = [f"doc {number}" for number in range(len(DOCUMENTS))]
    picture = bags(
        _tens(), X.indices, X.indptr[:-1], counts=X.data, names=COUNTED, documents=names
    )
    return _alive(picture)


def _tens():
    """The first columns of the table of notebook 03."""
    return [[10 * row + column for column in range(COLUMNS)] for row in range(4)]


def _counts():
    """The documents of notebook 03 as CSR."""
    words = [text.split() for text in DOCUMENTS]
    counts = [[document.count(name) for name in COUNTED] for document in words]
    return csr_array(np.array(counts, dtype=np.float32))


def families() -> str:
    """The map of notebook 05 with fewer words, and smaller, as its still holds it."""
    outputs = _cell_of(MAP).outputs
    (state,) = (record["state"] for record in map(record_of, outputs) if record)
    return picture_html(
        "", state | {"spec": fewer(state["spec"], IN_FAMILIES.split(), SHARE)}
    )


def times_on_an_h100() -> str:
    """The chart of a recorded run as its cells draw it, in more pixels: a wall has so many."""
    source = "\n".join(_cell_of(name).source for name in ON_AN_H100)
    # The last line is the chart itself, of which the value is wanted; a cell would show it.
    *before, chart = ast.parse(source).body
    names = {"time_lines": time_lines}
    exec(compile(ast.Module(before, []), ON_AN_H100[-1], "exec"), names)
    drawn = eval(compile(ast.Expression(chart.value), ON_AN_H100[-1], "eval"), names)
    return drawn.to_html(dots=DOTS)


def _cell_of(name):
    """The cell of a notebook that has the id `name`, as it is stored."""
    (path,) = NOTEBOOKS.glob(f"{name.partition('-')[0]}_*.ipynb")
    cells = nbformat.read(path, as_version=4).cells
    return next(cell for cell in cells if cell.id == name)


def fewer(spec: dict, words: list[str], share: float) -> dict:
    """What a map of moving rows shares with a page, of these words alone and so much smaller.

    Near to a word are those of its nearest rows that are left.
    Raises ValueError if the map lacks one of the words.
    """
    names = [row["name"] for row in spec["rows"]]
    kept = [names.index(word) for word in words]
    steps = []
    for step in spec["steps"]:
        places = {axis: _scaled(step[axis], kept, share) for axis in "xy"}
        steps.append(step | places | {"near": _near(step["near"], len(names), kept)})
    whole = spec["of"].partition(" ")[2]
    return spec | {
        "axes": [],
        "map": [round(share * side) for side in spec["map"]],
        "of": f"{len(kept)} {whole}",
        "name": spec["name"].replace(spec["of"], f"{len(kept)} {whole}"),
        "rows": [spec["rows"][at] for at in kept],
        "steps": steps,
    }


def _scaled(places, kept, share):
    """Places on an axis, two letters each in base 36, of the rows that are kept."""
    pixels = [int(places[2 * at : 2 * at + 2], 36) for at in kept]
    return "".join(np.base_repr(round(share * px), 36).rjust(2, "0") for px in pixels)


def _near(near, count, kept):
    """Of each row kept those near to it that are kept: a letter for its place, one for a cosine."""
    size = len(near) // count
    letter_of = {chr(65 + at): chr(65 + place) for place, at in enumerate(kept)}
    texts = []
    for at in kept:
        own = near[size * at : size * (at + 1)]
        pairs = zip(own[::2], own[1::2])
        found = [letter_of[row] + cosine for row, cosine in pairs if row in letter_of]
        texts.append("".join(found).ljust(size))
    return "".join(texts)


def _alive(picture):
    return picture_html(picture.to_html(), picture.get_state())


PICTURES = {
    "one-hots": one_hots,
    "product": product,
    "both-ways": both_ways,
    "reviews": reviews,
    "addresses": addresses,
    "nearest": nearest_words,
    "documents": documents,
    "bags": cut_into_bags,
    "families": families,
    "everyday-wall": everyday_wall,
    "map": map_of_words,
    "h100": times_on_an_h100,
}


def solution_of(name: str) -> str:
    """The code of an exercise's solution, as its notebook tells it below the task.

    Raises ValueError if no notebook has such an exercise.

    >>> print(solution_of("02-a"))
    def rows_from_linear(weight, ids):
        return weight.T[ids]  # (B, D)
    """
    for path in NOTEBOOKS.glob(f"{name.partition('-')[0]}_*.ipynb"):
        cells = nbformat.read(path, as_version=4).cells
        text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
        found = re.search(SOLUTION.format(re.escape(name)), text, re.DOTALL)
        if found:
            return re.search(r"```python\n(.*?)\n```", found[1], re.DOTALL)[1]
    raise ValueError(f"no notebook has a solution of {name!r}")
