"""Wrong answers to 06-d; each docstring is a part of what its author must be told."""


def as_the_colleague(gpu, n):
    """nobody waited"""
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    return (gpu.clock() - start) / n


def cold(gpu, n):
    """call once before the clock runs"""
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
        gpu.wait()
    return (gpu.clock() - start) / n


def warm_but_busy(gpu, n):
    """call, wait, and only then read the clock"""
    gpu.call()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return (gpu.clock() - start) / n


def all_of_them(gpu, n):
    """the time of all n calls"""
    gpu.call()
    gpu.wait()
    start = gpu.clock()
    for _ in range(n):
        gpu.call()
    gpu.wait()
    return gpu.clock() - start


def one_only(gpu, n):
    """your answer is"""
    gpu.call()
    gpu.call()
    gpu.wait()
    return gpu.clock() / n


def clock_before_the_warm_up(gpu, n):
    """call, wait, and only then read the clock"""
    start = gpu.clock()
    for k in range(n + 1):
        gpu.call()
        if k == 0:
            gpu.wait()
    gpu.wait()
    return (gpu.clock() - start) / n
