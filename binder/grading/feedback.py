"""A learner's notebook to hand back: the verdict stands under each exercise."""

import re

import nbformat

from .course_text import exercise_texts, points_text

MARK = "one-row-feedback"  # the tag of a cell of ours, taken out if the notebook is handed in anew


def with_feedback(notebook, questions, verdicts):
    """The text of a copy of a notebook, with a cell below each that asks for an exercise.

    What such a cell had printed is left out, as it may be the verdict on an earlier answer.
    questions: the `Question`s of its code cells. verdicts: {exercise: Verdict}.
    """
    below = {}
    for question in questions:
        below.setdefault(question.place, []).append(question.name)
    cells = []
    place = -1
    for cell in notebook.cells:
        if MARK in cell.metadata.get("tags", []):
            continue
        cells.append(cell)
        if cell.cell_type == "code":
            place += 1
            ours = [_cell(name, verdicts[name]) for name in below.get(place, [])]
            cell.outputs = [] if ours else cell.outputs
            cells += ours
    if notebook.nbformat_minor < 5:  # which has no ids
        for cell in cells:
            cell.pop("id", None)
    notebook.cells = cells
    return nbformat.v4.writes(notebook)


def _cell(name, verdict):
    stars = exercise_texts(name[:2])[name].stars
    points = f"{points_text(stars * verdict.share)} of {points_of(stars)}"
    text = f"**{name}: {verdict.state}** ({points})"
    if verdict.why:
        # A fence is longer than any within, so that nothing of a learner's is markup.
        fence = "`" * max(
            [3, *(len(ticks) + 1 for ticks in re.findall("`+", verdict.why))]
        )
        text += f"\n\n{fence}text\n{verdict.why}\n{fence}"
    return nbformat.v4.new_markdown_cell(text, metadata={"tags": [MARK]})


def points_of(stars):
    """What an exercise is worth, in words.

    >>> points_of(1), points_of(2)
    ('1 point', '2 points')
    """
    return f"{stars} point" + "s" * (stars != 1)
