"""How a gradient is stored, frame by frame, judged by node."""

import pytest
import torch

from frames import G, assert_frames
from lookup import stored_rows

pytestmark = pytest.mark.long

NAMES = ["the", "a", "dog", "ran", "cat", "sat", "eel", "mat"]


def coo(ids, V, D=4, values=None):
    """What `nn.Embedding(sparse=True)` leaves of these ids."""
    ids = torch.as_tensor(ids)
    values = torch.randn(len(ids), D, generator=G) if values is None else values
    return torch.sparse_coo_tensor(
        ids[None], values, (V, values.shape[1]), check_invariants=True
    )


def forms(entries):
    """The three forms of notebook 04."""
    return {
        "dense": entries.to_dense(),
        "sparse=True": entries,
        "coalesced": entries.coalesce(),
    }


def drawn(gradients, pick=0, **how):
    """A spec with what it should show of each form, found by torch."""
    spec = stored_rows(gradients, **how).spec
    dense = next(iter(gradients.values())).to_dense()
    lit = (dense != 0).any(dim=1).nonzero()[:, 0].tolist()
    truth = [of_form(gradient, lit) for gradient in gradients.values()]
    return spec | {"truth": truth, "lit_rows": lit, "pick": pick}


def of_form(gradient, lit):
    """What a form stores."""
    V, D = gradient.shape
    each = D * gradient.element_size()
    if gradient.layout == torch.strided:
        zeros = sorted({*range(V)} - {*lit})
        shared = {"dense": True, "stored": V, "entries": V}
        return shared | {"zeros": zeros, "bytes": V * each, "held": len(lit) * each}
    ids = gradient._indices()[0].tolist()
    held = sum(map({*lit}.__contains__, ids)) * (each + 8)
    shared = {"dense": False, "stored": len({*ids}), "entries": len(ids)}
    return shared | {
        "zeros": sorted({*ids} - {*lit}),
        "bytes": len(ids) * (each + 8),
        "held": held,
    }


def specs():
    """Every kind of spec that the page must be able to draw."""
    zipf = (torch.rand(1014, generator=G) ** 6 * 22_311).long()
    values = torch.ones(4, 4)
    values[3] = 0
    small = forms(coo([4, 1, 4, 1, 6, 4], 8))
    again = {"sparse=True": small["sparse=True"], "dense": small["dense"]}
    empty = coo(torch.empty(0, dtype=torch.int64), 5)
    return {
        "small": drawn(small, 4, names=NAMES),
        "notebook 04": drawn(forms(coo(zipf, 22_311, 64)), zipf[5].item()),
        "the way back": drawn(again | {"all that is coalesced": small["coalesced"]}, 7),
        "zeros stored": drawn({"sparse=True": coo([1, 1, 3, 2], 8, values=values)}, 2),
        "both zeros": drawn(forms(coo([1, 1, 3, 2], 8, values=values)), 3),
        "only dense": drawn({"dense": small["dense"]}, 3),
        "four": drawn(small | {"a rather long name of it": small["sparse=True"]}, 7),
        "one row": drawn(forms(coo([0], 1, 1)), 0),
        "no entry": drawn(forms(empty), 4),
        "all rows": drawn(forms(coo(range(300), 300)), 299),
        "many entries": drawn(forms(coo(torch.arange(20_000) % 9, 60)), 59),
        "large": drawn(forms(coo(zipf * 3, 70_003, 2)), 70_002),
        "vague": drawn(forms(coo(torch.arange(0, 60_000, 7), 60_000, 1)), 14),
        "vague zeros": drawn(
            {"a": coo([9, 50_000], 60_000, values=torch.eye(2)[:, :1])}, 50_001
        ),
    }


@pytest.mark.parametrize("name", ["stored_rows/frames.mjs", "stored_rows/text.mjs"])
def test_every_frame_keeps_its_properties(name, tmp_path):
    assert_frames(name, specs(), tmp_path)
