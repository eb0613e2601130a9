"""Wrong answers to 06-c, written before any message was looked at; see test_exercises.py."""


def waits_in_the_loop_late(gpu, n):
    """the first call, which is slower, is in it: call once before the clock runs."""
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
        gpu.wait()
    return (gpu.clock() - start) / n


def clock_before_the_warm_up(gpu, n):
    """the first call is in it: call, wait, and only then read the clock; subtract that"""
    start = gpu.clock()
    gpu.call()
    gpu.wait()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return (gpu.clock() - start) / n


def warm_up_not_waited_for(gpu, n):
    """the first call is in it: call, wait, and only then read the clock; subtract that"""
    gpu.call()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return (gpu.clock() - start) / n


def never_waits(gpu, n):
    """the clock was read before the work was done: wait between the calls and the last look."""
    gpu.call()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    return (gpu.clock() - start) / n


def one_call(gpu, n):
    """one call is timed, and divided by n; time n calls."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    gpu.call()
    gpu.wait()
    return (gpu.clock() - start) / n


def not_divided(gpu, n):
    """that is the time of all n calls."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return gpu.clock() - start


def waits_after_the_clock(gpu, n):
    """the clock was read before the work was done: wait between the calls and the last look."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    end = gpu.clock()
    gpu.wait()
    return (end - start) / n


def time_as_attribute(gpu, n):
    """A method stands there without the round brackets that call it."""
    gpu.call()
    gpu.wait()
    start = gpu.clock
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return (gpu.clock - start) / n


def sign(gpu, n):
    """the sign is the wrong way round."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return (start - gpu.clock()) / n


def first_subtracted(gpu, n):
    """the time of n + 1 calls is divided by n."""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    for _ in range(n + 1):
        gpu.call()
    gpu.wait()
    return (gpu.clock() - start) / n
