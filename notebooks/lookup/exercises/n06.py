"""Exercises of 06 Gradient sparsity on a GPU."""

import torch

from .check import Exercise, several
from .trials import three_sizes, whole_numbers


class PretendGpu(dict):
    """Costs, and a device that has them: `call` returns at once, and time passes in `wait` only.

    A copy starts afresh, so that the first call is slow for everybody. The costs are "first", what
    the first call takes besides, and "work", what every call takes.
    """

    def __init__(self, costs):
        super().__init__(costs)
        self._now = 0
        self._queued = 0
        self._cold = self["first"]

    def call(self):
        self._queued += self["work"] + self._cold
        self._cold = 0

    def wait(self):
        self._now += self._queued
        self._queued = 0

    def clock(self):
        return self._now


def _sizes(rng):
    return three_sizes(rng, 20, 3000)


def _memories(rng):
    """room, D, states and sparse, twice without and with sparse.

    In each, one byte is missing for one more row, however many tables share the memory: 60 is
    divisible by 2, 3, 4 and 5.
    """
    trials = []
    for sparse in (False, True, False, True):
        D = rng.randint(2, 90)
        room = rng.randint(10**5, 10**7) * 60 * 4 * D - 1
        trials.append((room, D, rng.randint(1, 3), sparse))
    return trials


def _table(rng):
    """A table and ids, none of them 0, in no order; some come twice, side by side and apart."""
    V, D = rng.sample(range(5, 12), 2)
    low, high = sorted(rng.sample(range(1, V), 2))
    ids = [high, low, low, *rng.choices(range(1, V), k=rng.randint(3, 8)), high]
    return whole_numbers(rng, V, D), torch.tensor(ids)


def _gpu(rng):
    """A device and how many calls of it to time."""
    gpu = PretendGpu({"first": rng.randint(1000, 9000), "work": rng.randint(2, 90)})
    return gpu, rng.randint(3, 30)


def _crossing(V, D, B):
    """Rows and their gradient; the table and its gradient; one-hots."""
    return 2 * 4 * B * D, 2 * 4 * V * D, 4 * B * V


def without_gradients(V, D, B):
    """what goes there comes back as a gradient, too: rows and table cross twice."""
    return 4 * B * D, 4 * V * D, 4 * B * V


def numbers_for_bytes(V, D, B):
    """those are numbers, not bytes: each takes 4."""
    return 2 * B * D, 2 * V * D, B * V


def long_one_hots(V, D, B):
    """one-hots cross as float32, and nothing of them comes back."""
    return 2 * 4 * B * D, 2 * 4 * V * D, 8 * B * V


def gradient_of_the_batch(V, D, B):
    """the gradient of the table is dense here: V rows come back."""
    return 2 * 4 * B * D, 4 * V * D + 4 * B * D, 4 * B * V


def _tables(states, sparse):
    """The tables that must fit: W, the optimizer's, and the gradient where it is dense."""
    return 1 + states if sparse else 2 + states


def _largest(room, D, states, sparse):
    return room // (4 * D * _tables(states, sparse))


def no_dense_gradient(room, D, states, sparse):
    """without sparse the gradient is one more table."""
    return room // (4 * D * (1 + states))


def always_dense_gradient(room, D, states, sparse):
    """with sparse there is no table for the gradient."""
    return room // (4 * D * (2 + states))


def without_the_table(room, D, states, sparse):
    """the table itself must fit as well."""
    return room // (4 * D * (_tables(states, sparse) - 1))


def one_byte_a_number(room, D, states, sparse):
    """each number takes 4 bytes."""
    return room // (D * _tables(states, sparse))


def rounded_up(room, D, states, sparse):
    """rounded up, the last row does not fit."""
    return _largest(room, D, states, sparse) + 1


def _once(table, ids):
    distinct = sorted(set(ids.tolist()))
    return table[distinct], torch.tensor([distinct.index(i) for i in ids.tolist()])


def every_use_sent(table, ids):
    """every row was sent as often as it comes."""
    return table[ids], torch.arange(len(ids))


def in_order_of_coming(table, ids):
    """the rows stand in the order in which ids came; let their ids ascend."""
    distinct = list(dict.fromkeys(ids.tolist()))
    return table[distinct], torch.tensor([distinct.index(i) for i in ids.tolist()])


def places_in_the_table(table, ids):
    """where should say each id's place in rows, not in the table."""
    rows, _ = _once(table, ids)
    return rows, ids


def neighbours_dropped_only(table, ids):
    """unique_consecutive drops neighbours only; a row that comes back is sent again."""
    distinct, where = ids.unique_consecutive(return_inverse=True)
    return table[distinct], where


def _call(gpu, n):
    for _ in range(n):
        gpu.call()


def _warm_up(gpu):
    gpu.call()
    gpu.wait()


def _total(gpu, n):
    start = gpu.clock()
    _call(gpu, n)
    gpu.wait()
    return gpu.clock() - start


def _stopwatch(gpu, n):
    _warm_up(gpu)
    return _total(gpu, n) / n


def nobody_waited(gpu, n):
    """the clock was read before the work was done: nobody waited."""
    _warm_up(gpu)
    start = gpu.clock()
    _call(gpu, n)
    return (gpu.clock() - start) / n


def with_the_first_call(gpu, n):
    """the first call, which is slower, is in it: call once before the clock runs."""
    return _total(gpu, n) / n


def first_call_not_waited_for(gpu, n):
    """the first call is in it: call, wait, and only then read the clock."""
    gpu.call()
    return _total(gpu, n) / n


def time_of_all_calls(gpu, n):
    """that is the time of all n calls."""
    _warm_up(gpu)
    return _total(gpu, n)


EXERCISES = {
    "a": Exercise(
        truth=_crossing,
        trials=several(_sizes),
        names=("V", "D", "B"),
        wrong=[without_gradients, numbers_for_bytes, long_one_hots, gradient_of_the_batch],
    ),
    "b": Exercise(
        truth=_largest,
        trials=_memories,
        names=("room", "D", "states", "sparse"),
        wrong=[
            no_dense_gradient,
            always_dense_gradient,
            without_the_table,
            one_byte_a_number,
            rounded_up,
        ],
    ),
    "c": Exercise(
        truth=_once,
        trials=several(_table),
        names=("table", "ids"),
        wrong=[every_use_sent, in_order_of_coming, places_in_the_table, neighbours_dropped_only],
    ),
    "d": Exercise(
        truth=_stopwatch,
        trials=several(_gpu),
        names=("gpu", "n"),
        wrong=[nobody_waited, with_the_first_call, first_call_not_waited_for, time_of_all_calls],
    ),
}
