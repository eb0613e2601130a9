"""Right answers to 01-d in other idioms than the notebook's."""


def lists(a, b):
    return a.tolist() == b.tolist()


def sizes_first(a, b):
    if a.size() != b.size():
        return False
    return not (a != b).any().item()
