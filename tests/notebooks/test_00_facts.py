"""What notebook 00 says of its cells: its first section runs wherever there is PyTorch."""

import ast
import re
import subprocess
import sys

import pytest
import torch

from course import NOTEBOOKS, code_cells, read
from lookup import neighbours, read_real_table
from lookup.pictures.neighbours.everyday import WORDS

# What the answer in five minutes says of where Embedding and Linear part, and where it leads.
PART = r"how they begin, how they round .*\(02_.* becomes of an infinity \(\[01\]\(01_"
ALONE = 'from importlib.util import find_spec\nassert find_spec("lookup") is None\n'


def shows(cell):
    """The source of a cell as a script, which prints what its last line gives, if it gives any."""
    *lines, last = ast.parse(cell.source).body
    if isinstance(last, ast.Expr) and cell.outputs[0].output_type != "stream":
        last = ast.parse(f"print({ast.unparse(last)})")
    return "\n".join(map(ast.unparse, [*lines, last]))


def test_the_cells_of_in_five_minutes_can_be_pasted_anywhere(tmp_path):
    cells = [
        cell for cell in code_cells(read(NOTEBOOKS[0])) if cell.id.startswith("00-five")
    ]
    assert len(cells) >= 4
    script = ALONE + "\n".join(map(shows, cells))
    command = [
        sys.executable,
        "-I",
        "-c",
        script,
    ]  # -I: no folder of ours is on the path
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    stored = [
        output.get("text") or output["data"]["text/plain"] + "\n"
        for cell in cells
        for output in cell.outputs
    ]
    assert ran.stdout == "".join(stored)


def test_the_answer_says_where_the_two_part():
    (answer,) = (
        cell.source for cell in read(NOTEBOOKS[0]).cells if cell.id == "00-five-close"
    )
    assert re.search(PART, answer)


@pytest.fixture(scope="module")
def places():
    """{word: where it is on the map, (2,)}."""
    real = read_real_table()
    spec = neighbours(real.embedding.weight, real.vocabulary).spec
    found = zip(spec["words"][: spec["drawn"]], zip(spec["x"], spec["y"]))
    return {word: torch.tensor(place, dtype=torch.float64) for word, place in found}


def others_among(places, family):
    """The share of all other words in the circle that holds a family, about its middle."""
    own = torch.stack([places[word] for word in family])
    middle = own.median(dim=0).values
    others = torch.stack([at for word, at in places.items() if word not in family])
    radius = (own - middle).norm(dim=1).max()
    return ((others - middle).norm(dim=1) <= radius).double().mean().item()


def test_days_and_months_lie_together_and_so_do_cities(places):
    """Of "00-map-close"; "may" lies elsewhere, as it is also a verb."""
    (said,) = (cell for cell in read(NOTEBOOKS[0]).cells if cell.id == "00-map-close")
    assert said.source.startswith("Days and months lie together, and so do cities.")
    families = [line.split() for line in WORDS.strip().splitlines()]
    family_of = {family[0]: [*family] for family in families}
    family_of["january"].remove("may")
    times = [*family_of["monday"], *family_of["january"]]
    assert others_among(places, times) < 0.01
    assert others_among(places, family_of["paris"]) < 0.1
    assert others_among(places, family_of["bread"]) > 0.3, "food does not"
