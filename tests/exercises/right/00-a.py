"""Right answers to 00-a in other idioms than the notebook's."""

import torch


def place_in_words(words, vocabulary):
    return [vocabulary.words.index(word) if word in vocabulary else 0 for word in words]


def own_dict(words, vocabulary):
    row = {word: i for i, word in enumerate(vocabulary.words)}
    return [row.get(word, 0) for word in words]


def found_by_index(words, vocabulary):
    return [vocabulary.words.index(w) if w in vocabulary.words else 0 for w in words]


def mapped(words, vocabulary):
    return list(map(vocabulary.__getitem__, words))


def a_tuple(words, vocabulary):
    return tuple(vocabulary[word] for word in words)


def tensors_of_one_number(words, vocabulary):
    return list(torch.tensor([vocabulary[word] for word in words]))


def searched_with_care(words, vocabulary):
    ids = []
    for word in words:
        try:
            ids.append(vocabulary.words.index(word))
        except ValueError:
            ids.append(0)
    return ids


def tensor(words, vocabulary):
    import torch

    return torch.tensor([vocabulary[w] for w in words])
