"""The picture of EmbeddingBag: ids cut into bags, added up, put into words. draw.js draws it."""

from pathlib import Path

import traitlets

from ...widget import still
from ..kit.number_text import number_text
from ..kit.picture import Drawing, Picture, named
from ..kit.table import MOST_COLUMNS, Table, cells
from ..kit.weighted_sum import DRAWN, row_line
from ..kit.wording import joined, listed, quoted, short, short_and_full, width_of
from .bag import Content, shown_of
from .inputs import (
    check_mode,
    counts_of,
    cut_anew,
    documents_of,
    line_of_ids,
    offsets_of,
)

MOST_OUT = 160  # numbers that come out of all bags
MOST_SAID = 24  # letters of the name of a bag
WITH, WITHOUT = "with counts", "without them"


def bags(
    table, ids, offsets, *, counts=None, names=None, documents=None, mode="sum", step=0
):
    """A picture of `nn.EmbeddingBag`: a list of ids, cut into bags; step b adds up bag b.

    The row of each id stands beside it. Where all of up to 8 ids are in sight, the learner drags an
    offset to another place, or an id over an offset, and the bags and their sums follow.

    Args:
        table: (V, D) numbers, as in `select_rows`.
        ids: (n,), n >= 1: row numbers from 0 to V - 1, int64 or int32.
        offsets: (B,), B >= 1, int64 or int32: where each bag begins, as `nn.EmbeddingBag` takes
            them. Bag b ends where the next one begins, the last one where the ids end. So a whole
            `indptr` opens one more bag, an empty one. The first bags become steps: up to 24 of
            them, with up to 36 ids in sight and 160 numbers coming out. Of each the first 8 rows
            are drawn, and all are added.
        counts: (n,), how often each id counts (`per_sample_weights`), or None. The learner may
            then leave them out, and sees which numbers differ.
        names: the word of each row of the table, V of them.
        documents: a name for each bag, B of them.
        mode: "sum", or "mean", which divides a sum by the number of ids. Weights are for "sum".
        step: the bag shown first, from 0.

    Returns:
        A picture; in its words bags are counted from 1. Kernel and browser share `picture.step`,
        from 0, and `picture.by`, "with counts" or "without them"; setting one moves the picture.
        `picture.counted` is `by` as True or False. `picture.rows` are the rows of the table that
        the bag takes, in order. Sums are made in float64, in that order. An empty bag is a row of
        zeros. `picture.offsets` are where the bags begin now, [] where they cannot be moved;
        setting them cuts the ids anew.

    Raises:
        TypeError, ValueError, IndexError: as `select_rows` does for table, ids and names.
        TypeError: offsets that are not int64 or int32; counts that are no real numbers; documents
            that are no words.
        ValueError: ids, offsets or counts that are not one line; offsets that do not begin with 0,
            fall, or exceed n; counts or documents of another length; another mode; counts with
            mode "mean", which PyTorch refuses as well; a bag of more than 300 ids.
        traitlets.TraitError: a step outside the picture; `by` other than the two, or "without them"
            where there are no counts; offsets that cannot be moved, of another number, or as above.

    Example:
        >>> W = [[0, 1], [10, 11], [20, 21]]
        >>> picture = bags(W, [0, 2, 1, 2], [0, 2, 4], counts=[1, 1, 1, 2], step=1)
        >>> picture
        <EmbeddingBag: bag 2 of 3 is 1 × row 1 + 2 × row 2>
        >>> picture.counted = False
        >>> picture
        <EmbeddingBag without counts: bag 2 of 3 is row 1 + row 2>
        >>> picture.step = 2
        >>> picture
        <EmbeddingBag without counts: bag 3 of 3 is empty>
        >>> picture.offsets = [0, 2, 3]
        >>> picture
        <EmbeddingBag without counts: bag 3 of 3 is row 2>
    """
    return Bags(
        Table(table, names), ids, offsets, counts, documents, mode=mode, step=step
    )


class Bags(Picture):
    """Bags of rows; made by `bags`."""

    _draws = Path(__file__).with_name("draw.js")
    _looks = Path(__file__).with_name("look.css")

    offsets = traitlets.List(
        traitlets.Int(), help="where each bag begins; empty where that is fixed"
    ).tag(sync=True)
    by = traitlets.Enum([WITH, WITHOUT], WITH, help="whether the counts are used").tag(
        sync=True
    )

    def __init__(self, table, ids, starts, counts, documents, *, mode, step):
        check_mode(mode)
        ids = line_of_ids(ids, table.V)
        starts = offsets_of(starts, len(ids))
        weights = counts_of(counts, len(ids), mode) or [1.0] * len(ids)
        names = documents_of(documents, len(starts))
        self._content = Content(
            table, ids, weights, names, counts is not None, mode == "mean"
        )
        super().__init__(draw(self._content, starts), step)
        # Set last, for the spec decides whether offsets can be moved at all.
        if "spans" in self.spec:
            self.offsets = starts

    @traitlets.validate("by")
    def _may_go_without(self, proposal):
        if proposal["value"] == WITHOUT and not self._content.has_counts:
            raise traitlets.TraitError(
                "this picture has no counts that it could go without."
            )
        return proposal["value"]

    @traitlets.validate("offsets")
    def _may_be_cut_there(self, proposal):
        if "spans" not in self.spec:
            raise traitlets.TraitError(
                f"offsets can be moved in a picture of up to {DRAWN} ids, all in sight."
            )
        return cut_anew(
            proposal["value"], len(self._content.names), len(self._content.ids)
        )

    @traitlets.observe("offsets")
    def _cut(self, change):
        # The page has every span and cuts by itself, so that no new spec need travel.
        steps = self._content.cut_at(change["new"], len(self._content.names))
        self._drawing = Drawing(steps, self.spec, self._drawing.scale)

    @property
    def counted(self):
        """Whether the counts are used, as True or False; setting it sets `by`."""
        return self.by == WITH

    @counted.setter
    def counted(self, counted):
        self.by = WITH if counted else WITHOUT

    @property
    def rows(self):
        """The rows of the table that the shown bag takes, in order."""
        return list(self._shown.plain.rows)

    @property
    def _title(self):
        return self.spec["title"] + ("" if self.counted else " without counts")

    def _answer(self, content):
        typed = str(content.get("typed")).strip()
        names = [bag.name for bag in self._drawing.steps]
        last = len(names)
        if not typed:
            raise LookupError(f"{self.spec['asks']}.")
        if typed.isdecimal() and len(typed) < 10 and 1 <= int(typed) <= last:
            return self._drawing, int(typed) - 1
        if typed in names:
            return self._drawing, names.index(typed)
        named = " or the name of one" if any(names) else ""
        raise LookupError(
            f"{quoted(short(typed, 40))} is not a bag from 1 to {last}{named}."
        )

    def _texts(self):
        """The drawn rows of the shown bag, each as it is said: "2 × row 2"."""
        bag = self._shown
        weights = (
            bag.weighted.weights if self._content.has_counts and self.counted else None
        )
        for k, row in enumerate(bag.plain.rows[:DRAWN]):
            times = f"{number_text(weights[k])} × " if weights else ""
            yield f"{times}row ", self.spec["rows"][str(row)]

    @property
    def _tells(self):
        """The bag with most rows: the last one may be empty."""
        steps = self._drawing.steps[: self.spec["path"]]
        return max(
            range(len(steps)), key=lambda step: steps[step].end - steps[step].start
        )

    def __repr__(self):
        bag, spec = self._shown, self.spec
        terms = [f"{words}{row['label']}" for words, row in self._texts()]
        more = bag.end - bag.start - len(terms)
        if more:
            terms.append(f"{more} more")
        what = " + ".join(terms) or "empty"
        if self._content.mean and not bag.empty:
            what = f"({what}) / {bag.end - bag.start:,}"
        return f"<{self._title}: bag {self.step + 1} of {spec['path']} is {what}>"

    def to_html(self):
        """The rows of the shown bag, and below them what comes out of each, without a kernel."""
        spec, scale, shown = self.spec, self._drawing.scale, self._shown
        head = ["row", *(f"column {column}" for column in spec["columns"])]
        blank = [""] * len(spec["columns"])
        terms = (shown.weighted if self.counted else shown.plain).terms
        body = [
            [
                words + named(row),
                *(cells(term, scale).texts if spec["numbers"] else blank),
            ]
            for (words, row), term in zip(self._texts(), terms)
        ]
        foot = []
        for at, bag in enumerate(self._drawing.steps):
            name = f"out[{at}] {short(bag.name, MOST_SAID)}".strip()
            foot.append(
                [name, *cells(self._content.out(bag, self.counted), scale).texts]
            )
            if not self.counted and "1" in bag.apart:
                foot.append(
                    [f"out[{at}] with counts", *cells(bag.sum(True), scale).texts]
                )
        caption = joined(*spec["shapes"], spec["note"])
        sentence = f"{self!r}"[1:-1] + "."
        return still(f"{self._title}: {caption}", head, body, foot, sentence)


def draw(content, starts):
    """The drawing of `bags`: of what `content` holds, cut where `starts` say.

    Raises ValueError if a bag has too many ids.
    """
    table, ids = content.table, content.ids
    ends = [*starts[1:], len(ids)]
    sizes = [end - start for start, end in zip(starts, ends)]
    shown = shown_of(sizes[: MOST_OUT // len(table.columns)])
    found = content.cut_at(starts, shown)
    spans = content.spans() if shown == len(starts) and len(ids) <= DRAWN else []
    drawn = {row for bag in found for row in bag.plain.rows[:DRAWN]}
    numbers = table.D <= MOST_COLUMNS
    sums = _numbers(content, found)
    weights = [weight for bag in found for weight in bag.weighted.weights[:DRAWN]]
    scale = table.scale(sorted(drawn), sums)
    spec = table.spec(
        sorted(drawn),
        scale,
        wordy=drawn if numbers else (),
        others=[*sums, *_numbers(content, spans), *weights],
    )
    own = {
        "rows": {row: row_line(line) for row, line in spec["rows"].items()},
        "numbers": numbers,
        "mean": content.mean,
        "ways": [WITH, WITHOUT] if content.has_counts else [],
        "steps": [_sent(content, bag, scale) for bag in found],
        "path": shown,
    }
    if spans:
        own["spans"] = {
            f"{bag.start},{bag.end}": _sent(content, bag, scale) for bag in spans
        }
    words = _words(content, ends, shown)
    words["note"] = joined(words["note"], spec["note"])
    return Drawing(found, spec | own | words, scale)


def _words(content, ends, shown):
    """What a spec says of bags that end there, of which so many are shown."""
    count, table, names = len(ends), content.table, content.names
    left = count - shown
    what = f"{listed(len(content.ids), 'id')} in {listed(count, 'bag')}"
    return {
        "title": 'EmbeddingBag, mode="mean"' if content.mean else "EmbeddingBag",
        "name": f"EmbeddingBag of W {table.shape}, {what}",
        "note": f"first {shown} of {listed(count, 'bag')}" if left else "",
        "shapes": [f"W {table.shape}", f"out {(count, table.D)}"],
        "tail": [f"{ends[shown - 1]:,}", f"⋯ {left:,} more" if left else "end"],
        "bag_width": max(
            width_of(short(name)) for name in [*names[:shown], f"bag {shown}"]
        ),
        "sentence": False,
        "asks": "Type a bag number" + (" or its name" if any(names) else ""),
    }


def _numbers(content, some):
    """All numbers that are made of some bags."""
    return [value for bag in some for line in _lines(content, bag) for value in line]


def _lines(content, bag):
    """All sums and terms that are drawn of a bag."""
    sums = [
        bag.sum(True),
        bag.sum(False),
        *([content.out(bag, True)] if content.mean else []),
    ]
    return [*bag.weighted.terms[:DRAWN], *sums]


def _sent(content, bag, scale):
    """A bag as it travels."""
    rows, weights = bag.plain.rows[:DRAWN], bag.weighted.weights[:DRAWN]
    sent = {
        **(short_and_full(bag.name, MOST_SAID) if bag.name else {}),
        "start": bag.start,
        "end": bag.end,
        "rows": rows,
        "more": bag.end - bag.start - len(rows),
        "out": cells(content.out(bag, True), scale).line(),
    }
    if content.mean:
        sent["sum"] = cells(bag.sum(True), scale).line()
    if content.has_counts:
        sent["counts"] = [number_text(weight) for weight in weights]
        numbers = content.table.D <= MOST_COLUMNS
        terms = bag.weighted.terms[:DRAWN]
        sent["terms"] = [cells(term, scale, numbers).line() for term in terms]
        if "1" in bag.apart:
            sent["plain"] = cells(bag.sum(False), scale).line()
            sent["apart"] = bag.apart
    return sent
