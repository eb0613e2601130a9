"""Answers to 05-c by somebody who had read the task alone: what is wrong, in his words."""

import numpy as np
import pandas as pd
import torch


def first_rows_as_the_colleague(W, words, mine, start):
    """Only clones start and keeps the colleague's line: W's rows go to the first places, whatever words stand there."""
    new = start.clone()
    n = min(len(W), len(new))
    new[:n] = W[:n]
    return new


def writes_into_start(W, words, mine, start):
    """Writes into start itself (no clone), so the caller's table is changed too."""
    for i, word in enumerate(mine):
        if word in words:
            start[i] = W[words.index(word)]
    return start


def source_and_target_swapped(W, words, mine, start):
    """Swaps the two positions: writes to the place in words and reads W at the place in mine (wrong rows or an IndexError)."""
    new = start.clone()
    for word in mine:
        if word in words:
            new[words.index(word)] = W[mine.index(word)]
    return new


def zeros_for_the_other_words(W, words, mine, start):
    """Begins with zeros instead of start, so the words that are not among words lose their row of start."""
    new = torch.zeros_like(start)
    for i, word in enumerate(mine):
        if word in words:
            new[i] = W[words.index(word)]
    return new


def only_words_at_the_same_place(W, words, mine, start):
    """Compares the lists place by place with zip, so only a word at the same place in both lists is taken over."""
    new = start.clone()
    for i, (a, b) in enumerate(zip(words, mine)):
        if a == b:
            new[i] = W[i]
    return new


def index_of_a_missing_word(W, words, mine, start):
    """Calls words.index for every word of mine; for a word that is not among words it raises a ValueError."""
    return W[[words.index(word) for word in mine]]


def unknown_words_get_row_zero(W, words, mine, start):
    """Uses position.get(word, 0): a word that is missing in words gets row 0 of W instead of keeping its row of start."""
    position = {word: j for j, word in enumerate(words)}
    return W[torch.tensor([position.get(word, 0) for word in mine])]


def common_words_in_two_orders(W, words, mine, start):
    """Lists the common words once in the order of mine and once in the order of words; so the rows get mixed up."""
    new = start.clone()
    to = torch.tensor(
        [i for i, word in enumerate(mine) if word in words], dtype=torch.long
    )
    of = torch.tensor(
        [j for j, word in enumerate(words) if word in mine], dtype=torch.long
    )
    new[to] = W[of]
    return new


def position_zero_counts_as_missing(W, words, mine, start):
    """Tests `if j:` instead of `if j is not None:`; the first word has position 0, counts as missing and keeps its row of start."""
    position = {word: j for j, word in enumerate(words)}
    new = start.clone()
    for i, word in enumerate(mine):
        j = position.get(word)
        if j:
            new[i] = W[j]
    return new


def writes_into_a_copy(W, words, mine, start):
    """Writes new[to][:] = ...; indexing with a list makes a copy, so the rows land in the copy and new stays like start."""
    new = start.clone()
    position = {word: j for j, word in enumerate(words)}
    to = torch.tensor(
        [i for i, word in enumerate(mine) if word in position], dtype=torch.long
    )
    of = torch.tensor(
        [position[word] for word in mine if word in position], dtype=torch.long
    )
    new[to][:] = W[of]
    return new


def right_loop(W, words, mine, start):
    position = {word: j for j, word in enumerate(words)}
    new = start.clone()
    for i, word in enumerate(mine):
        if word in position:
            new[i] = W[position[word]]
    return new


def right_two_index_lists(W, words, mine, start):
    position = dict(zip(words, range(len(words))))
    pairs = [(i, position[word]) for i, word in enumerate(mine) if word in position]
    to = torch.tensor([i for i, _ in pairs], dtype=torch.long)
    of = torch.tensor([j for _, j in pairs], dtype=torch.long)
    return start.index_copy(0, to, W[of])


def right_where(W, words, mine, start):
    position = {word: j for j, word in enumerate(words)}
    j = torch.tensor([position.get(word, -1) for word in mine])
    return torch.where((j >= 0).unsqueeze(1), W[j.clamp(min=0)], start)


def right_stack(W, words, mine, start):
    return torch.stack(
        [W[words.index(w)] if w in words else start[i] for i, w in enumerate(mine)]
    )


def right_pandas(W, words, mine, start):
    j = pd.Index(words).get_indexer(mine)
    new = start.detach().numpy().copy()
    new[j >= 0] = W.detach().numpy()[j[j >= 0]]
    return torch.from_numpy(new)
