"""The picture of the pages of a file: what it takes and refuses, its numbers, every frame by node.

`pages_read` itself is tested in measuring/test_file_pages.py.
"""

import json
import mmap

import numpy as np
import pytest
import torch
import traitlets

from conftest import refusal
from frames import WORDS, G, assert_frames
from lookup import file_pages
from without_browser import lines, size, typed, untouched

SOME = torch.randperm(2000, generator=G)
READ = {
    "lookup of 1 id": SOME[:1].tolist(),
    "lookup of 16 ids": SOME[:16].tolist(),
    "lookup of 256 ids": SOME[:256].tolist(),
    "one-hot @ W": range(2000),
}


def picture(**how):
    return file_pages(READ, **{"pages": 2000, "page_bytes": 4096} | how)


def judged(read, **how):
    """A spec with the pages of each call, in order."""
    spec = file_pages(read, **{"page_bytes": 4096} | how).spec
    return spec | {"truth": [sorted({*map(int, pages)}) for pages in read.values()]}


@pytest.mark.long
def test_every_frame_keeps_its_properties(tmp_path):
    specs = {
        "notebook 06": judged(READ, pages=2000),
        "no page": judged(
            {"nothing": [], "all": range(8), "nothing again": []}, pages=8
        ),
        "one page": judged({"a": [0]}, pages=1, page_bytes=1),
        "most": judged(
            {f"{k} {WORDS[k]}": range(k, 4096, 2) for k in range(5)}, pages=4096
        ),
        "long names": judged({"W" * 60: [0], "한국어단어모음집" * 2: [1]}, pages=300),
        "narrow edge": judged({"a b": [36, 37, 73, 74]}, pages=75, page_bytes=16_384),
    }
    assert_frames("file_pages/frames.mjs", specs, tmp_path)


def test_bytes_are_whole_pages():
    assert picture().bytes == dict(zip(READ, (4096, 65_536, 1_048_576, 8_192_000)))
    assert file_pages({"a": [0]}, pages=1).bytes == {"a": mmap.PAGESIZE}
    assert repr(picture(step=1)) == (
        "<pages of a file: call 2 of 4, lookup of 16 ids, 16 of 2,000 pages, 65,536 bytes>"
    )


@pytest.mark.parametrize(
    "pages", [[3, 77], (77, 3), {3, 77}, np.array([3, 77]), torch.tensor([77, 3, 3])]
)
def test_pages_in_any_list_and_order_are_taken_once(pages):
    made = file_pages({"a": pages}, pages=100, page_bytes=1)
    assert made.bytes == {"a": 2}
    assert made.spec == file_pages({"a": [3, 77]}, pages=100, page_bytes=1).spec


def test_later_changes_do_not_show():
    read = {"a": [1]}
    made = file_pages(read, pages=9, page_bytes=1)
    read["a"].append(2)
    made.bytes["a"] = 9
    assert made.bytes == {"a": 1}


def test_what_travels_is_as_large_whatever_was_read():
    none, some, all_of_them = (
        size(file_pages({"a": pages}, pages=4096).spec)
        for pages in ([], SOME, range(4096))
    )
    assert none <= some <= all_of_them <= none + 10 < 1500


@pytest.mark.parametrize("row", [-1, 2000])
def test_a_page_that_is_not_there_cannot_be_picked(row):
    made = picture()
    made.row = 3
    with pytest.raises(
        traitlets.TraitError, match=r"^row must be a page from 0 to 1,999, or None"
    ):
        made.row = row
    assert made.row == 3


@pytest.mark.parametrize(
    ("text", "row"), [("5", 5), (" 1,999 ", 1999), ("", None), ("007", 7)]
)
def test_a_typed_page_is_picked(text, row):
    made = picture(step=2)
    made.row = 3
    assert typed(made, text) == ""
    assert (made.row, made.step) == (row, 2)


@pytest.mark.parametrize(
    "text", ["2000", "-1", "1.5", "cow", "1e2", "٢", "9" * 5000, "1,00"]
)
def test_another_text_is_refused_with_the_rule(text):
    shown = text if len(text) <= 40 else "9" * 39 + "…"
    rule = "Type the number of a page from 0 to 1,999"
    assert untouched(picture(), text) == f"{rule}; got “\u2068{shown}\u2069”."


def test_the_still_counts_all_calls_and_says_of_the_page_picked():
    made = picture(step=1)
    page = made.to_html()
    assert lines(page, "thead") == [["call", "pages read", "bytes read"]]
    assert lines(page, "tbody")[1] == ["lookup of 16 ids", "16", "65,536"]
    assert lines(page, "tfoot") == [["the file", "2,000", "8,192,000"]]
    made.row = SOME[4].item()
    page = made.to_html()
    assert [line[-1] for line in lines(page, "tbody")] == [
        "not read",
        "read",
        "read",
        "read",
    ]
    assert lines(page, "thead")[0][-1] == f"page {made.row:,}"


CALL = "the pages of “\u2068a\u2069” must be a list of page numbers"


@pytest.mark.parametrize(
    ("read", "how", "kind", "text"),
    [
        ([[1]], {}, TypeError, "read must be {name of a call: the pages that it read}, got list."),
        ({}, {}, ValueError, "read must hold 1 to 5 calls, got 0."),
        (dict.fromkeys("abcdef", ()), {}, ValueError, "read must hold 1 to 5 calls, got 6."),
        ({1: [1]}, {}, TypeError, "the names of the calls must be a list of words, each a str, "
         "got 1 at place 0."),
        ({"a": 16}, {}, TypeError, f"{CALL}, as pages_read returns it, got 16."),
        ({"a": "16"}, {}, TypeError, f"{CALL}, as pages_read returns it, got '16'."),
        ({"a": None}, {}, TypeError, f"{CALL}, as pages_read returns it, got None."),
        ({"a": [1.0]}, {}, TypeError, f"{CALL}, got 1.0 among them."),
        ({"a": [True, False]}, {}, TypeError, f"{CALL}, got True among them."),
        ({"a": torch.tensor([True])}, {}, TypeError, f"{CALL}, got True among them."),
        ({"a": [9]}, {}, ValueError, f"{CALL} from 0 to 8, got 9 among them."),
        ({"a": [-1]}, {}, ValueError, f"{CALL} from 0 to 8, got -1 among them."),
        ({"a": []}, {"pages": 0}, ValueError, "pages must be from 1 to 4,096, got 0."),
        ({"a": []}, {"pages": 4097}, ValueError, "pages must be from 1 to 4,096, got 4,097."),
        ({"a": []}, {"pages": 9.0}, TypeError, "pages must be a whole number, got 9.0."),
        ({"a": []}, {"page_bytes": 0}, ValueError, "page_bytes must be at least 1, got 0."),
        ({"a": []}, {"page_bytes": "4"}, TypeError, "page_bytes must be a whole number, got '4'."),
    ],
)  # fmt: skip
def test_what_is_no_reading_is_refused_with_the_rule(read, how, kind, text):
    assert refusal(lambda: file_pages(read, **{"pages": 9} | how)) == (kind, text)


def test_sizes_may_be_numpys_and_travel_as_pythons():
    sizes = {"pages": np.int64(2000), "page_bytes": np.int32(4096)}
    assert json.dumps(picture(**sizes).spec) == json.dumps(picture().spec)
