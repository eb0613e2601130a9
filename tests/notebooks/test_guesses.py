"""The questions of the course: where their texts stand, who asks them, and that no page tells."""

import re
import tomllib
from html.parser import HTMLParser

import pytest

from conftest import refusal
from course import NOTEBOOKS, ROOT, code_cells, read
from lookup import ask
from lookup.guesses import guess
from lookup.question import Question

FILE = ROOT / "notebooks" / "guesses.toml"
TEXTS = tomllib.loads(FILE.read_text(encoding="utf-8"))
ASKS = re.compile(r'ask\("([\w-]+)"\)')
BEGINS = re.compile(r"\bask\(")
GOOD = """\
# A remark on [00-rows].

[00-row]
question = "How many?"
right = "1"

[00-row.replies]
"1" = "Yes."
"2" = "No."

[00-rows]
question = "How many rows?"
right = "1"

[00-rows.replies]
"1" = "Yes."
"2" = "No."
"""


def asking(path):
    """The cells of a notebook that ask."""
    return [cell for cell in code_cells(read(path)) if BEGINS.search(cell.source)]


class Folded(HTMLParser):
    """(text, whether it is folded away) of all text of a page, in order."""

    def __init__(self, page):
        super().__init__()
        self.depth = 0
        self.in_summary = False
        self.texts = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.depth += tag == "details"
        self.in_summary |= tag == "summary"

    def handle_endtag(self, tag):
        self.depth -= tag == "details"
        self.in_summary &= tag != "summary"

    def handle_data(self, data):
        self.texts.append((data, self.depth > 0 and not self.in_summary))


def assert_tells_nothing(page, choices, replies):
    """Assert that a page shows all choices before any reply, alike, and every reply folded."""
    texts = Folded(page).texts
    plain = [text for text, _ in texts]
    last = max(plain.index(choice) for choice in choices)
    for choice in choices:
        assert (choice, False) in texts
    told = [
        i for i, text in enumerate(plain) if any(reply in text for reply in replies)
    ]
    assert len(told) == len(replies)
    assert min(told) > last, "a reply stands before the last choice"
    for text, folded in texts:
        tells = any(mark in text for mark in ("✓", "✗", *replies))
        assert folded == tells, text


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_static_page_shows_every_choice_of_a_question_before_any_answer(path):
    for cell in asking(path):
        name = ASKS.fullmatch(cell.source)[1]  # the source tells nothing, either
        (output,) = cell.outputs
        replies = TEXTS[name]["replies"]
        assert_tells_nothing(output.data["text/html"], [*replies], [*replies.values()])
        assert output.data["text/plain"] == f"<question: {TEXTS[name]['question']}>"


def test_the_course_asks_each_question_once_in_the_order_of_the_file():
    asked = [
        ASKS.fullmatch(cell.source)[1] for path in NOTEBOOKS for cell in asking(path)
    ]
    assert asked == [*TEXTS]
    numbers = [path.stem.partition("_")[0] for path in NOTEBOOKS for _ in asking(path)]
    assert [name.partition("-")[0] for name in asked] == numbers


def test_a_question_of_the_file_is_the_one_that_is_asked():
    question = ask("00-rows")
    assert isinstance(question, Question)
    parts = TEXTS["00-rows"]
    assert question.spec == {
        "question": parts["question"],
        "choices": [
            [choice, reply, choice == parts["right"]]
            for choice, reply in parts["replies"].items()
        ],
    }


@pytest.mark.parametrize("name", TEXTS)
def test_every_question_of_the_file_can_teach(name):
    assert len(ask(name).spec["choices"]) >= 2


@pytest.fixture
def given(tmp_path, monkeypatch):
    """A function that asks a question of a file of this text."""
    path = tmp_path / "guesses.toml"

    def given(text, name="00-rows"):
        path.write_text(text, encoding="utf-8")
        monkeypatch.setattr("lookup.question.guess", lambda name: guess(name, path))
        return ask(name)

    return given


def test_a_file_is_read_however_its_editor_began_it(given):
    quoted = GOOD.replace("[00-rows", '["00-rows"')
    for text in (GOOD, "\ufeff" + GOOD, quoted):
        assert given(text).spec["question"] == "How many rows?"


AT = "guesses.toml, line 11, [00-rows]: "
PARTS = f"{AT}a question has the parts question, right and replies, got "
RIGHT = f"{AT}right must be one of the choices ['1', '2'], got "


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[00-rows]", "[00-rows", "guesses.toml is no TOML: Expected ']' at the end"),
        ('"How many rows?"', "How", "guesses.toml is no TOML: Invalid value (at line 12"),
        ('"2" = "No."', '"1" = "No."', "guesses.toml is no TOML: Cannot overwrite a value"),
        ("00-rows", "00-raws", "guesses.toml has no question '00-rows'; the nearest is '00-row'."),
        ('How many rows?"', 'How?"\nhint = ""', f"{PARTS}['hint', 'question', "),
        ('right = "1"', "", f"{PARTS}['question', 'replies']."),
        ('right = "1"', 'right = "3"', f"{RIGHT}'3'."),
        ('right = "1"', "right = 1", f"{RIGHT}1."),
        ('"2" = "No."', "", f"{AT}a question needs at least two choices, got 1."),
        ('"2" = "No."', '"2" = " "', f"{AT}question, choices and replies must not be empty, got"),
    ],
)  # fmt: skip
def test_a_fault_in_the_file_is_named_with_its_place(given, old, new, message):
    before, mark, rows = GOOD.rpartition("[00-rows]\n")
    rest = mark + rows
    assert old in rest
    kind, said = refusal(lambda: given(before + rest.replace(old, new)))
    assert kind is ValueError
    assert said.startswith(message)


def test_a_text_that_is_none_is_named_with_its_place(given):
    wrong = GOOD.replace('"How many rows?"', "5")
    rule = "question, choices and replies must be texts, got 5."
    assert refusal(lambda: given(wrong)) == (TypeError, AT + rule)
    wrong = '00-rows = "How many?"\n'
    kind, said = refusal(lambda: given(wrong))
    assert (kind, said[:40]) == (ValueError, "guesses.toml, line 1, [00-rows]: a quest")


def test_a_name_that_is_none_is_refused(given):
    assert refusal(lambda: ask(5)) == (
        TypeError,
        "the name of a question must be a text, got 5.",
    )
    kind, said = refusal(lambda: given("", "Why?"))
    assert (kind, said) == (ValueError, "guesses.toml has no question 'Why?'.")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<ol>", "<ol><details>"),
        ("<li>Three</li>", "<li>Three ✓</li>"),
        ("<li>Three</li>", "<li>Three</li><p>Rows 2, 3 and 2, in the order of the sentence.</p>"),
        ("<details>", ""),
    ],
)  # fmt: skip
def test_a_page_that_tells_is_found(old, new):
    page = ask("00-rows").to_html()
    assert old in page
    replies = TEXTS["00-rows"]["replies"]
    with pytest.raises((AssertionError, ValueError)):
        assert_tells_nothing(page.replace(old, new), [*replies], [*replies.values()])
