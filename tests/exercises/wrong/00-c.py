"""Wrong answers to 00-c; each docstring is a part of what its author must be told."""


def known(words, vocabulary):
    """those are the known words"""
    return [word for word in words if word in vocabulary]


def places(words, vocabulary):
    """those are their places"""
    return [i for i, word in enumerate(words) if word not in vocabulary]


def how_many(words, vocabulary):
    """that is how many there are"""
    return len([word for word in words if word not in vocabulary])


def in_alphabetical_order(words, vocabulary):
    """those are sorted"""
    return sorted(word for word in words if vocabulary[word] == 0)


def in_reverse(words, vocabulary):
    """those are in reverse"""
    out = []
    for word in words:
        if vocabulary[word] == 0:
            out.insert(0, word)
    return out


def each_once(words, vocabulary):
    """an unknown word that comes twice is taken once"""
    return [word for word in dict.fromkeys(words) if vocabulary[word] == 0]


def a_set(words, vocabulary):
    """wanted is a list of 4"""
    return list({word for word in words if vocabulary[word] == 0})


def stops_at_the_first(words, vocabulary):
    """your answer is a list of 1, wanted is a list of 4"""
    for word in words:
        if vocabulary[word] == 0:
            return [word]


def keeps_the_last_only(words, vocabulary):
    """your answer is a list of 1, wanted is a list of 4"""
    for word in words:
        if vocabulary[word] == 0:
            out = [word]
    return out
