"""Wrong answers to 05-e; each docstring is a part of what its author must be told."""

import torch


def by_number(W, words, mine, start):
    """rows were taken by their number"""
    out = start.clone()
    n = min(len(W), len(out))
    out[:n] = W[:n]
    return out


def zeros(W, words, mine, start):
    """got zeros"""
    out = torch.zeros(len(mine), W.shape[1])
    for i, word in enumerate(mine):
        if word in words:
            out[i] = W[words.index(word)]
    return out


def last_row(W, words, mine, start):
    """-1 is a row, too"""
    row = {word: i for i, word in enumerate(words)}
    return W[[row.get(word, -1) for word in mine]]


def mean_row(W, words, mine, start):
    """got the mean row"""
    row = {word: i for i, word in enumerate(words)}
    return torch.stack([W[row[word]] if word in row else W.mean(0) for word in mine])


def nothing(W, words, mine, start):
    """nothing was taken over"""
    return start.clone()


def known_words_only(W, words, mine, start):
    """your answer has shape"""
    return W[[words.index(word) for word in mine if word in words]]
