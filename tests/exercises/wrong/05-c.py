"""Wrong answers to 05-c; each docstring is a part of what its author must be told."""

import torch


def as_the_colleague(W, words, mine, start):
    """Your function changes its input start; work on a copy or make a new tensor."""
    start[: len(W)] = W
    return start


def on_a_copy(W, words, mine, start):
    """rows were taken by their number: row i of W belongs to words[i], yours to mine[i]."""
    out = start.clone()
    out[: len(W)] = W
    return out


def by_number(W, words, mine, start):
    """rows were taken by their number: row i of W belongs to words[i], yours to mine[i]."""
    out = start.clone()
    n = min(len(W), len(out))
    out[:n] = W[:n]
    return out


def no_copy(W, words, mine, start):
    """Your function changes its input start; work on a copy or make a new tensor."""
    for i, word in enumerate(mine):
        if word in words:
            start[i] = W[words.index(word)]
    return start


def same_number(W, words, mine, start):
    """a known word got the row of W that has its number in mine; its row is that in words."""
    out = start.clone()
    for i, word in enumerate(mine):
        if word in words:
            out[i] = W[i]
    return out


def loop_over_words(W, words, mine, start):
    """the rows were put where they stand in W;"""
    out = start.clone()
    for i, word in enumerate(words):
        if word in mine:
            out[i] = W[i]
    return out


def at_the_place_in_words(W, words, mine, start):
    """the rows were put where they stand in W;"""
    row = {word: i for i, word in enumerate(words)}
    out = start.clone()
    for word in mine:
        if word in row:
            out[row[word]] = W[row[word]]
    return out


def zeros(W, words, mine, start):
    """a word that W does not know got zeros; it keeps its row of start."""
    out = torch.zeros(len(mine), W.shape[1])
    for i, word in enumerate(mine):
        if word in words:
            out[i] = W[words.index(word)]
    return out


def row_0(W, words, mine, start):
    """a word that W does not know got row 0 of W; it keeps its row of start."""
    row = {word: i for i, word in enumerate(words)}
    return W[[row.get(word, 0) for word in mine]]


def last_row(W, words, mine, start):
    """a word that W does not know got W's last row: -1 is a row, too."""
    row = {word: i for i, word in enumerate(words)}
    return W[[row.get(word, -1) for word in mine]]


def mean_row(W, words, mine, start):
    """a word that W does not know got the mean row; it keeps its row of start."""
    row = {word: i for i, word in enumerate(words)}
    return torch.stack([W[row[word]] if word in row else W.mean(0) for word in mine])


def asked_for_truth(W, words, mine, start):
    """row 0 of W was not taken over: 0 counts as False; ask whether the word is in words."""
    row = {word: i for i, word in enumerate(words)}
    out = start.clone()
    for i, word in enumerate(mine):
        if row.get(word):
            out[i] = W[row[word]]
    return out


def above_zero(W, words, mine, start):
    """row 0 of W was not taken over: 0 counts as False; ask whether the word is in words."""
    row = {word: i for i, word in enumerate(words)}
    out = start.clone()
    for i, word in enumerate(mine):
        j = row.get(word, -1)
        if j > 0:
            out[i] = W[j]
    return out


def known_words_only(W, words, mine, start):
    """words that W does not know are left out; each keeps its row of start."""
    return W[[words.index(word) for word in mine if word in words]]


def appended(W, words, mine, start):
    """the rows of the unknown words stand behind those of W; keep the order of mine."""
    return torch.cat(
        [W, torch.stack([s for s, w in zip(start, mine) if w not in words])]
    )


def other_way_round(W, words, mine, start):
    """it is turned round: that is W, in which the words of mine have their rows of start."""
    out = W.clone()
    for i, word in enumerate(words):
        if word in mine:
            out[i] = start[mine.index(word)]
    return out


def key_error(W, words, mine, start):
    """a dict has no entry for a word that W does not know;"""
    row = {word: i for i, word in enumerate(words)}
    out = start.clone()
    for i, word in enumerate(mine):
        out[i] = W[row[word]]
    return out


def value_error(W, words, mine, start):
    """index stops at a word that W does not know; ask first whether it is in words."""
    out = start.clone()
    for i, word in enumerate(mine):
        out[i] = W[words.index(word)]
    return out


def indexed_by_words(W, words, mine, start):
    """A word is no index of a tensor; the number of its row is its place in the list of words."""
    out = start.clone()
    for i, word in enumerate(mine):
        if word in words:
            out[i] = W[word]
    return out


def dict_the_wrong_way(W, words, mine, start):
    """nothing was taken over."""
    row = dict(enumerate(words))
    out = start.clone()
    for i, word in enumerate(mine):
        if word in row:
            out[i] = W[row[word]]
    return out


def added_to_start(W, words, mine, start):
    """the rows of W were added to those of start; they replace them."""
    out = start.clone()
    for i, word in enumerate(mine):
        if word in words:
            out[i] += W[words.index(word)]
    return out


def nothing(W, words, mine, start):
    """nothing was taken over."""
    return start.clone()


def table_as_it_came(W, words, mine, start):
    """your function never looks at words."""
    return W


def return_in_the_loop(W, words, mine, start):
    """a return stands in the loop, which so ends in its first pass."""
    out = start.clone()
    for i, word in enumerate(mine):
        if word in words:
            out[i] = W[words.index(word)]
        return out


def break_at_the_first_unknown(W, words, mine, start):
    """nothing was taken over."""
    out = start.clone()
    for i, word in enumerate(mine):
        if word not in words:
            break
        out[i] = W[words.index(word)]
    return out


def list_of_rows(W, words, mine, start):
    """the members are right; torch.stack(...) makes one tensor of the list."""
    return [
        W[words.index(word)] if word in words else start[i]
        for i, word in enumerate(mine)
    ]


def random_rows(W, words, mine, start):
    """yours is another one each time: random, kept from call to call, or read off a clock?"""
    out = torch.randn_like(start)
    for i, word in enumerate(mine):
        if word in words:
            out[i] = W[words.index(word)]
    return out


def counted_from_one(W, words, mine, start):
    """those are the rows behind: words[0] has row 0, so count from 0."""
    row = {word: i for i, word in enumerate(words, 1)}
    out = start.clone()
    for i, word in enumerate(mine):
        if word in row:
            out[i] = W[row[word]]
    return out


def set_of_both(W, words, mine, start):
    """wanted is"""
    out = start.clone()
    for i, word in enumerate(sorted(set(words) & set(mine))):
        out[i] = W[words.index(word)]
    return out


def rows_in_order(W, words, mine, start):
    """the rows are right, but in another order."""
    out = start.clone()
    known = torch.tensor([word in words for word in mine])
    theirs = torch.tensor([word in mine for word in words])
    out[known] = W[theirs]
    return out


def list_has_no_get(W, words, mine, start):
    """A list has no .get, a dict has: {word: i for i, word in enumerate(words)} makes one."""
    out = start.clone()
    for i, word in enumerate(mine):
        out[i] = W[words.get(word, i)]
    return out


def copy_of_a_tensor(W, words, mine, start):
    """Did you mean copy_?"""
    out = start.copy()
    for i, word in enumerate(mine):
        if word in words:
            out[i] = W[words.index(word)]
    return out


def mean_of_both(W, words, mine, start):
    """the rows of W were averaged with those of start; they replace them."""
    out = start.clone()
    for i, word in enumerate(mine):
        if word in words:
            out[i] = (out[i] + W[words.index(word)]) / 2
    return out


def same_places_only(W, words, mine, start):
    """wanted is"""
    out = start.clone()
    for i, (word, other) in enumerate(zip(words, mine)):
        if word == other:
            out[i] = W[i]
    return out


def words_of_start(W, words, mine, start):
    """Size 6 means the places 0 to 5; len(W) is 6; len(words) is 6."""
    out = start.clone()
    for i, word in enumerate(mine):
        if word not in words:
            out[i] = W[i]
    return out


def to_the_front(W, words, mine, start):
    """the rows of W were put to the front one by one; each belongs to the place of its word."""
    out = start.clone()
    common = [w for w in mine if w in words]
    out[: len(common)] = W[[words.index(w) for w in common]]
    return out


def return_in_an_if(W, words, mine, start):
    """only the first known word has its row of W: does a return stand in the loop?"""
    out = start.clone()
    for i, w in enumerate(mine):
        if w in words:
            out[i] = W[words.index(w)]
            return out
