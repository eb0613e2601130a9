"""Exercises of 00 Start here."""

import string

import torch

from ..vocabulary import UNKNOWN, Vocabulary
from .check import Exercise, several


def _word(rng):
    return "".join(rng.sample(string.ascii_lowercase, 4))


def _sentence(rng):
    """Known words, one of them twice, and unknown ones: neither in their alphabetical order nor each once."""
    known = sorted({_word(rng) for _ in range(9)})
    vocabulary = Vocabulary((UNKNOWN, *known), (0, *[1] * len(known)))
    words = rng.sample(vocabulary.words[1:], rng.randint(4, 6))
    words.append(words[0])
    first, middle, last = (
        5 * letter for letter in sorted(rng.sample(string.ascii_lowercase, 3))
    )  # certainly unknown
    unknown = [middle, last, first, middle]
    for place, word in zip(sorted(rng.sample(range(len(words)), len(unknown))), unknown):
        words.insert(place, word)
    return words, vocabulary


def _table(rng):
    V, D, B = rng.sample(range(4, 12), 3)
    W = torch.tensor([rng.sample(range(-99, 99), D) for _ in range(V)], dtype=torch.float32)
    return W, torch.tensor(
        [V - 1, *rng.choices(range(V), k=B - 2), 0]
    )  # never in the order of the rows


EXERCISES = {
    "a": Exercise(
        truth=lambda words, vocabulary: [vocabulary[word] for word in words],
        trials=several(_sentence),
        names=("words", "vocabulary"),
        wrong={
            "unknown words are left out; each of them needs an id too, and it is 0.": lambda words, vocabulary: [
                vocabulary[word] for word in words if word in vocabulary
            ],
            "those are places in the sentence; the id is the word's place in the vocabulary.": lambda words, _: (
                list(range(len(words)))
            ),
            "a repeated word is taken once; every place of the sentence needs its id.": lambda words, vocabulary: [
                vocabulary[word] for word in dict.fromkeys(words)
            ],
        },
    ),
    "b": Exercise(
        truth=lambda W, ids: torch.stack([W[int(i)] for i in ids]),
        trials=several(_table),
        names=("W", "ids"),
        wrong={
            "that is the first rows of W; ask for the rows that ids names.": lambda W, ids: W[
                : len(ids)
            ],
            "those are rows in order of their id; the order of the sentence is lost.": lambda W, ids: (
                W[ids.sort()[0]]
            ),
            "the rows are added up; keep one row for each id.": lambda W, ids: W[ids].sum(0),
        },
    ),
    "c": Exercise(
        truth=lambda words, vocabulary: [word for word in words if vocabulary[word] == 0],
        trials=several(_sentence),
        names=("words", "vocabulary"),
        wrong={
            "those are the known words.": lambda words, vocabulary: [
                word for word in words if vocabulary[word]
            ],
            "those are their places; the words themselves are wanted.": lambda words, vocabulary: [
                i for i, word in enumerate(words) if vocabulary[word] == 0
            ],
            "those are sorted; let them stand as in the sentence.": lambda words, vocabulary: (
                sorted(word for word in words if vocabulary[word] == 0)
            ),
            "those are in reverse; let them stand as in the sentence.": lambda words, vocabulary: [
                word for word in words[::-1] if vocabulary[word] == 0
            ],
            "an unknown word that comes twice is taken once; each place counts.": lambda words, vocabulary: [
                word for word in dict.fromkeys(words) if vocabulary[word] == 0
            ],
            "that is how many there are; the words themselves are wanted.": lambda words, vocabulary: (
                sum(vocabulary[word] == 0 for word in words)
            ),
        },
    ),
}
