"""The list of questions: every link leads to a section that shows something and checks it.

A check of a section is a cell that a test of its facts names, or a stored output that strict nbval
compares: any but those of cells tagged nbval-ignore-output, and of cells that ask (`ask`) or judge
an exercise (`check`). That a changed number fails its cell is tested in test_notebooks.py.
"""

import copy
import re

import pytest

from course import COMPANIONS, FACTS, MEASURED, NOTEBOOKS, ROOT, read, text_of

TEXT = (ROOT / "notebooks" / "questions.md").read_text(encoding="utf-8")
TERMS = (ROOT / "notebooks" / "terms.md").read_text(encoding="utf-8")
BOOKS = {path.name: read(path) for path in NOTEBOOKS}
CLOCK = "On your clock"  # the group that rests on measured times
UNSHOWN = "Not shown here"  # the group that rests on no section
LINE = re.compile(r"- \*\*(?P<question>.+?\?)\*\* (?P<answer>.+)")
LINK = re.compile(r"\[(\d\db?) ([^\]]+)\]\(([^)#]+)#([^)]+)\)")
HEADING = re.compile(r"^(##+) (.+)$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
ASKED = re.compile(r"^(?:ask|check)\(", re.MULTILINE)
TIME = re.compile(r"\d (?:µs|ms|s)\b")


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


def is_check(cell):
    """Whether a test of its facts names the cell, or strict nbval compares what it stored."""
    if ASKED.search(cell.source):
        return False
    is_held = f'"{cell.id}"' in FACTS
    return is_held or (not is_measured(cell) and output(cell) != "")


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
    assert anchor == title.replace(" ", "-"), (
        f"{title!r} is not what stands at {anchor!r}"
    )
    found = sections(books[name])
    assert anchor in found, f"no heading {anchor!r} in {name}"
    shows = is_timing if group == CLOCK else is_check
    assert any(map(shows, found[anchor])), (
        f"the section {title!r} of {name} holds no check"
    )


def judge(text, books):
    """Assert all that the list of questions promises; the message says what is amiss."""
    for group, question, links in answers(text):
        for link in links:
            follow(link, group, books)
        where = f"{len(links)} sections for {question!r} in {group!r}"
        assert bool(links) == (group != UNSHOWN), where


def test_every_question_has_a_section_that_shows_and_checks_something():
    judge(TEXT, BOOKS)


@pytest.mark.parametrize("path", COMPANIONS, ids=lambda path: path.name)
def test_a_question_or_a_term_leads_to_each_section_of_a_companion(path):
    text = FENCED.sub("", text_of(path))
    titles = [title for level, title in HEADING.findall(text) if level == "##"]
    linked = {
        anchor for _, _, name, anchor in LINK.findall(TEXT + TERMS) if name == path.name
    }
    assert {title.replace(" ", "-") for title in titles} - linked == {"In-short"}


def test_no_question_is_asked_twice():
    asked = [question for _, question, _ in answers(TEXT)]
    assert len(asked) == len(set(asked))


def test_whatever_looks_like_a_link_is_one():
    assert TEXT.count("](") - TEXT.count("](terms.md)") == len(LINK.findall(TEXT)) >= 50
    assert len(TEXT.splitlines()) <= 102


LONG_WAY = "[01 The long way](01_one_hot_times_matrix.ipynb#The-long-way)"
COSTS = "[02 What the product costs](02_embedding_lookup.ipynb#What-the-product-costs)"
TEST_IT = "[02 Test it](02_embedding_lookup.ipynb#Test-it)"
UNSHOWN_ANSWER = "We have not tested it, because ours are texts."


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("#The-long-way)", "#A-long-way)", "is not what stands at"),
        (LONG_WAY, "", "0 sections for"),
        (
            LONG_WAY,
            LONG_WAY.replace("01_one_hot_times_matrix", "01_a"),
            "no notebook 01_a",
        ),
        (LONG_WAY, LONG_WAY.replace("[01", "[02"), "is not notebook 02"),
        (LONG_WAY, LONG_WAY.replace("The long", "The short"), "is not what stands at"),
        (
            LONG_WAY,
            LONG_WAY.replace("The long", "A long").replace("The-long", "A-long"),
            "no heading 'A-long-way'",
        ),
        (LONG_WAY, f"{LONG_WAY}, {COSTS}", "'What the product costs' of 02"),
        ("## Not shown here", "## Also true", "0 sections for 'Does `torch.compile`"),
        ("## On your clock", "## By the clock", "'What the product costs' of 02"),
        (UNSHOWN_ANSWER, f"{UNSHOWN_ANSWER} {TEST_IT}", "1 sections for"),
    ],
)
def test_a_broken_list_is_found(old, new, message):
    assert old in TEXT
    with pytest.raises(AssertionError, match=re.escape(message)):
        judge(TEXT.replace(old, new), BOOKS)


def untag(cell):
    cell.metadata.update(tags=[])


def tag(cell):
    cell.metadata.update(tags=[MEASURED])


def empty(cell):
    cell.update(outputs=[])


def ask(cell):
    cell.update(source="ask()")


def forget(cell):
    cell.update(id="a cell that no test of facts names")


@pytest.mark.parametrize(
    ("name", "section", "change"),
    [
        ("01", "The-long-way", tag),
        ("01", "The-long-way", empty),
        ("03", "All-documents-at-once", ask),
        ("06", "Follow-the-zeros", forget),
        ("06", "Forward,-backward,-step", empty),
        ("06", "Forward,-backward,-step", untag),
    ],
)
def test_a_section_without_its_check_is_found(name, section, change):
    books = copy.deepcopy(BOOKS)
    name = next(full for full in books if full.startswith(f"{name}_"))
    for cell in sections(books[name])[section]:
        change(cell)
    with pytest.raises(AssertionError, match="holds no check"):
        judge(TEXT, books)


def test_a_section_ends_where_the_next_heading_of_its_level_begins():
    books = copy.deepcopy(BOOKS)
    book = books["01_one_hot_times_matrix.ipynb"]
    title = "## Watch it"
    heading = next(cell for cell in book.cells if cell.source.startswith(title))
    before = sections(book)
    heading.source = "#" + heading.source  # now within the section before
    after = sections(book)
    assert after["The-long-way"] == before["The-long-way"] + before["Watch-it"]
    assert after["Watch-it"] == before["Watch-it"]
