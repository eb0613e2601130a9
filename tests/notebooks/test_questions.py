"""The list of questions: every link leads to a section, and the section's own checks hold the answer.

A check of a section is an `assert`, a `torch.testing.assert_close`, or a stored output that strict nbval compares: any
but those of cells tagged nbval-ignore-output, and of cells that ask (`ask`) or judge an exercise (`check`). That a
changed number fails its cell is tested in test_notebooks.py; here, that the section says what the answer rests on.
"""

import ast
import copy
import re

import pytest

from course import MEASURED, NOTEBOOKS, ROOT, code_cells, read

TEXT = (ROOT / "notebooks" / "questions.md").read_text(encoding="utf-8")
BOOKS = {path.name: read(path) for path in NOTEBOOKS}
CLOCK, UNSHOWN = (
    "On your clock",
    "Not shown here",
)  # the groups that rest on measured times, and on no section
LINE = re.compile(r"- \*\*(?P<question>.+?\?)\*\* (?P<answer>.+)")
LINK = re.compile(r"\[(\d\d) ([^\]]+)\]\(([^)#]+)#([^)]+)\)")
HEADING = re.compile(r"^(##+) (.+)$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
ASKED = re.compile(r"^(?:ask|check)\(", re.MULTILINE)
TIME = re.compile(r"\d (?:µs|ms|s)\b")
# C1 to C15 are a forum's questions, 1 to 47 claims whose truth was tried; two claims have a name instead.
NUMBERS = {*(f"C{n}" for n in range(1, 16)), *map(str, range(1, 48)), "dense", "shapes"}
# How a question begins, what it answers, and what the checks of its sections say: each section one of these at least.
COVERED = [
    ("Does a one-hot times", "45", "tensor([30., 31., 32., 33.])"),
    ("With a 1 at `v[2]`", "C9 7 8", "[20.0, 21.0, 22.0, 23.0]"),
    (
        "Is an embedding a linear layer",
        "C2 5",
        "torch.float16 rows equal in 100, gradients close in 100 of 100",
    ),
    (
        "Is it a linear map",
        "C13",
        "one_hot(ids, num_classes=V).float() @ W  True True",
        "W.index_select(0, ids)",
    ),
    ("Does `nn.Linear(V, D)` do", "6", "assert_close(ours, theirs", "the same table and bias"),
    (
        "Are product and lookup",
        "5",
        "[nan, nan, nan, nan]",
        "[5.7188, 5.8438, 6.0000, 6.1562]], dtype=torch.bfloat16",
    ),
    (
        "What is the difference",
        "C2 43",
        "[15.0, 16.0, 17.0, 18.0]",
        "only Tensors of floating point",
        "std 1.01",
    ),
    ("Does PyTorch leave out", "C4 26", "[nan, nan, nan, nan]"),
    (
        "Are the multiplications",
        "22 23",
        "3,000,000,000  multiplications\n       30,000",
        "read == expected",
    ),
    (
        "100 words out of",
        "C10 40",
        "40,000,000  bytes of one-hot, float32",
        "80,000,000  bytes of one-hot, int64",
    ),
    ("Do all V one-hots", "C13 46", "all six one-hots give back W: True"),
    ("Is a batch of one-hots", "C10 9", "tensor([0, 1, 3, 1, 0, 0])"),
    ("Does `nn.Embedding(1000, 30)`", "C1", "read == expected"),
    (
        "What do the sizes of",
        "C12",
        "(other < 0.5) == (emb_size == 2)",
        "emb_size 8: error 0.1, aside 0.7",
    ),
    ("Which shape comes out?", "shapes", "(2, 2) -> (2, 2, 4)"),
    (
        "What counts as",
        "41",
        "Long, Int; but got torch.FloatTensor",
        "Long, Int; but got torch.CharTensor",
    ),
    ("May a size come", "2 3", "+ 1, D)(torch.tensor([5]))\n    IndexError", "(2x5 and 6x4)"),
    (
        "Are the first values",
        "1 4",
        "[ 0.6957, -1.8061, -1.1589,  0.3255, -0.6315]",
        "4.10, std 1.01\nLinear: 64,000",
    ),
    (
        "Are equal rows",
        "C14 39",
        "(1000000, 1) formula 7, counted 7 thousand",
        "(50000, 2) formula 0, counted 0",
    ),
    (
        "Does `linear.weight = ",
        "10",
        "['Linear']: agree True",
        "copied, trained ['Linear']: agree False",
    ),
    (
        "Does `nn.Embedding(V, D).from",
        "12 13 14",
        "drawn: True\nRuntimeError: element 0 of tensors",
        "(True, (1, 6))",
    ),
    ("Is a dense bag-of-words", "dense", "stored < 0.01", 'held["CSR"] == sum('),
    ("Is `embedding(row.indices)", "15", "2 True False True"),
    ("Is that harmless", "16", '(name == "tf-idf") == bool(off > 1)', "0 True True True"),
    (
        "Is `sum(0)` all",
        "17",
        "(emb(ids) * counts[:, None]).sum(0)\n    tensor([80., 84., 88., 92., 96.])",
    ),
    ("Does Linear need the row", "18", "[True, True, True]"),
    (
        "Is `getrow` what",
        "20",
        "int64\n    has getrow: False\n    M[1] is (4,), has indices: False",
    ),
    (
        "Do `data` and",
        "21",
        "EmbeddingBag  close in 100 of 100",
        "Linear(CSR)   close in 100 of 100",
    ),
    (
        "Is the backward of",
        "C4 24",
        "Linear on one-hot  True",
        "index_add          True",
        "abs(found - tables) < 0.1",
    ),
    (
        "Does the backward reach",
        "C4 27",
        "dense.nbytes == emb.weight.nbytes",
        "coo.to_dense().equal(dense)",
    ),
    (
        "Linear updates its whole",
        "24",
        "gradient 25,600,000 torch.strided",
        "gradient 4,224 torch.sparse_coo",
    ),
    (
        "Does a row with gradient",
        "C15 25",
        "Adam                       0.38      0.086          0\n",
    ),
    ("Does `sparse=True` work", "C6 29", "LBFGS      takes it", "SparseAdam takes it", "tried: 15"),
    ("Are its means", "C6 29", "50 of 50 rows a batch: 0% apart\n10 of 50 rows a batch: 15% apart"),
    (
        "Are the rows random",
        "C15 38",
        "hits(moments[0]) < 0.05",
        "hits(W) > 0.55",
        "W[-1].equal(moments[0][-1])",
    ),
    ("CBOW or skip-gram?", "C1 37", "skip.run(0).equal(moments[0])", "min(rate.values()) > 0.3"),
    (
        "Pre-trained or not",
        "C3",
        'mean[50, "random, trained"] + 0.02',
        'mean[3200, "CBOW, frozen"] + 0.01',
    ),
    (
        "Why no Linear on",
        "C7 34",
        "off[0].max() < 0.01 < 1 < off[1].min()",
        "< 0.01 < 0.8 < off[2][1:].min()",
    ),
    (
        "A time series",
        "C11",
        'max(off["hour an id", "line"]) < 0.35',
        '< 0.35 < 2 < off["both ids", "line"][1]',
    ),
    (
        "Why does one seldom",
        "C7 35",
        "names 128 of 128 positions",
        '(sparse > dense) == (case == "many repeats")',
    ),
    (
        "May `sparse=True` leave",
        "C6 30 31",
        "abs(dense - max(1, size)) < 0.2",
        "abs(late - (1 + size)) < 0.2",
    ),
    ("Can the table stay", "C6 32", 'ledger["rows"] == ledger["gradient, back"] == 4 * B * D'),
    (
        "Do one-hots and ids",
        "C5 33",
        "40,000,000  bytes of one-hot, float32",
        'ledger["else: one-hots"] == 4 * B * V',
    ),
    ("Is a lookup faster?", "19", "training, one-hot / lookup", "one by one"),
    ("Is its backward much", "C8 28", "Embedding, sparse"),
    ("Are small vocabularies", "44", "product, B = 1"),
    ("Is one-hot times W faster", "26", "random @ table"),
    ("Is a lookup as fast", "13", "lookup, strides (1, 20000)"),
    ("Does `torch.compile`", "26"),
    ("Is the weight still", "11"),
    ("Has BERT", "36"),
    ("Does setting up", "42"),
    ("Are word vectors", "C3 47"),
]


def sections(book):
    """{anchor: the code cells from this heading to the next of its level or above}, but for the title's."""
    found, opened = {}, []
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


def outputs(cell):
    """What a cell stored, as text."""
    texts = (
        output.get("text") or output.get("data", {}).get("text/plain", "")
        for output in cell.outputs
    )
    return [text for text in texts if text]


def asserts(cell):
    """The sources of its assertions."""
    for node in ast.walk(ast.parse(cell.source)):
        called = isinstance(node, ast.Call) and ast.unparse(node.func).endswith("assert_close")
        if called or isinstance(node, ast.Assert):
            yield ast.get_source_segment(cell.source, node)


def checks(cells):
    """The texts of a section's checks: assertions, and outputs that strict nbval compares."""
    for cell in cells:
        if ASKED.search(cell.source):
            continue
        yield from asserts(cell)
        if MEASURED not in cell.metadata.get("tags", []):
            yield from outputs(cell)


def times(cells):
    """The stored outputs of a section's cells that are not compared and say how long something took."""
    measured = [
        "\n\n".join(outputs(cell)) for cell in cells if MEASURED in cell.metadata.get("tags", [])
    ]
    return [text for text in measured if TIME.search(text)]


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


def linked(group, links, books):
    """For each link what its section has to say for the answer: its checks, or the times it measured."""
    for number, title, name, anchor in links:
        assert name in books, f"no notebook {name}"
        assert name.startswith(f"{number}_"), f"{name} is not notebook {number}"
        assert anchor == title.replace(" ", "-"), f"{title!r} is not what stands at {anchor!r}"
        found = sections(books[name])
        assert anchor in found, f"no heading {anchor!r} in {name}"
        told = "\n\n".join((times if group == CLOCK else checks)(found[anchor]))
        assert told, f"the section {title!r} of {name} holds no check"
        yield told


def judge(text, books, covered):
    """Assert all that the list of questions promises; the message says what is amiss."""
    missing = NUMBERS - {number for _, numbers, *_ in covered for number in numbers.split()}
    assert not missing, f"not answered: {sorted(missing)}"
    lines = list(answers(text))
    for group, question, links in lines:
        entries = [entry for entry in covered if question.startswith(entry[0])]
        assert len(entries) == 1, f"{len(entries)} entries for {question!r}"
        told, evidence = list(linked(group, links, books)), entries[0][2:]
        assert bool(told) == (group != UNSHOWN), (
            f"{len(told)} sections for {question!r} in {group!r}"
        )
        for part in evidence:
            assert any(part in one for one in told), f"no section says {part!r} for {question!r}"
        for link, one in zip(links, told):
            assert any(part in one for part in evidence), (
                f"{link[1]!r} says nothing for {question!r}"
            )
        assert bool(evidence) == bool(told), f"nothing is asked of the sections for {question!r}"
    for begin, *_ in covered:
        found = [question for _, question, _ in lines if question.startswith(begin)]
        assert len(found) == 1, f"{len(found)} questions begin with {begin!r}"


def test_every_question_has_a_section_whose_checks_hold_the_answer():
    judge(TEXT, BOOKS, COVERED)


def test_only_these_are_left_without_a_section_or_to_the_clock():
    groups = {question: group for group, question, _ in answers(TEXT)}
    by_group = {CLOCK: set(), UNSHOWN: set(), "": set()}
    for begin, numbers, *_ in COVERED:
        (group,) = (group for question, group in groups.items() if question.startswith(begin))
        by_group[group if group in by_group else ""] |= set(numbers.split())
    assert by_group[UNSHOWN] - by_group[""] == {"11", "36", "42", "47"}
    assert by_group[CLOCK] - by_group[""] == {"C8", "19", "28", "44"}


def test_whatever_looks_like_a_link_is_one():
    assert TEXT.count("](") == len(LINK.findall(TEXT)) >= 50
    assert len(TEXT.splitlines()) <= 75


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("#The-long-way)", "#A-long-way)", "is not what stands at"),
        ("[01 The long way](01_one_hot_times_matrix.ipynb#The-long-way)", "", "0 sections for"),
        ("[01 The long way](01_one_hot_times_matrix", "[01 The long way](02_embedding_lookup", "is not notebook 01"),
        ("01 The long way", "01 The short way", "is not what stands at"),
        ("[01 The long way](01_one_hot_times_matrix.ipynb#The-long-way)",
         "[01 A short way](01_one_hot_times_matrix.ipynb#A-short-way)", "no heading 'A-short-way'"),
        ("[01 The long way](01_one_hot_times_matrix.ipynb#The-long-way)",
         "[02 Test it](02_embedding_lookup.ipynb#Test-it)", "no section says"),
        ("[05 Rows on the move]",
         "[01 Break it](01_one_hot_times_matrix.ipynb#Break-it), [05 Rows on the move]", "'Break it' says nothing"),
        ("[05 Rows on the move]",
         "[02 What the product costs](02_embedding_lookup.ipynb#What-the-product-costs), [05 Rows on the move]",
         "holds no check"),
        ("- **CBOW or skip-gram?**", "- **Cbow?**", "0 entries"),
        ("## Not shown here", "## Also true", "0 sections for 'Does `torch.compile`"),
        ("## On your clock", "## By the clock", "'What it costs' of 03_bag_of_words_rows.ipynb holds no check"),
        ("It is; no cell leaves it out.", "It is. [02 Test it](02_embedding_lookup.ipynb#Test-it)", "1 sections for"),
    ],
)  # fmt: skip
def test_a_broken_list_is_found(old, new, message):
    assert old in TEXT
    with pytest.raises(AssertionError, match=re.escape(message)):
        judge(TEXT.replace(old, new), BOOKS, COVERED)


@pytest.mark.parametrize("gone", ["C8", "47", "20", "shapes"])
def test_a_missing_number_is_found(gone):
    fewer = [
        (begin, " ".join({*numbers.split()} - {gone}), *rest) for begin, numbers, *rest in COVERED
    ]
    with pytest.raises(AssertionError, match=f"not answered: \\['{gone}'\\]"):
        judge(TEXT, BOOKS, fewer)


def test_a_question_without_a_line_is_found():
    line = next(line for line in TEXT.splitlines(True) if "CBOW or skip-gram?" in line)
    with pytest.raises(AssertionError, match="0 questions begin with 'CBOW"):
        judge(TEXT.replace(line, ""), BOOKS, COVERED)


@pytest.mark.parametrize(
    ("name", "part", "change", "message"),
    [
        (
            "01",
            "one_hot_times(W, 3)",
            lambda cell: cell.metadata.update(tags=[MEASURED]),
            "holds no check",
        ),
        ("01", "one_hot_times(W, 3)", lambda cell: cell.update(outputs=[]), "holds no check"),
        (
            "03",
            "torch.testing.assert_close(ours",
            lambda cell: cell.update(source="ask()"),
            "holds no check",
        ),
        (
            "06",
            "assert read == expected",
            lambda cell: cell.update(source="pass"),
            "holds no check",
        ),
        (
            "05",
            "assert W[-1].equal",
            lambda cell: cell.update(source="assert len(W)"),
            "no section says 'W",
        ),
        ("06", "training = sweep", lambda cell: cell.update(outputs=[]), "holds no check"),
    ],
)
def test_a_section_without_its_check_is_found(name, part, change, message):
    books = copy.deepcopy(BOOKS)
    name = next(full for full in books if full.startswith(name))
    change(next(cell for cell in code_cells(books[name]) if part in cell.source))
    with pytest.raises(AssertionError, match=message):
        judge(TEXT, books, COVERED)


def test_a_section_ends_where_the_next_heading_of_its_level_begins():
    books = copy.deepcopy(BOOKS)
    book = books["01_one_hot_times_matrix.ipynb"]
    heading = next(
        cell for cell in book.cells if cell.source.startswith("## The same as a product")
    )
    before = sections(book)
    heading.source = "#" + heading.source  # now within the section before
    after = sections(book)
    assert after["The-long-way"] == before["The-long-way"] + before["The-same-as-a-product"]
    assert after["The-same-as-a-product"] == before["The-same-as-a-product"]
