"""Wrong answers to 00-c, written before any message was looked at; see test_exercises.py."""


def return_forgotten(word, vocabulary):
    """Your function returns None: is a return missing?"""
    pieces = []
    if word in vocabulary:
        pieces.append(word)


def rest_not_shortened(word, vocabulary):
    """goes on. Does each pass shorten what is left"""
    pieces = []
    while word != "":
        for end in range(len(word), 0, -1):
            if word[:end] in vocabulary:
                pieces.append(word[:end])
    return pieces


def replaced_everywhere(word, vocabulary):
    """goes on"""
    pieces = []
    mark = ""
    while word:
        for end in range(len(word), 0, -1):
            if mark + word[:end] in vocabulary:
                pieces.append(mark + word[:end])
                word = word.replace(word[:end], "")
                break
        mark = "##"
    return pieces


def end_counted_up_to_the_length(word, vocabulary):
    """Your code stopped with IndexError: string index out of range"""
    pieces = []
    start = 0
    while start <= len(word):
        end = len(word)
        while word[start] and word[start:end] not in vocabulary:
            end -= 1
        pieces.append(word[start:end])
        start = end
    return pieces


def always_unknown(word, vocabulary):
    """your function never looks at word."""
    return "[UNK]"


def only_one_pass(word, vocabulary):
    """the search ends with the first piece;"""
    pieces = []
    for end in range(len(word), 0, -1):
        if word[:end] in vocabulary:
            pieces.append(word[:end])
            break
    return pieces
