"""Exercises of 00 Start here."""

import string

import torch

from ..vocabulary import UNKNOWN, Vocabulary
from .check import Exercise, several
from .trials import whole_numbers


def _word(rng):
    return "".join(rng.sample(string.ascii_lowercase, 4))


def _sentence(rng):
    """A sentence and its vocabulary.

    One known word and one unknown word come twice; neither kind stands in alphabetical order.
    """
    known = sorted({_word(rng) for _ in range(9)})
    vocabulary = Vocabulary((UNKNOWN, *known), (0, *[1] * len(known)))
    words = rng.sample(vocabulary.words[1:], rng.randint(4, 6))
    words.append(words[0])
    letters = sorted(rng.sample(string.ascii_lowercase, 3))
    first, middle, last = (5 * letter for letter in letters)  # five equal letters are no known word
    unknown = [middle, last, first, middle]
    for place, word in zip(sorted(rng.sample(range(len(words)), len(unknown))), unknown):
        words.insert(place, word)
    return words, vocabulary


def _table(rng):
    """A table, and ids that begin with the last row and end with row 0: never in order."""
    V, D, B = rng.sample(range(4, 12), 3)
    ids = [V - 1, *rng.choices(range(V), k=B - 2), 0]
    return whole_numbers(rng, V, D), torch.tensor(ids)


def _slow_ids(words, vocabulary):
    return [vocabulary[word] for word in words]


def known_ids_only(words, vocabulary):
    """unknown words are left out; each of them needs an id too, and it is 0."""
    return [vocabulary[word] for word in words if word in vocabulary]


def places_in_the_sentence(words, vocabulary):
    """those are places in the sentence; the id is the word's place in the vocabulary."""
    return list(range(len(words)))


def ids_without_repeats(words, vocabulary):
    """a repeated word is taken once; every place of the sentence needs its id."""
    return _slow_ids(dict.fromkeys(words), vocabulary)


def _slow_rows(W, ids):
    return torch.stack([W[i] for i in ids.tolist()])


def first_rows(W, ids):
    """that is the first rows of W; ask for the rows that ids names."""
    return W[: len(ids)]


def rows_in_order_of_id(W, ids):
    """those are rows in order of their id; the order of the sentence is lost."""
    return W[ids.sort()[0]]


def rows_added_up(W, ids):
    """the rows are added up; keep one row for each id."""
    return W[ids].sum(0)


def _unknown(words, vocabulary):
    return [word for word in words if vocabulary[word] == 0]


def known_words(words, vocabulary):
    """those are the known words."""
    return [word for word in words if vocabulary[word] != 0]


def places_of_unknown_words(words, vocabulary):
    """those are their places; the words themselves are wanted."""
    return [place for place, word in enumerate(words) if vocabulary[word] == 0]


def sorted_unknown_words(words, vocabulary):
    """those are sorted; let them stand as in the sentence."""
    return sorted(_unknown(words, vocabulary))


def unknown_words_in_reverse(words, vocabulary):
    """those are in reverse; let them stand as in the sentence."""
    return _unknown(words, vocabulary)[::-1]


def unknown_words_without_repeats(words, vocabulary):
    """an unknown word that comes twice is taken once; each place counts."""
    return _unknown(dict.fromkeys(words), vocabulary)


def number_of_unknown_words(words, vocabulary):
    """that is how many there are; the words themselves are wanted."""
    return len(_unknown(words, vocabulary))


EXERCISES = {
    "a": Exercise(
        truth=_slow_ids,
        trials=several(_sentence),
        names=("words", "vocabulary"),
        wrong=[known_ids_only, places_in_the_sentence, ids_without_repeats],
    ),
    "b": Exercise(
        truth=_slow_rows,
        trials=several(_table),
        names=("W", "ids"),
        wrong=[first_rows, rows_in_order_of_id, rows_added_up],
    ),
    "c": Exercise(
        truth=_unknown,
        trials=several(_sentence),
        names=("words", "vocabulary"),
        wrong=[
            known_words,
            places_of_unknown_words,
            sorted_unknown_words,
            unknown_words_in_reverse,
            unknown_words_without_repeats,
            number_of_unknown_words,
        ],
    ),
}
