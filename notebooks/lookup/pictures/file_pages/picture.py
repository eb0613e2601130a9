"""The picture of the pages of a file that calls read: checked, put into words. draw.js draws it.

Which pages they are is measured: `pages_read` tells.
"""

import base64
import mmap
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import traitlets

from ...whole import is_whole, whole_number
from ...widget import still
from ..kit.inputs import number_of, words_of
from ..kit.picture import Drawing, Picture, row_below
from ..kit.wording import joined, listed, quoted, short

MOST_PAGES = 4096  # a square of the wall each, of at least 4 px
MOST_CALLS = 5
MOST_SAID = 40  # letters of the name of a call


def file_pages(read, *, pages, page_bytes=mmap.PAGESIZE, step=0):
    """A picture of the pages of a file that calls read: a wall of all pages, on which they light.

    Args:
        read: {name of a call: the numbers of the pages that it read, as `pages_read` returns them},
            1 to 5 calls. Each becomes a step.
        pages: how many pages the file has, 1 to 4,096.
        page_bytes: the bytes of a page; those of this system if nothing else is said.
        step: the call shown first, from 0.

    Returns:
        A picture. `picture.step` is the call shown and `picture.row` the page picked, None for
        none; kernel and browser share both.

    Raises:
        TypeError: calls that are no dict from names to lists of page numbers; pages or page_bytes
            that are no whole number.
        ValueError: no call or more than 5; a page that the file has not; fewer than 1 or more than
            4,096 pages; page_bytes below 1.
        traitlets.TraitError: a step or a page outside the picture.

    Example:
        >>> read = {"lookup of 2 ids": [3, 77], "one-hot @ W": range(2000)}
        >>> picture = file_pages(read, pages=2000, page_bytes=4096)
        >>> picture
        <pages of a file: call 1 of 2, lookup of 2 ids, 2 of 2,000 pages, 8,192 bytes>
        >>> picture.bytes
        {'lookup of 2 ids': 8192, 'one-hot @ W': 8192000}
    """
    return FilePages(read, pages, page_bytes, step)


class FilePages(Picture):
    """The pages of a file that calls read; made by `file_pages`."""

    _draws = Path(__file__).with_name("draw.js")

    row = traitlets.Int(
        None, allow_none=True, help="the page picked; None for none"
    ).tag(sync=True)

    def __init__(self, read, pages, page_bytes, step):
        pages = _count(pages, "pages", MOST_PAGES)
        page_bytes = _count(page_bytes, "page_bytes", None)
        names, steps = _checked(read, pages)
        self._bytes = {
            name: len(found) * page_bytes for name, found in zip(names, steps)
        }
        spec = {
            "title": "pages of a file that a call reads",
            "name": f"a file of {listed(pages, 'page')} and what {listed(len(steps), 'call')} read",
            "note": "",
            "V": pages,
            "each": 1,
            "page": page_bytes,
            "steps": [
                {
                    "name": short(name, MOST_SAID),
                    "lit": _bits(found, pages),
                    "count": len(found),
                }
                for name, found in zip(names, steps)
            ],
            "path": len(steps),
            "sentence": False,
            "asks": "Type a page number",
        }
        super().__init__(Drawing(steps, spec), step)

    @traitlets.validate("row")
    def _is_there(self, proposal):
        return row_below(proposal, self.spec["V"], "a page ")

    @property
    def bytes(self):
        """{name of a call: the bytes of the pages that it read}."""
        return dict(self._bytes)

    def _answer(self, content):
        """Pick the page that a typed text means; an empty text lets go of it."""
        text = str(content.get("typed", content.get("row"))).strip()
        self.row = number_of(text, "page", 0, self.spec["V"] - 1) if text else None
        return self._drawing, self.step

    def __repr__(self):
        number, path = self.step + 1, self.spec["path"]
        call = self.spec["steps"][self.step]
        return f"<pages of a file: call {number} of {path}, {call['name']}, {self._said(call)}>"

    def _said(self, call):
        pages = f"{call['count']:,} of {listed(self.spec['V'], 'page')}"
        return f"{pages}, {call['count'] * self.spec['page']:,} bytes"

    def to_html(self):
        """The calls as a plain table, for pages without a kernel; also whether they read `row`."""
        spec, row = self.spec, self.row
        steps = self._drawing.steps
        picked = [] if row is None else [f"page {row:,}"]
        whether = [
            ["read" if row in found else "not read"] if picked else []
            for found in steps
        ]
        head = ["call", "pages read", "bytes read", *picked]
        body = [
            [call["name"], *self._counts(call["count"]), *said]
            for call, said in zip(spec["steps"], whether)
        ]
        foot = [["the file", *self._counts(spec["V"]), *("" for _ in picked)]]
        caption = joined(spec["title"], f"a page is {listed(spec['page'], 'byte')}")
        return still(
            caption, head, body, foot, f"{self!r}"[1:-1] + ".", picked=self.step
        )

    def _counts(self, pages):
        return [f"{pages:,}", f"{pages * self.spec['page']:,}"]


def _count(number, name, most):
    """A whole number from 1 to `most` as an int. Raises TypeError and ValueError for others."""
    number = whole_number(number, name)
    if number < 1 or (most is not None and number > most):
        rule = "at least 1" if most is None else f"from 1 to {most:,}"
        raise ValueError(f"{name} must be {rule}, got {number:,}.")
    return number


def _checked(read, pages):
    """The names of the calls, and of each the set of the pages that it read."""
    if not isinstance(read, Mapping):
        raise TypeError(
            f"read must be {{name of a call: the pages that it read}}, got {type(read).__name__}."
        )
    if not 1 <= len(read) <= MOST_CALLS:
        raise ValueError(f"read must hold 1 to {MOST_CALLS} calls, got {len(read):,}.")
    names = words_of(list(read), "the names of the calls")
    return names, [
        _numbers(found, name, pages) for name, found in zip(names, read.values())
    ]


def _numbers(found, name, pages):
    """The numbers of the pages as a set of ints."""
    rule = (
        f"the pages of {quoted(short(name, MOST_SAID))} must be a list of page numbers"
    )
    values = found.tolist() if hasattr(found, "tolist") else found
    if isinstance(values, str | bytes | Mapping) or not hasattr(values, "__iter__"):
        raise TypeError(f"{rule}, as pages_read returns it, got {found!r:.60}.")
    numbers = set()
    for value in values:
        if not is_whole(value):
            raise TypeError(f"{rule}, got {value!r:.60} among them.")
        if not 0 <= value < pages:
            raise ValueError(
                f"{rule} from 0 to {pages - 1:,}, got {value:,} among them."
            )
        numbers.add(int(value))
    return numbers


def _bits(found, pages):
    """A bit for each page of the file, 1 for those found, in base 64."""
    bits = np.zeros(pages, dtype=bool)
    bits[list(found)] = True
    return base64.b64encode(np.packbits(bits)).decode()
