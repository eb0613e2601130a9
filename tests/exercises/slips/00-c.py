"""Wrong answers to 00-c, written before any message was looked at; see test_exercises.py."""


def lists_subtracted(words, vocabulary):
    """Lists and tuples cannot be subtracted: go through one of them, member by member."""
    return words - vocabulary.words


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
