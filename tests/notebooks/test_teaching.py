"""The teacher's page: what it names exists, and its minutes are the notebooks' own.

Its plans are judged in tests/binder/test_plans.py.
"""

import re

import pytest

from course import CORE, ROOT, code_cells, exercises, read, texts

TEXT = (ROOT / "notebooks" / "teaching.md").read_text(encoding="utf-8")
README, MEASURED = (
    (ROOT / folder / "README.md").read_text(encoding="utf-8")
    for folder in (".", "tests/bench")
)
BOOKS = {path.name[:2]: read(path) for path in CORE}
HEADING = re.compile(r"^##+ (.+)$", re.MULTILINE)
SECTION = re.compile(r"(?<!\*)\*([^*\n]+)\*(?!\*)")
EXERCISE = re.compile(r"\b\d\d-[a-z]\b")
ASKED = re.compile(r"^\*\*(\d\d-[a-z])\*\* ★+ (\d+) minutes?\.", re.MULTILINE)
CARD = re.compile(r"(\d+) minutes, exercises (\d+) more")
RUNS = re.compile(r"(\d+(?: to \d+)? s) \(([\d, ]+)\)")
CLASS = re.compile(
    r"\*\*In class:\*\* (.+?)\. \*\*Homework:\*\* (.+?) \((\d+) minutes\)\."
)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
A_PAGE = 450  # words
FIGURES = [  # as the page says it, as the README or the measurements do
    ("0.2 GB to download instead of 2.8 GB", "0.2 GB of PyTorch instead of 2.8 GB"),
    (
        "8 s for the words and 6 to 12 s for the documents",
        "words 8 s, documents 6 to 12 s",
    ),
]


def whole(number):
    """All text of a notebook."""
    return "\n".join(texts(BOOKS[number]))


def parts(text):
    """{heading: what stands below it} of the page."""
    _, *found = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(found[::2], found[1::2]))


def asked(number, names):
    """The minutes that the notebook gives to these exercises."""
    minutes = dict(ASKED.findall(whole(number)))
    for name in names:
        assert name in exercises(BOOKS[number]), (
            f"no exercise {name} in notebook {number}"
        )
    return sum(int(minutes[name]) for name in names)


def judge_part(number, part, runs):
    """A part has minutes, goals, wrong answers with a question, a board and all exercises."""
    card = CARD.search(BOOKS[number].cells[0].source)
    assert CARD.search(part)[0] == card[0], f"the title card of {number} says {card[0]}"
    assert re.findall(r"runs in (.+? s)\.", part) == runs, (
        f"measured: {runs} of {number}"
    )
    for label in ("**Goals:**", "**Board:**", "**Homework:**"):
        assert label in part, f"no {label} for {number}"
    wrong = re.findall(r"^- “.+$", part, re.MULTILINE)
    assert 2 <= len(wrong) <= 3, f"{len(wrong)} wrong answers for {number}"
    for line in wrong:
        assert re.search(r" Ask.+\?”", line), f"an answer of {number} has no question"
    match = CLASS.search(part)
    taught = EXERCISE.findall(match[1])
    home = EXERCISE.findall(match[2])
    same = sorted(taught + home) == sorted(exercises(BOOKS[number]))
    assert same, f"not the exercises of {number}"
    minutes = asked(number, home)
    assert minutes == int(match[3]), f"homework of {number} takes {minutes} minutes"


def judge(text):
    """Assert all that the page promises; the message says what is amiss."""
    found = parts(text)
    runs = {
        n: time for time, numbers in RUNS.findall(MEASURED) for n in numbers.split(", ")
    }
    for path in CORE:
        number = path.name[:2]
        names = [name for name in found if name.startswith(f"{number} ")]
        assert len(names) == 1, f"{len(names)} parts for {number}"
        on_the_map = re.findall(r"\[([^\]]+)\]\(notebooks/", README)
        assert names[0] in on_the_map, f"{names[0]!r} is not on the map"
        judge_part(number, found[names[0]], [runs[number]] if number in runs else [])
    for name in EXERCISE.findall(text):
        assert name in exercises(BOOKS[name[:2]]), f"no exercise {name}"


def test_what_the_page_names_exists_and_its_minutes_add_up():
    judge(TEXT)
    assert len(TEXT.splitlines()) <= 360
    for ours, theirs in FIGURES:
        assert ours in TEXT
        assert theirs in README + MEASURED


def test_a_teacher_finds_first_what_is_needed_first_and_each_part_is_a_page():
    headings = list(parts(TEXT))
    books = [name for name in headings if re.match(r"\d\d ", name)]
    after = headings[3 + len(books) :]
    assert headings[:3] == ["On the way to class", "Plans", "Before the class"]
    assert headings[3 : 3 + len(books)] == books
    assert [name.split()[0] for name in after] == [
        "Slides",
        "Hand-in",
        "A",
        "A",
        "Fresh",
    ]
    for heading in ["On the way to class", *after]:
        words = re.findall(r"\S*\w\S*", FENCED.sub("", parts(TEXT)[heading]))
        assert len(words) <= A_PAGE, f"{len(words)} words on {heading!r}"


def test_a_link_at_the_top_jumps_to_each_part():
    top = TEXT.split("\n## ")[0]
    jumps = re.findall(r"\]\(#([^)]+)\)", top)
    assert jumps == [name.replace(" ", "-") for name in parts(TEXT)]
    assert not re.search(r"[,.?]", "".join(jumps)), (
        "GitHub names such a heading otherwise"
    )
    for page in re.findall(r"\]\((\w+\.md)", TEXT):
        assert (ROOT / "notebooks" / page).is_file(), page


def test_memory_is_said_once_and_what_is_too_much_for_binder_is():
    assert len(re.findall(r"\d\.\d GB of memory|\d GB with 0", TEXT)) == 3, (
        "one sentence"
    )
    together = re.search(r"too: (.+) together take more than the 2 GB", TEXT)[1]
    sizes = {
        name: int(size) for size, name in re.findall(r"(\d+) MB \((\d\db?)", MEASURED)
    }
    assert sum(sizes[name] for name in re.findall(r"\d\db?", together)) > 2000


def test_sections_named_before_the_class_exist():
    named = {"A real batch": "04"}
    assert {
        s for s in SECTION.findall(parts(TEXT)["Before the class"]) if s in named
    } == {*named}
    assert all(
        section in HEADING.findall(whole(number)) for section, number in named.items()
    )
    assert code_cells(BOOKS["00"])[1].source == "machine()"
    cells = iter(BOOKS["04"].cells)
    assert any(cell.source.startswith("## A real batch") for cell in cells)
    first = next(cell for cell in cells if cell.cell_type == "code")
    assert "read_vocabulary()" in first.source
    assert "read_batch(" in first.source


def test_the_board_of_notebook_01_is_its_table_and_that_of_04_adds_up():
    found = parts(TEXT)
    table = re.findall(
        r"^[01] \|((?: +\d+){4})", found["01 One-hot times matrix"], re.MULTILINE
    )
    assert [[int(n) for n in row.split()] for row in table] == [
        [10 * v + d for d in range(4)] for v in range(6)
    ]
    ups = re.findall(
        r"^ (\d)   (\d) (-\d) ([\d.]+)", found["04 Which rows learn"], re.MULTILINE
    )
    assert [float(up[0]) for up in ups] == [2, 3, 1, 2]
    sums = {
        row: [sum(float(up[k]) for up in ups if up[0] == row) for k in (1, 2, 3)]
        for row in "123"
    }
    said = re.findall(r"row (\d):  (\S+) (\S+) (\S+)", found["04 Which rows learn"])
    assert {row: [float(n) for n in numbers] for row, *numbers in said} == sums


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "30 minutes, exercises 10 more",
            "35 minutes, exercises 15 more",
            "the title card of 01",
        ),
        ("runs in 4 s", "runs in 3 s", "measured: ['4 s'] of 02"),
        ("## 05 Learned rows", "## Learned rows", "0 parts for 05"),
        ("## 05 Learned rows", "## 05 Rows", "is not on the map"),
        (
            "- “Six rows come out.” Ask: “What",
            "- “Six rows come out.” “What",
            "no question",
        ),
        ("03-a, 03-b. **", "03-a. **", "not the exercises of 03"),
        ("01-b (5 minutes)", "01-b (6 minutes)", "homework of 01 takes 5"),
    ],
)
def test_a_broken_page_is_found(old, new, message):
    assert old in TEXT
    with pytest.raises(AssertionError, match=re.escape(message)):
        judge(TEXT.replace(old, new, 1))
