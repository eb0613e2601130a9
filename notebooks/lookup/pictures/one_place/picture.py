"""The picture of one place of a text in training: checked, measured, put into words."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import traitlets

from ...widget import still
from ..kit.picture import Drawing, Picture, named
from ..kit.steps import chips_of
from ..kit.table import HEAD, cut
from ..kit.wording import joined, listed, quoted, short, width_of
from .inputs import Tables, Window, drawn_of, rate_of, windows_beside, windows_of
from .lines import Lines, score_text
from .pulls import Pull, pull

MOST_WHOLE = 12  # rows of tables of which all are shown
CBOW, SKIP_GRAM = WAYS = ["CBOW", "skip-gram"]


def one_place(
    table,
    out,
    ids,
    places,
    drawn,
    *,
    reach=2,
    names=None,
    lr=1.0,
    padding_idx=None,
    by=CBOW,
    step=0,
):
    """A picture of one training step of word2vec at one place of a text: who pulls whom.

    Each word has two rows: that in `table` is used where the word is read, that in `out` where it
    is a possible answer. CBOW reads the words around the place, and the word in the middle is the
    right answer; skip-gram reads the word in the middle, and the words around are right. A score s
    is the dot product of a row of `out` with the mean of the rows read. The loss is the mean of
    softplus(-s) over the right answers plus the mean of softplus(s) over the drawn words. One step
    of plain SGD follows. The learner turns to another place, and switches between the two tasks.
    Every place starts from the tables as they are given. Each answer stands on a line of its own
    at its score, from where the step takes it. With tables of up to 12 rows the whole text is
    drawn, and each word of it can be clicked, which takes the place there.

    Args:
        table, out: (V, D) tensors on any device, arrays or nested lists. Only the rows of words at
            and around the places, and of the drawn ones, are read, once, and all of up to 12 rows;
            autograd hears nothing.
        ids: the text as row numbers, (N,), int64 or int32.
        places: the places in `ids` that can be turned to, 1 to 12 of 0 to N - 1; to a reach
            of 3, 4 or 5 at most 9, 6 or 5.
        drawn: the row numbers of 1 to 5 drawn words (negative samples), the same at every place.
            One that is also right at a place counts as both there.
        reach: how many words to either side count as around, 1 to 5; fewer at an end of the text.
        names: the word of each row, V of them; None for the row numbers alone.
        lr: the learning rate, above 0.
        padding_idx: the row number, if any, that is no word where it stands in `ids`, as that of
            nn.EmbeddingBag: it is neither read nor an answer.
        by: the task shown first, "CBOW" or "skip-gram".
        step: which of the places is shown first, from 0.

    Returns:
        A picture. Kernel and browser share `picture.step` and `picture.by`; setting one moves the
        picture. `picture.loss` is the loss before and after the step at the shown place. What is
        shown is computed in float64.

    Raises:
        TypeError: tables without real numbers, or sparse ones; ids, places or drawn that are no
            int64 or int32; a reach or padding_idx that is no whole number; an lr that is no number;
            names that are no texts.
        ValueError: tables that are not 2-D or of different shapes; ids that are not 1-D; no places
            or too many, no drawn words or more than 5; a reach outside 1 to 5; a padding_idx
            outside 0 to V - 1; an lr that is not above 0; names of another length; a place of the
            padding or without a word around it; numbers that are not finite.
        IndexError: an id or a drawn word outside 0 to V - 1, a place outside 0 to N - 1.
        traitlets.TraitError: a step outside the picture; `by` that is none of the tasks.

    Example:
        >>> table, out = [[1, 0], [0, 1], [0, 0]], [[0, 1], [1, 0], [0, 0]]
        >>> picture = one_place(table, out, [0, 1, 0], [1], [2], names=["the", "cat", "dog"])
        >>> picture
        <one place: CBOW, place 1 of 1, “cat”, loss 1.006 to 0.608>
        >>> picture.by = "skip-gram"
        >>> picture
        <one place: skip-gram, place 1 of 1, “cat”, loss 1.006 to 0.608>

    Source: Mikolov et al., Distributed Representations of Words and Phrases and their
    Compositionality, 2013, https://arxiv.org/abs/1310.4546; there the drawn words of a place are
    summed, not averaged, and others for each place.
    """
    tables = Tables(table, out, names)
    given = {"reach": reach, "padding_idx": padding_idx}
    windows = windows_of(ids, places, tables, **given)
    whole = tables.V <= MOST_WHOLE
    beside = windows_beside(windows, ids, tables, **given) if whole else []
    drawn = drawn_of(drawn, tables.V)
    return OnePlace(tables, windows, beside, drawn, rate_of(lr), by, step)


@dataclass(frozen=True)
class Place:
    """A step: a place of the text with the words around it, and what each task does there."""

    window: Window
    pulls: dict[str, Pull]


class OnePlace(Picture):
    """One place in training; made by `one_place`."""

    _draws = Path(__file__).with_name("draw.js")

    by = traitlets.Enum(WAYS, CBOW, help="which task is trained").tag(sync=True)

    def __init__(self, tables, windows, beside, drawn, lr, by, step):
        super().__init__(draw(tables, windows, beside, drawn, lr), step)
        self.by = by

    @property
    def loss(self):
        """The loss at the shown place before the step and after it."""
        shown = self._shown.pulls[self.by]
        return shown.loss, shown.loss_after

    def _answer(self, content):
        typed = str(content.get("row", content.get("typed"))).strip()
        steps = [place.window for place in self._drawing.steps]
        if not typed:
            raise LookupError(f"{self.spec['asks']}.")
        # From the next place on: who types a word again comes to the next place where it stands.
        for ahead in range(1, len(steps) + 1):
            at = (self.step + ahead) % len(steps)
            if typed in (steps[at].word, f"{steps[at].row}", f"{steps[at].row:,}"):
                return self._drawing, at
        few = joined(*dict.fromkeys(quoted(short(_called(step))) for step in steps[:4]))
        raise LookupError(
            f"{quoted(short(typed, 40))} is in the middle of none of the "
            f"{listed(len(steps), 'place')} shown: {few}{' and so on' if len(steps) > 4 else ''}."
        )

    @property
    def _tells(self):
        """The first place, at which one begins to read."""
        return 0

    def __repr__(self):
        path = self.spec["path"]
        at = f"place {self.step + 1} of {path}" if self.step < path else "your place"
        before, after = self.spec["steps"][self.step][self.by]["loss"]
        word = _called(self._shown.window)
        return f"<one place: {self.by}, {at}, “{word}”, loss {before} to {after}>"

    def to_html(self):
        """The rows read and the scores of the shown place as a plain table, without a kernel."""
        spec, shown = self.spec, self._shown.pulls[self.by]
        rows = spec["rows"]
        read = "read" if len(shown.reads) == 1 else f"read, 1 of {len(shown.reads)}"
        body = [
            [f"table: {named(rows[str(row)])}", read, "", "", ""] for row in shown.reads
        ]
        for answer in shown.answers:
            body.append(
                [
                    f"out: {named(rows[str(answer.row)])}",
                    "right answer, target 1" if answer.right else "drawn, target 0",
                    score_text(answer.score),
                    f"{'pull' if answer.right else 'push'} {score_text(answer.strength)}",
                    score_text(answer.after),
                ]
            )
        foot = [["loss", "", score_text(shown.loss), "", score_text(shown.loss_after)]]
        head = ["row", "used as", "score", "pull or push", "score after the step"]
        caption = joined(f"{spec['title']}: {self.by}", spec["note"])
        return still(caption, head, body, foot, f"{self!r}"[1:-1] + ".")


def draw(tables, places, beside, drawn, lr):
    """The drawing of `one_place`.

    tables: `Tables`; places, beside: the windows that play, and those of other words; drawn: the
    rows drawn; lr: the learning rate. Raises ValueError if a score is not finite.
    """
    windows = [*places, *beside]
    near = {row for window in windows for row in window.slots if row is not None}
    rows = range(tables.V) if tables.V <= MOST_WHOLE else sorted({*near, *drawn})
    table, out = (tables.read(name, rows) for name in ("table", "out"))
    steps = [
        Place(window, _pulls_at(table, out, window, drawn, lr)) for window in windows
    ]
    pulls = [found for step in steps for found in step.pulls.values()]
    _check_finite(pulls)
    columns = cut(tables.D)
    lines = Lines(columns, [*table.values(), *out.values(), *_moved(pulls)])
    headings = {str(row): tables.heading(row) for row in rows}
    spec = {
        "rows": headings,
        "columns": columns,
        "gap": HEAD if len(columns) < tables.D else 0,
        "numbers": lines.written,
        "table": {str(row): lines.line(table[row]) for row in rows},
        "out": {str(row): lines.line(out[row]) for row in rows},
        "clicked": tables.V <= MOST_WHOLE,
        "drawn": drawn,
        "reach": {
            way: _largest_score(step.pulls[way] for step in steps) for way in WAYS
        },
        "name_width": max(
            width_of(row.get("name", row["label"])) for row in headings.values()
        ),
        "chips": chips_of(places, (len(places),)),
        "ways": WAYS,
        "steps": [
            step.window.sent() | {way: _sent(step.pulls[way], lines) for way in WAYS}
            for step in steps
        ],
        "path": len(places),
    }
    return Drawing(steps, spec | _words(tables, lines, len(places), lr))


def _words(tables, lines, count, lr):
    """What a spec says beside its numbers."""
    D = tables.D
    hidden = D - len(lines.columns)
    return {
        "title": "one place of a text",
        "name": f"one step of training at {listed(count, 'place')} of a text, "
        f"two tables {(tables.V, D)}",
        "note": joined(
            f"each place starts from the same two tables, learning rate {lr:g}",
            f"{hidden:,} of {D:,} columns not drawn" if hidden else "",
            "numbers rounded" if lines.rounded else "",
        ),
        "sentence": False,
        "asks": f"Type the {'word' if tables.has_names else 'row number'} in the middle",
    }


def _pulls_at(table, out, window, drawn, lr):
    """What the step does at a place, {task: Pull}."""
    middle = [window.row]
    return {
        CBOW: pull(table, out, window.around, middle, drawn, lr),
        SKIP_GRAM: pull(table, out, middle, window.around, drawn, lr),
    }


def _moved(pulls):
    """The means of all places before and after the step, and what becomes of the rows read."""
    for found in pulls:
        yield from (found.mean, found.mean_after, *found.table.values())


def _sent(pull, lines):
    """What a step does, as it travels: of each answer its score, the score after, its strength.

    Which rows are read and answer follows from the words of the place and those drawn. What has
    become of the rows read is sent where their numbers are written.
    """
    answers = [
        f"{score_text(answer.score)} {score_text(answer.after)} {score_text(answer.strength)}"
        for answer in pull.answers
    ]
    sent = {}
    if lines.written:
        sent["moved"] = [lines.line(pull.table[row]) for row in pull.reads]
    if len(pull.reads) > 1:
        sent["mean"] = lines.line(pull.mean)
        sent["mean_moved"] = lines.line(pull.mean_after)
    return {
        **sent,
        "answers": ";".join(answers),
        "loss": [score_text(pull.loss), score_text(pull.loss_after)],
    }


def _called(step):
    return step.word or f"{step.row:,}"


def _largest_score(pulls):
    """The largest size of a score before or after the step, which the longest bar stands for."""
    scores = [
        size for p in pulls for a in p.answers for size in (abs(a.score), abs(a.after))
    ]
    return max(scores) or 1


def _check_finite(pulls):
    for found in pulls:
        scores = [number for a in found.answers for number in (a.score, a.after)]
        if not np.isfinite([*scores, found.loss, found.loss_after]).all():
            raise ValueError(
                "scores must be finite before and after the step: "
                "the numbers of table and out, or lr, are too large."
            )
