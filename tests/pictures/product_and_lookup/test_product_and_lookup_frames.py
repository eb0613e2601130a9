"""What the browser shows of Linear beside Embedding: each frame by node, each step in Chromium."""

import numpy as np
import pytest
import torch
from playwright.sync_api import expect

from bare_page import press, says, says_under_pointer, stands
from frames import HALVES, INF, NAN, ODD, WORDS, G, assert_frames, plain
from lookup import product_and_lookup

pytestmark = pytest.mark.long

PLACES = 10.0 * torch.arange(6)[:, None] + torch.arange(4)
HALF = [[0, 0.5, 0.5, 0, 0, 0]]
SLIDE = torch.stack([torch.linspace(1, 0, 9), torch.linspace(0, 1, 9)], dim=1)
SLIDE = torch.cat(
    [torch.zeros(9, 1), SLIDE, torch.zeros(9, 3)], dim=1
)  # from row 1 to row 2
INFINITE = PLACES.clone()
INFINITE[4, 1] = INF


def seen(W, inputs, **more):
    """A spec with what it should show, by NumPy alone."""
    picture = product_and_lookup(W, inputs, **more)
    spec, W = picture.spec, np.asarray(W, dtype=float)
    rows, given = np.eye(len(W)), np.asarray(inputs)
    weights = given if given.dtype.kind == "f" else rows[given]
    beside = [step["row"] for step in spec["steps"][spec["path"] :]]
    truth = [truth_of(v, W) for v in [*weights[: spec["path"]], *rows[beside]]]
    return spec | {"truth": truth, "W": [plain(row) for row in W]}


@np.errstate(all="ignore")
def truth_of(v, W):
    """What is so of weights (V,) and a table (V, D)."""
    products = np.array(
        [[weight * number for number in row] for weight, row in zip(v, W)]
    )
    total = np.add.reduce(products, axis=0)
    taken = np.flatnonzero(v)
    row = int(taken[0]) if len(taken) == 1 and v[taken[0]] == 1 else None
    return {
        "v": plain(v),
        "products": [plain(line) for line in products],
        "sum": plain(total),
        "row": row,
        "same": row is not None and np.array_equal(total, W[row], equal_nan=True),
    }


def specs():
    """Every kind of spec that the page must be able to draw."""
    odd = [*ODD, [NAN, INF, -1, 0]]
    softmax = torch.randn(4, 12, generator=G).softmax(dim=1)
    return {
        "ids": seen(PLACES, [2, 3, 1]),
        "half": seen(PLACES, HALF),
        "slide": seen(PLACES, SLIDE.numpy()),
        "infinite": seen(INFINITE, [2, 4]),
        "infinite slide": seen(INFINITE, SLIDE.numpy()[::4]),
        "one cell": seen([[-1.0]], [0]),
        "one number, half": seen([[3.0]], [[0.5], [1.0], [0]]),
        "odd": seen(odd, [1, 0, 3, 4]),
        "signs": seen(
            HALVES, [[0, 1, -1, 0, 0, 0, 0], [0, 0, 0, 0.25, 0, 2, 1], [0.0] * 7]
        ),
        "words": seen(
            HALVES,
            [4, 1, 4, 2],
            names=WORDS,
            words=["기차역앞에서만나요", "<b>cat</b>", "x", "كلب"],
        ),
        "large": seen(
            torch.randn(12, 8, generator=G), softmax.numpy(), names=["embedding"] * 12
        ),
        "many": seen(torch.randn(12, 1, generator=G), torch.arange(30) % 12),
    }


@pytest.mark.parametrize(
    "name", ["product_and_lookup/frames.mjs", "product_and_lookup/text.mjs"]
)
def test_every_frame_keeps_its_properties(name, tmp_path):
    assert_frames(name, specs(), tmp_path)


def numbers(line):
    """The numbers of a row of the unseen table; what a product made of them stands behind "="."""
    texts = [text.split(" = ")[-1] for text in line.locator("td").all_text_contents()]
    return torch.tensor(
        [float(text.replace("−", "-").replace("≈0", "0")) for text in texts[1:]]
    )


@pytest.mark.parametrize(
    "inputs", [[2, 3, 1], SLIDE[::4], HALF], ids=["ids", "slide", "half"]
)
def test_every_step_shows_torchs_linear_and_embedding(show, page, inputs):
    picture = product_and_lookup(PLACES, inputs)
    weights = torch.tensor(inputs) if isinstance(inputs, list) else inputs
    if not weights.is_floating_point():
        weights = torch.nn.functional.one_hot(weights, 6).float()
    linear = torch.nn.functional.linear(weights, PLACES.T)
    pic = show(picture)
    press(pic, "next")
    for step, v in enumerate(weights):
        page.evaluate("step => set({ step })", step)
        row = v.argmax().item() if v.max() == 1 else None
        stands(pic, step=step, phase="shown", row="none" if row is None else row)
        body, foot = (pic.locator(f"{part} tr").all() for part in ("tbody", "tfoot"))
        products = torch.stack([numbers(line) for line in body])
        torch.testing.assert_close(products, v[:, None] * PLACES, atol=0.0501, rtol=0)
        torch.testing.assert_close(numbers(foot[0]), linear[step], atol=0.0501, rtol=0)
        if row is None:
            says(pic, "No id gives this row.")
            assert "no id gives this row" in foot[1].inner_text()
        else:
            looked_up = torch.nn.functional.embedding(torch.tensor(row), PLACES)
            torch.testing.assert_close(numbers(foot[1]), looked_up, atol=0, rtol=0)
            says(pic, f"reads the 4 numbers of row {row} and gets the same.")


def test_the_value_under_the_pointer_is_said(show):
    texts = {
        'text[data-row="2"][data-col="1"][data-made]': "v[2] × W[2, 1] = 1 × 21 = 21",
        'circle[data-row="3"][data-col="2"]': "v[3] × W[3, 2] = 0 × 32 = 0",
        'text[data-row="3"][data-col="2"]': "W[3, 2] = 32",
        'text[data-sum="2"]': "Linear, column 2 = 22",
        'text[data-out="2"][data-col="3"]': "Embedding, column 3 = 23",
    }
    pic = show(product_and_lookup(PLACES, [3, 2], step=1))
    says_under_pointer(pic, texts)


def test_a_narrow_page_has_the_lanes_one_under_the_other(show, page):
    pic = show(product_and_lookup(PLACES, [2, 3, 1]))
    find = """svg => ["linear:", "embedding:"].map(
        (key) => svg.byKey.get(key).node.getBoundingClientRect().top)"""

    def lower():
        """How many pixels the lane of Embedding lies below that of Linear."""
        page.clock.run_for(100)
        linear, embedding = pic.locator("svg").evaluate(find)
        return embedding - linear

    def becomes(true):
        """The page lays a picture out anew when it finds the time."""
        assert any(true(lower()) or page.wait_for_timeout(100) for _ in range(50))

    becomes(lambda down: abs(down) < 1)
    pic.evaluate("root => { root.style.width = '400px'; }")
    becomes(lambda down: down > 100)
    stage = pic.locator(".stage")
    assert stage.evaluate("stage => stage.scrollWidth <= stage.clientWidth")


def test_another_spec_redraws(show, page):
    pic = show(product_and_lookup(PLACES, [2, 3], step=1))
    other = product_and_lookup(HALVES[:3], [1])
    page.evaluate("spec => set({ spec, step: 0 })", other.spec)
    assert {"v (3,)", "W (3, 5)", "products (3, 5)"} <= set(
        pic.locator("svg text").all_text_contents()
    )
    page.evaluate("spec => set({ spec, step: 0 })", product_and_lookup(ODD, [1]).spec)
    expect(pic.locator(".note")).to_have_text("numbers rounded")
