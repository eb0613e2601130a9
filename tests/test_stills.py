"""The stills of living pictures: that they are of now, and how they are drawn."""

import base64
import doctest
import io
import itertools

import pytest
import torch
from nbformat.v4 import new_output
from PIL import Image, ImageColor
from scipy.sparse import csr_array

import drawing
import stills
from course import NOTEBOOKS, read
from lookup import add_rows, gradient_rows, neighbours, select_rows, whole_table
from lookup.widget import palette

STORED = [
    pytest.param(cell.outputs, id=cell.id)
    for path in NOTEBOOKS
    for cell in read(path).cells
    if any(map(stills.record_of, cell.get("outputs", [])))
]
G = torch.Generator().manual_seed(0)
NAMES = [f"w{row}" for row in range(900)]
TABLE = [[0.5, 1], [1.5, -2], [2.5, 3]]


# The box of a row of D numbers on the wall, in px of its picture.
LINE = """(root, [row, D]) => {
    const wall = root.querySelector("canvas");
    const [here, there] = [root, wall].map((node) => node.getBoundingClientRect());
    const u = there.width / wall.width;
    const x = there.left - here.left + Math.floor(row / wall.height) * (D + 1) * u;
    const y = there.top - here.top + (row % wall.height) * u;
    return [x, y, x + D * u, y + u];
}"""


def ran(picture):
    """(view, output) of a picture that a cell has shown."""
    data, metadata = picture._repr_mimebundle_()
    output = new_output("execute_result", data, metadata=metadata, execution_count=1)
    model = picture.get_state() | {"_anywidget_id": picture._anywidget_id}
    return drawing.View.of(model, output), output


def image_in(output):
    return Image.open(io.BytesIO(base64.b64decode(output.data[stills.PNG])))


@pytest.mark.parametrize("outputs", STORED)
def test_a_still_is_of_what_is_drawn_now_and_of_the_numbers_below_it(outputs):
    shown = [(view, output) for view, output in drawing.views_in(outputs) if view]
    now = drawing.shapes_of([view for view, _ in shown])
    for (_, output), shapes in zip(shown, now, strict=True):
        record = stills.record_of(output)
        assert record["shapes"] == shapes, "run tests/renew.py --stills"
        still = stills.unfold(output.data["text/html"])
        assert record["still"] == drawing.hashed(still), "run tests/renew.py"


@pytest.mark.parametrize("outputs", STORED)
def test_a_wall_is_drawn_by_what_draws_it_now(outputs):
    for output, below in itertools.pairwise(outputs):
        record = stills.record_of(output)
        if record and "of" in record:
            assert record["shapes"] == drawing.drawer_of("WholeTable"), "tests/renew.py"
            still = stills.unfold(below.data["text/html"])
            assert record["still"] == drawing.hashed(still), "run tests/renew.py"


@pytest.mark.parametrize(
    ("picture", "step"),
    [
        (lambda: select_rows(TABLE, [2, 1]), 1),
        (lambda: select_rows(TABLE, [2, 1, 0], step=1), 1),
        (lambda: gradient_rows(TABLE, [0, 1, 0], 3), 2),
        (lambda: add_rows(TABLE, csr_array([[1, 0, 0], [1, 0, 2], [0, 0, 0]])), 1),
        (lambda: neighbours(TABLE, ["a", "b", "c"], asks=["a", "b"]), 0),
    ],
    ids=["the last", "the chosen", "all written", "the fullest", "the first"],
)
def test_a_still_is_of_the_step_that_tells_most(picture, step):
    picture = picture()
    before = picture.step
    view, output = ran(picture)
    assert view.step == step
    assert picture.step == view.state["step"] == before
    picture.step = step
    assert output.data["text/html"] == picture.to_html()


def test_a_still_is_drawn_in_the_courses_colours_with_an_alt_text_and_twice_the_same(
    page,
):
    shown = [ran(select_rows(TABLE, [2, 1], by="lookup"))]
    first, numbers = drawing.Stills(page).stored(shown)
    second, _ = drawing.Stills(page).stored(shown)
    assert first == second
    image = image_in(first)
    found = {
        "#{:02X}{:02X}{:02X}".format(*rgb)
        for _, rgb in image.convert("RGB").getcolors()
    }
    assert {palette()[role] for role in ("paper", "ink", "pick", "pos")} <= found
    assert image.mode == "P"
    assert first.metadata[stills.PNG]["alt"].startswith(
        "Id 1 beside the table W (3, 2)"
    )
    assert stills.FOLDED.fullmatch(numbers.data["text/html"])


def test_a_drawing_of_the_very_same_stays_as_it_is_and_of_another_does_not(page):
    shown = [ran(select_rows(TABLE, [2, 1]))]
    stored = drawing.Stills(page).stored(shown)
    stored[0].metadata[stills.PNG]["alt"] = "kept"
    assert drawing.Stills().stored(shown, stored) == stored
    other, _ = drawing.Stills(page).stored([ran(select_rows(TABLE, [2, 0]))], stored)
    assert other.metadata[stills.PNG]["alt"] != "kept"


def test_a_wall_is_drawn_coarser_with_its_rings_and_stays_until_it_is_run_again(page):
    wall = whole_table(torch.randn(900, 64, generator=G), NAMES, "w1 w7 w1")
    shown = [ran(wall)]
    stored = drawing.Stills(page).stored(shown)
    image = image_in(stored[0]).convert("RGB")
    found = {"#{:02X}{:02X}{:02X}".format(*rgb) for _, rgb in image.getcolors(5000)}
    assert {palette()[role] for role in ("paper", "ink", "pick", "neg")} <= found
    assert (
        stored[0]
        .metadata[stills.PNG]["alt"]
        .endswith("2 rows lit, and a copy for each of 3 words.")
    )
    assert len(stored[0].data[stills.PNG]) <= 50_000
    assert drawing.Stills().stored(drawing.views_in(stored)) == stored
    assert drawing.Stills().stored(shown, stored) == stored
    (seen,) = stills.join_stills(stored)
    assert "state" not in seen.metadata, "a page takes it from a run"


@pytest.mark.parametrize("by", ["multiply", "learn"])
def test_a_wall_of_zeros_keeps_the_lines_in_its_frames(page, by):
    wall = whole_table(torch.randn(900, 64, generator=G), NAMES, "w7 w100", acts=[by])
    stored = drawing.Stills(page).stored([ran(wall)])
    image = image_in(stored[0]).convert("RGB")
    grey = ImageColor.getrgb(palette()["line"])
    found = {}
    for row in (7, 50, 100):
        box = page.locator(".lookup.picture").evaluate(LINE, [row, 64])
        found[row] = {rgb for _, rgb in image.crop(box).getcolors()}
    assert found[50] == {grey}
    assert grey not in found[7] | found[100], "no number of these is 0"
    assert len(stored[0].data[stills.PNG]) <= 50_000


def test_a_still_is_drawn_again_from_what_it_holds(page):
    stored = drawing.Stills(page).stored([ran(select_rows(TABLE, [2, 1]))])
    again = drawing.Stills(page).stored(drawing.views_in(stored))
    assert again == stored


def test_the_examples_are_true():
    assert doctest.testmod(stills).failed == 0
