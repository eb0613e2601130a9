"""Exercises of 00 Start here."""

from itertools import product

from ..vocabulary import UNKNOWN, Vocabulary
from .check import Exercise
from .rows import ROWS

KNOWN = ["the", "cat", "sees", "a", "zebra", "and", "sleeps"]
LEMUR = "lemur"  # known, and a part of it is a word of its own that is not
STRANGE = ["emu", "quagga", "okapi", "axolotl"]


def _sentences(rng):
    """Words and their vocabulary, with and without words that come twice or are unknown.

    The ids of the words are in no order, and the vocabularies not equally large. Several unknown
    words stand neither in the order of the alphabet nor in its reverse.
    """
    low, middle, high = sorted([STRANGE[0], *rng.sample(STRANGE[1:], 2)])
    kinds = product((False, True), ([], [STRANGE[0]], [high, low], [middle, high, low, middle]))
    return [_sentence(rng, 3 + k % 3, *kind) for k, kind in enumerate(kinds)]


def _sentence(rng, size, repeats, unknown):
    """Words of a vocabulary of `size`, the last row's first, and these unknown ones among them."""
    known = [*rng.sample(KNOWN, size - 1), LEMUR]
    rng.shuffle(known)
    vocabulary = Vocabulary((UNKNOWN, *known), (9, 7, 5, 4, 3, 2)[: size + 1])
    words = [known[-1], known[0], *unknown[:1], known[1], *unknown[1:]]
    if repeats:
        words = [*unknown[:1], known[-1], known[0], known[1], known[-1], *unknown[1:]]
    return words, vocabulary


def _repeats(words):
    return len(set(words)) < len(words)


def _slow_ids(words, vocabulary):
    return [vocabulary[word] for word in words]


def known_ids_only(words, vocabulary):
    """unknown words are left out; each of them needs an id too, and it is 0."""
    return [vocabulary[word] for word in words if word in vocabulary]


def unknown_ids_only(words, vocabulary):
    """known words are left out; every word needs its id."""
    return [0 for word in words if word not in vocabulary]


def counts_in_the_sentence(words, vocabulary):
    """that is how often each word comes in the sentence; vocabulary[word] is the word's id."""
    return [words.count(word) for word in words]


def letter_by_letter(words, vocabulary):
    """the loop runs over the letters of the words; look up the whole word."""
    return [vocabulary[letter] for word in words for letter in word]


def places_in_the_sentence(words, vocabulary):
    """those are places in the sentence; the id is the word's place in the vocabulary."""
    return list(range(len(words)))


def places_or_zero(words, vocabulary):
    """those are places in the sentence, and 0; the id is the word's place in the vocabulary."""
    return [place if word in vocabulary else 0 for place, word in enumerate(words)]


def ids_without_repeats(words, vocabulary):
    """a repeated word is taken once; every place of the sentence needs its id."""
    return _slow_ids(dict.fromkeys(words), vocabulary)


def loop_over_the_vocabulary(words, vocabulary):
    """the loop runs over the vocabulary; every word of the sentence needs its id."""
    return [row if word in words else 0 for row, word in enumerate(vocabulary.words)]


def numbered_anew(words, vocabulary):
    """the words of the sentence are numbered anew; their numbers stand in the vocabulary."""
    return [list(dict.fromkeys(words)).index(word) for word in words]


def places_in_the_alphabet(words, vocabulary):
    """those are places in the alphabet; vocabulary[word] is the word's row."""
    order = sorted(vocabulary.words)
    return [order.index(word) if word in vocabulary else 0 for word in words]


def minus_one_for_unknown(words, vocabulary):
    """an unknown word gets -1; its id is 0."""
    return [vocabulary[word] or -1 for word in words]


def none_for_unknown(words, vocabulary):
    """an unknown word gets None; its id is 0."""
    return [vocabulary[word] or None for word in words]


def a_new_row_for_unknown(words, vocabulary):
    """an unknown word gets a row behind the last; its id is 0."""
    return [vocabulary[word] or len(vocabulary) for word in words]


def counts_for_ids(words, vocabulary):
    """those are the counts of the words; vocabulary[word] is the id."""
    return [vocabulary.counts[vocabulary[word]] for word in words]


def names_of_rows(words, vocabulary):
    """those are words; vocabulary[word] is the word's id."""
    return [vocabulary.words[vocabulary[word]] for word in words]


def asked_like_a_dict(words, vocabulary):
    """a vocabulary is no dict: vocabulary[word] alone gives 0 for a word that it does not know."""
    return [vocabulary.get(word, 0) for word in words]


def searched_for(words, vocabulary):
    """index stops at a word that is not there; vocabulary[word] gives 0 for it."""
    return [vocabulary.words.index(word) for word in words]


def row_to_word(words, vocabulary):
    """vocabulary.words goes from a row to its word; vocabulary[word] is the way back."""
    return [vocabulary.words[word] for word in words]


def _unknown(words, vocabulary):
    return [word for word in words if vocabulary[word] == 0]


def known_words(words, vocabulary):
    """those are the known words."""
    return [word for word in words if vocabulary[word] != 0]


def places_of_unknown_words(words, vocabulary):
    """those are their places; the words themselves are wanted."""
    return [place for place, word in enumerate(words) if vocabulary[word] == 0]


def ids_of_unknown_words(words, vocabulary):
    """those are their ids, which are all 0; the words themselves are wanted."""
    return [0 for _ in _unknown(words, vocabulary)]


def sorted_unknown_words(words, vocabulary):
    """those are sorted; let them stand as in the sentence."""
    return sorted(_unknown(words, vocabulary))


def unknown_words_in_reverse(words, vocabulary):
    """those are in reverse; let them stand as in the sentence."""
    return _unknown(words, vocabulary)[::-1]


def unknown_words_without_repeats(words, vocabulary):
    """an unknown word that comes twice is taken once; each place counts."""
    return _unknown(dict.fromkeys(words), vocabulary)


def only_if_the_last_is_unknown(words, vocabulary):
    """the list is made anew for each word; make it once, before the loop."""
    return _unknown(words[-1:], vocabulary)


def number_of_unknown_words(words, vocabulary):
    """that is how many there are; the words themselves are wanted."""
    return len(_unknown(words, vocabulary))


def nothing_found(words, vocabulary):
    """none is ever found: the id of an unknown word is 0, not None, not -1, and not an error."""
    return []


def words_not_in_the_sentence(words, vocabulary):
    """those are words of the vocabulary that the sentence lacks; turn it round."""
    return [word for word in vocabulary.words if word not in words]


def taken_out_in_the_loop(words, vocabulary):
    """the loop takes words out of the list it runs over, and so skips the next; make a new list."""
    left = list(words)
    for word in left:
        if word in vocabulary:
            left.remove(word)
    return left


def name_of_row_zero(words, vocabulary):
    """that is the name of row 0; the words themselves are wanted."""
    return [UNKNOWN for _ in _unknown(words, vocabulary)]


def within_another_word(words, vocabulary):
    """a word was found within a longer one; compare with whole words."""
    return [word for word in words if word not in " ".join(vocabulary.words)]


EXERCISES = {
    "a": Exercise(
        truth=_slow_ids,
        trials=_sentences,
        names=("words", "vocabulary"),
        wrong=[
            known_ids_only,
            unknown_ids_only,
            counts_in_the_sentence,
            letter_by_letter,
            places_in_the_sentence,
            places_or_zero,
            ids_without_repeats,
            loop_over_the_vocabulary,
            numbered_anew,
            places_in_the_alphabet,
            minus_one_for_unknown,
            none_for_unknown,
            a_new_row_for_unknown,
            counts_for_ids,
            names_of_rows,
            asked_like_a_dict,
            searched_for,
            row_to_word,
        ],
        special={
            "a word is unknown": lambda *inputs: len(_unknown(*inputs)) > 0,
            "a word comes twice": lambda words, vocabulary: _repeats(words),
        },
    ),
    "b": ROWS,
    "c": Exercise(
        truth=_unknown,
        trials=_sentences,
        names=("words", "vocabulary"),
        wrong=[
            known_words,
            places_of_unknown_words,
            ids_of_unknown_words,
            sorted_unknown_words,
            unknown_words_in_reverse,
            unknown_words_without_repeats,
            only_if_the_last_is_unknown,
            number_of_unknown_words,
            nothing_found,
            words_not_in_the_sentence,
            taken_out_in_the_loop,
            name_of_row_zero,
            within_another_word,
        ],
        special={
            "no word is unknown": lambda *inputs: len(_unknown(*inputs)) == 0,
            "a word is unknown": lambda *inputs: len(_unknown(*inputs)) > 0,
            "several words are unknown": lambda *inputs: len(_unknown(*inputs)) > 1,
            "a known word comes twice": lambda *inputs: _repeats(known_words(*inputs)),
            "an unknown word comes twice": lambda *inputs: _repeats(_unknown(*inputs)),
        },
    ),
}
