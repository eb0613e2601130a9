"""00-a: the ids of a sentence's words."""

from itertools import product

from ..vocabulary import UNKNOWN, Vocabulary
from .check import Exercise

KNOWN = ["the", "cat", "sees", "a", "zebra", "and", "sleeps"]
STRANGE = ["emu", "quagga", "okapi", "axolotl"]


def _sentences(rng):
    """Words and their vocabulary, with and without words that come twice or are unknown.

    The ids of the words are in no order, and the vocabularies not equally large.
    """
    one, other = rng.sample(STRANGE, 2)
    kinds = product((False, True), ([], [one], [one, other], [one, other, one]))
    return [_sentence(rng, 3 + k % 3, *kind) for k, kind in enumerate(kinds)]


def _sentence(rng, size, repeats, unknown):
    """Words of a vocabulary of `size`, the last row's first, and these unknown ones among them."""
    known = rng.sample(KNOWN, size)
    # No count is the number of its own row, so that who mixes the two up is found out.
    vocabulary = Vocabulary((UNKNOWN, *known), (9, 7, 5, 4, 3, 2)[: size + 1])
    words = [known[-1], known[0], *unknown[:1], known[1], *unknown[1:]]
    if repeats:
        words = [*unknown[:1], known[-1], known[0], known[1], known[-1], *unknown[1:]]
    return words, vocabulary


def _slow_ids(words, vocabulary):
    return [vocabulary[word] for word in words]


EXERCISE = Exercise(
    truth=_slow_ids,
    trials=_sentences,
    names=("words", "vocabulary"),
    special={
        "a word is unknown": lambda words, vocabulary: any(
            vocabulary[word] == 0 for word in words
        ),
        "a word comes twice": lambda words, vocabulary: len(set(words)) < len(words),
    },
)


@EXERCISE.wrong
def known_ids_only(words, vocabulary):
    """unknown words are left out; each of them needs an id too, and it is 0."""
    return [vocabulary[word] for word in words if word in vocabulary]


@EXERCISE.wrong
def unknown_ids_only(words, vocabulary):
    """known words are left out; every word needs its id."""
    return [0 for word in words if word not in vocabulary]


@EXERCISE.wrong
def counts_in_the_sentence(words, vocabulary):
    """that is how often each word comes in the sentence; vocabulary[word] is the word's id."""
    return [words.count(word) for word in words]


@EXERCISE.wrong
def letter_by_letter(words, vocabulary):
    """the loop runs over the letters of the words; look up the whole word."""
    return [vocabulary[letter] for word in words for letter in word]


@EXERCISE.wrong
def places_in_the_sentence(words, vocabulary):
    """those are places in the sentence; the id is the word's place in the vocabulary."""
    return list(range(len(words)))


@EXERCISE.wrong
def places_or_zero(words, vocabulary):
    """those are places in the sentence, and 0; the id is the word's place in the vocabulary."""
    return [place if word in vocabulary else 0 for place, word in enumerate(words)]


@EXERCISE.wrong
def ids_without_repeats(words, vocabulary):
    """a repeated word is taken once; every place of the sentence needs its id."""
    return _slow_ids(dict.fromkeys(words), vocabulary)


@EXERCISE.wrong
def loop_over_the_vocabulary(words, vocabulary):
    """the loop runs over the vocabulary; every word of the sentence needs its id."""
    return [row if word in words else 0 for row, word in enumerate(vocabulary.words)]


@EXERCISE.wrong
def numbered_anew(words, vocabulary):
    """the words of the sentence are numbered anew; their numbers stand in the vocabulary."""
    return [list(dict.fromkeys(words)).index(word) for word in words]


@EXERCISE.wrong
def places_in_the_alphabet(words, vocabulary):
    """those are places in the alphabet; vocabulary[word] is the word's row."""
    order = sorted(vocabulary.words)
    return [order.index(word) if word in vocabulary else 0 for word in words]


@EXERCISE.wrong
def minus_one_for_unknown(words, vocabulary):
    """an unknown word gets -1; its id is 0."""
    return [vocabulary[word] or -1 for word in words]


@EXERCISE.wrong
def none_for_unknown(words, vocabulary):
    """an unknown word gets None; its id is 0."""
    return [vocabulary[word] or None for word in words]


@EXERCISE.wrong
def a_new_row_for_unknown(words, vocabulary):
    """an unknown word gets a row behind the last; its id is 0."""
    return [vocabulary[word] or len(vocabulary) for word in words]


@EXERCISE.wrong
def counts_for_ids(words, vocabulary):
    """those are the counts of the words; vocabulary[word] is the id."""
    return [vocabulary.counts[vocabulary[word]] for word in words]


@EXERCISE.wrong
def names_of_rows(words, vocabulary):
    """those are words; vocabulary[word] is the word's id."""
    return [vocabulary.words[vocabulary[word]] for word in words]


@EXERCISE.wrong
def asked_like_a_dict(words, vocabulary):
    """a vocabulary is no dict: vocabulary[word] alone gives 0 for a word that it does not know."""
    return [vocabulary.get(word, 0) for word in words]


@EXERCISE.wrong
def searched_for(words, vocabulary):
    """index stops at a word that is not there; vocabulary[word] gives 0 for it."""
    return [vocabulary.words.index(word) for word in words]


@EXERCISE.wrong
def row_to_word(words, vocabulary):
    """vocabulary.words goes from a row to its word; vocabulary[word] is the way back."""
    return [vocabulary.words[word] for word in words]
