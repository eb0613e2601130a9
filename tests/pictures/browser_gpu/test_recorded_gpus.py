"""GPUs of browsers that were measured elsewhere: read, and refused with the rule and the value."""

import itertools
import json

import pytest
from playwright.sync_api import expect

from bare_page import draw_at, says
from lookup import recorded_gpus
from lookup.pictures.browser_gpu.recordings import FOLDER, LARGEST_FILE

TRUE = json.loads(next(FOLDER.glob("google-*.json")).read_bytes())
FIRST = ("handed", "done", "first", "alone", "together")  # of the clock's moments
THREE = {"rows": 50, "ids": 16} | dict.fromkeys(FIRST, 1e-3)

# The names of the sizes, and where each begins and ends.
SIZES = """svg => [...svg.querySelectorAll("text")].filter(({ textContent, y }) =>
    /^[\\d,]+$/.test(textContent)).map((text) => {
        const { left, right } = text.getBoundingClientRect();
        return [text.textContent, left, right];
    })"""


def read(tmp_path, record):
    """The recordings of a folder with this one record, or text, in it."""
    text = record if isinstance(record, str) else json.dumps(record)
    (tmp_path / "a-gpu.json").write_text(text, encoding="utf-8")
    return recorded_gpus(tmp_path)


def test_those_that_come_with_the_course_say_what_they_are(capsys):
    gpus = recorded_gpus()
    assert len(gpus) == len([*FOLDER.glob("*.json")]) - 1  # the schema
    assert all(gpu.spec["recorded"] for gpu in gpus)
    assert all(gpu.times("SGD", ids=16) for gpu in gpus)
    (played,) = (gpu for gpu in gpus if gpu.name == "google swiftshader")
    assert played.measured["software"]
    assert not capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"gpu": 3}, "gpu is wrong: 3 is not of type 'string'."),
        ({"gpu": ""}, "gpu is wrong: "),
        ({"schema": 2}, "schema is wrong: 1 was expected."),
        ({"proof": {"rows": True, "gradient": False, "step": True}}, "True was expected"),
        ({"times": []}, "times is wrong"),
        ({"times": [{**TRUE["times"][0], "seconds": [-1.0]}]}, "-1.0"),
        ({"times": [{**TRUE["times"][0], "way": "magic"}]}, "'magic' is not one of"),
        ({"traps": {"rows": 50, "ids": 16, "handed": 1e-4}}, "traps is wrong"),
        ({"traps": {**THREE, "again": 1e-4}}, "traps is wrong"),
        ({"traps": {**THREE, "turn": 1e-4}}, "traps is wrong"),
        ({"more": 1}, "'more' was unexpected"),
    ],
)  # fmt: skip
def test_a_record_that_cannot_be_one_is_left_out_and_says_why(
    tmp_path, capsys, change, says
):
    assert read(tmp_path, TRUE | change) == []
    said = capsys.readouterr().out
    assert said.startswith("a-gpu.json was left out: ")
    assert says in said


@pytest.mark.parametrize(
    "traps",
    [
        THREE | {"again": 1e-3, "turn": 1e-3},
        THREE | {"why": "the GPU has no room for it"},
        THREE,  # of a page that knew no fourth
        {"why": "a call is too short for the clock"},
    ],
)
def test_a_record_may_hold_the_traps_of_the_clock_or_why_some_are_missing(
    tmp_path, traps
):
    (gpu,) = read(tmp_path, TRUE | {"traps": traps})
    assert gpu.measured["traps"] == traps


def test_the_clocks_traps_are_shown_where_they_were_measured(page, tmp_path):
    (gpu,) = (gpu for gpu in recorded_gpus() if gpu.measured["software"])
    pic = draw_at(page, gpu)
    pic.get_by_role("button", name="clock").click()
    says(pic, "The page's clock, step by SGD, ")
    without = {name: part for name, part in TRUE.items() if name != "traps"}
    (gpu,) = read(tmp_path, without)
    pic = draw_at(page, gpu, "https://page.test/without")
    expect(pic.get_by_role("button", name="forward")).to_be_visible()
    expect(pic.get_by_role("button", name="clock")).to_have_count(0)


def test_what_is_no_record_at_all_is_left_out_too(tmp_path, capsys):
    assert read(tmp_path, "{") == []
    assert "it is not whole JSON" in capsys.readouterr().out
    assert read(tmp_path, " " * (LARGEST_FILE + 1)) == []
    assert "at most 100,000 bytes" in capsys.readouterr().out


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(NotADirectoryError, match="nowhere"):
        recorded_gpus(tmp_path / "nowhere")


@pytest.mark.parametrize("width", [320, 390, 1000])
def test_the_names_of_the_sizes_lie_apart(show, page, width):
    (gpu,) = (gpu for gpu in recorded_gpus() if gpu.measured["software"])
    page.set_viewport_size({"width": width, "height": 800})
    svg = show(gpu).locator("svg").first
    boxes = svg.evaluate(SIZES)
    assert [name for name, *_ in boxes][-1] == "1,638,400"
    ends = [(left, right) for _, left, right in boxes]
    assert all(before[1] + 3 < after[0] for before, after in itertools.pairwise(ends))
    assert len(boxes) == 6 or width < 1000
