"""Wrong answers to 00-c; each docstring is a part of what its author must be told."""


def known(words, vocabulary):
    """those are the known words."""
    return [word for word in words if word in vocabulary]


def places(words, vocabulary):
    """those are their places; the words themselves are wanted."""
    return [i for i, word in enumerate(words) if word not in vocabulary]


def how_many(words, vocabulary):
    """that is how many there are; the words themselves are wanted."""
    return len([word for word in words if word not in vocabulary])


def in_alphabetical_order(words, vocabulary):
    """those are sorted; let them stand as in the sentence."""
    return sorted(word for word in words if vocabulary[word] == 0)


def in_reverse(words, vocabulary):
    """those are in reverse; let them stand as in the sentence."""
    out = []
    for word in words:
        if vocabulary[word] == 0:
            out.insert(0, word)
    return out


def each_once(words, vocabulary):
    """an unknown word that comes twice is taken once; each place counts."""
    return [word for word in dict.fromkeys(words) if vocabulary[word] == 0]


def a_set(words, vocabulary):
    """once"""
    return list({word for word in words if vocabulary[word] == 0})


def stops_at_the_first(words, vocabulary):
    """yours is the first word alone"""
    for word in words:
        if vocabulary[word] == 0:
            return [word]


def keeps_the_last_only(words, vocabulary):
    """yours is the last word alone"""
    for word in words:
        if vocabulary[word] == 0:
            out = [word]
    return out


def difference_of_sets(words, vocabulary):
    """once"""
    return list(set(words) - set(vocabulary.words))


def compared_with_none(words, vocabulary):
    """none is ever found: the id of an unknown word is 0, not None, not -1, and not an error."""
    unknown = []
    for word in words:
        if vocabulary[word] is None:
            unknown.append(word)
    return unknown


def each_only_once(words, vocabulary):
    """an unknown word that comes twice is taken once; each place counts."""
    unknown = []
    for word in words:
        if word not in vocabulary and word not in unknown:
            unknown.append(word)
    return unknown


def ids_for_words(words, vocabulary):
    """those are their ids, which are all 0; the words themselves are wanted."""
    return [vocabulary[word] for word in words if vocabulary[word] == 0]


def yes_or_no(words, vocabulary):
    """yours says for each member whether it is so; the members themselves are wanted."""
    return [word not in vocabulary for word in words]


def removed_while_looping(words, vocabulary):
    """changes its input words"""
    for word in words:
        if word in vocabulary:
            words.remove(word)
    return words


def known_instead(words, vocabulary):
    """those are the known words."""
    return [w for w in words if w in vocabulary]


def set_then_sorted(words, vocabulary):
    """each word stands there once, whatever repeats and order are wanted: by a set?"""
    unknown = set()
    for w in words:
        if w not in vocabulary:
            unknown.add(w)
    return sorted(unknown)


def minus_one_expected(words, vocabulary):
    """none is ever found: the id of an unknown word is 0, not None, not -1, and not an error."""
    try:
        return [w for w in words if vocabulary[w] == -1]
    except KeyError:
        return words


def one_text(words, vocabulary):
    """yours is one piece of text."""
    return " ".join(w for w in words if w not in vocabulary)


def removed_from_words(words, vocabulary):
    """changes its input words"""
    out = words
    for w in vocabulary.words:
        if w in out:
            out.remove(w)
    return out


def places_instead(words, vocabulary):
    """those are their places; the words themselves are wanted."""
    return [i for i in range(len(words)) if vocabulary[words[i]] == 0]


def removed_from_a_copy(words, vocabulary):
    """the loop takes words out of the list it runs over, and so skips the next; make a new list."""
    out = list(words)
    for w in out:
        if w in vocabulary:
            out.remove(w)
    return out


def as_index_error(words, vocabulary):
    """.index stops with an error where there is no such member."""
    unknown = []
    for word in words:
        if vocabulary.words.index(word) == -1:
            unknown.append(word)
    return unknown


def prints(words, vocabulary):
    """to print something is not to return it."""
    for word in words:
        if word not in vocabulary:
            print(word)


def overwritten(words, vocabulary):
    """unknown is made anew in each pass of the loop; make it once, before the loop."""
    for word in words:
        unknown = []
        if word not in vocabulary:
            unknown.append(word)
    return unknown


def tuples(words, vocabulary):
    """each member holds the right one and something besides; leave that out."""
    return [(i, w) for i, w in enumerate(words) if w not in vocabulary]


def filtered(words, vocabulary):
    """yours is no list yet; list(...) makes one of it."""
    return filter(lambda w: w not in vocabulary, words)


def all_words(words, vocabulary):
    """all the right words are there, and others besides."""
    return [w if w not in vocabulary else "" for w in words]


def str_contains(words, vocabulary):
    """a word was found within a longer one; compare with whole words."""
    return [w for w in words if w not in str(vocabulary.words)]


def greater_zero(words, vocabulary):
    """yours is words as it came."""
    return [w for w in words if vocabulary[w] >= 0]


def dict_of(words, vocabulary):
    """yours is a dict, which holds each key once."""
    return {w: vocabulary[w] for w in words if vocabulary[w] == 0}


def less_than_one_known(words, vocabulary):
    """wanted is"""
    return [w for w in words if vocabulary[w] == 1]


def break_at_first_known(words, vocabulary):
    """the last words are missing; the others are right."""
    out = []
    for w in words:
        if w in vocabulary:
            break
        out.append(w)
    return out


def double_loop(words, vocabulary):
    """wanted is"""
    out = []
    for w in words:
        for v in vocabulary.words:
            if w != v:
                out.append(w)
    return out


def insert_front(words, vocabulary):
    """those are in reverse; let them stand as in the sentence."""
    out = []
    for w in words:
        if w not in vocabulary:
            out.insert(0, w)
    return out


def count_zero(words, vocabulary):
    """that is how many there are; the words themselves are wanted."""
    return [vocabulary[w] for w in words].count(0)


def vocabulary_side(words, vocabulary):
    """those are words of the vocabulary that the sentence lacks; turn it round."""
    return [w for w in vocabulary.words if w not in words]


def first_only(words, vocabulary):
    """yours is one piece of text."""
    for w in words:
        if vocabulary[w] == 0:
            return w


def ids_instead(words, vocabulary):
    """those are their ids, which are all 0; the words themselves are wanted."""
    out = []
    for w in words:
        i = vocabulary[w]
        if i == 0:
            out.append(i)
    return out


def previous(words, vocabulary):
    """wanted is"""
    out = []
    for i in range(1, len(words)):
        if vocabulary[words[i]] == 0:
            out.append(words[i - 1])
    return out


def any_unknown(words, vocabulary):
    """yours is one True or False; the members themselves are wanted."""
    return any(w not in vocabulary for w in words)


def unknown_count(words, vocabulary):
    """yours is a dict, which holds each key once."""
    out = {}
    for w in words:
        if w not in vocabulary:
            out[w] = out.get(w, 0) + 1
    return out


def unk_for_each(words, vocabulary):
    """that is the name of row 0"""
    return [
        vocabulary.words[vocabulary[word]] for word in words if vocabulary[word] == 0
    ]
