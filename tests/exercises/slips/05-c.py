"""Wrong answers to 05-c, written before any message was looked at; see test_exercises.py."""


def alias(W, words, mine, start):
    """out is made anew in each pass of the loop; make it once, before the loop."""
    for i, word in enumerate(mine):
        out = start.clone()
        if word in words:
            out[i] = W[words.index(word)]
    return out
