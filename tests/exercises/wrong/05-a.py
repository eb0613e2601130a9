"""Wrong answers to 05-a; each docstring is a part of what its author must be told."""


def to_the_right(ids, reach):
    """only the words to the right"""
    return [(middle, other) for i, middle in enumerate(ids) for other in ids[i + 1 : i + 1 + reach]]


def with_itself(ids, reach):
    """the middle is no word around"""
    pairs = []
    for i, middle in enumerate(ids):
        pairs += [(middle, other) for other in ids[max(0, i - reach) : i + reach + 1]]
    return pairs


def around_the_end(ids, reach):
    """places below 0 count from the end"""
    pairs = []
    for i in range(len(ids)):
        for step in (*range(-reach, 0), *range(1, reach + 1)):
            if i + step < len(ids):
                pairs.append((ids[i], ids[i + step]))
    return pairs


def turned_round(ids, reach):
    """the middle comes first"""
    pairs = []
    for i in range(len(ids)):
        for j in range(max(0, i - reach), min(len(ids), i + reach + 1)):
            if i != j:
                pairs.append((ids[j], ids[i]))
    return pairs


def one_short(ids, reach):
    """range stops before its end"""
    pairs = []
    for i in range(len(ids)):
        for j in range(max(0, i - reach), min(len(ids), i + reach)):
            if i != j:
                pairs.append((ids[i], ids[j]))
    return pairs


def only_inner_places(ids, reach):
    """your answer is a list of"""
    inner = range(reach, len(ids) - reach)
    return [(ids[i], ids[i + k]) for i in inner for k in range(-reach, reach + 1) if k]
