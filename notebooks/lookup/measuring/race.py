"""Training steps of one table, raced: seven ways, several optimisers, tables as large as fit."""

import warnings

import torch

from ..whole import whole_number
from .clocks import clocks
from .device import name_of_device, pick_device
from .memory import COUNTED, measure_memory
from .on_card import on_card
from .optimizers import OPTIMIZERS
from .room import CACHED, LARGEST, cache, needed, room
from .steps import PARTS, WAYS, Trainer, implementation
from .timing import measure, measured_here

REPEATS = 5
BATCH = 16  # ids B, unless another number is asked for
WIDTH = 64  # columns D of the tables
LENGTHS = [50 * 8**k for k in range(7)]  # rows of the tables
ON_A_CPU = 5  # so many of them, which take seconds
LOST = getattr(
    torch, "AcceleratorError", ()
)  # a card is lost or has no such code; since torch 2.8


class Race:
    """Times and peaks of training steps on one device; what finds no room is noted, not tried.

    Calling it times a part of a step. Each of the calls that are timed takes another of 64 batches
    of int64 ids (int32 would halve what ids take, but a COO gradient keeps int64), after warm-up,
    and the device is waited for. Time is the host's: from the start of some milliseconds of calls
    to the end of their work, so that starting a call hides behind the work of the last one, as in
    training. Where starting takes longer than the work, on a card below some 20 µs, the time is
    that of starting, so of a card each run also has its own time `on_card`, warm and cold.
    The rows of 64 batches of 16 ids are few, so they are in a cache, of a card as well; so are
    tables of fewer than `cache_rows()` rows.

    Room is reckoned before anything is allocated. On a CPU it is 1e9 bytes. On a card it is nine
    tenths of what the driver has free and torch's allocator holds unused: an error would come too
    late, or, under Windows, never, as drivers spill into the machine's memory and crawl on.

    Args:
        device: a torch.device, or a name as in `pick_device`.

    `sizes`: the rows V to sweep over, 50, 400, 3,200 and so on: to 204,800 on a CPU, on a card as
    far as a dense step of SGD fits, at least to 400 and at most to 13,107,200. `runs`: a dict for
    every run, with the fields of a recording. `ways`: {name: function of ids (B,) and W (V, D) to
    rows (B, D)}. `room`: bytes that were allowed at the start. `ids`: the ids' dtype.

    Raises:
        ValueError: if the device is not here.

    Example:
        >>> race = Race("cpu")
        >>> race.sizes
        [50, 400, 3200, 25600, 204800]
        >>> time = race("training", "Embedding", 400)  # a Measurement
        >>> race.peak("training", "Embedding", 400, optimizer="fused Adam") // (400 * 64 * 4)
        3
        >>> race("training", "one-hot @ W", 25_600, B=4096)
        >>> race.left_out
        ['one-hot @ W, V = 25,600, B = 4,096: needs 1.3 GB, 1.0 GB are allowed']
    """

    ways = WAYS
    ids = "int64"

    def __init__(self, device):
        self.device = pick_device(device)
        self.room = room(self.device)
        step = [needed("training", "Embedding", V, BATCH, WIDTH, "") for V in LENGTHS]
        fitting = sum(count <= self.room for count in step)
        self.sizes = LENGTHS[
            : max(2, fitting) if self.device.type == "cuda" else ON_A_CPU
        ]
        self.runs = []

    def __repr__(self):
        where = name_of_device(self.device)
        return f"{len(self.runs):,} runs on {where}, V up to {self.sizes[-1]:,}"

    def __call__(self, what, way, V, B=BATCH, D=WIDTH, optimizer="SGD"):
        """The time of a part of a step as a `Measurement`, or None where it cannot be measured.

        The reason is then in `left_out`. A second call with the same arguments replaces the run of
        the first.

        Args:
            what: "forward", "backward" (to the table's gradient), "step" (the optimiser's) or
                "training" (all three).
            way: one of `ways`.
            V: rows of the float32 table.
            B: ids in a batch.
            D: columns of the table.
            optimizer: "SGD", "Adam" (without foreach), "Adam, foreach", "fused Adam", "SparseAdam",
                "row-wise Adagrad", or "Adam, as it comes", where torch chooses: the run's
                `implementation` says what.

        Raises:
            ValueError: if a name is none of these, or a size is below 1.
            TypeError: if a size is no whole number.
        """
        return self._measured(_fields(what, way, V, B, D, optimizer), with_peak=False)

    def sweep(self, what, ways, *, B=BATCH, D=WIDTH, optimizer="SGD"):
        """{way: its time, or None, for each V of `sizes`}, of several ways.

        Raises what a call raises.
        """
        how = {"B": B, "D": D, "optimizer": optimizer}
        return {way: [self(what, way, V, **how) for V in self.sizes] for way in ways}

    def own_times(self, what, ways, *, B=BATCH, D=WIDTH, optimizer="SGD"):
        """As `sweep`, the card's own times, warm, of runs that are there: nothing is measured anew.

        None where no run has such a time, as on a CPU. Raises what a call raises.
        """
        lines = {
            way: [self._own(_fields(what, way, V, B, D, optimizer)) for V in self.sizes]
            for way in ways
        }
        return lines if any(any(line) for line in lines.values()) else None

    def peak(self, what, way, V, B=BATCH, D=WIDTH, optimizer="SGD"):
        """The bytes beyond the table that a part holds at its peak, or None.

        None is given where there is no room, and on Apple's and Intel's GPUs, whose bytes we cannot
        count.
        Of a training step it is the first one, in which an optimiser makes its own tables. A run
        that noted no peak is run again. Raises what a call raises.
        """
        fields = _fields(what, way, V, B, D, optimizer)
        if not any(run["peak"] is not None for run in self._found(fields)):
            self._measured(fields, with_peak=True)
        (run,) = self._found(fields)
        return run["peak"]

    def fits(self, tables, D=WIDTH):
        """How many rows each of so many float32 tables of D columns may have now, at most.

        Raises ValueError if a number is below 1, TypeError if D is no whole number.
        """
        _check_size("D", D)
        # Not `tables < 1`, which lets nan through.
        if not tables >= 1:
            raise ValueError(f"tables must be 1 or more, got {tables!r}.")
        return int(room(self.device) // (4 * D * tables))

    def cache_rows(self, D=WIDTH):
        """How many float32 rows of D numbers surely stay in a cache.

        A quarter of a card's L2 cache, or 256 kB where none is told and on a CPU.

        Raises ValueError if D is below 1, TypeError if it is no whole number.
        """
        _check_size("D", D)
        held = cache(self.device)
        return (held // 4 if held else CACHED) // (4 * D)

    @property
    def counts_on(self):
        """The torch.device on which memory can be counted: its own, or else the CPU."""
        return self.device if self.device.type in COUNTED else torch.device("cpu")

    @property
    def left_out(self):
        """A sentence for each run that was not measured: which, and why."""
        return [*dict.fromkeys(_sentence(run) for run in self.runs if run["why"])]

    def _found(self, fields):
        return [run for run in self.runs if fields.items() <= run.items()]

    def _own(self, fields):
        found = [
            run["on_card"]["warm"] for run in self._found(fields) if run["on_card"]
        ]
        return measured_here(found[0], self.device) if found else None

    def _measured(self, fields, with_peak):
        run = fields | {
            "implementation": "",
            "seconds": [],
            "peak": None,
            "kept": None,
            "why": "",
        }
        run |= {"on_card": None, "clocks": None}
        time, out_of_memory = None, False
        try:
            time = self._try(run, with_peak)
        except torch.OutOfMemoryError as error:
            out_of_memory = True
            run["why"] = f"it ran out of memory: {_first_line(error)}"
        except LOST:  # nothing will run on it
            raise
        except RuntimeError as error:  # unknown to the device or to the optimiser
            run["why"] = _first_line(error)
        if out_of_memory and self.device.type == "cuda":
            torch.cuda.empty_cache()  # here, as the error held what was allocated
        self.runs[:] = [old for old in self.runs if not fields.items() <= old.items()]
        self.runs.append(run)
        return time

    def _try(self, run, with_peak):
        """Fill in the run. Raises RuntimeError or OutOfMemoryError where that cannot be."""
        what, way, optimizer, V, B, D = (run[name] for name in _NAMES)
        if what in ("step", "training"):
            run["implementation"] = implementation(way, optimizer, self.device)
        run["why"] = self._no_room(run)
        if run["why"]:
            return None
        counted = with_peak and self.device.type in COUNTED
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Sparse CSR tensor support")  # a beta
            call = Trainer(way, optimizer, V, B, D, self.device).part(what)
            if counted:
                # Before it is timed: in a training's first step the optimiser makes its own tables.
                memory = measure_memory(call, device=self.device)
            time = measure(call, repeats=REPEATS, device=self.device)
        if counted:
            run |= {"peak": memory.peak, "kept": memory.kept}
        own = on_card(call, self.device)
        run |= {
            "seconds": list(time.times),
            "on_card": own,
            "clocks": clocks(self.device),
        }
        return time

    def _no_room(self, run):
        """Why a run is not tried, or ""."""
        V, B, D = run["V"], run["B"], run["D"]
        largest = V * max(D, B if run["way"] == "one-hot @ W" else 0)
        if largest > LARGEST:
            return f"needs a tensor of {largest:,} numbers, {LARGEST:,} are allowed"
        adam = run["implementation"] if "Adam" in run["optimizer"] else ""
        bytes_needed = needed(run["what"], run["way"], V, B, D, adam)
        allowed = room(self.device)
        if bytes_needed > allowed:
            return (
                f"needs {_gigabytes(bytes_needed)}, {_gigabytes(allowed)} are allowed"
            )
        return ""


_NAMES = ("what", "way", "optimizer", "V", "B", "D")


def _fields(what, way, V, B, D, optimizer):
    """What names a run. Raises ValueError and TypeError as calls of `Race` do."""
    named = [("the part", what, PARTS), ("the way", way, WAYS)]
    for name, value, known in [*named, ("the optimizer", optimizer, OPTIMIZERS)]:
        if value not in [*known]:
            raise ValueError(
                f"{name} must be one of {' | '.join(known)}, got {value!r:.60}."
            )
    for name, size in [("V", V), ("B", B), ("D", D)]:
        _check_size(name, size)
    sizes = {"V": int(V), "D": int(D), "B": int(B)}
    return {"what": what, "way": way, "optimizer": optimizer} | sizes


def _check_size(name, size):
    whole_number(size, name)
    if size < 1:
        raise ValueError(f"{name} must be 1 or more, got {size}.")


def _sentence(run):
    words = [
        run["way"]
        if run["optimizer"] == "SGD"
        else f"{run['way']} with {run['optimizer']}"
    ]
    words += [f"V = {run['V']:,}", f"B = {run['B']:,}"]
    words += [f"D = {run['D']:,}"] if run["D"] != WIDTH else []
    return f"{', '.join(words)}: {run['why']}"


def _first_line(error):
    return f"{str(error).splitlines()[0]:.120}" if str(error) else type(error).__name__


def _gigabytes(count):
    return f"{count / 1e9:,.1f} GB"
