"""06-c: the time of a call of a device that returns before it is done."""

from .check import Exercise, several
from .kit.pretend_gpu import PretendGpu


def _gpu(rng):
    """A device and how many calls of it to time, of which no two take as long."""
    n = rng.randint(3, 9)
    return PretendGpu(
        # So slow that no sum of the others could be taken for it.
        {"first": rng.randint(1000, 9000), "work": rng.sample(range(2, 90), n)}
    ), n


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


EXERCISE = Exercise(
    truth=_stopwatch,
    trials=several(_gpu),
    names=("gpu", "n"),
)


@EXERCISE.wrong
def nobody_waited(gpu, n):
    """the clock was read before the work was done: wait between the calls and the last look."""
    return 0


@EXERCISE.wrong
def with_the_first_call(gpu, n):
    """the first call, which is slower, is in it: call once before the clock runs."""
    return _total(gpu, n) / n


@EXERCISE.wrong
def warm_up_in_the_time(gpu, n):
    """the first call is in it: call, wait, and only then read the clock; subtract that reading."""
    gpu.call()
    return _total(gpu, n) / n


@EXERCISE.wrong
def warm_up_in_the_time_and_counted(gpu, n):
    """the first call is in it, as one of n + 1: call, wait, and only then read the clock."""
    return _total(gpu, n + 1) / (n + 1)


@EXERCISE.wrong
def only_the_first_call(gpu, n):
    """that is the time of the first call, which is slower: warm up, and then time n calls."""
    return _total(gpu, 1)


@EXERCISE.wrong
def time_of_all_calls(gpu, n):
    """that is the time of all n calls."""
    _warm_up(gpu)
    return _total(gpu, n)


@EXERCISE.wrong
def time_of_all_calls_and_the_first(gpu, n):
    """that is the time of all n calls, with the slow first one in it."""
    return _total(gpu, n)


@EXERCISE.wrong
def time_of_all_calls_and_the_warm_up(gpu, n):
    """that is the time of all n calls, and the warm-up is in it as well."""
    return _total(gpu, n + 1)


@EXERCISE.wrong
def divided_by_one_more(gpu, n):
    """n calls are timed; the warm-up is not among them, so divide by n."""
    _warm_up(gpu)
    return _total(gpu, n) / (n + 1)


@EXERCISE.wrong
def one_call_less(gpu, n):
    """that is the time of n - 1 calls, divided by n: was the last one not waited for, or timed?"""
    _warm_up(gpu)
    return _total(gpu, n - 1) / n


@EXERCISE.wrong
def one_call_more(gpu, n):
    """the time of n + 1 calls is divided by n."""
    _warm_up(gpu)
    return _total(gpu, n + 1) / n


@EXERCISE.wrong
def last_call_not_waited_for(gpu, n):
    """each wait stands before its call, so that nobody waits for the last one."""
    return _total(gpu, n - 1) / n


@EXERCISE.wrong
def one_call_divided_by_n(gpu, n):
    """one call is timed, and divided by n; time n calls."""
    _warm_up(gpu)
    return _total(gpu, 1) / n


@EXERCISE.wrong
def last_call_divided_by_n(gpu, n):
    """the clock starts anew in each pass, so that the last call alone is timed; start it once."""
    _warm_up(gpu)
    _call(gpu, n - 1)
    gpu.wait()
    return _total(gpu, 1) / n


@EXERCISE.wrong
def one_call_timed(gpu, n):
    """one call is timed, and no two take as long: time n of them, and divide by n."""
    _warm_up(gpu)
    return _total(gpu, 1)


@EXERCISE.wrong
def brackets_forgotten(gpu, n):
    """only the start is divided by n; brackets make the difference come first."""
    _warm_up(gpu)
    start = gpu.clock()
    return start + _total(gpu, n) - start / n
