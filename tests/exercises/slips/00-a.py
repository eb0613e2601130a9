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
