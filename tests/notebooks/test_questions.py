"""The list of questions: every link leads to a section that shows something and checks it.

A check of a section is an `assert`, a `torch.testing.assert_close`, or a stored output that strict
nbval compares: any but those of cells tagged nbval-ignore-output, and of cells that ask (`ask`) or
judge an exercise (`check`). That a changed number fails its cell is tested in test_notebooks.py.
"""

import ast
import copy
import re

import pytest

from course import MEASURED, NOTEBOOKS, ROOT, code_cells, read

TEXT = (ROOT / "notebooks" / "questions.md").read_text(encoding="utf-8")
BOOKS = {path.name: read(path) for path in NOTEBOOKS}
CLOCK = "On your clock"  # the group that rests on measured times
UNSHOWN = "Not shown here"  # the group that rests on no section
LINE = re.compile(r"- \*\*(?P<question>.+?\?)\*\* (?P<answer>.+)")
LINK = re.compile(r"\[(\d\d) ([^\]]+)\]\(([^)#]+)#([^)]+)\)")
HEADING = re.compile(r"^(##+) (.+)$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
ASKED = re.compile(r"^(?:ask|check)\(", re.MULTILINE)
TIME = re.compile(r"\d (?:µs|ms|s)\b")
# C1 to C15 are a forum's questions, 1 to 47 claims that were tried; two claims have a name instead.
NUMBERS = {*(f"C{n}" for n in range(1, 16)), *map(str, range(1, 48)), "dense", "shapes"}
# {how a question begins: the numbers that it answers}
CLAIMS = {
    "Does a one-hot times": "45",
    "With a 1 at `v[2]`": "C9 7 8",
    "Is an embedding a linear layer": "C2 5",
    "Is it a linear map": "C13",
    "Does `nn.Linear(V, D)` do": "6",
    "Are product and lookup": "5",
    "What is the difference": "C2 43",
    "Does PyTorch leave out": "C4 26",
    "Are the multiplications": "22 23",
    "100 words out of": "C10 40",
    "Do all V one-hots": "C13 46",
    "Is a batch of one-hots": "C10 9",
    "Does `nn.Embedding(1000, 30)`": "C1",
    "What do the sizes of": "C12",
    "Which shape comes out?": "shapes",
    "What counts as": "41",
    "May a size come": "2 3",
    "Are the first values": "1 4",
    "Are equal rows": "C14 39",
    "Does `linear.weight = ": "10",
    "Does `nn.Embedding(V, D).from": "12 13 14",
    "Is a dense bag-of-words": "dense",
    "Is `embedding(row.indices)": "15",
    "Is that harmless": "16",
    "Is `sum(0)` all": "17",
    "Does Linear need the row": "18",
    "Is `getrow` what": "20",
    "Do `data` and": "21",
    "Is the backward of": "C4 24",
    "Does the backward reach": "C4 27",
    "Linear updates its whole": "24",
    "Does a row with gradient": "C15 25",
    "Does `sparse=True` work": "C6 29",
    "Are its means": "C6 29",
    "Are the rows random": "C15 38",
    "CBOW or skip-gram?": "C1 37",
    "Pre-trained or not": "C3",
    "Why no Linear on": "C7 34",
    "A time series": "C11",
    "Why does one seldom": "C7 35",
    "May `sparse=True` leave": "C6 30 31",
    "Can the table stay": "C6 32",
    "Do one-hots and ids": "C5 33",
    "Is a lookup faster?": "19",
    "Is its backward much": "C8 28",
    "Are small vocabularies": "44",
    "Is one-hot times W faster": "26",
    "Is a lookup as fast": "13",
    "Does `torch.compile`": "26",
    "Is the weight still": "11",
    "Has BERT": "36",
    "Does setting up": "42",
    "Are word vectors": "C3 47",
}


def sections(book):
    """{anchor: the code cells from this heading to the next of its level or above}.

    The title's heading is left out.
    """
    found = {}
    opened = []  # (level, code cells) of the headings that a cell stands below
    for cell in book.cells:
        if cell.cell_type == "code":
            for _, cells in opened:
                cells.append(cell)
            continue
        for level, title in HEADING.findall(FENCED.sub("", cell.source)):
            anchor = title.replace(" ", "-")
            assert anchor not in found, f"two headings {title!r}"
            found[anchor] = []
            opened = [(other, cells) for other, cells in opened if other < len(level)]
            opened.append((len(level), found[anchor]))
    return found


def is_measured(cell):
    return MEASURED in cell.metadata.get("tags", [])


def output(cell):
    """What a cell stored, as text."""
    texts = []
    for one in cell.outputs:
        texts.append(one.get("text") or one.get("data", {}).get("text/plain", ""))
    return "\n".join(texts).strip()


def has_assertion(cell):
    for node in ast.walk(ast.parse(cell.source)):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("assert_close"):
            return True
    return False


def is_check(cell):
    """Whether the cell asserts something, or strict nbval compares what it stored."""
    if ASKED.search(cell.source):
        return False
    return has_assertion(cell) or (not is_measured(cell) and output(cell) != "")


def is_timing(cell):
    """Whether the cell's stored output is not compared and says how long something took."""
    return is_measured(cell) and TIME.search(output(cell)) is not None


def answers(text):
    """(group, question, links of the answer) of every line."""
    group = None
    for line in text.splitlines():
        if line.startswith("## "):
            group = line[3:]
        if line.startswith("-"):
            match = LINE.fullmatch(line)
            assert match, f"not a question and its answer: {line}"
            yield group, match["question"], LINK.findall(match["answer"])


def follow(link, group, books):
    """Assert that a link leads to a section with a check, or among CLOCK's with a time."""
    number, title, name, anchor = link
    assert name in books, f"no notebook {name}"
    assert name.startswith(f"{number}_"), f"{name} is not notebook {number}"
    assert anchor == title.replace(" ", "-"), f"{title!r} is not what stands at {anchor!r}"
    found = sections(books[name])
    assert anchor in found, f"no heading {anchor!r} in {name}"
    shows = is_timing if group == CLOCK else is_check
    assert any(map(shows, found[anchor])), f"the section {title!r} of {name} holds no check"


def judge(text, books, claims):
    """Assert all that the list of questions promises; the message says what is amiss."""
    missing = NUMBERS - {number for numbers in claims.values() for number in numbers.split()}
    assert not missing, f"not answered: {sorted(missing)}"
    lines = list(answers(text))
    for group, question, links in lines:
        entries = [begin for begin in claims if question.startswith(begin)]
        assert len(entries) == 1, f"{len(entries)} entries for {question!r}"
        for link in links:
            follow(link, group, books)
        where = f"{len(links)} sections for {question!r} in {group!r}"
        assert bool(links) == (group != UNSHOWN), where
    for begin in claims:
        found = [question for _, question, _ in lines if question.startswith(begin)]
        assert len(found) == 1, f"{len(found)} questions begin with {begin!r}"


def test_every_question_has_a_section_that_shows_and_checks_something():
    judge(TEXT, BOOKS, CLAIMS)


def test_only_these_are_left_without_a_section_or_to_the_clock():
    groups = {question: group for group, question, _ in answers(TEXT)}
    by_group = {CLOCK: set(), UNSHOWN: set(), "": set()}
    for begin, numbers in CLAIMS.items():
        (group,) = (group for question, group in groups.items() if question.startswith(begin))
        shown_as = group if group in (CLOCK, UNSHOWN) else ""
        by_group[shown_as] |= set(numbers.split())
    assert by_group[UNSHOWN] - by_group[""] == {"11", "36", "42", "47"}
    assert by_group[CLOCK] - by_group[""] == {"C8", "19", "28", "44"}


def test_whatever_looks_like_a_link_is_one():
    assert TEXT.count("](") == len(LINK.findall(TEXT)) >= 50
    assert len(TEXT.splitlines()) <= 75


LONG_WAY = "[01 The long way](01_one_hot_times_matrix.ipynb#The-long-way)"
COSTS = "[02 What the product costs](02_embedding_lookup.ipynb#What-the-product-costs)"
TEST_IT = "[02 Test it](02_embedding_lookup.ipynb#Test-it)"
UNSHOWN_ANSWER = "It is; no cell leaves it out."


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("#The-long-way)", "#A-long-way)", "is not what stands at"),
        (LONG_WAY, "", "0 sections for"),
        (LONG_WAY, LONG_WAY.replace("01_one_hot_times_matrix", "01_a"), "no notebook 01_a"),
        (LONG_WAY, LONG_WAY.replace("[01", "[02"), "is not notebook 02"),
        (LONG_WAY, LONG_WAY.replace("The long", "The short"), "is not what stands at"),
        (
            LONG_WAY,
            LONG_WAY.replace("The long", "A long").replace("The-long", "A-long"),
            "no heading 'A-long-way'",
        ),
        (LONG_WAY, f"{LONG_WAY}, {COSTS}", "'What the product costs' of 02"),
        ("- **CBOW or skip-gram?**", "- **Cbow?**", "0 entries"),
        ("## Not shown here", "## Also true", "0 sections for 'Does `torch.compile`"),
        ("## On your clock", "## By the clock", "'What it costs' of 03_bag_of_words_rows.ipynb"),
        (UNSHOWN_ANSWER, f"{UNSHOWN_ANSWER} {TEST_IT}", "1 sections for"),
    ],
)
def test_a_broken_list_is_found(old, new, message):
    assert old in TEXT
    with pytest.raises(AssertionError, match=re.escape(message)):
        judge(TEXT.replace(old, new), BOOKS, CLAIMS)


@pytest.mark.parametrize("gone", ["C8", "47", "20", "shapes"])
def test_a_missing_number_is_found(gone):
    fewer = {}
    for begin, numbers in CLAIMS.items():
        fewer[begin] = " ".join(number for number in numbers.split() if number != gone)
    with pytest.raises(AssertionError, match=f"not answered: \\['{gone}'\\]"):
        judge(TEXT, BOOKS, fewer)


def test_a_question_without_a_line_is_found():
    line = next(line for line in TEXT.splitlines(True) if "CBOW or skip-gram?" in line)
    with pytest.raises(AssertionError, match="0 questions begin with 'CBOW"):
        judge(TEXT.replace(line, ""), BOOKS, CLAIMS)


def untag(cell):
    cell.metadata.update(tags=[])


def tag(cell):
    cell.metadata.update(tags=[MEASURED])


def empty(cell):
    cell.update(outputs=[])


def ask(cell):
    cell.update(source="ask()")


def drop_assertion(cell):
    cell.update(source="pass")


@pytest.mark.parametrize(
    ("name", "part", "change"),
    [
        ("01", "one_hot_times(W, 3)", tag),
        ("01", "one_hot_times(W, 3)", empty),
        ("03", "torch.testing.assert_close(ours", ask),
        ("06", "assert read == expected", drop_assertion),
        ("06", "training = sweep", empty),
        ("06", "training = sweep", untag),
    ],
)
def test_a_section_without_its_check_is_found(name, part, change):
    books = copy.deepcopy(BOOKS)
    name = next(full for full in books if full.startswith(name))
    change(next(cell for cell in code_cells(books[name]) if part in cell.source))
    with pytest.raises(AssertionError, match="holds no check"):
        judge(TEXT, books, CLAIMS)


def test_a_section_ends_where_the_next_heading_of_its_level_begins():
    books = copy.deepcopy(BOOKS)
    book = books["01_one_hot_times_matrix.ipynb"]
    title = "## The same as a product"
    heading = next(cell for cell in book.cells if cell.source.startswith(title))
    before = sections(book)
    heading.source = "#" + heading.source  # now within the section before
    after = sections(book)
    assert after["The-long-way"] == before["The-long-way"] + before["The-same-as-a-product"]
    assert after["The-same-as-a-product"] == before["The-same-as-a-product"]
