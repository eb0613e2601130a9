"""Wrong answers to 00-c, written before any message was looked at; see test_exercises.py."""


def first_only(words, vocabulary):
    """yours is the first word alone; a loop may have ended in its first pass."""
    for word in words:
        if vocabulary[word] == 0:
            return [word]
    return []


def asked_for_none(words, vocabulary):
    """none is ever found: the id of an unknown word is 0, not None, not -1, and not an error."""
    return [word for word in words if vocabulary[word] is None]


def sets_subtracted(words, vocabulary):
    """each word stands there once, whatever repeats and order are wanted: by a set?"""
    return list(set(words) - set(vocabulary.words))


def lists_subtracted(words, vocabulary):
    """Lists and tuples cannot be subtracted: go through one of them, member by member."""
    return words - vocabulary.words


def removed_from_the_input(words, vocabulary):
    """Your function changes its input words"""
    for word in list(words):
        if word in vocabulary:
            words.remove(word)
    return words


def joined(words, vocabulary):
    """yours is one piece of text."""
    return " ".join(word for word in words if vocabulary[word] == 0)


def text_of_the_unknown(words, vocabulary):
    """none is ever found: the id of an unknown word is 0, not None, not -1, and not an error."""
    return [word for word in words if vocabulary[word] == "<unk>"]


def printed(words, vocabulary):
    """Your function returns None: is a return missing?"""
    for word in words:
        if vocabulary[word] == 0:
            pass


def with_plus(words, vocabulary):
    """the letters of the words stand there one by one; += takes a text apart, append not."""
    found = []
    for word in words:
        if vocabulary[word] == 0:
            found += word
    return found
