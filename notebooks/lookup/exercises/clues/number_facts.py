"""What is true of numbers beside other numbers: a factor, a step, a rounding."""

import math
from itertools import accumulate, combinations_with_replacement

CLOSE = 1e-6
# Twice, the bytes of a float32 and of an int64, percent.
FACTORS = (2, 4, 8, 100)


def number_facts(given, wanted, sizes):
    """Yield true clauses about numbers that are not the wanted ones, the most telling first.

    given, wanted: lists of as many finite numbers. sizes: {name: number} of the inputs.

    >>> list(number_facts([8, 12], [2, 3], {"V": 7}))
    ['yours is 4 times what is wanted']
    """
    pairs = list(zip(given, wanted))
    if all(_close(g, -w) for g, w in pairs):
        yield "the sign is the wrong way round"
    if all(_close(g, 1 - w) for g, w in pairs):
        yield "yours is 1 minus what is wanted"
    if all(w and _close(g, 1 / w) for g, w in pairs):
        yield "yours is upside down: it is 1 divided by what is wanted"
    yield from _rounded(pairs)
    yield from _factors(pairs, sizes)
    yield from _steps(pairs, sizes)
    if all(_close(g, w * w) for g, w in pairs):
        yield "yours is the square of what is wanted"
    if all(w >= 0 and _close(g, math.sqrt(w)) for g, w in pairs):
        yield "yours is the square root of what is wanted"


def running_facts(given, wanted):
    """Yield what is true if one list of numbers is made of the other's running sums.

    >>> list(running_facts([0, 2, 1], [0, 2, 3]))
    ['the running sums of yours would be right: add up from the beginning']
    """
    if _sums(given) == wanted:
        yield "the running sums of yours would be right: add up from the beginning"
    if [0, *_sums(given)] == wanted:
        yield "the running sums of yours would be right, with a 0 in front of them"
    if [0, *_sums(given)][:-1] == wanted:
        yield "the running sums of yours would be right, if they began with 0"
    if _sums(wanted) == given:
        yield "yours is what is wanted, added up from the beginning once more"


def _rounded(pairs):
    """Yield what is true of what stands behind the decimal point."""
    if all(g == math.floor(w) for g, w in pairs):
        yield "what stands behind the decimal point is lost: by // or int?"
    if all(math.floor(g) == w for g, w in pairs):
        yield "a whole number is wanted: what stands behind the decimal point is too much"
    for digits in range(7):
        if all(g == round(w, digits) for g, w in pairs):
            yield f"yours is rounded to {digits} digits; give it as it comes"


def _sums(numbers):
    return list(accumulate(numbers))


def _factors(pairs, sizes):
    """One factor for all: a plain number, or one made of the inputs' sizes."""
    ratios = [g / w for g, w in pairs if w]
    if (
        not ratios
        or ratios[0] in (0, 1)
        or not all(_close(g, ratios[0] * w) for g, w in pairs)
    ):
        return
    ratio = ratios[0]
    for name, value in _products(sizes).items():
        if _close(ratio, value):
            yield f"yours is {name} times what is wanted"
        if _close(ratio * value, 1):
            yield f"what is wanted is {name} times yours"
    if abs(ratio) < 1 and _is_plain(1 / ratio):
        yield f"what is wanted is {1 / ratio:g} times yours"
    elif _is_plain(ratio):
        yield f"yours is {ratio:g} times what is wanted"


def _steps(pairs, sizes):
    """One difference for all: a plain number, or a size of the inputs."""
    step = pairs[0][0] - pairs[0][1]
    if not step or not all(_close(g - w, step) for g, w in pairs):
        return
    how = "large" if step > 0 else "small"
    for name, value in (sizes | _products(sizes)).items():
        if _close(abs(step), value):
            yield f"yours is too {how} by {name}"
    if _is_plain(abs(step)):
        yield f"yours is too {how} by {abs(step):g}"


def _products(sizes):
    """{name: value} of the sizes, their products in twos, and these times a small factor."""
    found = dict(sizes)
    for (one, a), (other, b) in combinations_with_replacement(sizes.items(), 2):
        found[f"{one} * {other}"] = a * b
    scaled = {
        f"{k} * {name}": k * value for k in FACTORS for name, value in found.items()
    }
    halves = {
        f"{name} / {k}": value / k for k in FACTORS for name, value in found.items()
    }
    return {
        name: value for name, value in (found | scaled | halves).items() if value != 1
    }


def _is_plain(number):
    """Whether a learner could have written it: 12, 0.5, 1.5."""
    return _close(number, round(8 * number) / 8)


def _close(a, b):
    # Beside 0 nothing is relatively close.
    return math.isclose(a, b, rel_tol=CLOSE, abs_tol=1e-12)
