"""A question replies to every choice, at once and without the kernel, and loses nothing."""

import pytest
import traitlets
from playwright.sync_api import expect

import bare_page
from conftest import refusal
from lookup import ask, machine
from read_picture import assert_accessible

CHOICES = {
    "4": "Yes, two pairs.",
    "22": "That joins the digits.",
    "<b>5</b>": "One too many.",
}

# How far down each node begins and ends.
PLACES = """nodes => nodes.map((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return [top, bottom];
})"""
OUTLINES = "nodes => nodes.map((node) => getComputedStyle(node).outlineStyle)"


@pytest.fixture
def question(request):
    """A question that no other test has asked."""
    return ask(f"2 + 2? ({request.node.name})", CHOICES, right="4")


def show(page, widget, views=1, **state):
    page.set_content(
        "<!doctype html><html lang=en><title>bare</title><body></body></html>"
    )
    page.evaluate(bare_page.MODEL, [widget._esm, widget._css, state, views])
    return page.locator(".lookup")


@pytest.mark.parametrize(
    ("arguments", "rule"),
    [
        (("Why?", {"so": "Yes."}, "so"), "at least two choices, got 1"),
        (("Why?", CHOICES, "5"), "right must be one of the choices"),
        ((" ", CHOICES, "4"), "must not be empty"),
        (("Why?", {**CHOICES, "6": ""}, "4"), "must not be empty"),
        (("Why?", {**CHOICES, "": "No."}, "4"), "must not be empty"),
    ],
)
def test_a_question_that_cannot_teach_is_refused(arguments, rule):
    text, choices, right = arguments
    with pytest.raises(ValueError, match=rule):
        ask(text, choices, right=right)


TEXTS = "question, choices and replies must be texts, got"


@pytest.mark.parametrize(
    ("question", "choices", "text"),
    [
        (5, CHOICES, f"{TEXTS} 5."),
        (None, CHOICES, f"{TEXTS} None."),
        ("Why?", {"4": "Yes.", 22: "No."}, f"{TEXTS} 22."),
        ("Why?", {"4": "Yes.", "22": None}, f"{TEXTS} None."),
        ("Why?", {"4": "Yes.", "22": ["No."]}, f"{TEXTS} ['No.']."),
        (
            "Why?",
            ["4", "22"],
            "choices must be a dict {choice: reply}, got ['4', '22'].",
        ),
        ("Why?", None, "choices must be a dict {choice: reply}, got None."),
        ("Why?", "4", "choices must be a dict {choice: reply}, got '4'."),
    ],
)
def test_what_is_no_text_is_refused_before_anything_is_shown(question, choices, text):
    assert refusal(lambda: ask(question, choices, right="4")) == (TypeError, text)


@pytest.mark.parametrize("right", [4, None, ["4"]])
def test_what_is_no_choice_is_not_right(right):
    kind, text = refusal(lambda: ask("Why?", CHOICES, right=right))
    assert (kind, text.endswith(f"got {right!r}.")) == (ValueError, True)


def test_running_the_cell_again_keeps_the_choice(question):
    question.choice = 1
    again = ask(question.spec["question"], CHOICES, right="4")
    assert again.chosen == question.chosen == "22"
    changed = ask(
        question.spec["question"], {"4": "Yes.", "3": "One too few."}, right="4"
    )
    assert changed.chosen is None, "a choice that is no longer there is forgotten"


@pytest.mark.parametrize("choice", [3, -2, "1", None])
def test_a_choice_that_does_not_exist_is_refused_and_the_last_stands(question, choice):
    question.choice = 0
    with pytest.raises(traitlets.TraitError):
        question.choice = choice
    assert question.chosen == "4"


def test_what_is_stored_has_all_choices_and_then_each_reply_folded(page, question):
    data, _ = question._repr_mimebundle_()
    assert (
        repr(question)
        == data["text/plain"]
        == f"<question: {question.spec['question']}>"
    )
    page.set_content(data["text/html"])
    assert page.locator(":is(p, li, summary):visible").all_inner_texts() == [
        question.spec["question"],
        *CHOICES,
        "Choose, then open the reply to your choice, or run the cell.",
        *[f"Reply to {number}" for number in (1, 2, 3)],
    ]
    for number, (reply, verdict) in enumerate(
        zip(CHOICES.values(), ("✓ Right.", "✗ Not quite.", "✗ Not quite.")), 1
    ):
        page.get_by_text(f"Reply to {number}").click()
        expect(page.locator("details[open] p")).to_have_text(f"{verdict} {reply}")
        page.get_by_text(f"Reply to {number}").click()
    assert page.locator("li b").count() == 0, "a choice is text, whatever it holds"


def test_each_choice_gets_its_own_reply_by_keyboard(page, question):
    root = show(page, question, spec=question.spec, choice=-1)
    status = root.get_by_role("status")
    expect(status).to_have_text("")
    root.get_by_role("button", name="22").focus()
    page.keyboard.press("Enter")
    expect(status).to_have_text("✗ Not quite. That joins the digits.")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(status).to_have_text("✗ Not quite. One too many.")
    root.get_by_role("button", name="4", exact=True).click()
    expect(status).to_have_text("✓ Right. Yes, two pairs.")
    assert page.evaluate("state.choice") == 0
    assert page.evaluate("saved.length") == 3
    assert page.evaluate("bubbled") == [], "the notebook's shortcuts hear nothing"
    assert root.locator("b").count() == 0, "a choice is text, whatever it holds"
    assert not page.problems


def test_Escape_gives_the_keys_back_to_the_cell(page, question):
    root = show(page, question, spec=question.spec, choice=-1)
    page.evaluate("document.querySelector('main').tabIndex = -1")
    choice = root.get_by_role("button", name="22")
    choice.focus()
    page.keyboard.press("a")
    expect(choice).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("main")).to_be_focused()
    assert page.evaluate("bubbled") == []


def test_the_verdict_stays_on_each_choice_tried_and_no_reply_moves_a_choice(
    page, question
):
    root = show(page, question, spec=question.spec, choice=-1)
    marks = root.locator("button .mark")
    expect(marks).to_have_text(["", "", ""])
    page.set_viewport_size({"width": 200, "height": 600})  # the longest takes two lines
    places = root.locator("button, fieldset").evaluate_all(PLACES)
    for choice, seen in [
        ("22", ["", "✗", ""]),
        ("4", ["✓", "✗", ""]),
        ("<b>5</b>", ["✓", "✗", "✗"]),
    ]:
        button = root.get_by_role("button", name=choice, exact=True)
        button.click()
        expect(marks).to_have_text(seen)
        described = "Right." if choice == "4" else "Not quite."
        expect(button).to_have_accessible_description(described)
        expect(root.get_by_role("button", pressed=True)).to_have_accessible_name(choice)
        assert root.locator("button, fieldset").evaluate_all(PLACES) == places
        expect(root.get_by_role("status")).to_be_visible()
    page.evaluate("set({choice: -1})")
    expect(marks).to_have_text(["", "", ""])
    expect(root.get_by_role("status")).to_have_text("")


def test_a_choice_made_before_is_shown(page, question):
    root = show(page, question, spec=question.spec, choice=1)
    expect(root.get_by_role("button", name="22")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(root.locator("button .mark")).to_have_text(["", "✗", ""])
    expect(root.get_by_role("status")).to_contain_text("That joins the digits.")


def test_a_text_without_a_space_wraps(page):
    page.set_viewport_size({"width": 390, "height": 600})
    long = ask("q" * 300, {"x" * 300: "y" * 300, "z": "No."}, right="z")
    root = show(page, long, spec=long.spec, choice=0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for node in root.locator("legend, button, .say").all():
        assert node.bounding_box()["width"] <= 390


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_question_is_readable_by_everyone(page, question, dark):
    root = show(page, question, views=2, spec=question.spec, choice=-1)
    page.evaluate(
        "light => { document.body.dataset.jpThemeLight = light; }",
        str(not dark).lower(),
    )
    for choice in ("22", "4"):
        root.first.get_by_role("button", name=choice, exact=True).click()
        assert_accessible(page)


def test_the_choice_can_be_seen_in_forced_colours(page, question):
    page.emulate_media(forced_colors="active")
    root = show(page, question, spec=question.spec, choice=1)
    outlines = root.get_by_role("button").evaluate_all(OUTLINES)
    assert outlines == ["none", "solid", "none"]


def test_the_choices_are_a_named_group_and_keep_their_keys(page, question):
    root = show(page, question, spec=question.spec, choice=-1)
    expect(root.get_by_role("group", name=question.spec["question"])).to_be_visible()
    for button in root.get_by_role("button").all():
        assert button.get_attribute("data-lm-suppress-shortcuts") == "true"


@pytest.mark.parametrize(
    ("good", "said"),
    [
        (
            True,
            [
                "✓ Ready: Python 3.11.7, torch 2.13.0. This page shows the course's pictures."
            ],
        ),
        (False, ["✗ torch: 2.13.0. Do <this>."]),
    ],
)
def test_the_machine_check_is_one_line_unless_something_is_off(page, good, said):
    lines = [
        [True, "Python", "3.11.7", ""],
        [good, "torch", "2.13.0", "" if good else "Do <this>."],
    ]
    root = show(page, machine(), lines=lines, alive=False)
    expect(root.get_by_role("listitem")).to_have_text(said)
    assert page.evaluate("state.alive") is True
