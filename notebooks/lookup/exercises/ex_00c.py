"""00-c: the pieces of a word, the longest first."""

from .check import Exercise
from .kit.pieces import UNKNOWN, words_to_cut

MARK = "##"


def _beginnings(word, known):
    """The beginnings of a word that are known, the longest first."""
    return [word[:end] for end in range(len(word), 0, -1) if word[:end] in known]


def _later(vocabulary):
    """The letters of the pieces that go on from another."""
    return {piece[2:] for piece in vocabulary if piece.startswith(MARK)}


def _cut(word, first, later, choose=0):
    """The letters of each piece, until nothing fits, and what is left of the word then.

    first, later: what may begin the word, and what may go on. choose: which of those that fit.
    """
    parts = []
    fitting = _beginnings(word, first)
    while fitting:
        parts.append(fitting[choose])
        word = word[len(parts[-1]) :]
        fitting = _beginnings(word, later)
    return parts, word


def _marked(parts):
    return [*parts[:1], *(MARK + part for part in parts[1:])]


def _or_unknown(pieces, left):
    return [UNKNOWN] if left else pieces


def _found(word, vocabulary):
    return _cut(word, set(vocabulary), _later(vocabulary))


def _slow_pieces(word, vocabulary):
    parts, left = _found(word, vocabulary)
    return _or_unknown(_marked(parts), left)


def _is_unknown(word, vocabulary):
    return _slow_pieces(word, vocabulary) == [UNKNOWN]


EXERCISE = Exercise(
    truth=_slow_pieces,
    trials=words_to_cut,
    names=("word", "vocabulary"),
    special={
        "the whole word has a row": lambda word, vocabulary: word in vocabulary,
        "the word takes several pieces": lambda *inputs: len(_slow_pieces(*inputs)) > 1,
        "the word takes three pieces or more": lambda *inputs: (
            len(_slow_pieces(*inputs)) > 2
        ),
        "nothing fits at some point": _is_unknown,
        "nothing fits at the beginning": lambda *inputs: _found(*inputs)[0] == [],
        "nothing fits later in the word": lambda *inputs: (
            _is_unknown(*inputs) and _found(*inputs)[0] != []
        ),
    },
)


@EXERCISE.wrong
def shortest_first(word, vocabulary):
    """the shortest piece is taken; begin with the whole word, and make it shorter."""
    parts, left = _cut(word, set(vocabulary), _later(vocabulary), choose=-1)
    return _or_unknown(_marked(parts), left)


@EXERCISE.wrong
def never_with_a_mark(word, vocabulary):
    """a later piece is looked up as if it began a word; look it up with ## before it."""
    parts, left = _cut(word, set(vocabulary), set(vocabulary))
    return _or_unknown(parts, left)


@EXERCISE.wrong
def marked_afterwards(word, vocabulary):
    """a later piece is looked up without ## and gets it afterwards; they are two different rows."""
    parts, left = _cut(word, set(vocabulary), set(vocabulary))
    return _or_unknown(_marked(parts), left)


@EXERCISE.wrong
def always_with_a_mark(word, vocabulary):
    """the first piece is looked up with ## before it; only those that go on have the sign."""
    parts, left = _cut(word, _later(vocabulary), _later(vocabulary))
    return _or_unknown([MARK + part for part in parts], left)


@EXERCISE.wrong
def with_or_without_a_mark(word, vocabulary):
    """a later piece is taken without ##, too; within a word only pieces with ## may stand."""
    parts, left = _cut(word, set(vocabulary), _later(vocabulary) | set(vocabulary))
    marked = [MARK + part if MARK + part in vocabulary else part for part in parts]
    return _or_unknown([*parts[:1], *marked[1:]], left)


@EXERCISE.wrong
def marks_left_out(word, vocabulary):
    """the word is cut rightly, but the ## is missing from the pieces that go on."""
    parts, left = _found(word, vocabulary)
    return _or_unknown(parts, left)


@EXERCISE.wrong
def rest_unknown(word, vocabulary):
    """the pieces before the gap are kept; if nothing fits there, the whole word is [UNK]."""
    parts, left = _found(word, vocabulary)
    return _marked(parts) + ([UNKNOWN] if left else [])


@EXERCISE.wrong
def rest_left_out(word, vocabulary):
    """where nothing fits the rest is dropped without a word; the answer is ["[UNK]"] then."""
    return _marked(_found(word, vocabulary)[0])


@EXERCISE.wrong
def letters_left_out(word, vocabulary):
    """a letter that fits nowhere is skipped; if nothing fits, the whole word is [UNK]."""
    return _letter_by_letter(word, vocabulary, [])


@EXERCISE.wrong
def unknown_for_a_letter(word, vocabulary):
    """a letter that fits nowhere becomes [UNK]; if nothing fits, the whole word does."""
    return _letter_by_letter(word, vocabulary, [UNKNOWN])


def _letter_by_letter(word, vocabulary, instead):
    """The pieces, and something instead of each letter where nothing fits."""
    pieces = []
    mark = ""
    while word:
        # Behind a skipped letter a piece goes on, too: the word has begun.
        known = _later(vocabulary) if mark else set(vocabulary)
        parts = _beginnings(word, known)[:1]
        pieces += [mark + part for part in parts] or instead
        word = word[len(parts[0]) if parts else 1 :]
        mark = MARK
    return pieces


@EXERCISE.wrong
def first_piece_alone(word, vocabulary):
    """that is the first piece alone; go on with what is left of the word."""
    parts, _ = _found(word, vocabulary)
    return _or_unknown(parts[:1], not parts)


@EXERCISE.wrong
def first_piece_or_nothing(word, vocabulary):
    """the search ends with the first piece; go on with the rest, and give [UNK] if nothing fits."""
    return _found(word, vocabulary)[0][:1]


@EXERCISE.wrong
def two_pieces_at_most(word, vocabulary):
    """the rest is looked up in one go; it may have to be cut as well."""
    for begin in _beginnings(word, set(vocabulary)):
        rest = word[len(begin) :]
        if not rest or MARK + rest in vocabulary:
            return _marked([begin, rest] if rest else [begin])
    return [UNKNOWN]


@EXERCISE.wrong
def whole_word_or_unknown(word, vocabulary):
    """a word without a row of its own becomes [UNK] at once; cut it into pieces first."""
    return [word if word in vocabulary else UNKNOWN]


@EXERCISE.wrong
def another_cut(word, vocabulary):
    """where the longest piece leads nowhere a shorter one is tried; this model never goes back."""
    return _going_back(word, set(vocabulary), vocabulary) or [UNKNOWN]


def _going_back(word, known, vocabulary):
    """The pieces of a word by the first cut that works out, [] if there is none."""
    for begin in _beginnings(word, known):
        rest = word[len(begin) :]
        later = _going_back(rest, _later(vocabulary), vocabulary)
        if later or not rest:
            return [begin, *(MARK + piece.removeprefix(MARK) for piece in later)]
    return []


@EXERCISE.wrong
def from_the_end(word, vocabulary):
    """the word is cut from its end; begin with the longest piece at its beginning."""
    pieces = []
    while word:
        starts = range(len(word))
        fitting = [MARK + word[k:] if k else word for k in starts]
        fitting = [piece for piece in fitting if piece in vocabulary]
        if not fitting:
            return [UNKNOWN]
        pieces.insert(0, fitting[0])
        word = word.removesuffix(fitting[0].removeprefix(MARK))
    return pieces


@EXERCISE.wrong
def last_letter_never_tried(word, vocabulary):
    """the longest try lacks the last letter: word[:end] ends before end, so begin at len(word)."""
    parts = []
    known = set(vocabulary)
    while word:
        fitting = _beginnings(word[:-1], known)
        if not fitting:
            return [UNKNOWN]
        parts.append(fitting[0])
        word = word[len(parts[-1]) :]
        known = _later(vocabulary)
    return _marked(parts)


@EXERCISE.wrong
def single_letters_never_tried(word, vocabulary):
    """a piece of a single letter is never tried: range(len(word), 0, -1) goes down to 1."""
    longer = {piece for piece in vocabulary if len(piece) > 1}
    later = {piece for piece in _later(vocabulary) if len(piece) > 1}
    parts, left = _cut(word, longer, later)
    return _or_unknown(_marked(parts), left)


@EXERCISE.wrong
def ids_of_the_pieces(word, vocabulary):
    """those are the ids of the pieces; the pieces themselves are wanted."""
    return [vocabulary.index(piece) for piece in _slow_pieces(word, vocabulary)]


@EXERCISE.wrong
def number_of_pieces(word, vocabulary):
    """that is how many pieces there are; the pieces themselves are wanted."""
    return len(_slow_pieces(word, vocabulary))


@EXERCISE.wrong
def unknown_as_text(word, vocabulary):
    """[UNK] is right, but stands there as text; a list is wanted for every word."""
    pieces = _slow_pieces(word, vocabulary)
    return UNKNOWN if pieces == [UNKNOWN] else pieces


@EXERCISE.wrong
def empty_for_unknown(word, vocabulary):
    """a word that cannot be cut gives an empty list; ["[UNK]"] is wanted."""
    pieces = _slow_pieces(word, vocabulary)
    return [] if pieces == [UNKNOWN] else pieces


@EXERCISE.wrong
def word_itself_for_unknown(word, vocabulary):
    """a word that cannot be cut is given back as it is, and has no row; ["[UNK]"] is wanted."""
    pieces = _slow_pieces(word, vocabulary)
    return [word] if pieces == [UNKNOWN] else pieces


@EXERCISE.wrong
def other_name_for_unknown(word, vocabulary):
    """the row for unknown words has another name in this vocabulary: [UNK]."""
    pieces = _slow_pieces(word, vocabulary)
    return ["<unk>"] if pieces == [UNKNOWN] else pieces


@EXERCISE.wrong
def pieces_in_reverse(word, vocabulary):
    """the pieces come in reverse; let them stand as in the word."""
    return _slow_pieces(word, vocabulary)[::-1]


@EXERCISE.wrong
def pieces_anywhere(word, vocabulary):
    """those are all pieces that are found somewhere in the word; cut it from its beginning."""
    return [piece for piece in vocabulary if piece.removeprefix(MARK) in word]


@EXERCISE.wrong
def letters_one_by_one(word, vocabulary):
    """those are the letters one by one; += takes a text apart, append does not."""
    return list(word)
