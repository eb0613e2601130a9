"""The list of questions: every link leads to a section that shows something and checks it.

A check of a section is a cell that a test of its facts names, or a stored output that strict nbval
compares: any but those of cells tagged nbval-ignore-output, and of cells that ask (`ask`) or judge
an exercise (`check`). That a changed number fails its cell is tested in test_notebooks.py.
"""

import copy
import re

import pytest

from course import FACTS, MEASURED, NOTEBOOKS, ROOT, read

TEXT = (ROOT / "notebooks" / "questions.md").read_text(encoding="utf-8")
BOOKS = {path.name: read(path) for path in NOTEBOOKS}
CLOCK = "On your clock"  # the group that rests on measured times
UNSHOWN = "Not shown here"  # the group that rests on no section
LINE = re.compile(r"- \*\*(?P<question>.+?\?)\*\* (?P<answer>.+)")
LINK = re.compile(r"\[(\d\db?) ([^\]]+)\]\(([^)#]+)#([^)]+)\)")
HEADING = re.compile(r"^(##+) (.+)$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
ASKED = re.compile(r"^(?:ask|check)\(", re.MULTILINE)
TIME = re.compile(r"\d (?:µs|ms|s)\b")
# C1 to C15 are a forum's questions, 1 to 47 claims that were tried; some have a name instead.
NUMBERS = {*(f"C{n}" for n in range(1, 16)), *map(str, range(1, 48)), "dense", "shapes"}
NUMBERS |= {"cache", "freeze", "half", "index", "minus", "norm", "soft", "tied", "width"}
NUMBERS |= {"answers", "assert", "bits", "columns", "counts", "fused", "growth", "meanings"}
NUMBERS |= {"padding", "peaks", "precision", "repeats", "signs", "split", "tasks", "zeros"}
NUMBERS |= {"dtensor", "hashing", "quotients"}
NUMBERS |= {"checkpoint", "ddp", "machines", "sharded", "wire"}
# {how a question begins: the numbers that it answers}
CLAIMS = {
    "`nn.Embedding` or `nn.Linear`": "C2 43",
    "Is `nn.Embedding` a linear layer": "C2 C13 5 6",
    "Why does a one-hot times": "45",
    "Why is the weight of": "C9 7 8",
    "Are product and lookup": "C4 5 26",
    "How much does a one-hot": "C5 C10 22 23 33 40",
    "Is a batch of one-hots": "C10 C13 9 46",
    "Is attention an": "soft",
    "What does `nn.Embedding(1000, 30)`": "C1",
    "How large must": "C12 width",
    "Several categorical": "columns",
    "What shape does": "shapes",
    "“Expected tensor": "41",
    "“index out of range": "2 3 index",
    "Does the id −1": "minus",
    "“CUDA error": "assert",
    "Why do punctuation marks": "signs",
    "Does a word have one": "meanings",
    "How is `nn.Embedding` init": "1 4",
    "Can two words start": "C14 39",
    "Does `linear.weight = ": "10 11",
    "Why does my pretrained": "12 13 14 freeze",
    "How do I add words": "growth",
    "Why 50,304 rows": "padding",
    "How few bits": "bits",
    "Does every id need": "hashing",
    "What is the quotient": "quotients",
    "Is a dense bag-of-words": "dense",
    "Is `embedding(row.indices)": "15",
    "May counts or tf-idf": "16 counts",
    "What are the `offsets`": "17",
    "Does `nn.Linear` take": "18",
    "Does `nn.EmbeddingBag` work": "half",
    "“'csr_array'": "20",
    "Must a CSR matrix": "21",
    "Is a random split": "split",
    "What is the gradient of": "C4 24",
    "Is the gradient of": "C4 24 27",
    "“Adam does not": "C6 29",
    "Is SparseAdam the same": "C6 29",
    "Why do embedding rows": "C15 25",
    "What do `padding_idx`": "norm",
    "Are the rows random": "C15 38 42",
    "Is `nn.Embedding` CBOW": "C1 37",
    "Do learned rows say": "tasks",
    "What is `logits = h": "answers",
    "Tied embeddings": "tied",
    "Should I freeze": "C3",
    "Should positions, hours": "C7 C11 34",
    "Why does one seldom": "C7 35",
    "How much memory does": "peaks",
    "Does `sparse=True` lower": "C6 30 31",
    "Can I train a table": "fused",
    "Can the embedding stay": "C6 32",
    "Can I cache": "cache",
    "Does the same training": "repeats",
    "Does `set_float32": "precision",
    "How do I shard": "dtensor",
    "What crosses the wire": "wire",
    "Is a sharded table": "sharded",
    "Four machines saved": "checkpoint",
    "Does `sparse=True` always": "ddp",
    "Do two machines train": "machines",
    "Is a lookup faster?": "19",
    "Is its backward much": "C8 28",
    "When does `sparse=True` save": "zeros",
    "Are small vocabularies": "44",
    "Does PyTorch skip": "26",
    "Is `nn.EmbeddingBag` faster": "19",
    "Does `torch.compile`": "26",
    "Are word vectors": "C3 47",
    "Has BERT": "36",
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
    assert by_group[UNSHOWN] - by_group[""] == {"36", "47"}
    assert by_group[CLOCK] - by_group[""] == {"C8", "19", "28", "44", "machines", "zeros"}


def test_whatever_looks_like_a_link_is_one():
    assert TEXT.count("](") == len(LINK.findall(TEXT)) >= 50
    assert len(TEXT.splitlines()) <= 100


LONG_WAY = "[01 The long way](01_one_hot_times_matrix.ipynb#The-long-way)"
COSTS = "[02 What the product costs](02_embedding_lookup.ipynb#What-the-product-costs)"
TEST_IT = "[02 Test it](02_embedding_lookup.ipynb#Test-it)"
UNSHOWN_ANSWER = "bert-base-uncased says 30,522, and we load no model."


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
        ("- **Is `nn.Embedding` CBOW or skip-gram?**", "- **Cbow?**", "0 entries"),
        ("## Not shown here", "## Also true", "0 sections for 'Does `torch.compile`"),
        ("## On your clock", "## By the clock", "'When it pays, and when not' of 06"),
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
    with pytest.raises(AssertionError, match=r"0 questions begin with .*CBOW"):
        judge(TEXT.replace(line, ""), BOOKS, CLAIMS)


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
        judge(TEXT, books, CLAIMS)


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
