"""Wrong answers to 00-a, written before any message was looked at; see test_exercises.py."""


def of_a_set(words, vocabulary):
    """set(words) has neither order nor repeats."""
    return [vocabulary[word] for word in set(words)]


def zero_as_text(words, vocabulary):
    """some of your numbers are pieces of text; leave out their quotes."""
    return [
        vocabulary[word] if word in vocabulary else "0"  # noqa: SIM401
        for word in words
    ]


def list_replaced(words, vocabulary):
    """yours is the last number alone; in a loop each may have replaced the one before."""
    for word in words:
        ids = [vocabulary[word]]
    return ids


def one_too_large(words, vocabulary):
    """yours is too large by 1."""
    return [vocabulary[word] + 1 for word in words]


def called(words, vocabulary):
    """Round brackets call a function; to look something up in a Vocabulary, write square ones."""
    return [vocabulary(word) for word in words]


def all_at_once(words, vocabulary):
    """A vocabulary is asked for one word at a time: vocabulary[word]."""
    return vocabulary[words]


def lazily(words, vocabulary):
    """yours is no list yet; list(...) makes one of it."""
    return map(lambda word: vocabulary[word], words)


def without_the_first(words, vocabulary):
    """the first number is missing; the others are right."""
    ids = []
    for i in range(1, len(words)):
        ids.append(vocabulary[words[i]])
    return ids


def extended(words, vocabulary):
    """A loop, or several names to the left of =, need several values; this is a single one."""
    ids = []
    for word in words:
        ids.extend(vocabulary[word])
    return ids
