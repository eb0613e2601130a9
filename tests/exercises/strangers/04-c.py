"""Answers to 04-c by somebody who had read the task alone: what is wrong, in his words."""

import numpy as np
import torch


def last_batch_for_every_optimizer(batches, V, name):
    """Believes the colleague: returns the rows of the last batch for every optimizer, though momentum and weight decay move others."""
    return sorted(set(batches[-1]))


def adam_moves_all_rows(batches, V, name):
    """Thinks that Adam moves every row because its gradient is dense; a row never seen has zero moments and stays."""
    if name in ("Adam", "AdamW"):
        return list(range(V))
    return sorted(set(batches[-1]))


def sparse_adam_like_adam(batches, V, name):
    """Treats SparseAdam like Adam; SparseAdam touches the moments and rows of the last batch only."""
    if name == "SGD":
        return sorted(set(batches[-1]))
    if name == "AdamW":
        return list(range(V))
    return sorted({i for batch in batches for i in batch})


def weight_decay_forgotten(batches, V, name):
    """Treats AdamW like Adam and forgets that weight decay shrinks every row, also the ones never seen."""
    if name in ("Adam", "AdamW"):
        return sorted({i for batch in batches for i in batch})
    return sorted(set(batches[-1]))


def repeated_ids_stay(batches, V, name):
    """Sorts but does not remove repeated ids, so a row that occurs twice stands twice in the answer."""
    if name == "AdamW":
        return list(range(V))
    if name == "Adam":
        return sorted(i for batch in batches for i in batch)
    return sorted(batches[-1])


def adam_forgets_the_last_batch_itself(batches, V, name):
    """Takes for Adam only the earlier batches (batches[:-1]); the rows that are new in the last batch move too."""
    if name == "AdamW":
        return list(range(V))
    if name == "Adam":
        return sorted({i for batch in batches[:-1] for i in batch})
    return sorted(set(batches[-1]))


def adam_remembers_only_one_step(batches, V, name):
    """Takes for Adam only the last two batches; the moment decays but never becomes zero, so all earlier batches count."""
    if name == "AdamW":
        return list(range(V))
    if name == "Adam":
        return sorted({i for batch in batches[-2:] for i in batch})
    return sorted(set(batches[-1]))


def rows_moved_in_the_whole_training(batches, V, name):
    """Misreads the task: returns the rows moved by any step so far, not by the last one, so SGD and SparseAdam get too many."""
    if name == "AdamW":
        return list(range(V))
    seen = set()
    for batch in batches:
        seen.update(batch)
    return sorted(seen)


def returns_the_result_of_sort(batches, V, name):
    """Returns list.sort(), which sorts in place and gives None; sorted(...) returns the list."""
    if name == "AdamW":
        rows = list(range(V))
    elif name == "Adam":
        rows = list({i for batch in batches for i in batch})
    else:
        rows = list(set(batches[-1]))
    return rows.sort()


def changes_the_callers_batches(batches, V, name):
    """Extends batches[-1] in place for Adam: the answer is right, but the caller's last batch is changed and the next call on it wrong."""
    if name == "AdamW":
        return list(range(V))
    rows = batches[-1]
    if name == "Adam":
        for batch in batches[:-1]:
            rows += batch
    return sorted(set(rows))


def right_sets(batches, V, name):
    if name == "AdamW":
        return list(range(V))
    if name == "Adam":
        return sorted(set().union(*batches))
    return sorted(set(batches[-1]))


def right_dictionary(batches, V, name):
    return {
        "SGD": sorted(set(batches[-1])),
        "SparseAdam": sorted(set(batches[-1])),
        "Adam": sorted({i for batch in batches for i in batch}),
        "AdamW": [*range(V)],
    }[name]


def right_mask(batches, V, name):
    moves = torch.zeros(V, dtype=torch.bool)
    if name == "AdamW":
        moves[:] = True
    else:
        for batch in batches if name == "Adam" else batches[-1:]:
            moves[torch.tensor(batch, dtype=torch.long)] = True
    return moves.nonzero().flatten().tolist()


def right_numpy(batches, V, name):
    if name == "AdamW":
        return np.arange(V).tolist()
    if name == "Adam":
        return np.unique(
            np.concatenate([np.array(b, dtype=int) for b in batches])
        ).tolist()
    return np.unique(np.array(batches[-1], dtype=int)).tolist()


def right_tries_it_out(batches, V, name):
    W = torch.ones(V, 2, dtype=torch.float64).requires_grad_()
    optimizer = getattr(torch.optim, name)([W], lr=0.01)
    for batch in batches:
        before = W.detach().clone()
        optimizer.zero_grad()
        ids = torch.tensor(batch, dtype=torch.long)
        torch.nn.functional.embedding(
            ids, W, sparse=name == "SparseAdam"
        ).sum().backward()
        optimizer.step()
    return [i for i in range(V) if (W[i] != before[i]).any()]
