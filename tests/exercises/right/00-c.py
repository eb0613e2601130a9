"""Right answers to 00-c in other idioms than the notebook's."""


def by_places(word, vocabulary):
    pieces = []
    start = 0
    while start < len(word):
        mark = "##" if start else ""
        end = len(word)
        while end > start and mark + word[start:end] not in vocabulary:
            end -= 1
        if end == start:
            return ["[UNK]"]
        pieces.append(mark + word[start:end])
        start = end
    return pieces


def marked_in_front(word, vocabulary):
    known = set(vocabulary)
    pieces = []
    while word not in ("", "##"):
        ends = [end for end in range(len(word), 0, -1) if word[:end] in known]
        if not ends or word[: ends[0]] == "##":
            return ["[UNK]"]
        pieces.append(word[: ends[0]])
        word = "##" + word[ends[0] :]
    return pieces


def by_calling_itself(word, vocabulary, mark=""):
    if word == "":
        return []
    for end in range(len(word), 0, -1):
        if mark + word[:end] in vocabulary:
            later = by_calling_itself(word[end:], vocabulary, "##")
            return ["[UNK]"] if "[UNK]" in later else [mark + word[:end], *later]
    return ["[UNK]"]


def by_going_through_the_pieces(word, vocabulary):
    pieces = []
    rest = word
    while rest:
        best = ""
        for piece in vocabulary:
            if rest.startswith(piece) and len(piece) > len(best):
                best = piece
        if best in ("", "##"):
            return ["[UNK]"]
        pieces.append(best)
        rest = rest[len(best) :]
        rest = "##" + rest if rest else ""
    return pieces


def sorted_by_length(word, vocabulary):
    pieces = ()
    while word:
        mark = "##" if pieces else ""
        fitting = [p for p in vocabulary if (mark + word).startswith(p) and p != mark]
        if not fitting:
            return ["[UNK]"]
        longest = max(fitting, key=len)
        pieces += (longest,)
        word = (mark + word)[len(longest) :]
    return pieces
