"""Right answers to 05-c in other idioms than the notebook's."""

import torch


def index(W, words, mine, start):
    out = start.clone()
    for i, word in enumerate(mine):
        if word in words:
            out[i] = W[words.index(word)]
    return out


def stacked(W, words, mine, start):
    row = dict(zip(words, W))
    return torch.stack([row.get(word, old) for word, old in zip(mine, start)])


def one_lookup(W, words, mine, start):
    both = torch.cat([W, start])
    row = {word: i for i, word in enumerate(words)}
    return both[[row.get(word, len(W) + i) for i, word in enumerate(mine)]]


def over_words(W, words, mine, start):
    out = start.detach().clone()
    for i, word in enumerate(words):
        if word in mine:
            out[mine.index(word)] = W[i]
    return out
