"""Right answers to 00-c in other idioms than the notebook's."""


def not_in_words(words, vocabulary):
    return [word for word in words if word not in vocabulary.words]


def not_in_the_vocabulary(words, vocabulary):
    return list(filter(lambda word: word not in vocabulary, words))


def in_a_loop(words, vocabulary):
    unknown = []
    for word in words:
        if not vocabulary[word]:
            unknown += [word]
    return unknown


def by_name_of_row(words, vocabulary):
    return [word for word in words if vocabulary.words[vocabulary[word]] == "<unk>"]


def a_set_of_words(words, vocabulary):
    known = set(vocabulary.words)
    return tuple(word for word in words if word not in known)
