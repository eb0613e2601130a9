"""Wrong answers to 00-c; each docstring is a part of what its author must be told."""


def known(words, vocabulary):
    """those are the known words"""
    return [word for word in words if word in vocabulary]


def places(words, vocabulary):
    """those are their places"""
    return [i for i, word in enumerate(words) if word not in vocabulary]


def how_many(words, vocabulary):
    """that is how many there are"""
    return len([word for word in words if word not in vocabulary])
