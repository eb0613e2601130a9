"""The optimisers that are raced, and one that torch lacks: a number for each row of a table."""

from functools import partial

import torch

RATE = 0.01  # of SGD


class RowWiseAdagrad(torch.optim.Optimizer):
    """Adagrad with one sum for a whole row, in place of one for each of its numbers.

    Of each row that a sparse gradient names, the mean of the squares of its gradient is added to
    the row's sum, and the row moves by lr * gradient / (sqrt(sum) + eps). So a (V, D) table needs V
    numbers more, where Adagrad needs V * D. FBGEMM has it as EXACT_ROWWISE_ADAGRAD, DLRM as
    RWSAdagrad; this is their rule in plain calls of torch.

    Args:
        tables: (V, D) parameters.
        lr: the learning rate. eps: what keeps the first step from a division by zero.

    Raises:
        RuntimeError: in `step`, if a gradient is not sparse.

    Example:
        >>> W = torch.ones(5, 2, requires_grad=True)
        >>> rows = torch.nn.functional.embedding(torch.tensor([3, 3]), W, sparse=True)
        >>> rows.sum().backward()
        >>> RowWiseAdagrad([W], lr=0.1).step()
        >>> W.detach()[3]  # both numbers by 0.1 * 2 / sqrt(4)
        tensor([0.9000, 0.9000])
    """

    def __init__(self, tables, lr=0.01, eps=1e-10):
        super().__init__(tables, {"lr": lr, "eps": eps})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for W in group["params"]:
                if W.grad is not None:
                    self._step(W, group["lr"], group["eps"])

    def _step(self, W, lr, eps):
        if not W.grad.is_sparse:
            raise RuntimeError(
                "row-wise Adagrad takes a sparse gradient: set sparse=True"
            )
        if not self.state[W]:
            self.state[W]["sums"] = torch.zeros(len(W), device=W.device)  # (V,)
        sums = self.state[W]["sums"]
        gradient = (
            W.grad.coalesce()
        )  # the visits to a row are added up before they are squared
        (ids,) = gradient.indices()  # (n,)
        rows = gradient.values()  # (n, D)
        sums.index_add_(0, ids, rows.square().mean(dim=1))
        W.index_add_(0, ids, rows / (sums[ids].sqrt() + eps)[:, None], alpha=-lr)


OPTIMIZERS = {
    "SGD": partial(torch.optim.SGD, lr=RATE),
    "Adam": partial(torch.optim.Adam, foreach=False),
    "Adam, foreach": partial(torch.optim.Adam, foreach=True),
    "fused Adam": partial(torch.optim.Adam, fused=True),
    "Adam, as it comes": torch.optim.Adam,
    "SparseAdam": torch.optim.SparseAdam,
    "row-wise Adagrad": RowWiseAdagrad,
}
