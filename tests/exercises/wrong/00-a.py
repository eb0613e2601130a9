"""Wrong answers to 00-a; each docstring is a part of what its author must be told."""


def known_words_only(words, vocabulary):
    """unknown words are left out"""
    return [vocabulary[word] for word in words if word in vocabulary]


def places(words, vocabulary):
    """those are places in the sentence"""
    return [i for i, _ in enumerate(words)]


def without_repeats(words, vocabulary):
    """a repeated word is taken once"""
    return [vocabulary[word] for word in dict.fromkeys(words)]


def forgotten_return(words, vocabulary):
    """returns None: is the return missing?"""
    [vocabulary[word] for word in words]


def as_a_dict(words, vocabulary):
    """'Vocabulary' object has no attribute 'get'"""
    return [vocabulary.get(word, 0) for word in words]
