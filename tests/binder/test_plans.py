"""The plans: lessons that fit their minutes and a wall, whose every reference is found."""

import doctest
import re
import tomllib
from dataclasses import replace

import pytest

import decks
import lessons
import number_words
import plan
import plan_deck
import plan_own
from course import ROOT, exercises, read, texts
from lesson_decks import BOOKS, LESSONS, MOST, STORED
from lookup.guesses import guess
from number_words import numbers
from plan import PLANS, clock, notebooks_of, read_plan

TEXT = (PLANS / "90.toml").read_text(encoding="utf-8")
BODY = TEXT[TEXT.index("\ntitle") :]  # without what stands at its head
# What a lesson on the layer must contain, by the sections that show it.
SHORT = [
    ("00", "One row at a time"),
    ("02", "The same rows"),
    ("02", "In a network"),
    ("00", "What are rows good for?"),
]
SIX = [*SHORT, ("02", "Any shape of ids"), ("02", "What only Linear can do")]
LONG = [
    *SIX,
    ("03", "All documents at once"),
    ("04", "A real batch"),
    ("06", "When it pays, and when not"),
    ("05", "Is a real model's table better?"),
]
CONTAINS = {"45": SHORT, "90": SIX, "180": LONG}
EXERCISES = {"45": 0, "90": 1, "180": 4}
ASKS = re.compile(
    r"\?|\bguess\b|[Hh]ands|\b[Vv]ote\b|\bAsk |call(s)? out|the room (cut|names)|point"
)
OPEN = {  # asked to make curious, and answered later, or of the room's own devices
    "How does “the cat sat” get into a network?",
    "Next: how does a row get its numbers?",
    "Next puzzle: multiply to copy?",
    "Next puzzle: how does a whole text get in?",
    "Break. Then: is it a linear layer?",
    "Break. Then: no gradient, no movement?",
}
LEFT = 1.6  # minutes that a part may leave for questions


@pytest.fixture(params=LESSONS, scope="module")
def lesson(request):
    """Each of the plans."""
    return LESSONS[request.param]


def test_the_plans_are_those_of_which_the_tests_know():
    assert sorted(path.stem for path in PLANS.glob("*.toml")) == sorted(LESSONS)


def test_the_teachers_page_shows_the_plan(lesson):
    page = (ROOT / "notebooks/teaching.md").read_text(encoding="utf-8")
    assert f"### {lesson.name} minutes, by the clock\n" in page
    rows = "\n".join(lessons.table(lesson))
    assert rows in page, f"put this there:\n{rows}"


def test_on_the_site_each_row_of_a_plan_opens_its_first_slide(lesson):
    page = (ROOT / "notebooks/teaching.md").read_text(encoding="utf-8")
    linked = lessons.link_slides(page, LESSONS.values())
    part = linked.split(f"### {lesson.name} minutes")[1].split("\n#")[0]
    links = re.findall(r'\| <a href="(.+?)">(\d+)(?:–\d+)?</a> \|', part)
    deck = f"../slides/plan_{lesson.name}.html"
    shown = [
        (
            f"{deck}#/{part.slides[0].anchor}",
            str(lesson.slides.index(part.slides[0]) + 1),
        )
        for part in lesson.parts
        if part.slides
    ]
    assert links == shown
    plain = re.sub(r'<a href="\.\./slides/.+?">(.+?)</a>', r"\1", linked)
    assert plain == page, "nothing else changes"


def test_a_plan_of_which_the_teachers_page_knows_nothing_leaves_it_as_it_is():
    page = (ROOT / "notebooks/teaching.md").read_text(encoding="utf-8")
    own = replace(LESSONS["45"], name="60", minutes=60)
    assert lessons.link_slides(page, [own]) == page


def test_a_heading_without_a_table_takes_none_of_the_next_heading():
    heading = "### {} minutes, by the clock\n\nWords.\n\n"
    rows = "| from | part |\n|---|---|\n"
    page = heading.format(45) + heading.format(90) + rows
    assert lessons.link_slides(page, [LESSONS["45"]]) == page


def test_the_words_read_aloud_the_waits_and_the_reading_fit_each_part(lesson):
    """Counted from the file itself, and not by its reader."""
    text = (PLANS / f"{lesson.name}.toml").read_text(encoding="utf-8")
    parts = tomllib.loads(text)["part"]
    takes = []
    for part in parts:
        slides = part.get("slide", [])
        words = sum(len(slide["say"].split()) for slide in slides)
        waits = sum(slide.get("wait", 0) for slide in slides)
        read = sum(
            len(f"{slide['title']} {slide.get('text', '')}".split()) for slide in slides
        )
        looks = sum(
            0.25 * ("cell" in slide) + 0.15 * ("output" in slide) for slide in slides
        )
        takes.append(words / 130 + waits + read / 200 + looks)
        assert takes[-1] <= part["minutes"], part["name"]
    assert sum(part["minutes"] for part in parts) == int(lesson.name)
    share = sum(takes) / lesson.minutes
    assert 0.8 < share < 0.95, "the rest is for questions"


def test_no_minute_goes_unplanned(lesson):
    """What a part leaves is little, and its notes say that it is for questions."""
    *parts, spare = lesson.parts
    assert not spare.slides
    for part in parts:
        assert 0 <= part.questions <= LEFT, (part.name, part.questions)
        end = clock(part.start + part.minutes)
        begins = clock(part.slides[-1].start + part.slides[-1].minutes)
        assert clock(part.start + part.minutes - part.questions) == begins
        said = plan_deck.time_left(part)
        assert said == "" if begins == end else f"{begins} to {end}" in said
    long = [slide.wait for slide in lesson.slides if slide.title.startswith("Break")]
    assert all(10 <= wait <= 15 for wait in long) or lesson.name != "180"


def test_a_teacher_who_is_late_reads_what_to_leave_out(lesson):
    for part in lesson.parts:
        has_nothing = part.name == "Spare" or part.name.startswith("Change to notebook")
        assert part.late or has_nothing, part.name


def test_what_a_room_reads_takes_its_time():
    for slide in LESSONS["90"].slides:
        shown = len(" ".join([slide.title, *plan.words_of(slide)]).split())
        looks = {"cell": 0.25, "output": 0.15, "picture": 0.15}.get(slide.kind, 0)
        looks += 0.15 if slide.beside else 0
        silent = slide.minutes - slide.wait - len(slide.say.split()) / 130
        assert silent == pytest.approx(shown / 200 + looks)


def test_what_must_be_in_it_is_in_it_and_each_section_exists(lesson):
    named = [
        (part.notebook, section) for part in lesson.parts for section in part.sections
    ]
    assert not set(CONTAINS[lesson.name]) - set(named)
    for number, section in named:
        headings = re.findall(r"^##+ (.+)$", "\n".join(texts(BOOKS[number][1])), re.M)
        assert section in headings, f"no section {section!r} in {number}"


def test_the_learners_type(lesson):
    acts = [
        slide for slide in lesson.slides if re.match("Everybody (runs|ch)", slide.do)
    ]
    assert len(acts) >= 3
    solved = [slide for slide in lesson.slides if slide.solution]
    assert len(solved) >= EXERCISES[lesson.name]
    typed = " ".join(part.learners for part in lesson.parts)
    for slide in solved:
        name = slide.solution
        assert name in exercises(BOOKS[name[:2]][1])
        assert name in slide.what, "where to type it"
        assert name in typed
        judge_minutes(slide)
        said = plan_deck.notes(slide)
        assert f"Solution {name}:" in said
        assert "return" in said


def test_what_a_plan_solves_in_class_is_no_homework_on_the_teachers_page(lesson):
    """Or it says of which plan it is: a lesson on one notebook may choose another exercise."""
    page = (ROOT / "notebooks/teaching.md").read_text(encoding="utf-8")
    said = f"In the plan of {lesson.name} minutes (.+?) is solved in class"
    told = " ".join(re.findall(r"\*\*In class:\*\* (.+?)\. \*\*Homework", page))
    in_class = re.findall(r"\b\d\d\w?-\w\b", told)
    solved = [slide.solution for slide in lesson.slides if slide.solution]
    assert re.findall(said, page) == [name for name in solved if name not in in_class]


def judge_minutes(slide):
    """What an exercise is given stands in three places, and is what its notebook gives it."""
    name = slide.solution
    text = "\n".join(texts(BOOKS[name[:2]][1]))
    given = int(re.search(rf"^\*\*{name}\*\* ★+ (\d+) minutes", text, re.MULTILINE)[1])
    said = re.search(r"\*\*(\w+) minutes\.\*\*", slide.what)[1]
    assert numbers(said) == [given], name
    assert f"After {said.lower()} " in slide.do, name
    assert given <= slide.wait < given + 2, name


def test_a_school_class_needs_no_matrices_and_no_gradients():
    lesson = LESSONS["45"]
    words = " ".join(
        [
            lesson.needs,
            *(f"{slide.say} {slide.do} {slide.wrong}" for slide in lesson.slides),
        ]
    )
    assert not re.findall(r"gradient|matrices|derivative|vector", words)
    code = "".join(
        "\n".join(plan_deck.code_of(slide, STORED[slide.what]))
        for slide in lesson.slides
        if slide.kind == "cell"
    )
    assert "gradient" not in code
    kinds = [slide.what for slide in lesson.slides]
    drawn, first = kinds.index("product"), kinds.index("01-one-at-three")
    assert kinds.index("addresses") < kinds.index("one-hots") < drawn < first


def test_every_reference_is_found_and_every_slide_has_notes(lesson):
    plan_deck.judge(lesson, [read(path) for path in notebooks_of(lesson)])
    assert len(lesson.slides) <= MOST[lesson.name]
    for slide in lesson.slides:
        assert len(slide.say.split()) >= 20, f"hardly a word on {slide.title!r}"
        for name in re.findall(r"notebook (\d\d)", slide.say + slide.do):
            assert name in BOOKS


def test_wherever_the_room_is_asked_the_notes_have_its_wrong_answers(lesson):
    """Those of a question are its replies; an exercise is asked, too."""
    for slide in lesson.slides:
        asked = ASKS.search(f"{slide.title} {slide.what} {slide.task} {slide.do}")
        if slide.kind == "question" or slide.title in OPEN:
            continue
        said = plan_deck.notes(slide)
        assert bool(asked or slide.solution) <= bool(slide.wrong), slide.title
        assert said.count("<li>✗ “") == len(slide.wrong)
        for wrong in slide.wrong:
            assert re.fullmatch(r"“.+?”,? Ask: “.+[?.]”( Leave .+\.)?", wrong), wrong


def given(slide):
    """All that a slide shows and its file does not say: cells, a question, a picture, a task."""
    cells = [STORED[name] for name in (slide.what, slide.beside) if name in STORED]
    text = " ".join(f"{cell.source} {cell.outputs}" for cell in cells)
    if slide.kind == "question":
        text += str(guess(slide.what)[:3])
    if slide.kind == "picture":
        text += re.sub(
            "<script.*?</script>|<[^>]*>",
            " ",
            plan_own.PICTURES[slide.what](),
            flags=re.S,
        )
    if slide.solution:
        tasks = texts(BOOKS[slide.solution[:2]][1])
        text += next(task for task in tasks if f"**{slide.solution}**" in task)
    return text


def judge_numbers(slide):
    """Whatever number a plan's file says of a slide is one that the slide shows from elsewhere.

    0 and 1 are those of which one-hots are made. In words the small ones are prose, and where
    nothing is shown, so are all, as of a room.
    """
    text = re.sub(r"^\d\. ", "", slide.what, flags=re.M) if slide.kind == "text" else ""
    parts = (slide.title, text, slide.task, slide.say, slide.do, *slide.wrong)
    said = re.sub(r"\b0\d(-\w)?\b|`\d\d_\w+\.ipynb`", "", " ".join(parts))
    figures = r"\d+(?:[.,]\d+)*"
    shown = given(slide)
    for number in {*re.findall(figures, said)} - {"0", "1"}:
        assert number in re.findall(figures, shown), (slide.title, number)
    known = [int(digits) for digits in re.findall(r"\b\d+\b", shown.replace(",", ""))]
    for number in numbers(said):
        if shown and number >= 10:
            assert number in [*known, *numbers(shown)], (slide.title, number)


def test_no_number_is_typed_twice(lesson):
    for slide in lesson.slides:
        judge_numbers(slide)


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Three lists, and no zeros: CSR", "the only 88"),
        ("Guess what the zeros weigh", "A text of two hundred words"),
        ("What does a lookup say to 1.5, and to 6?", "It refuses 1.25"),
        ("A word is an address", "The network has 7 rows."),
    ],
)
def test_a_number_that_no_cell_shows_is_found(name, typed):
    slide = next(slide for slide in LESSONS["180"].slides if slide.title == name)
    judge_numbers(slide)
    for part in ("say", "do", "task"):
        with pytest.raises(AssertionError):
            judge_numbers(replace(slide, **{part: typed}))
    with pytest.raises(AssertionError):
        judge_numbers(replace(slide, wrong=[typed]))


def test_the_code_that_a_task_quotes_stands_in_a_notebook(lesson):
    code = "\n".join(cell.source for cell in STORED.values())
    for slide in lesson.slides:
        for quoted in re.findall(r"`(\w+ = [^`]+)`", slide.task):
            assert quoted in code, slide.title


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "minutes = 90",
            "minutes = 91",
            "90.toml: the parts must take 91 minutes, and",
        ),
        (
            "minutes = 12",
            "minutes = 0",
            "“How a word gets in”: minutes must be a whole",
        ),
        (
            "minutes = 12",
            "minutes = 5",
            "“How a word gets in”: its words at 130 a minute",
        ),
        ("slides = 40", "slides = 20", "90.toml: at most 20 slides, and not 35"),
        ('"00-rows"', '"00-row"', "has no question '00-row'; the nearest is '00-rows'"),
        (
            'question = "00-rows"',
            "",
            "a slide shows one thing: cell, output, picture, question or text",
        ),
        ("wait = 6.2", "waits = 6.2", "no 'waits' here, but title, say, do, wait"),
        ('title = "A word is an address"\n', "", "'title' is missing"),
        ("A word gets a number.", "A word " * 20, "at most 40 words, and not 62"),
        ("lines = [1, 4]", "lines = [0]", "lines are the first and the last"),
        ("[1, 1, 4, 6, 8, 10]", "[8, 10, 1, 1]", "or pairs of them, counted from 1"),
        ('"everyday-wall"', '"wall"', "a picture is one of one-hots, product, both-"),
        ('solution = "01-a"', 'solution = "01-z"', "no notebook has a solution of '01"),
        ("lines = [1, 4]", 'beside = "01-03"', "only a question or a text has som"),
        ("[[part]]", "[part", "90.toml is no TOML"),
        (
            "wait = 6.2",
            'wait = 6.2\nwrong = "No."',
            'wrong answers stand in a list, ["…", "…"], not',
        ),
        (
            "wait = 6.2",
            "wait = 6.2\nwrong = [1]",
            'wrong answers stand in a list, ["…", "…"], not [1]',
        ),
        (
            '"A rectangle of ids: what comes out?"',
            '"Guess: the shape!"',
            "“Guess: the shape!”: a link finds a slide by its title",
        ),
    ],
)
def test_a_file_that_is_no_plan_is_refused_with_its_rule(tmp_path, old, new, message):
    path = tmp_path / "90.toml"
    path.write_text(BODY.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(message)):
        read_plan(path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"00-28"', '"00-99"', "it must name a cell of code that gives something"),
        ('"00-28"', '"99-28"', "a cell's id begins with its notebook's number"),
        ("[1, 1, 4, 6, 8, 10]", "[1, 10]", "1 to 8 lines of code"),
    ],
)
def test_a_cell_that_is_none_is_refused_before_a_notebook_runs(
    tmp_path, monkeypatch, capsys, old, new, message
):
    (tmp_path / "90.toml").write_text(BODY.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(decks, "PLANS", tmp_path)
    monkeypatch.setattr(decks, "deck_assets", lambda: None)
    complaint = decks.main([str(tmp_path / "out"), "--plan", "90"])
    assert re.search(rf"90\.toml, line \d+, “.+”: {message}", complaint)
    assert not capsys.readouterr().out
    assert not (tmp_path / "out").exists()


def test_the_command_refuses_what_does_not_go_together(tmp_path, monkeypatch):
    monkeypatch.setattr(decks, "deck_assets", lambda: None)
    out = str(tmp_path / "out")
    assert "there is no plan '7'; there is 180, 45, 90" in decks.main(
        [out, "--plan", "7"]
    )
    assert "name no notebook" in decks.main([out, "a.ipynb", "--plan", "90"])
    assert "so name one" in decks.main([out, "--pdf"])


def test_examples_in_the_documentation_hold():
    for module in (plan, plan_deck, plan_own, number_words):
        ran = doctest.testmod(module)
        assert ran.attempted
        assert not ran.failed
