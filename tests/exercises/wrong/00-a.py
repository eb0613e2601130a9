"""Wrong answers to 00-a; each docstring is a part of what its author must be told."""


def known_words_only(words, vocabulary):
    """unknown words are left out; each of them needs an id too, and it is 0."""
    return [vocabulary[word] for word in words if word in vocabulary]


def places(words, vocabulary):
    """those are places in the sentence; the id is the word's place in the vocabulary."""
    return [i for i, _ in enumerate(words)]


def without_repeats(words, vocabulary):
    """a repeated word is taken once; every place of the sentence needs its id."""
    return [vocabulary[word] for word in dict.fromkeys(words)]


def forgotten_return(words, vocabulary):
    """Your function returns None: is a return missing?"""
    [vocabulary[word] for word in words]


def as_a_dict(words, vocabulary):
    """a vocabulary is no dict: vocabulary[word] alone gives 0 for a word that it does not know."""
    return [vocabulary.get(word, 0) for word in words]


def minus_one_for_unknown(words, vocabulary):
    """an unknown word gets -1; its id is 0."""
    ids = []
    for word in words:
        if word in vocabulary:
            ids.append(vocabulary[word])
        else:
            ids.append(-1)
    return ids


def returned_in_the_loop(words, vocabulary):
    """a return stands in the loop, which so ends in its first pass."""
    ids = []
    for word in words:
        ids.append(vocabulary[word])
        return ids


def the_last_only(words, vocabulary):
    """yours is the last member alone"""
    for word in words:
        id = vocabulary[word]
    return id


def all_at_once(words, vocabulary):
    """A vocabulary is asked for one word at a time: vocabulary[word]."""
    return vocabulary[words]


def a_dict(words, vocabulary):
    """yours is a dict, which holds each key once."""
    return {word: vocabulary[word] for word in words}


def places_of_known_words(words, vocabulary):
    """those are places in the sentence, and 0; the id is the word's place in the vocabulary."""
    ids = []
    for i in range(len(words)):
        if words[i] in vocabulary:
            ids.append(i)
        else:
            ids.append(0)
    return ids


def asked_for_the_index(words, vocabulary):
    """There are vocabulary.counts and vocabulary.words, and vocabulary[...] looks something up."""
    return [vocabulary.index(w) for w in words]


def words_sorted(words, vocabulary):
    """yours would be right if words were in order."""
    return [vocabulary[word] for word in sorted(words)]


def counted_from_one(words, vocabulary):
    """yours is too large by 1."""
    return [vocabulary[word] + 1 for word in words]


def printed(words, vocabulary):
    """to print something is not to return it."""
    ids = []
    for word in words:
        try:
            ids.append(vocabulary[word])
        except KeyError:
            ids.append(0)
    print(ids)


def loop_over_rows(words, vocabulary):
    """the loop runs over the vocabulary; every word of the sentence needs its id."""
    ids = []
    for word in vocabulary.words:
        if word in words:
            ids.append(vocabulary[word])
        else:
            ids.append(0)
    return ids


def words_looked_up_backwards(words, vocabulary):
    """vocabulary.words goes from a row to its word; vocabulary[word] is the way back."""
    return [vocabulary.words[word] if word in vocabulary.words else 0 for word in words]


def a_set(words, vocabulary):
    """yours is a set, which has neither order nor repeats."""
    return set(vocabulary[word] for word in words)


def a_generator(words, vocabulary):
    """yours is no list yet; list(...) makes one of it."""
    return (vocabulary[word] for word in words)


def ids_as_strings(words, vocabulary):
    """your numbers are pieces of text."""
    return [str(vocabulary[word]) for word in words]


def only_unknown(words, vocabulary):
    """known words are left out; every word needs its id."""
    return [vocabulary[word] for word in words if word not in vocabulary]


def count_in_sentence(words, vocabulary):
    """that is how often each word comes in the sentence; vocabulary[word] is the word's id."""
    return [words.count(word) for word in words]


def nested(words, vocabulary):
    """the members are right, but in lists of their own; one flat list is wanted."""
    ids = []
    for word in words:
        ids.append([vocabulary[word]])
    return ids


def letters(words, vocabulary):
    """the loop runs over the letters of the words; look up the whole word."""
    return [vocabulary[letter] for word in words for letter in word]


def called(words, vocabulary):
    """Round brackets call a function; to look something up in a Vocabulary, write square ones."""
    return [vocabulary(word) for word in words]


def extended(words, vocabulary):
    """A loop, or several names to the left of =, need several values; this is a single one."""
    ids = []
    for word in words:
        ids += vocabulary[word]
    return ids


def pairs(words, vocabulary):
    """each member holds the right one and something besides; leave that out."""
    return [(word, vocabulary[word]) for word in words]


def own_numbers_from_one(words, vocabulary):
    """your function never looks at vocabulary."""
    ids = {}
    for word in words:
        if word not in ids:
            ids[word] = len(ids) + 1
    return [ids[word] for word in words]


def zero_means_skip(words, vocabulary):
    """unknown words are left out; each of them needs an id too, and it is 0."""
    ids = []
    for word in words:
        if vocabulary[word]:
            ids.append(vocabulary[word])
    return ids


def by_range(words, vocabulary):
    """the first number is missing; the others are right."""
    ids = []
    for i in range(1, len(words)):
        ids.append(vocabulary[words[i]])
    return ids


def joined(words, vocabulary):
    """wanted is a list"""
    return vocabulary[" ".join(words)]


def index_with_default(words, vocabulary):
    """index stops at a word that is not there; vocabulary[word] gives 0 for it."""
    return [vocabulary.words.index(w) if w in words else 0 for w in words]


def reassigned(words, vocabulary):
    """yours is the last number alone"""
    ids = []
    for word in words:
        ids = [vocabulary[word]]
    return ids


def last_return(words, vocabulary):
    """changes its input words"""
    for i, word in enumerate(words):
        words[i] = vocabulary[word]
    return words


def index_of_words(words, vocabulary):
    """your function never looks at vocabulary."""
    return [words.index(word) for word in words]


def as_tuple_pairs(words, vocabulary):
    """each member holds the right one and something besides; leave that out."""
    return list(enumerate(vocabulary[word] for word in words))


def contains(words, vocabulary):
    """yours says for each member whether it is so; the members themselves are wanted."""
    return [word in vocabulary for word in words]


def sorted_ids(words, vocabulary):
    """the numbers are right, but sorted; they should keep their order."""
    return sorted(vocabulary[word] for word in words)


def minus_one_offset(words, vocabulary):
    """yours is too small by 1."""
    return [vocabulary[word] - 1 for word in words]


def range_all(words, vocabulary):
    """your function never looks at words."""
    return [i for i in range(len(vocabulary))]


def mixed_else(words, vocabulary):
    """wanted is"""
    ids = []
    for word in words:
        if word in vocabulary:
            ids.append(vocabulary[word])
        ids.append(0)
    return ids


def unk_word(words, vocabulary):
    """a word is unknown."""
    return [vocabulary[word] if word in vocabulary else "<unk>" for word in words]


def typo(words, vocabulary):
    """your function never looks at words."""
    return [vocabulary[word] for word in word]


def one_more(words, vocabulary):
    """A list of n members has the places 0 to n - 1."""
    return [vocabulary[words[i + 1]] for i in range(len(words))]


def numbered_by_first_use(words, vocabulary):
    """the words of the sentence are numbered anew"""
    order = list(dict.fromkeys(words))
    return [order.index(word) for word in words]


def places_in_the_alphabet(words, vocabulary):
    """those are places in the alphabet"""
    return [sorted(vocabulary.words).index(w) if w in vocabulary else 0 for w in words]


def none_for_unknown(words, vocabulary):
    """an unknown word gets None"""
    return [vocabulary[word] if word in vocabulary else None for word in words]


def a_new_row(words, vocabulary):
    """an unknown word gets a row behind the last"""
    return [
        vocabulary[word] if word in vocabulary else len(vocabulary) for word in words
    ]


def counts(words, vocabulary):
    """those are the counts of the words"""
    return [vocabulary.counts[vocabulary[word]] for word in words]


def the_words_again(words, vocabulary):
    """those are words; vocabulary[word] is the word's id"""
    return [word if word in vocabulary else "<unk>" for word in words]


def all_but_the_last(words, vocabulary):
    """only your last number is wrong"""
    ids = [0] * len(words)
    for i in range(len(words) - 1):
        ids[i] = vocabulary[words[i]]
    return ids
