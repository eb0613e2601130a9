"""One step of word2vec with negative samples, at one place of a text. Pure NumPy, in float64."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Answer:
    """A row of `out` that is held against what was read: a right answer, or a drawn word."""

    row: int
    right: bool
    score: float  # its dot product with the mean of the rows read
    after: float  # the same once the step is done
    strength: float  # the size of the loss's derivative by the score, from 0 to 1


@dataclass(frozen=True)
class Pull:
    """What a step does: {row: its numbers after the step} of both tables, and what led there."""

    reads: list[int]
    answers: list[Answer]
    mean: np.ndarray  # (D,)
    mean_after: np.ndarray
    table: dict[int, np.ndarray]
    out: dict[int, np.ndarray]
    loss: float
    loss_after: float


@np.errstate(
    over="ignore", invalid="ignore"
)  # numbers too large become infinite, and are refused
def pull(table, out, reads, right, drawn, lr):
    """One step of plain SGD from the rows of two tables, each {row: (D,) numbers}, as a `Pull`.

    The score s of a word is the dot product of its row of `out` with the mean of the rows of
    `table` that `reads` names. The loss is the mean of softplus(-s) over the `right` words plus the
    mean of softplus(s) over the `drawn` ones. A word that is named twice counts twice.
    """
    words = [*right, *drawn]
    scores, mean = _scores(table, out, reads, words)
    slopes = _slopes(scores, len(right))
    way = slopes @ np.stack(
        [out[word] for word in words]
    )  # the loss's derivative by the mean
    table_after = {
        row: table[row] - lr * reads.count(row) / len(reads) * way for row in reads
    }
    out_after = {word: out[word].copy() for word in words}
    for word, slope in zip(words, slopes, strict=True):
        out_after[word] -= lr * slope * mean
    scores_after, mean_after = _scores(table_after, out_after, reads, words)
    answers = [
        Answer(word, at < len(right), *numbers)
        for at, (word, *numbers) in enumerate(
            zip(
                words,
                scores.tolist(),
                scores_after.tolist(),
                abs(slopes).tolist(),
                strict=True,
            )
        )
    ]
    return Pull(
        reads=list(reads),
        answers=answers,
        mean=mean,
        mean_after=mean_after,
        table=table_after,
        out=out_after,
        loss=_loss(scores, len(right)),
        loss_after=_loss(scores_after, len(right)),
    )


def _scores(table, out, reads, words):
    """The scores of the words and the mean of the rows read."""
    mean = np.mean([table[row] for row in reads], axis=0)
    return np.stack([out[word] for word in words]) @ mean, mean


def _slopes(scores, count):
    """The loss's derivative by each score, of which the first `count` are of right answers."""
    right, drawn = scores[:count], scores[count:]
    return np.concatenate(
        [-_sigmoid(-right) / len(right), _sigmoid(drawn) / len(drawn)]
    )


def _loss(scores, count):
    right, drawn = scores[:count], scores[count:]
    return float(np.logaddexp(0, -right).mean() + np.logaddexp(0, drawn).mean())


def _sigmoid(x):
    return 0.5 * (1 + np.tanh(x / 2))  # where exp(-x) would overflow, too
