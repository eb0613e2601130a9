"""Words numbered by row."""

from dataclasses import dataclass

UNKNOWN = "<unk>"


@dataclass(frozen=True, repr=False)
class Vocabulary:
    """Words numbered by row: 0 is "<unk>", then the most frequent first, ties by alphabet.

    `words` (V,) and `counts` (V,) are tuples; `counts[0]` counts the tokens without a row.
    `vocabulary[word]` is the word's row, 0 if it has none.

    Raises ValueError if row 0 is not "<unk>", a word comes twice, or a count is missing, and
    TypeError if anything but a str is looked up.

    >>> vocabulary = Vocabulary(("<unk>", "the", "cat"), (1, 2, 1))
    >>> vocabulary["cat"], vocabulary["emu"], "emu" in vocabulary
    (2, 0, False)
    """

    words: tuple[str, ...]
    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        rows = {word: row for row, word in enumerate(self.words)}
        if self.words[:1] != (UNKNOWN,) or not len(rows) == len(self.words) == len(
            self.counts
        ):
            raise ValueError(
                f"row 0 is {UNKNOWN!r}, and every word stands once, with its count"
            )
        # The class is frozen, and the rows follow from the words, so they are no field of it.
        object.__setattr__(self, "_rows", rows)

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and word in self._rows

    def __getitem__(self, word: str) -> int:
        if not isinstance(word, str):
            raise TypeError(
                f"a vocabulary takes a word, not {word!r}; words[row] is the way back"
            )
        return self._rows.get(word, 0)

    def __repr__(self) -> str:
        return f"Vocabulary of {len(self):,} words"
