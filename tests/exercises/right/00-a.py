"""Right answers to 00-a in other idioms than the notebook's."""


def place_in_words(words, vocabulary):
    return [vocabulary.words.index(word) if word in vocabulary else 0 for word in words]


def own_dict(words, vocabulary):
    row = {word: i for i, word in enumerate(vocabulary.words)}
    return [row.get(word, 0) for word in words]
