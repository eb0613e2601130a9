"""What every picture promises without a browser: its step, its refusals, its still, its size."""

import html
import json
import re
import sys
from types import SimpleNamespace

import pytest
import torch
import traitlets
from scipy.sparse import csr_array

from course import LOOKUP
from frames import HALVES, WORDS, G, long
from lookup import (
    add_rows,
    all_to_all,
    bags,
    calls_in_time,
    coasting_rows,
    file_pages,
    gradient_rows,
    memory_over_time,
    moving_rows,
    neighbours,
    one_place,
    product_and_lookup,
    select_rows,
    step_times,
    stored_rows,
)
from test_calls_in_time import queue
from test_coasting_rows import OPTIMISERS, run
from test_memory_over_time import run_of
from test_step_times import STEPS as TIMED
from test_step_times import a_step
from without_browser import lines, size, typed, untouched

MOST_BYTES = 64_000
PLAIN = {
    "table",
    "caption",
    "thead",
    "tbody",
    "tfoot",
    "tr",
    "th",
    "td",
    "bdi",
    "b",
    "p",
}
ONES = csr_array((torch.ones(18).numpy(), torch.arange(18) % 7, torch.arange(0, 19, 3)))
SEEN = {name: run(make, steps=4, V=6) for name, make in OPTIMISERS.items()}
STEPS = run_of(*[("forward", (0, 900), {"forward": (0, 900)})] * 2)


SMALL = {  # four steps of seven rows, or six
    "select_rows": lambda **how: select_rows(HALVES, [4, 1, 2, 1], **how),
    "add_rows": lambda **how: add_rows(HALVES, ONES[:4], **how),
    "all_to_all": lambda **how: all_to_all(HALVES, [[4, 1], [2, 1, 4]], **how),
    "bags": lambda **how: bags(
        HALVES, [1, 4, 2, 1, 1], [0, 2, 2, 4], counts=range(5), **how
    ),
    "gradient_rows": lambda **how: gradient_rows(HALVES[:4], [4, 1, 2, 1], 7, **how),
    "calls_in_time": lambda names=WORDS, **how: calls_in_time(
        queue(4, 1e-5, 1e-3, 1e-4), names=names[1:5], **how
    ),
    "coasting_rows": lambda names=WORDS, **how: coasting_rows(
        SEEN, names=names[:6], **how
    ),
    "file_pages": lambda names=WORDS, **how: file_pages(
        {f"{k} {name}": [k] for k, name in enumerate(names[:4])}, pages=7, **how
    ),
    "moving_rows": lambda **how: moving_rows(
        [HALVES, HALVES + 1, -HALVES, HALVES / 2], **how
    ),
    "neighbours": lambda names=WORDS, **how: neighbours(
        HALVES, names, asks=names[1:5], **how
    ),
    "one_place": lambda **how: one_place(
        HALVES, -HALVES, range(7), [1, 4, 2, 0], [3], **how
    ),
    "product_and_lookup": lambda **how: product_and_lookup(HALVES, [4, 1, 2, 1], **how),
    "memory_over_time": lambda names=WORDS, **how: memory_over_time(
        {(f"1 {names[1]}", layers): STEPS for layers in (0, 5)}, table=4000, **how
    ),
    "step_times": lambda **how: step_times(TIMED, **how),
    "stored_rows": lambda **how: stored_rows(dict.fromkeys("abcd", HALVES), **how),
}


def entries(B, V):
    """A CSR matrix with eight entries in each row."""
    indices = torch.randint(0, V, (8 * B,), generator=G)
    parts = torch.ones(8 * B).numpy(), indices, torch.arange(0, 8 * B + 1, 8)
    return csr_array(parts, shape=(B, V))


def infinite(V, D):
    """A long table with a row of infinities, numbers of which the rows beside it share."""
    table = long(V, D)
    table[V // 2] = torch.inf
    return table


def gradient_and_a_row_beside_the_path(V, D, count):
    ids = torch.randint(0, V, (count,), generator=G)
    picture = gradient_rows(long(count, D), ids, V)
    assert typed(picture, str(ids[-1].item())) == ""
    return picture


def forty_rows(V, D, count):
    tables = (
        torch.randn(V + 23, 1, generator=G).unfold(0, V, 1)[:24].mT.expand(24, V, D)
    )
    ids = torch.arange(40) * (V // 40)
    return moving_rows(
        tables,
        ids,
        names=["한국어단어모음집"] * V,
        batches=[[], *[ids.repeat(count // 24)] * 23],
        steps=range(0, 24 * 10**5, 10**5),
    )


def sixty_steps(V, D, count):
    """Five optimisers, three rows, and numbers that are long as they travel; V does not count."""
    tables = 1.23e-3 * torch.rand(3, 61, 3, D, generator=G)
    tables[1, 1:, 1] = 0
    walk = SimpleNamespace(
        rows=tables[0], gradients=tables[1, :60], memory=tables[2, :60]
    )
    return coasting_rows({f"Adam number {k}": walk for k in range(5)}, names=WORDS[4:])


def many_moments(V, D, count):
    """Four ways with eight numbers of layers each, whose phases hold so many moments."""
    held = [torch.randint(10**9, (count,), generator=G).tolist() for _ in range(5)]
    kinds = dict(zip(["forward", "backward", "step", "exchange"], held))
    phases = run_of(
        *((f"phase number {k:,}", sum_of(held[:4]), kinds) for k in range(8))
    )
    runs = {
        (f"{way} {'W' * 18}", layers): phases for way in range(4) for layers in range(8)
    }
    return memory_over_time(runs, table=4 * V * D)


def sum_of(parts):
    return [sum(moment) for moment in zip(*parts)]


def many_entries(V, D, count):
    """A gradient whose ids touch so many rows, stored twice."""
    ids = torch.randint(0, V, (1, count), generator=G)
    entries = torch.sparse_coo_tensor(
        ids, torch.ones(count, D), (V, D), check_invariants=True
    )
    forms = {"sparse=True": entries, "coalesced": entries.coalesce()}
    return stored_rows(forms, names=["한국어단어모음집"] * V)


def four_ways(V, D, count):
    """Four ways of six parts that touch six tensors, whose names are long; D does not count."""
    rows = {f"{k} " + "한국어단어모음집" * 2: V for k in range(6)}
    ids = tuple(torch.randint(0, V, (count,), generator=G).unique().tolist())
    names = [f"{k} " + "W" * 40 for k in range(6)]
    step = a_step([1 / 3] * 6, names, [(rows, rows, rows)] * 6, V=V, ids=ids)
    return step_times({f"{k} 한국어단어모음집": step for k in range(4)})


def five_places(V, D, count):
    """As many places as there may be of a text of so many words, and as much around each."""
    table, ids = long(V, D), torch.randint(0, V, (max(count, 256),), generator=G)
    names = ["한국어단어모음집"] * V
    return one_place(
        table, -table, ids, range(20, 120, 20), ids[:5], reach=5, names=names
    )


def bags_of_eight(V, D, count):
    """Bags of eight ids, as many as are shown, and counts that are long as they travel."""
    count = max(count, 36)
    ids, counts = (
        torch.randint(0, V, (count,), generator=G),
        torch.rand(count, generator=G),
    )
    names = ["한국어단어모음집"] * V
    documents = names[: (count + 7) // 8]
    offsets = torch.arange(0, count, 8)
    return bags(
        long(V, D), ids, offsets, counts=counts, names=names, documents=documents
    )


def five_sums(V, D, count):
    """Five sums of rows with long words, and another beside them; V as far as 0.2 GB hold it."""
    V = min(V, 5 * 10**7 // D)
    words = [f"한국어단어모음집{row}" * 4 for row in range(V)]
    asks = [f"{words[k]} - {words[k + 10]} + {words[k + 20]}" for k in range(6)]
    picture = neighbours(long(V, D), words, shown=words[:240], asks=asks[:5])
    assert typed(picture, asks[5]) == ""
    return picture


def every_second_page(V, D, count):
    """Five calls with long names, each of which reads every second page; nothing else counts."""
    read = {"한국어단어모음집" * 4 + f"{k}": range(k % 2, 4096, 2) for k in range(5)}
    return file_pages(read, pages=4096)


def eight_calls(V, D, count):
    """Eight calls with long names and times; nothing else counts."""
    return calls_in_time(
        queue(8, 1.23e-5, 1.23e-1, 1.23e-4), names=["한국어단어모음집" * 4] * 8
    )


def four_ranks(V, D, count):
    """Four ranks with eight ids each and gradients that are long as they travel; V is 24."""
    ids = torch.randint(0, 24, (4, 8), generator=G)
    up = torch.rand(4, 8, D, generator=G)
    return all_to_all(
        torch.rand(24, D, generator=G), ids, up=up, names=["한국어단어모음집"] * 24
    )


LARGE = {  # of a (V, D) table and so many ids or rows of X
    "select_rows": lambda V, D, count: select_rows(
        long(V, D), torch.randint(0, V, (count,), generator=G)
    ),
    "select_rows, infinite": lambda V, D, count: select_rows(
        infinite(V, D), torch.randint(0, V, (count,), generator=G)
    ),
    "add_rows": lambda V, D, count: add_rows(long(V, D), entries(count, V)),
    "all_to_all": four_ranks,
    "bags": bags_of_eight,
    "gradient_rows": gradient_and_a_row_beside_the_path,
    "calls_in_time": eight_calls,
    "coasting_rows": sixty_steps,
    "file_pages": every_second_page,
    "moving_rows": forty_rows,
    "memory_over_time": many_moments,
    "neighbours": five_sums,
    "step_times": four_ways,
    "one_place": five_places,
    "stored_rows": many_entries,
}
WIDTHS = [8, 32, 300]
NAMELESS = {"step_times"}  # its rows have no words


def test_every_picture_is_asked_here():
    """But those that are no `Picture`: they have no steps."""
    folders = {path.parent.name for path in (LOOKUP / "pictures").glob("*/draw.js")}
    without = {"kit", "two_answers", "browser_gpu", "gpu_kernel", "whole_table"}
    assert SMALL.keys() == folders - without


every_kind = pytest.mark.parametrize("kind", SMALL)
every_named_kind = pytest.mark.parametrize("kind", sorted(SMALL.keys() - NAMELESS))
every_large_kind = pytest.mark.parametrize("kind", LARGE)


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


@every_named_kind
def test_the_still_is_a_plain_table_of_escaped_words(kind):
    picture = SMALL[kind](names=WORDS)
    page = picture.to_html()
    assert set(re.findall(r"</?([a-z0-9]+)", page)) <= PLAIN
    assert "<b>cat" not in page
    assert any(row[0].endswith("1 <b>cat</b>") for row in lines(page, "tbody"))
    width = {
        len(row) for part in ("thead", "tbody", "tfoot") for row in lines(page, part)
    }
    assert len(width) == 1
    said = html.escape(repr(picture)[1:-1])
    assert page.endswith(f"<p>{said}. Run the cell to see it move.</p>")


@pytest.mark.long
@every_large_kind
@pytest.mark.parametrize("D", WIDTHS[::2])
def test_the_state_of_a_large_picture_is_small(kind, D):
    for V, count in [(50_000, 256), (1_000_000, 4096)]:
        state = LARGE[kind](V, D, count).get_state()
        assert state["_esm"]
        assert state["_css"]
        once = size(state.get("between", {}))  # bounded by the words of a map
        assert size(state) - once <= MOST_BYTES, (V, D)


@every_large_kind
def test_the_spec_does_not_grow_with_the_table_nor_with_what_is_done_with_it(kind):
    small, large = (
        size(LARGE[kind](V, 8, count).spec)
        for V, count in [(20_000, 24), (1_000_000, 4096)]
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
