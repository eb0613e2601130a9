"""A table followed through its training: rows, gradients, and what the optimiser remembers."""

from dataclasses import dataclass

import torch

MEMORIES = (
    "exp_avg",
    "momentum_buffer",
)  # what torch's optimisers call a mean of past gradients


@dataclass(frozen=True)
class Trajectory:
    """T training steps of a (V, D) table, on the CPU and in the table's dtype.

    `rows`: (T + 1, V, D), the table at the start and after each step; `gradients`: (T, V, D), what
    the table's `.grad` held after each step; `memory`: (T, V, D), what the optimiser remembered of
    past gradients after each step, zeros where it remembers none.
    """

    rows: torch.Tensor
    gradients: torch.Tensor
    memory: torch.Tensor


def follow(emb, optimiser, batches, train_on):
    """Train a table batch by batch, and keep what there is to see after each step.

    Three copies of the table are kept for each step, so follow small tables.

    Args:
        emb: an `nn.Embedding`, on any device.
        optimiser: a torch optimiser that trains `emb.weight`. Its memory of past gradients is
            `exp_avg` in its state (Adam and its kin), or `momentum_buffer` (SGD with momentum).
        batches: T lists of ids, at least one; what is in them is for `train_on` alone.
        train_on: a function of (ids, emb, optimiser) that does one training step. It must leave the
            gradient where it is: call `zero_grad` before the step, not after it.

    Returns:
        A `Trajectory`. A COO gradient or memory is made dense; a gradient that is None gives zeros.

    Raises:
        TypeError: emb is no nn.Embedding; optimiser is no torch optimiser; train_on is no function.
        ValueError: there is no batch; the optimiser does not train `emb.weight`.
        Whatever `train_on` raises.

    Example:
        >>> import torch
        >>> emb = torch.nn.Embedding.from_pretrained(torch.zeros(2, 1), freeze=False)
        >>> def train_on(ids, emb, optimiser):
        ...     optimiser.zero_grad()
        ...     emb(torch.tensor(ids)).sum().backward()
        ...     optimiser.step()
        >>> sgd = torch.optim.SGD(emb.parameters(), lr=0.5)
        >>> follow(emb, sgd, [[0, 0], [1]], train_on).rows.squeeze(2).tolist()
        [[0.0, 0.0], [-1.0, 0.0], [-1.0, -0.5]]
    """
    batches = list(batches)
    check_training(emb, optimiser)
    if not callable(train_on):
        raise TypeError(f"train_on must be a function, got {type(train_on).__name__}.")
    if not batches:
        raise ValueError("batches must hold at least one list of ids, got none.")
    W = emb.weight
    rows, gradients, memory = [_copied(W, W)], [], []
    for ids in batches:
        train_on(ids, emb, optimiser)
        rows.append(_copied(W, W))
        gradients.append(_copied(W.grad, W))
        memory.append(_copied(_remembered(optimiser, W), W))
    return Trajectory(torch.stack(rows), torch.stack(gradients), torch.stack(memory))


def check_training(emb, optimiser):
    """Raises TypeError or ValueError unless this optimiser trains this table, as `follow` says."""
    if not isinstance(emb, torch.nn.Embedding):
        raise TypeError(f"emb must be an nn.Embedding, got {type(emb).__name__}.")
    if not isinstance(optimiser, torch.optim.Optimizer):
        raise TypeError(
            f"optimiser must be a torch optimiser, got {type(optimiser).__name__}."
        )
    trained = [weight for group in optimiser.param_groups for weight in group["params"]]
    # By identity: == would compare number by number.
    if not any(weight is emb.weight for weight in trained):
        raise ValueError(
            "optimiser must train emb.weight: make it from the parameters of this very emb."
        )


def _remembered(optimiser, W):
    """What the optimiser remembers of W's past gradients; None where it remembers none."""
    state = optimiser.state.get(W, {})
    return next((state[name] for name in MEMORIES if state.get(name) is not None), None)


def _copied(numbers, W):
    """A dense copy on the CPU; zeros like W where there are no numbers."""
    if numbers is None:
        return torch.zeros(W.shape, dtype=W.dtype)
    numbers = numbers.detach()
    dense = numbers.to_dense() if numbers.is_sparse else numbers
    # The table is trained in place: without a copy each moment would be the last one.
    return dense.to("cpu", W.dtype, copy=True)
