"""Rows for words without any training: counted neighbours, weighed and squeezed."""

import torch


def counted_rows(ids: torch.Tensor, V: int, D: int, reach: int = 5) -> torch.Tensor:
    """A row for each word from how often the words stand near each other: PPMI, then SVD.

    Counts how often two words stand at most `reach` places apart; compares the count with that
    expected by chance, and keeps the logarithm of their ratio where it is above 0 (positive
    pointwise mutual information); then finds the D columns from which that (V, V) table is best
    rebuilt (truncated SVD), each times the root of its singular value. Nothing is trained. (Levy
    and Goldberg 2014, https://papers.nips.cc/paper/5477.)

    Args:
        ids: (N,) integers, a text as row numbers from 0 to V - 1; 0 is no word.
        V: how many rows.
        D: how many columns, from 1 to V - 1.
        reach: how many places apart, at least 1.

    Returns:
        (V, D) float32. The sign of a column, and for equal singular values the column, is not
        defined; cosines between rows are.

    Raises:
        IndexError: an id outside 0 to V - 1.
        ValueError: D or reach outside their range.
        numpy.linalg.LinAlgError: the counts have fewer than D directions that can be told apart.

    >>> counted_rows(torch.tensor([1, 2, 3, 0, 4, 2, 3]), V=5, D=2, reach=2).shape
    torch.Size([5, 2])
    """
    import numpy as np
    from scipy.sparse import coo_array, csr_array
    from scipy.sparse.linalg import svds

    if not 1 <= D < V or reach < 1:
        raise ValueError(
            f"D must be from 1 to {V - 1} and reach at least 1, got {D!r} and {reach!r}."
        )
    outside = ids[(ids < 0) | (ids >= V)]
    if len(outside):
        raise IndexError(f"ids must be from 0 to {V - 1}, got {outside[0].item()}.")
    # 32 bits are enough for a row number; scipy's matrices take a third less memory than with 64.
    line = ids.numpy().astype("i4")
    near = csr_array((V, V), dtype="f4")
    for apart in range(1, min(reach, len(line) - 1) + 1):
        left, right = line[:-apart], line[apart:]
        both = (left > 0) & (right > 0)
        near += coo_array(
            (both[both].astype("f4"), (left[both], right[both])), (V, V)
        ).tocsr()
    # So far each pair was counted from the left one only.
    near += near.T
    # A sum of counts in float32 is exact to 2**24 only.
    times = near.sum(axis=0, dtype="f8")
    near = near.tocoo()
    by_chance = times[near.row] * times[near.col] / times.sum()
    ppmi = np.log(near.data / by_chance).clip(0)
    ppmi = csr_array((ppmi.astype("f4"), (near.row, near.col)), (V, V))
    # Clipped entries are still stored, and `nnz` would count them.
    ppmi.eliminate_zeros()
    if not ppmi.nnz:
        raise np.linalg.LinAlgError(
            "no two words stand near each other more often than by chance."
        )
    columns, sizes, _ = svds(ppmi, D, solver="propack", rng=0)
    return torch.from_numpy(columns * sizes**0.5)
