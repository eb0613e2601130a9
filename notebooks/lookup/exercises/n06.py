"""Exercises of 06 Gradient sparsity on a GPU."""

import torch

from .check import Exercise, several


class PretendGpu(dict):
    """Costs, and a device that has them: `call` returns at once, and time passes in `wait` only.

    A copy starts afresh, so that the first call is slow for everybody: costs are "first" and "work".
    """

    def __init__(self, costs):
        super().__init__(costs)
        self._now, self._queued, self._cold = 0, 0, self["first"]

    def call(self):
        self._queued += self["work"] + self._cold
        self._cold = 0

    def wait(self):
        self._now += self._queued
        self._queued = 0

    def clock(self):
        return self._now


def _sizes(rng):
    return tuple(rng.sample(range(20, 3000), 3))


def _room(rng, sparse):
    """One byte too few for one more row, whatever number of tables they are dealt to: each from 2 to 5 divides 60."""
    D = rng.randint(2, 90)
    return rng.randint(10**5, 10**7) * 60 * 4 * D - 1, D, rng.randint(1, 3), sparse


def _table(rng):
    """Ids that do not ascend, repeat side by side and apart, and leave out 0, so that no place is an id."""
    V, D = rng.sample(range(5, 12), 2)
    numbers = rng.sample(range(1, 1000), V * D)
    low, high = sorted(rng.sample(range(1, V), 2))
    ids = [high, low, low, *rng.choices(range(1, V), k=rng.randint(3, 8)), high]
    return torch.tensor(numbers, dtype=torch.float32).reshape(V, D), torch.tensor(ids)


def _machine(rng):
    return PretendGpu({"first": rng.randint(1000, 9000), "work": rng.randint(2, 90)}), rng.randint(
        3, 30
    )


def _crossing(V, D, B):
    """Rows and their gradient; the table and its gradient; one-hots."""
    return 2 * 4 * B * D, 2 * 4 * V * D, 4 * B * V


def _tables(count):
    """The largest V for `count(states, sparse)` tables."""
    return lambda room, D, states, sparse: room // (4 * D * count(states, sparse))


def _once(table, ids):
    distinct = sorted(set(ids.tolist()))
    return table[distinct], torch.tensor([distinct.index(i) for i in ids.tolist()])


def _in_order_of_coming(table, ids):
    distinct = list(dict.fromkeys(ids.tolist()))
    return table[distinct], torch.tensor([distinct.index(i) for i in ids.tolist()])


def _watch(warm=True, warm_wait=True, wait=True, divide=True):
    """A stopwatch, perhaps with faults."""

    def stopwatch(gpu, n):
        for step in [gpu.call] * warm + [gpu.wait] * (warm and warm_wait):
            step()
        start = gpu.clock()
        for step in [gpu.call] * n + [gpu.wait] * wait:
            step()
        return (gpu.clock() - start) / (n if divide else 1)

    return stopwatch


EXERCISES = {
    "a": Exercise(
        truth=_crossing,
        trials=several(_sizes),
        names=("V", "D", "B"),
        wrong={
            "what goes there comes back as a gradient, too: rows and table cross twice.": lambda V, D, B: (
                4 * B * D,
                4 * V * D,
                4 * B * V,
            ),
            "those are numbers, not bytes: each takes 4.": lambda V, D, B: (
                2 * B * D,
                2 * V * D,
                B * V,
            ),
            "one-hots cross as float32, and nothing of them comes back.": lambda V, D, B: (
                *_crossing(V, D, B)[:2],
                8 * B * V,
            ),
            "the gradient of the table is dense here: V rows come back.": lambda V, D, B: (
                2 * 4 * B * D,
                4 * V * D + 4 * B * D,
                4 * B * V,
            ),
        },
    ),
    "b": Exercise(
        truth=_tables(lambda states, sparse: 1 + states + (not sparse)),
        trials=lambda rng: [_room(rng, sparse) for sparse in (False, True, False, True)],
        names=("room", "D", "states", "sparse"),
        wrong={
            "without sparse the gradient is one more table.": _tables(
                lambda states, sparse: 1 + states
            ),
            "with sparse there is no table for the gradient.": _tables(
                lambda states, sparse: 2 + states
            ),
            "the table itself must fit as well.": _tables(
                lambda states, sparse: states + (not sparse)
            ),
            "each number takes 4 bytes.": lambda room, D, states, sparse: (
                room // (D * (1 + states + (not sparse)))
            ),
            "rounded up, the last row does not fit.": lambda room, D, states, sparse: (
                -(-room // (4 * D * (1 + states + (not sparse))))
            ),
        },
    ),
    "c": Exercise(
        truth=_once,
        trials=several(_table),
        names=("table", "ids"),
        wrong={
            "every row was sent as often as it comes.": lambda table, ids: (
                table[ids],
                torch.arange(len(ids)),
            ),
            "the rows stand in the order in which ids came; let their ids ascend.": _in_order_of_coming,
            "where should say each id's place in rows, not in the table.": lambda table, ids: (
                _once(table, ids)[0],
                ids,
            ),
            "unique_consecutive drops neighbours only; a row that comes back is sent again.": lambda table, ids: (
                table[ids.unique_consecutive()],
                ids.unique_consecutive(return_inverse=True)[1],
            ),
        },
    ),
    "d": Exercise(
        truth=_watch(),
        trials=several(_machine),
        names=("gpu", "n"),
        wrong={
            "the clock was read before the work was done: nobody waited.": _watch(wait=False),
            "the first call, which is slower, is in it: call once before the clock runs.": _watch(
                warm=False
            ),
            "the first call is in it: call, wait, and only then read the clock.": _watch(
                warm_wait=False
            ),
            "that is the time of all n calls.": _watch(divide=False),
        },
    ),
}
