"""03-a: documents as the three arrays of a CSR matrix."""

from itertools import chain, pairwise, product

from .check import Exercise


def _documents(rng):
    """Documents as lists of columns, with and without repeats, an order, and empty documents.

    A set gives small numbers back in order, as if it sorted; of multiples of 8 the first one stands
    first.
    """
    trials = []
    for k, (repeats, ordered, empty) in enumerate(product((False, True), repeat=3)):
        low, middle, high = sorted(rng.sample(range(8, 80, 8), 3))
        one = [low, middle, high] if ordered else [high, low, middle]
        if repeats:
            one.insert(2, one[0] if not ordered else one[1])
        documents = [
            [rng.randrange(5), middle],
            one,
            sorted(rng.sample(range(5), 1 + k % 3)),
        ]
        if empty:
            documents.insert(rng.randrange(4), [])
        trials.append((documents,))
    return trials


def _slow_csr(documents, order=sorted):
    indptr = [0]
    indices = []
    data = []
    for document in documents:
        counts = {column: document.count(column) for column in order(document)}
        indices += counts.keys()
        data += counts.values()
        indptr.append(len(indices))
    return indptr, indices, data


EXERCISE = Exercise(
    truth=_slow_csr,
    trials=_documents,
    names=("documents",),
    parts=("indptr", "indices", "data"),
    special={
        "a document is empty": lambda documents: [] in documents,
        "a column comes twice in a document": lambda documents: any(
            len(set(document)) < len(document) for document in documents
        ),
        "the columns of a document are in no order": lambda documents: any(
            sorted(document) != document for document in documents
        ),
    },
)


@EXERCISE.wrong
def lengths_for_indptr(documents):
    """indptr holds lengths; it should say where each document begins,
    and where the last one ends."""
    indptr, indices, data = _slow_csr(documents)
    return [end - begin for begin, end in pairwise(indptr)], indices, data


@EXERCISE.wrong
def lengths_after_zero(documents):
    """indptr holds lengths behind its 0; add them up, so that each says where a document begins."""
    indptr, indices, data = _slow_csr(documents)
    return [0, *(end - begin for begin, end in pairwise(indptr))], indices, data


@EXERCISE.wrong
def token_by_token(documents):
    """a word that comes twice has two entries; count it, and store it once."""
    tokens = [column for document in documents for column in sorted(document)]
    ends = [sum(map(len, documents[:b])) for b in range(len(documents) + 1)]
    return ends, tokens, [1] * len(tokens)


@EXERCISE.wrong
def in_the_order_of_a_set(documents):
    """a set is in no order that you can count on; sort the columns of each document."""
    return _slow_csr(documents, order=set)


@EXERCISE.wrong
def in_reading_order(documents):
    """columns stand in reading order; sort them within each document."""
    return _slow_csr(documents, order=list)


@EXERCISE.wrong
def without_leading_zero(documents):
    """the leading 0 of indptr is missing: document 0 begins there."""
    indptr, indices, data = _slow_csr(documents)
    return indptr[1:], indices, data


@EXERCISE.wrong
def without_counts(documents):
    """the counts are lost: data should say how often."""
    indptr, indices, _ = _slow_csr(documents)
    return indptr, indices, [1] * len(indices)


@EXERCISE.wrong
def words_counted_in_indptr(documents):
    """indptr counts the words of each document; it should count its entries, a repeat being one."""
    ends = [sum(map(len, documents[:b])) for b in range(len(documents) + 1)]
    return ends, *_slow_csr(documents)[1:]


@EXERCISE.wrong
def without_the_end(documents):
    """the last number of indptr is missing: it says where the last document ends."""
    indptr, indices, data = _slow_csr(documents)
    return indptr[:-1], indices, data


@EXERCISE.wrong
def empty_documents_left_out(documents):
    """empty documents are left out; each has its place in indptr, where a number comes again."""
    return _slow_csr([document for document in documents if document])


@EXERCISE.wrong
def places_of_the_last_entries(documents):
    """indptr holds the place of each document's last entry; the next one begins a place later."""
    indptr, indices, data = _slow_csr(documents)
    return [0, *(end - 1 for end in indptr[1:])], indices, data


@EXERCISE.wrong
def an_end_for_each_entry(documents):
    """indptr grows with every entry; let it grow once for each document."""
    _, indices, data = _slow_csr(documents)
    return [*range(len(indices) + 1)], indices, data


@EXERCISE.wrong
def an_end_for_all(documents):
    """indptr grows only once, behind the loop; let it grow once for each document."""
    _, indices, data = _slow_csr(documents)
    return [0, len(indices)], indices, data


@EXERCISE.wrong
def shares_for_counts(documents):
    """data holds shares; the counts themselves are wanted."""
    indptr, indices, data = _slow_csr(documents)
    sizes = [
        len(d) for d, ends in zip(documents, pairwise(indptr)) for _ in range(*ends)
    ]
    return indptr, indices, [count / size for count, size in zip(data, sizes)]


@EXERCISE.wrong
def document_of_each_entry(documents):
    """indptr says of each entry in which document it stands; it is to say where documents begin."""
    indptr, indices, data = _slow_csr(documents)
    rows = [b for b, ends in enumerate(pairwise(indptr)) for _ in range(*ends)]
    return rows, indices, data


@EXERCISE.wrong
def one_document_of_all(documents):
    """all documents are counted as one; count each by itself."""
    return _slow_csr([list(chain(*documents))])


@EXERCISE.wrong
def sorted_throughout(documents):
    """the columns of all documents are sorted together; sort them within each document."""
    indptr, indices, data = _slow_csr(documents)
    return indptr, sorted(indices), data


@EXERCISE.wrong
def counted_throughout(documents):
    """data counts in all documents together; count in each document by itself."""
    indptr, indices, _ = _slow_csr(documents)
    words = list(chain(*documents))
    return indptr, indices, [words.count(column) for column in indices]
