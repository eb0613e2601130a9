"""Wrong answers to 06-c; each docstring is a part of what its author must be told."""

from time import perf_counter


def as_the_colleague(gpu, n):
    """the clock was read before the work was done: wait between the calls and the last look."""
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    return (gpu.clock() - start) / n


def warmed_but_not_waited(gpu, n):
    """the clock was read before the work was done: wait between the calls and the last look."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    return (gpu.clock() - start) / n


def waited_too_late(gpu, n):
    """the clock was read before the work was done: wait between the calls and the last look."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    end = gpu.clock()
    gpu.wait()
    return (end - start) / n


def waited_first(gpu, n):
    """the clock was read before the work was done: wait between the calls and the last look."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    gpu.wait()
    for _ in range(n):
        gpu.call()
    return (gpu.clock() - start) / n


def cold(gpu, n):
    """the first call, which is slower, is in it: call once before the clock runs."""
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
        gpu.wait()
    return (gpu.clock() - start) / n


def waited_at_the_end_only(gpu, n):
    """the first call, which is slower, is in it: call once before the clock runs."""
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return (gpu.clock() - start) / n


def warm_but_busy(gpu, n):
    """the first call is in it: call, wait, and only then read the clock;"""
    gpu.call()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return (gpu.clock() - start) / n


def clock_before_the_warm_up(gpu, n):
    """the first call is in it: call, wait, and only then read the clock;"""
    start = gpu.clock()
    for k in range(n + 1):
        gpu.call()
        if k == 0:
            gpu.wait()
    gpu.wait()
    return (gpu.clock() - start) / n


def nothing_subtracted(gpu, n):
    """the first call is in it: call, wait, and only then read the clock;"""
    gpu.call()
    gpu.wait()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return gpu.clock() / n


def warm_up_among_them(gpu, n):
    """the first call is in it, as one of n + 1: call, wait, and only then read the clock."""
    start = gpu.clock()
    gpu.call()
    gpu.wait()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return (gpu.clock() - start) / (n + 1)


def all_of_them(gpu, n):
    """that is the time of all n calls."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return gpu.clock() - start


def all_of_them_cold(gpu, n):
    """that is the time of all n calls, with the slow first one in it."""
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return gpu.clock() - start


def all_with_the_warm_up(gpu, n):
    """that is the time of all n calls, and the warm-up is in it as well."""
    gpu.call()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return gpu.clock() - start


def divided_by_one_more(gpu, n):
    """n calls are timed; the warm-up is not among them, so divide by n."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return (gpu.clock() - start) / (n + 1)


def first_of_n_is_the_warm_up(gpu, n):
    """that is the time of n - 1 calls, divided by n: was the last one not waited for,"""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    for _ in range(n - 1):
        gpu.call()
    gpu.wait()
    return (gpu.clock() - start) / n


def wait_before_the_call(gpu, n):
    """that is the time of n - 1 calls, divided by n: was the last one not waited for,"""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    for _ in range(n):
        gpu.wait()
        gpu.call()
    return (gpu.clock() - start) / n


def wait_before_the_call_cold(gpu, n):
    """each wait stands before its call, so that nobody waits for the last one."""
    start = gpu.clock()
    for _ in range(n):
        gpu.wait()
        gpu.call()
    return (gpu.clock() - start) / n


def one_more_in_the_range(gpu, n):
    """the time of n + 1 calls is divided by n."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    for _ in range(n + 1):
        gpu.call()
    gpu.wait()
    return (gpu.clock() - start) / n


def first_call_alone(gpu, n):
    """that is the time of the first call, which is slower: warm up, and then time n calls."""
    start = gpu.clock()
    gpu.call()
    gpu.wait()
    return gpu.clock() - start


def return_in_the_loop(gpu, n):
    """a return stands in the loop, which so ends in its first pass."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
        gpu.wait()
        return (gpu.clock() - start) / n


def one_call_in_n(gpu, n):
    """one call is timed, and divided by n; time n calls."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    gpu.call()
    gpu.wait()
    return (gpu.clock() - start) / n


def real_clock(gpu, n):
    """yours is another one each time: random, kept from call to call, or read off a clock?"""
    gpu.call()
    gpu.wait()
    start = perf_counter()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return (perf_counter() - start) / n


def clock_without_brackets(gpu, n):
    """A method stands there without the round brackets that call it."""
    gpu.call()
    gpu.wait()
    start = gpu.clock
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return (gpu.clock - start) / n


def wait_without_brackets(gpu, n):
    """the clock was read before the work was done: wait between the calls and the last look."""
    gpu.call()
    gpu.wait  # noqa: B018
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    gpu.wait  # noqa: B018
    return (gpu.clock() - start) / n


def n_calls_at_once(gpu, n):
    """The call hands over more than the function takes; a method counts its own object, too."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    gpu.call(n)
    gpu.wait()
    return (gpu.clock() - start) / n


def loop_over_n(gpu, n):
    """A loop, or several names to the left of =, need several values; this is a single one."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    for _ in n:
        gpu.call()
    gpu.wait()
    return (gpu.clock() - start) / n


def synchronize(gpu, n):
    """There are gpu.call and gpu.clock and gpu.wait, and gpu[...] looks something up."""
    gpu.call()
    gpu.synchronize()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    gpu.synchronize()
    return (gpu.clock() - start) / n


def value_of_wait(gpu, n):
    """A value is None here. Methods that change a list, such as append and sort, return None."""
    gpu.call()
    gpu.wait()
    for _ in range(n):
        gpu.call()
    return gpu.wait() / n


def start_minus_end(gpu, n):
    """the sign is the wrong way round."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return (start - gpu.clock()) / n


def no_return(gpu, n):
    """to print something is not to return it."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    print((gpu.clock() - start) / n)


def brackets_forgotten(gpu, n):
    """only the start is divided by n; brackets make the difference come first."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return gpu.clock() - start / n


def the_first_subtracted(gpu, n):
    """that is the time of n - 1 calls, divided by n: was the last one not waited for,"""
    start = gpu.clock()
    gpu.call()
    gpu.wait()
    first = gpu.clock() - start
    for _ in range(n - 1):
        gpu.call()
    gpu.wait()
    return (gpu.clock() - start - first) / n


def with_measure(gpu, n):
    """There is nothing of the name measure. Did you mean with_measure?"""
    return measure(gpu.call)


def start_within_the_loop(gpu, n):
    """the clock starts anew in each pass, so that the last call alone is timed; start it once."""
    gpu.call()
    gpu.wait()
    for _ in range(n):
        start = gpu.clock()
        gpu.call()
        gpu.wait()
    return (gpu.clock() - start) / n


def one_call_alone(gpu, n):
    """one call is timed, and no two take as long: time n of them, and divide by n."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    gpu.call()
    gpu.wait()
    return gpu.clock() - start
