"""05-c: rows of a trained table for the words of another vocabulary."""

import string
from itertools import product

import torch

from .check import Exercise
from .kit.trials import whole_numbers


def _two_vocabularies(rng):
    """Tables of two vocabularies, with and without row 0 of W among those that are taken over.

    In two of six trials W has more rows than start.
    """
    return [_two(rng, *kind) for kind in product((2, 4, 5), (False, True))]


def _two(rng, new, with_first):
    """W and its words; three of them and so many new ones, a new one first; and their rows."""
    letters = rng.sample(string.ascii_lowercase, 6 + new)
    words, strange = letters[:6], letters[6:]
    shared = words[:3] if with_first else words[1:4]
    rest = [*shared, *strange[1:]]
    mine = [strange[0], *rng.sample(rest, len(rest))]
    both = whole_numbers(rng, len(words) + len(mine), 3, below=100)
    return both[: len(words)], words, mine, both[len(words) :]


def _taken(W, words, mine, unknown):
    """The rows of W for the words of `mine`; for those that W does not know, the rows `unknown`."""
    rows = [
        W[words.index(word)] if word in words else row
        for word, row in zip(mine, unknown)
    ]
    return torch.stack(rows)


EXERCISE = Exercise(
    truth=_taken,
    trials=_two_vocabularies,
    names=("W", "words", "mine", "start"),
    special={
        "words[0] is among mine": lambda W, words, mine, start: words[0] in mine,
        "W has more rows than start": lambda W, words, mine, start: len(W) > len(start),
        "W has fewer rows than start": lambda W, words, mine, start: (
            len(W) < len(start)
        ),
    },
)


@EXERCISE.wrong
def taken_by_number(W, words, mine, start):
    """rows were taken by their number: row i of W belongs to words[i], yours to mine[i]."""
    return torch.cat([W[: len(start)], start[len(W) :]])


@EXERCISE.wrong
def row_of_the_same_number(W, words, mine, start):
    """a known word got the row of W that has its number in mine; its row is that in words."""
    rows = [W[i] if word in words else start[i] for i, word in enumerate(mine)]
    return torch.stack(rows)


@EXERCISE.wrong
def put_at_their_old_number(W, words, mine, start):
    """the rows were put where they stand in W; the row of a word stands where mine has the word."""
    out = start.clone()
    for i, word in enumerate(words):
        if word in mine:
            out[i] = W[i]
    return out


@EXERCISE.wrong
def zeros_for_unknown(W, words, mine, start):
    """a word that W does not know got zeros; it keeps its row of start."""
    return _taken(W, words, mine, torch.zeros_like(start))


@EXERCISE.wrong
def first_row_for_unknown(W, words, mine, start):
    """a word that W does not know got row 0 of W; it keeps its row of start."""
    return _taken(W, words, mine, W[0].expand_as(start))


@EXERCISE.wrong
def last_row_for_unknown(W, words, mine, start):
    """a word that W does not know got W's last row: -1 is a row, too."""
    return _taken(W, words, mine, W[-1].expand_as(start))


@EXERCISE.wrong
def mean_row_for_unknown(W, words, mine, start):
    """a word that W does not know got the mean row; it keeps its row of start."""
    return _taken(W, words, mine, W.mean(0).expand_as(start))


@EXERCISE.wrong
def row_zero_not_taken(W, words, mine, start):
    """row 0 of W was not taken over: 0 counts as False; ask whether the word is in words."""
    rows = [
        W[words.index(word)] if word in words[1:] else row
        for word, row in zip(mine, start)
    ]
    return torch.stack(rows)


@EXERCISE.wrong
def unknown_left_out(W, words, mine, start):
    """words that W does not know are left out; each keeps its row of start."""
    return torch.stack([W[words.index(word)] for word in mine if word in words])


@EXERCISE.wrong
def unknown_behind(W, words, mine, start):
    """the rows of the unknown words stand behind those of W; keep the order of mine."""
    return torch.cat([W, start[[word not in words for word in mine]]])


@EXERCISE.wrong
def known_kept(W, words, mine, start):
    """it is turned round: that is W, in which the words of mine have their rows of start."""
    return _taken(start, mine, words, W)


@EXERCISE.wrong
def looked_up_blindly(W, words, mine, start):
    """a dict has no entry for a word that W does not know; ask first whether the word is in it."""
    row = {word: i for i, word in enumerate(words)}
    return W[[row[word] for word in mine]]


@EXERCISE.wrong
def searched_for_blindly(W, words, mine, start):
    """index stops at a word that W does not know; ask first whether it is in words."""
    return W[[words.index(word) for word in mine]]


@EXERCISE.wrong
def added(W, words, mine, start):
    """the rows of W were added to those of start; they replace them."""
    return start + _taken(W, words, mine, torch.zeros_like(start))


@EXERCISE.wrong
def only_the_first(W, words, mine, start):
    """only the first known word has its row of W: does a return stand in the loop?"""
    place = next(i for i, word in enumerate(mine) if word in words)
    out = start.clone()
    out[place] = W[words.index(mine[place])]
    return out


@EXERCISE.wrong
def one_after_the_other(W, words, mine, start):
    """the rows of W were put to the front one by one; each belongs to the place of its word."""
    known = [words.index(word) for word in mine if word in words]
    return torch.cat([W[known], start[len(known) :]])


@EXERCISE.wrong
def mean_of_both(W, words, mine, start):
    """the rows of W were averaged with those of start; they replace them."""
    return (start + _taken(W, words, mine, start)) / 2


@EXERCISE.wrong
def rows_behind(W, words, mine, start):
    """those are the rows behind: words[0] has row 0, so count from 0."""
    return _taken(W.roll(-1, 0), words, mine, start)


@EXERCISE.wrong
def nothing_taken(W, words, mine, start):
    """nothing was taken over."""
    return start
