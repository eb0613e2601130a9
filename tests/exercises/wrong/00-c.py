"""Wrong answers to 00-c; each docstring is a part of what its author must be told."""


def shortest_beginning(word, vocabulary):
    """the shortest piece is taken; begin with the whole word, and make it shorter."""
    pieces = []
    mark = ""
    while word:
        for end in range(1, len(word) + 1):
            if mark + word[:end] in vocabulary:
                break
        else:
            return ["[UNK]"]
        pieces.append(mark + word[:end])
        word = word[end:]
        mark = "##"
    return pieces


def no_marks(word, vocabulary):
    """a later piece is looked up as if it began a word; look it up with ## before it."""
    pieces = []
    while word:
        end = len(word)
        while end and word[:end] not in vocabulary:
            end -= 1
        if end == 0:
            return ["[UNK]"]
        pieces.append(word[:end])
        word = word[end:]
    return pieces


def marks_put_on_at_the_end(word, vocabulary):
    """a later piece is looked up without ## and gets it afterwards; they are two different rows."""
    pieces = no_marks(word, vocabulary)
    return pieces[:1] + ["##" + piece for piece in pieces[1:]]


def first_piece_marked(word, vocabulary):
    """the first piece is looked up with ## before it; only those that go on have the sign."""
    pieces = []
    while word:
        end = len(word)
        while end and "##" + word[:end] not in vocabulary:
            end -= 1
        if end == 0:
            return ["[UNK]"]
        pieces.append("##" + word[:end])
        word = word[end:]
    return pieces


def either(word, vocabulary):
    """a later piece is taken without ##, too; within a word only pieces with ## may stand."""
    pieces = []
    while word:
        for end in range(len(word), 0, -1):
            if pieces and "##" + word[:end] in vocabulary:
                pieces.append("##" + word[:end])
                break
            if word[:end] in vocabulary:
                pieces.append(word[:end])
                break
        else:
            return ["[UNK]"]
        word = word[end:]
    return pieces


def appended_without_the_mark(word, vocabulary):
    """the word is cut rightly, but the ## is missing from the pieces that go on."""
    pieces = []
    mark = ""
    while word:
        for end in range(len(word), 0, -1):
            if mark + word[:end] in vocabulary:
                break
        else:
            return ["[UNK]"]
        pieces.append(word[:end])
        word = word[end:]
        mark = "##"
    return pieces


def unknown_rest(word, vocabulary):
    """the pieces before the gap are kept; if nothing fits there, the whole word is [UNK]."""
    pieces = []
    mark = ""
    while word:
        for end in range(len(word), 0, -1):
            if mark + word[:end] in vocabulary:
                break
        else:
            pieces.append("[UNK]")
            break
        pieces.append(mark + word[:end])
        word = word[end:]
        mark = "##"
    return pieces


def stops_where_nothing_fits(word, vocabulary):
    """where nothing fits the rest is dropped without a word; the answer is ["[UNK]"] then."""
    pieces = []
    start = 0
    end = len(word)
    while start < end:
        piece = ("##" if start else "") + word[start:end]
        if piece in vocabulary:
            pieces.append(piece)
            start = end
            end = len(word)
        else:
            end -= 1
    return pieces


def skips_a_letter(word, vocabulary):
    """a letter that fits nowhere is skipped; if nothing fits, the whole word is [UNK]."""
    pieces = []
    start = 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                pieces.append(piece)
                start = end
                break
        else:
            start += 1
    return pieces


def unknown_letters(word, vocabulary):
    """a letter that fits nowhere becomes [UNK]; if nothing fits, the whole word does."""
    pieces = []
    start = 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                pieces.append(piece)
                start = end
                break
        else:
            pieces.append("[UNK]")
            start += 1
    return pieces


def one_piece(word, vocabulary):
    """that is the first piece alone; go on with what is left of the word."""
    for end in range(len(word), 0, -1):
        if word[:end] in vocabulary:
            return [word[:end]]
    return ["[UNK]"]


def whole_rest(word, vocabulary):
    """the rest is looked up in one go; it may have to be cut as well."""
    if word in vocabulary:
        return [word]
    for end in range(len(word) - 1, 0, -1):
        if word[:end] in vocabulary and "##" + word[end:] in vocabulary:
            return [word[:end], "##" + word[end:]]
    return ["[UNK]"]


def never_cut(word, vocabulary):
    """a word without a row of its own becomes [UNK] at once; cut it into pieces first."""
    if word in vocabulary:
        return [word]
    return ["[UNK]"]


def tried_in_every_way(word, vocabulary):
    """where the longest piece leads nowhere a shorter one is tried; this model never goes back."""

    def cut(rest, mark):
        if not rest:
            return []
        for end in range(len(rest), 0, -1):
            if mark + rest[:end] in vocabulary:
                later = cut(rest[end:], "##")
                if later is not None:
                    return [mark + rest[:end], *later]
        return None

    return cut(word, "") or ["[UNK]"]


def backwards(word, vocabulary):
    """the word is cut from its end; begin with the longest piece at its beginning."""
    pieces = []
    end = len(word)
    while end:
        for start in range(end):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                break
        else:
            return ["[UNK]"]
        pieces = [piece, *pieces]
        end = start
    return pieces


def one_letter_short(word, vocabulary):
    """the longest try lacks the last letter: word[:end] ends before end, so begin at len(word)."""
    pieces = []
    mark = ""
    while word:
        for end in range(len(word) - 1, 0, -1):
            if mark + word[:end] in vocabulary:
                break
        else:
            return ["[UNK]"]
        pieces.append(mark + word[:end])
        word = word[end:]
        mark = "##"
    return pieces


def down_to_two(word, vocabulary):
    """a piece of a single letter is never tried: range(len(word), 0, -1) goes down to 1."""
    pieces = []
    mark = ""
    while word:
        for end in range(len(word), 1, -1):
            if mark + word[:end] in vocabulary:
                break
        else:
            return ["[UNK]"]
        pieces.append(mark + word[:end])
        word = word[end:]
        mark = "##"
    return pieces


def ids(word, vocabulary):
    """those are the ids of the pieces; the pieces themselves are wanted."""
    found = []
    mark = ""
    while word:
        for end in range(len(word), 0, -1):
            if mark + word[:end] in vocabulary:
                break
        else:
            return [vocabulary.index("[UNK]")]
        found.append(vocabulary.index(mark + word[:end]))
        word = word[end:]
        mark = "##"
    return found


def _pieces(word, vocabulary):
    pieces = []
    mark = ""
    while word:
        for end in range(len(word), 0, -1):
            if mark + word[:end] in vocabulary:
                break
        else:
            return None
        pieces.append(mark + word[:end])
        word = word[end:]
        mark = "##"
    return pieces


def how_many(word, vocabulary):
    """that is how many pieces there are; the pieces themselves are wanted."""
    return len(_pieces(word, vocabulary) or ["[UNK]"])


def text_for_unknown(word, vocabulary):
    """[UNK] is right, but stands there as text; a list is wanted for every word."""
    return _pieces(word, vocabulary) or "[UNK]"


def empty_list(word, vocabulary):
    """a word that cannot be cut gives an empty list; ["[UNK]"] is wanted."""
    return _pieces(word, vocabulary) or []


def as_it_came(word, vocabulary):
    """a word that cannot be cut is given back as it is, and has no row; ["[UNK]"] is wanted."""
    return _pieces(word, vocabulary) or [word]


def unk_of_another_vocabulary(word, vocabulary):
    """the row for unknown words has another name in this vocabulary: [UNK]."""
    return _pieces(word, vocabulary) or ["<unk>"]


def inserted_in_front(word, vocabulary):
    """the pieces come in reverse; let them stand as in the word."""
    pieces = []
    for piece in _pieces(word, vocabulary) or ["[UNK]"]:
        pieces.insert(0, piece)
    return pieces


def contained(word, vocabulary):
    """those are all pieces that are found somewhere in the word; cut it from its beginning."""
    return [piece for piece in vocabulary if piece.replace("##", "") in word]


def letters(word, vocabulary):
    """those are the letters one by one; += takes a text apart, append does not."""
    out = []
    out += word
    return out


def nothing_for_unknown(word, vocabulary):
    """It goes wrong only where nothing fits at some point."""
    return _pieces(word, vocabulary)


def one_text(word, vocabulary):
    """yours is one piece of text."""
    return " ".join(_pieces(word, vocabulary) or ["[UNK]"])


def goes_on_for_ever(word, vocabulary):
    """Does each pass shorten what is left, and does the loop end where no piece fits?"""
    pieces = []
    while word:
        for end in range(len(word), 0, -1):
            piece = ("##" if pieces else "") + word[:end]
            if piece in vocabulary:
                pieces.append(piece)
                word = word[end:]
                break
    return pieces


def goes_through_them_for_ever(word, vocabulary):
    """Does each pass shorten what is left, and does the loop end where no piece fits?"""
    pieces = []
    while word:
        for piece in sorted(vocabulary, key=len, reverse=True):
            if word.startswith(piece):
                pieces.append(piece)
                word = word[len(piece) :]
                break
    return pieces


def asks_for_its_place_for_ever(word, vocabulary):
    """Does each pass shorten what is left, and does the loop end where no piece fits?"""
    end = len(word)
    while end:
        try:
            vocabulary.index(word[:end])
        except ValueError:
            end = len(word)
        else:
            return [word[:end]]


def returned_in_the_loop(word, vocabulary):
    """a return stands in the loop"""
    pieces = []
    for end in range(len(word), 0, -1):
        if word[:end] in vocabulary:
            pieces.append(word[:end])
        return pieces


def list_plus_text(word, vocabulary):
    """the letters of the words stand there one by one; += takes a text apart, append not."""
    found = []
    for piece in _pieces(word, vocabulary) or ["[UNK]"]:
        found += piece
    return found


def made_anew(word, vocabulary):
    """pieces is made anew in each pass of the loop; make it once, before the loop."""
    for piece in _pieces(word, vocabulary) or ["[UNK]"]:
        pieces = []
        pieces.append(piece)
    return pieces
