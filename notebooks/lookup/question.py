"""Questions with a reply to every choice: predictions before something is shown, quizzes after."""

import html
from pathlib import Path

import traitlets

from .guesses import guess
from .widget import MOVES, Widget

_chosen = {}  # question -> the choice last made, so that running a cell again loses nothing


def ask(question, choices=None, *, right=None):
    """A question whose every choice has a reply; a wrong one's names the misconception behind it.

    Alone, `question` is the name of one in the file guesses.toml beside the notebooks, so that a
    cell does not show its answer. With the two others it is a question of your own.

    Args:
        question: the name of a question of the course, or the text of one.
        choices: {choice: reply}, at least two, in the order shown.
        right: the choice that is right.

    Returns:
        A `Question` to be a cell's last line; `.chosen` is the choice made so far, or None.
        Answering never raises, and the choice made stands when the cell is run again.

    Raises:
        TypeError: choices that are no dict, or a question, choice or reply that is no text.
        ValueError: fewer than two choices, an empty question, choice or reply, or `right` not among
            the choices; a name that guesses.toml does not have. Of a question in that file either
            says the line.

    Example:
        >>> ask("00-rows")
        <question: How many rows does the table hand out for “the cat the”?>
        >>> ask("2 + 2?", {"4": "Yes.", "22": "That joins the digits."}, right="4")
        <question: 2 + 2?>
    """
    if choices is not None or right is not None:
        _check(question, choices, right)
        return Question(question, choices, right)
    if not isinstance(question, str):
        raise TypeError(f"the name of a question must be a text, got {question!r:.60}.")
    text, choices, right, place = guess(question)
    try:
        _check(text, choices, right)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{place}: {error}") from None
    return Question(text, choices, right)


def _check(question, choices, right):
    """Raise what `ask` says of a question that cannot teach."""
    if not isinstance(choices, dict):
        raise TypeError(
            f"choices must be a dict {{choice: reply}}, got {choices!r:.60}."
        )
    if len(choices) < 2:
        raise ValueError(f"a question needs at least two choices, got {len(choices)}.")
    for text in (question, *choices, *choices.values()):
        if not isinstance(text, str):
            raise TypeError(
                f"question, choices and replies must be texts, got {text!r:.60}."
            )
        if not text.strip():
            raise ValueError(
                f"question, choices and replies must not be empty, got {text!r:.60}."
            )
    # In a list, as `right` may be a thing that cannot be hashed.
    if right not in list(choices):
        raise ValueError(
            f"right must be one of the choices {list(choices)}, got {right!r}."
        )


class Question(Widget):
    """Shows a question; made by `ask`."""

    _draws = Path(__file__).with_suffix(".js")

    spec = traitlets.Dict(
        read_only=True, help="question and choices as [text, reply, whether right]"
    ).tag(sync=True)
    choice = traitlets.Int(-1, help="index of the choice made, -1 before any").tag(
        sync=True
    )

    def __init__(self, question, choices, right):
        texts = [[text, reply, text == right] for text, reply in choices.items()]
        # Set first, as `choice` is judged by it; by set_trait, as it is read-only for learners.
        self.set_trait("spec", {"question": question, "choices": texts})
        made = _chosen.get(question)
        super().__init__(choice=list(choices).index(made) if made in choices else -1)

    @property
    def chosen(self):
        """The choice made, or None."""
        return self.spec["choices"][self.choice][0] if self.choice >= 0 else None

    @traitlets.validate("choice")
    def _in_range(self, proposal):
        last = len(self.spec["choices"]) - 1
        if not -1 <= proposal["value"] <= last:
            raise traitlets.TraitError(
                f"choice must be from 0 to {last}, or -1 for none, got {proposal['value']}."
            )
        return proposal["value"]

    @traitlets.observe("choice")
    def _keep(self, change):
        _chosen[self.spec["question"]] = self.chosen

    def __repr__(self):
        return f"<question: {self.spec['question']}>"

    def to_html(self):
        """The question for readers without a kernel: all choices, then each reply, folded.

        A reply stands below the last choice, so that a page which cannot fold asks first, too.
        """
        listed = []
        replies = []
        for number, (text, reply, right) in enumerate(self.spec["choices"], 1):
            verdict = "✓ Right." if right else "✗ Not quite."
            summary = f"<summary>Reply to {number}</summary>"
            listed.append(f"<li>{html.escape(text)}</li>")
            replies.append(
                f"<details>{summary}<p>{verdict} {html.escape(reply)}</p></details>"
            )
        question = html.escape(self.spec["question"])
        choices = f"<p><b>{question}</b></p><ol>{''.join(listed)}</ol>"
        how = "Choose, then open the reply to your choice"
        other = ", or run the cell" if MOVES else ""
        return f"{choices}<p>{how}{other}.</p>{''.join(replies)}"
