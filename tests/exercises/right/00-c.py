"""Right answers to 00-c in other idioms than the notebook's."""


def not_in_words(words, vocabulary):
    return [word for word in words if word not in vocabulary.words]


def not_in_the_vocabulary(words, vocabulary):
    return list(filter(lambda word: word not in vocabulary, words))
