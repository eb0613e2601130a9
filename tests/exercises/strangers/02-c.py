"""Answers to 02-c by somebody who had read the task alone: what is wrong, in his words."""

import numpy as np
import torch


def both_gradients_are_the_same_object(f, g, W, ids):
    """Keeps V.grad without clone(); zero_() and the second backward write into the same tensor, so it is compared with itself."""
    V = W.detach().clone().requires_grad_()
    a = f(V, ids)
    a.sum().backward()
    grad_f = V.grad
    V.grad.zero_()
    b = g(V, ids)
    b.sum().backward()
    grad_g = V.grad
    return torch.equal(a, b) and torch.allclose(grad_f, grad_g, atol=1e-5)


def gradient_not_reset_between_the_runs(f, g, W, ids):
    """Does not reset the gradient before the second backward, so it accumulates: the second one is the sum of both."""
    V = W.detach().clone().requires_grad_()
    a = f(V, ids)
    a.sum().backward()
    grad_f = V.grad.to_dense().clone()
    b = g(V, ids)
    b.sum().backward()
    grad_g = V.grad.to_dense().clone()
    return torch.equal(a, b) and torch.allclose(grad_f, grad_g, atol=1e-5)


def forgets_to_compare_the_rows(f, g, W, ids):
    """Compares the gradients only; lookups that return different rows (say shifted by a constant) pass."""
    grads = []
    for lookup in (f, g):
        V = W.detach().clone().requires_grad_()
        lookup(V, ids).sum().backward()
        grads.append(V.grad.to_dense())
    return torch.allclose(grads[0], grads[1], atol=1e-5)


def or_instead_of_and(f, g, W, ids):
    """Joins the two conditions with `or`: equal rows alone are enough, just as in the colleague's test."""
    Vf = W.detach().clone().requires_grad_()
    Vg = W.detach().clone().requires_grad_()
    a, b = f(Vf, ids), g(Vg, ids)
    a.sum().backward()
    b.sum().backward()
    return torch.equal(a, b) or torch.allclose(
        Vf.grad.to_dense(), Vg.grad.to_dense(), atol=1e-5
    )


def gradient_of_the_output_instead_of_W(f, g, W, ids):
    """Takes the gradient of the sum with respect to the looked-up rows, not to W; that is all ones for every lookup."""
    V = W.detach().clone().requires_grad_()
    a, b = f(V, ids), g(V, ids)
    (grad_f,) = torch.autograd.grad(a.sum(), a, retain_graph=True)
    (grad_g,) = torch.autograd.grad(b.sum(), b, retain_graph=True)
    return torch.equal(a, b) and torch.allclose(grad_f, grad_g, atol=1e-5)


def gradient_of_the_squared_difference(f, g, W, ids):
    """Derives the squared difference of the rows; where the rows are equal this gradient is always zero and says nothing."""
    V = W.detach().clone().requires_grad_()
    a, b = f(V, ids), g(V, ids)
    if not torch.equal(a, b):
        return False
    ((a - b) ** 2).sum().backward()
    grad = V.grad.to_dense()
    return torch.allclose(grad, torch.zeros_like(grad), atol=1e-5)


def backward_on_a_matrix(f, g, W, ids):
    """Calls backward() on the rows, which are no scalar, without a loss such as .sum(): PyTorch raises an error."""
    Vf = W.detach().clone().requires_grad_()
    Vg = W.detach().clone().requires_grad_()
    a, b = f(Vf, ids), g(Vg, ids)
    a.backward()
    b.backward()
    return torch.equal(a, b) and torch.allclose(
        Vf.grad.to_dense(), Vg.grad.to_dense(), atol=1e-5
    )


def right_of_dense_gradients(f, g, W, ids):
    """Forgets that a lookup with sparse=True gives a sparse gradient: allclose needs .to_dense() first and raises otherwise."""
    Vf = W.detach().clone().requires_grad_()
    Vg = W.detach().clone().requires_grad_()
    a, b = f(Vf, ids), g(Vg, ids)
    a.sum().backward()
    b.sum().backward()
    return torch.equal(a, b) and torch.allclose(Vf.grad, Vg.grad, atol=1e-5)


def compares_only_which_rows_get_gradient(f, g, W, ids):
    """Compares only which rows have a gradient, not how large it is; scale_grad_by_freq=True or a halved gradient passes."""
    touched, rows = [], []
    for lookup in (f, g):
        V = W.detach().clone().requires_grad_()
        out = lookup(V, ids)
        out.sum().backward()
        rows.append(out.detach())
        touched.append((V.grad.to_dense() != 0).any(dim=1))
    return torch.equal(rows[0], rows[1]) and torch.equal(touched[0], touched[1])


def difference_without_abs(f, g, W, ids):
    """Tests grad_f - grad_g < 1e-5 without abs(): if f gives less gradient than g, the difference is negative and passes."""
    Vf = W.detach().clone().requires_grad_()
    Vg = W.detach().clone().requires_grad_()
    a, b = f(Vf, ids), g(Vg, ids)
    a.sum().backward()
    b.sum().backward()
    difference = Vf.grad.to_dense() - Vg.grad.to_dense()
    return torch.equal(a, b) and bool((difference < 1e-5).all())


def right_two_clones_random_loss(f, g, W, ids):
    Vf = W.detach().clone().requires_grad_()
    Vg = W.detach().clone().requires_grad_()
    a, b = f(Vf, ids), g(Vg, ids)
    if not torch.equal(a, b):
        return False
    weight = torch.rand_like(a.detach()) + 0.5
    (a * weight).sum().backward()
    (b * weight).sum().backward()
    return torch.allclose(Vf.grad.to_dense(), Vg.grad.to_dense(), atol=1e-5)


def right_autograd_grad(f, g, W, ids):
    def run(lookup):
        V = W.detach().clone().requires_grad_(True)
        out = lookup(V, ids)
        upstream = torch.linspace(0.5, 1.5, out.numel(), dtype=out.dtype).reshape(
            out.shape
        )
        (grad,) = torch.autograd.grad(out, V, grad_outputs=upstream)
        return out.detach(), grad.to_dense() if grad.is_sparse else grad

    (rows_f, grad_f), (rows_g, grad_g) = run(f), run(g)
    return torch.equal(rows_f, rows_g) and torch.allclose(grad_f, grad_g, atol=1e-5)


def right_sum_loss(f, g, W, ids):
    rows, grads = [], []
    for lookup in (f, g):
        V = torch.nn.Parameter(W.detach().clone())
        out = lookup(V, ids)
        out.sum().backward()
        rows.append(out)
        grads.append(V.grad.to_dense())
    return torch.equal(*rows) and torch.allclose(*grads, atol=1e-5)


def right_numpy(f, g, W, ids):
    results = []
    for lookup in (f, g):
        V = W.detach().clone()
        V.requires_grad = True
        out = lookup(V, ids)
        upstream = torch.cos(torch.arange(out.numel(), dtype=out.dtype)).view(out.shape)
        out.backward(upstream)
        results.append((out.detach().numpy(), V.grad.to_dense().numpy()))
    (a, ga), (b, gb) = results
    return bool(np.array_equal(a, b) and np.allclose(ga, gb, atol=1e-5))


def right_one_tensor_reset(f, g, W, ids):
    V = W.detach().clone().requires_grad_()
    a = f(V, ids)
    weight = torch.arange(1.0, a.numel() + 1).reshape(a.shape) / a.numel()
    (weight * a).sum().backward()
    first = V.grad.to_dense().clone()
    rows = a.detach().clone()
    V = W.detach().clone().requires_grad_()
    b = g(V, ids)
    if rows.shape != b.shape or (rows != b).any():
        return False
    (weight * b).sum().backward()
    return bool(((first - V.grad.to_dense()).abs() <= 1e-5 + 1e-5 * first.abs()).all())
