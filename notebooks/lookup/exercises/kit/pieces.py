"""Words to be cut, each with a list of pieces that ends a loop which would go on for ever."""

MOST = 10_000  # questions; to cut a word of 9 letters takes 45 at most
SYLLABLES = ["ba", "do", "fin", "gur", "kel", "mip", "nos", "pul", "tam", "vez"]
UNKNOWN = "[UNK]"


class EndlessLoop(RuntimeError):
    """A loop that asks for pieces and comes to no end; it says so in a whole sentence."""


class Pieces(list):
    """A list of pieces that can be asked and gone through MOST times; then it is an `EndlessLoop`.

    A copy counts anew.

    >>> "##s" in Pieces(["a", "##s"])
    True
    """

    def __init__(self, pieces):
        super().__init__(pieces)
        self._asked = 0

    def __contains__(self, piece):
        self._count()
        return super().__contains__(piece)

    def __iter__(self):
        self._count()
        return super().__iter__()

    def index(self, *piece):
        self._count()
        return super().index(*piece)

    def _count(self):
        self._asked += 1
        if self._asked > MOST:
            raise EndlessLoop(
                f"your loop has asked for {MOST:,} pieces and goes on. Does each pass shorten "
                "what is left, and does the loop end where no piece fits?"
            )


def words_to_cut(rng):
    """A word and `Pieces` for each way in which a word may be known, cut or unknown."""
    return [_shuffled(rng, make(*rng.sample(SYLLABLES, 3))) for make in MAKERS]


def _shuffled(rng, trial):
    """The word with its pieces in any order, behind the one for unknown words."""
    word, pieces = trial
    return word, Pieces([UNKNOWN, *rng.sample(pieces, len(pieces))])


def _has_a_row(a, b, c):
    return a + b, [a, a + b, f"##{b}", b, c, a[0], f"##{a[1:]}"]


def _two_pieces(a, b, c):
    """The shorter ones would do as well, and `b` is a word, too."""
    return a + b, [a, b, f"##{b}", f"##{c}", a[0], f"##{a[1:]}", f"##{b[0]}"]


def _three_pieces(a, b, c):
    return a + b + c, [a, f"##{b}", f"##{c}", c, b, a[0], f"##{a[1:]}", b + c]


def _longest_is_behind(a, b, c):
    """The longest piece of all is not at the beginning."""
    return a + b[0] + c, [a, a + b[0], f"##{c}", f"##{b[0]}{c}", f"{b[0]}{c}"]


def _same_piece_twice(a, b, c):
    return a + b + b, [a, b, f"##{b}", f"##{a}"]


def _letters(a, b, c):
    letters = list(dict.fromkeys(a + b))
    return a + b, [*letters, *(f"##{letter}" for letter in letters), c]


def _no_beginning(a, b, c):
    return a + b, [b, f"##{a}", f"##{b}", c]


def _no_end(a, b, c):
    return a + b, [a, b, c, f"##{c}"]


def _no_middle(a, b, c):
    return a + b + c, [a, b, f"##{c}", c]


def _stuck(a, b, c):
    """The longest beginning leaves a rest that has no piece; a shorter one would not."""
    return a + b + c, [a, a + b, f"##{b}{c}"]


MAKERS = [
    _has_a_row,
    _two_pieces,
    _three_pieces,
    _longest_is_behind,
    _same_piece_twice,
    _letters,
    _no_beginning,
    _no_end,
    _no_middle,
    _stuck,
]
