"""Answers to 04-b by somebody who had read the task alone: what is wrong, in his words."""

import numpy as np
import torch
import torch.nn.functional as F


def repeated_ids_overwrite(W, ids, up, lr):
    """Subtracts with new[ids] -= ..., where of a repeated id only one occurrence counts; the gradients must be added up."""
    new = W.clone()
    new[ids] -= lr * up
    return new


def alias_instead_of_copy(W, ids, up, lr):
    """Writes new = W, which is no copy, so the step changes W itself; clone is missing."""
    new = W
    new.index_add_(0, ids, -lr * up)
    return new


def uphill(W, ids, up, lr):
    """Adds the gradient instead of subtracting it: the sign of the step is wrong."""
    return W.index_add(0, ids, up, alpha=lr)


def forgets_lr(W, ids, up, lr):
    """Subtracts the whole gradient and never uses lr."""
    grad = torch.zeros_like(W)
    grad.index_add_(0, ids, up)
    return W - grad


def returns_the_gradient(W, ids, up, lr):
    """Returns the gradient of the table and not the new table: the step W - lr * grad is missing."""
    grad = torch.zeros_like(W)
    grad.index_add_(0, ids, up)
    return grad


def averages_over_the_batch(W, ids, up, lr):
    """Divides by B, the number of ids; the gradient is the plain sum, up already holds any averaging."""
    grad = torch.zeros_like(W)
    for i, u in zip(ids, up):
        grad[i] += u
    return W - lr * grad / len(ids)


def position_instead_of_id(W, ids, up, lr):
    """Changes row b, the position in the batch, and not row ids[b]."""
    new = W.clone()
    for b in range(len(ids)):
        new[b] -= lr * up[b]
    return new


def result_of_index_add_dropped(W, ids, up, lr):
    """Calls index_add without underscore and throws its result away, so the table comes back unchanged."""
    new = W.clone()
    new.index_add(0, ids, -lr * up)
    return new


def clone_inside_the_loop(W, ids, up, lr):
    """Clones W afresh in every turn of the loop, so only the step of the last id survives."""
    for i, u in zip(ids.tolist(), up):
        new = W.clone()
        new[i] = new[i] - lr * u
    return new


def only_the_touched_rows(W, ids, up, lr):
    """Returns just the B updated rows (B, D) instead of the whole table (V, D)."""
    return W[ids] - lr * up


def right_index_add(W, ids, up, lr):
    return W.index_add(0, ids, up, alpha=-lr)


def right_plain_loop(W, ids, up, lr):
    new = W.detach().clone()
    for i, u in zip(ids.tolist(), up):
        new[i] -= lr * u
    return new


def right_one_hot_transposed(W, ids, up, lr):
    oh = F.one_hot(ids, W.shape[0]).to(up.dtype)
    return W - lr * (oh.T @ up)


def right_numpy_add_at(W, ids, up, lr):
    grad = np.zeros(tuple(W.shape), dtype=np.float32)
    np.add.at(grad, ids.numpy(), up.detach().numpy())
    return W - lr * torch.from_numpy(grad)


def right_index_put_accumulate(W, ids, up, lr):
    new = W.clone()
    new.index_put_((ids,), -lr * up, accumulate=True)
    return new
