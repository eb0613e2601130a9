"""What every picture promises without a browser: its step, its refusals, its still, its size."""

import json
import re
import sys

import pytest
import torch
import traitlets
from scipy.sparse import csr_array

from frames import HALVES, WORDS, G, long
from lookup import add_rows, gradient_rows, moving_rows, select_rows
from without_browser import lines, size, typed, untouched

MOST_BYTES = 50_000
PLAIN = {"table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "bdi", "b", "p"}
ONES = csr_array((torch.ones(18).numpy(), torch.arange(18) % 7, torch.arange(0, 19, 3)))
SMALL = {  # four steps of seven rows
    "select_rows": lambda **how: select_rows(HALVES, [4, 1, 2, 1], **how),
    "add_rows": lambda **how: add_rows(HALVES, ONES[:4], **how),
    "gradient_rows": lambda **how: gradient_rows(HALVES[:4], [4, 1, 2, 1], 7, **how),
    "moving_rows": lambda **how: moving_rows([HALVES, HALVES + 1, -HALVES, HALVES / 2], **how),
}


def entries(B, V):
    """A CSR matrix with eight entries in each row."""
    indices = torch.randint(0, V, (8 * B,), generator=G)
    parts = torch.ones(8 * B).numpy(), indices, torch.arange(0, 8 * B + 1, 8)
    return csr_array(parts, shape=(B, V))


def gradient_and_a_row_beside_the_path(V, D, count):
    ids = torch.randint(0, V, (count,), generator=G)
    picture = gradient_rows(long(count, D), ids, V)
    assert typed(picture, str(ids[-1].item())) == ""
    return picture


def forty_rows(V, D, count):
    tables = torch.randn(V + 23, 1, generator=G).unfold(0, V, 1)[:24].mT.expand(24, V, D)
    ids = torch.arange(40) * (V // 40)
    return moving_rows(
        tables,
        ids,
        names=["한국어단어모음집"] * V,
        batches=[[], *[ids.repeat(count // 24)] * 23],
        steps=range(0, 24 * 10**5, 10**5),
    )


LARGE = {  # of a (V, D) table and so many ids or rows of X
    "select_rows": lambda V, D, count: select_rows(
        long(V, D), torch.randint(0, V, (count,), generator=G)
    ),
    "add_rows": lambda V, D, count: add_rows(long(V, D), entries(count, V)),
    "gradient_rows": gradient_and_a_row_beside_the_path,
    "moving_rows": forty_rows,
}
every_kind = pytest.mark.parametrize("kind", SMALL)


@every_kind
@pytest.mark.parametrize("step", [-1, 30, 10**9])
def test_a_step_outside_is_refused_and_the_old_one_stays(kind, step):
    picture = SMALL[kind](step=1)
    last = len(picture.spec["steps"]) - 1
    refused = f"^step must be from 0 to {last} for this picture, got {step}\\.$"
    with pytest.raises(traitlets.TraitError, match=refused):
        SMALL[kind](step=step)
    with pytest.raises(traitlets.TraitError, match=refused):
        picture.step = step
    assert picture.step == 1
    picture.step = last
    with pytest.raises(traitlets.TraitError, match=f"got {last + 1}"):
        picture.step = last + 1


@every_kind
@pytest.mark.parametrize("step", [1.5, "1", None])
def test_a_step_that_is_no_whole_number_is_refused(kind, step):
    picture = SMALL[kind]()
    with pytest.raises(traitlets.TraitError):
        picture.step = step
    assert picture.step == 0


@every_kind
def test_the_spec_cannot_be_replaced(kind):
    with pytest.raises(traitlets.TraitError):
        SMALL[kind]().spec = {}


@every_kind
@pytest.mark.parametrize(
    "message", [{}, {"kind": "anywidget-command"}, {"typed": None}, {"row": "x"}]
)
def test_a_strange_message_is_refused(kind, message):
    picture = SMALL[kind]()
    answers = []
    picture.send = answers.append
    picture._on_typed(picture, message, [])
    assert answers[0]["refused"]
    assert picture.step == 0


@every_kind
def test_the_still_is_a_plain_table_of_escaped_words(kind):
    picture = SMALL[kind](names=WORDS)
    page = picture.to_html()
    assert set(re.findall(r"</?([a-z0-9]+)", page)) <= PLAIN
    assert "<b>cat" not in page
    assert any(row[0].endswith("1 <b>cat</b>") for row in lines(page, "tbody"))
    width = {len(row) for part in ("thead", "tbody", "tfoot") for row in lines(page, part)}
    assert len(width) == 1
    assert page.endswith(f"<p>{repr(picture)[1:-1]}. Run the cell to see it move.</p>")


@every_kind
@pytest.mark.parametrize("D", [1, 8, 32, 33, 300])
def test_the_state_of_a_large_picture_is_small(kind, D):
    for V, count in [(50_000, 256), (1_000_000, 4096)]:
        state = LARGE[kind](V, D, count).get_state()
        assert state["_esm"]
        assert state["_css"]
        assert size(state) <= MOST_BYTES, (V, D)


@every_kind
def test_the_spec_does_not_grow_with_the_table_nor_with_what_is_done_with_it(kind):
    small, large = (
        size(LARGE[kind](V, 8, count).spec) for V, count in [(20_000, 24), (1_000_000, 4096)]
    )
    assert large <= 1.3 * small


class Silent(Exception):
    """One that raises when it is looked at."""

    def __str__(self):
        raise RuntimeError("not to be asked")

    __repr__ = __str__


def raising(error):
    """A `read` that raises this."""

    def read(text):
        raise error

    return read


READING = {  # with a learner's own `read`
    "select_rows": lambda read: select_rows(HALVES, [4, 1], read=read, step=1),
    "add_rows": lambda read: add_rows(HALVES, ONES[:4], read=read, step=1),
}
every_reader = pytest.mark.parametrize("kind", READING)
SAID = {
    "sys.exit": (SystemExit(3), "SystemExit(3)"),
    "the Stop button": (
        KeyboardInterrupt(),
        "Stopped before there was an answer. The picture stays as it is.",
    ),
    "a sentence": (ValueError("no model"), "no model"),
    "another kind": (RuntimeError("no model"), "RuntimeError('no model')"),
    "a missing key": (KeyError("cow"), "KeyError('cow')"),
    "two parts": (ValueError(1, 2), "ValueError(1, 2)"),
    "no word": (ValueError(), "ValueError()"),
    "an empty word": (ValueError(" "), "ValueError, which does not say why."),
    "silence": (Silent(), "Silent, which does not say why."),
    "silence inside": (ValueError(Silent()), "ValueError, which does not say why."),
    "a million letters": (ValueError("z" * 10**6), "z" * 299 + "…"),
    "half a character": (ValueError("a\ud800"), "a\ufffd"),
    "an encoding": (
        UnicodeEncodeError("utf-8", "a", 0, 1, "no"),
        "UnicodeEncodeError('utf-8', 'a', 0, 1, 'no')",
    ),
}


@every_reader
@pytest.mark.parametrize("name", SAID)
def test_whatever_a_learners_read_raises_is_answered_in_few_words(kind, name):
    error, said = SAID[name]
    assert untouched(READING[kind](raising(error)), "x") == said


@every_reader
def test_a_read_that_ends_python_ends_nothing(kind):
    assert untouched(READING[kind](lambda text: sys.exit()), "x") == "SystemExit()"


TEXTS = {  # `read` of a text that holds half a character, given back in all that is shown
    "select_rows": lambda text: (text.split(), [1] * len(text.split())),
    "add_rows": lambda text: (ONES[:4], f"unknown: {text}"),
}


@every_reader
def test_what_is_made_of_half_a_character_can_be_sent(kind):
    names = ["\ud800"] * 7
    picture = READING[kind](TEXTS[kind])
    assert typed(picture, "a\ud800 b") == ""
    for shown in (picture, SMALL[kind](names=names)):
        assert "\ufffd" in json.dumps(shown.spec, ensure_ascii=False)
        assert json.dumps(shown.spec, ensure_ascii=False).encode()


@every_kind
def test_a_refusal_of_half_a_character_can_be_sent(kind):
    assert "\u2068a\ufffd\u2069" in untouched(SMALL[kind](), "a\ud800")
