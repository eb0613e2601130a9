"""00-c: the words of a sentence that the vocabulary lacks."""

from ..vocabulary import UNKNOWN
from .check import Exercise
from .kit.sentences import repeats, sentences, unknown_words

EXERCISE = Exercise(
    truth=unknown_words,
    trials=sentences,
    names=("words", "vocabulary"),
    special={
        "no word is unknown": lambda *inputs: len(unknown_words(*inputs)) == 0,
        "a word is unknown": lambda *inputs: len(unknown_words(*inputs)) > 0,
        "several words are unknown": lambda *inputs: len(unknown_words(*inputs)) > 1,
        "a known word comes twice": lambda *inputs: repeats(known_words(*inputs)),
        "an unknown word comes twice": lambda *inputs: repeats(unknown_words(*inputs)),
    },
)


@EXERCISE.wrong
def known_words(words, vocabulary):
    """those are the known words."""
    return [word for word in words if vocabulary[word] != 0]


@EXERCISE.wrong
def places_of_unknown_words(words, vocabulary):
    """those are their places; the words themselves are wanted."""
    return [place for place, word in enumerate(words) if vocabulary[word] == 0]


@EXERCISE.wrong
def ids_of_unknown_words(words, vocabulary):
    """those are their ids, which are all 0; the words themselves are wanted."""
    return [0 for _ in unknown_words(words, vocabulary)]


@EXERCISE.wrong
def sorted_unknown_words(words, vocabulary):
    """those are sorted; let them stand as in the sentence."""
    return sorted(unknown_words(words, vocabulary))


@EXERCISE.wrong
def unknown_words_in_reverse(words, vocabulary):
    """those are in reverse; let them stand as in the sentence."""
    return unknown_words(words, vocabulary)[::-1]


@EXERCISE.wrong
def unknown_words_without_repeats(words, vocabulary):
    """an unknown word that comes twice is taken once; each place counts."""
    return unknown_words(dict.fromkeys(words), vocabulary)


@EXERCISE.wrong
def only_if_the_last_is_unknown(words, vocabulary):
    """the list is made anew for each word; make it once, before the loop."""
    return unknown_words(words[-1:], vocabulary)


@EXERCISE.wrong
def number_of_unknown_words(words, vocabulary):
    """that is how many there are; the words themselves are wanted."""
    return len(unknown_words(words, vocabulary))


@EXERCISE.wrong
def nothing_found(words, vocabulary):
    """none is ever found: the id of an unknown word is 0, not None, not -1, and not an error."""
    return []


@EXERCISE.wrong
def words_not_in_the_sentence(words, vocabulary):
    """those are words of the vocabulary that the sentence lacks; turn it round."""
    return [word for word in vocabulary.words if word not in words]


@EXERCISE.wrong
def taken_out_in_the_loop(words, vocabulary):
    """the loop takes words out of the list it runs over, and so skips the next; make a new list."""
    left = list(words)
    for word in left:
        if word in vocabulary:
            left.remove(word)
    return left


@EXERCISE.wrong
def name_of_row_zero(words, vocabulary):
    """that is the name of row 0; the words themselves are wanted."""
    return [UNKNOWN for _ in unknown_words(words, vocabulary)]


@EXERCISE.wrong
def within_another_word(words, vocabulary):
    """a word was found within a longer one; compare with whole words."""
    return [word for word in words if word not in " ".join(vocabulary.words)]
