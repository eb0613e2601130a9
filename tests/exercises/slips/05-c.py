"""Wrong answers to 05-c, written before any message was looked at; see test_exercises.py."""

import torch


def start_changed(W, words, mine, start):
    """Your function changes its input start"""
    for i, word in enumerate(mine):
        if word in words:
            start[i] = W[words.index(word)]
    return start


def rows_by_own_number(W, words, mine, start):
    """a known word got the row of W that has its number in mine; its row is that in words."""
    out = start.clone()
    for i, word in enumerate(mine):
        if word in words:
            out[i] = W[i]
    return out


def with_a_get(W, words, mine, start):
    """a word that W does not know got row 0 of W; it keeps its row of start."""
    row = {word: i for i, word in enumerate(words)}
    return torch.stack([W[row.get(word, 0)] for word in mine])


def without_asking(W, words, mine, start):
    """a dict has no entry for a word that W does not know; ask first whether the word is in"""
    row = {word: i for i, word in enumerate(words)}
    out = start.clone()
    for i, word in enumerate(mine):
        out[i] = W[row[word]]
    return out


def falsy_row(W, words, mine, start):
    """row 0 of W was not taken over: 0 counts as False; ask whether the word is in words."""
    row = {word: i for i, word in enumerate(words)}
    out = start.clone()
    for i, word in enumerate(mine):
        if row.get(word):
            out[i] = W[row[word]]
    return out


def dict_turned_round(W, words, mine, start):
    """wanted is"""
    row = {i: word for i, word in enumerate(words)}
    out = start.clone()
    for i, word in enumerate(mine):
        if word in row:
            out[i] = W[row[word]]
    return out


def by_word(W, words, mine, start):
    """A word is no index of a tensor; the number of its row is its place in the list of words."""
    out = start.clone()
    for i, word in enumerate(mine):
        if word in words:
            out[i] = W[word]
    return out


def rows_of_words(W, words, mine, start):
    """a known word got the row of W that has its number in mine; its row is that in words."""
    out = start.clone()
    for i, word in enumerate(words):  # noqa: B007
        if word in mine:
            out[mine.index(word)] = W[mine.index(word)]
    return out


def copy_of_W(W, words, mine, start):
    """Size 6 means the places 0 to 5; len(W) is 6; len(words) is 6."""
    out = W.clone()
    for i, word in enumerate(mine):
        if word not in words:
            out[i] = start[i]
    return out


def stops_at_the_unknown(W, words, mine, start):
    """wanted is"""
    out = start.clone()
    for i, word in enumerate(mine):
        if word not in words:
            break
        out[i] = W[words.index(word)]
    return out


def alias(W, words, mine, start):
    """out is made anew in each pass of the loop; make it once, before the loop."""
    for i, word in enumerate(mine):
        out = start.clone()
        if word in words:
            out[i] = W[words.index(word)]
    return out
