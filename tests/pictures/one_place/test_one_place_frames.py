"""One place of a text, frame by frame, judged by node."""

import pytest
import torch

from frames import WORDS, G, assert_frames
from lookup import one_place
from test_one_place import by_autograd

pytestmark = pytest.mark.long

TEXT = [0, 1, 3, 0, 2, 3, 4, 5, 6, 0, 2, 3, 1, 1, 6]

NAMES = [word for word in WORDS if "🙂" not in word] + ["x" * 40]


def judged(
    D=2,
    places=(1, 4, 10, 7, 13),
    drawn=(4, 6),
    reach=1,
    V=7,
    text=TEXT,
    size=1.0,
    **how,
):
    """A spec with what autograd finds at each place: {task: {score, after, strength}}."""
    table, out = size * torch.randn(2, V, D, generator=G)
    shown = one_place(table, out, text, list(places), list(drawn), reach=reach, **how)
    truth = []
    for place in (step["place"] for step in shown.spec["steps"]):
        around = [text[at] for at in range(place - reach, place + reach + 1) if at != place
                  and 0 <= at < len(text)]  # fmt: skip
        each = {}
        for by, reads, right in (
            ("CBOW", around, [text[place]]),
            ("skip-gram", [text[place]], around),
        ):
            found = by_autograd(table, out, reads, right, [*drawn], how.get("lr", 1.0))
            each[by] = {
                name: found[name].tolist() for name in ("score", "after", "strength")
            }
            each[by] |= {"reads": reads, "rows": [*right, *drawn], "right": len(right)}
            each[by]["moved"] = found["table"][reads].tolist()
        truth.append({"middle": text[place], "around": around, **each})
    return shown.spec | {"truth": truth}


def specs():
    """Every kind of spec that the page must be able to draw."""
    long_text = torch.randint(0, 300, (400,), generator=G).tolist()
    return {
        "words": judged(names=NAMES),
        "no words": judged(reach=2, lr=0.1),
        "one column": judged(D=1, names=[*"abcdefg"]),
        "four columns": judged(places=[4, 10, 7], D=4, reach=5, names=NAMES, drawn=[1, 1, 2, 3, 6]),
        "many": judged(
            D=64, V=300, text=long_text, reach=5, places=range(20, 25), drawn=[5, 6, 7],
            names=["한국어단어모음집이라는것"] * 300, size=0.3, lr=0.5,
        ),
        "far": judged(D=2, size=40.0, lr=2.0, places=[0, 14]),
        "near": judged(D=2, size=1e-4, places=[1]),
        "zeros": judged(D=2, size=0.0, places=[1, 4]),
    }  # fmt: skip


@pytest.mark.parametrize("name", ["one_place/frames.mjs", "one_place/text.mjs"])
def test_every_frame_keeps_its_properties(name, tmp_path):
    assert_frames(name, specs(), tmp_path)
