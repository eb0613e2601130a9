"""Seconds as a learner reads them: in the unit that fits, in two digits or in three."""

from decimal import ROUND_HALF_UP, Context, Decimal

UNITS = {"s": 1, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}
# A half is rounded up, as the page does in kit/units.js; Python's own formats go to the even one.
THREE_DIGITS = Context(prec=3, rounding=ROUND_HALF_UP)


def unit_for(seconds):
    """The largest unit that is not larger than these seconds: its name, and its seconds."""
    return next(
        ((unit, size) for unit, size in UNITS.items() if seconds >= size),
        ("ns", UNITS["ns"]),
    )


def seconds_text(seconds):
    """Seconds, at least 0, in the unit that fits.

    >>> seconds_text(0.0219), seconds_text(5.8e-6), seconds_text(9e-4)
    ('22 ms', '5.8 µs', '900 µs')
    """
    unit, size = unit_for(seconds)
    return f"{digits(seconds / size)} {unit}"


def digits(number):
    """A number of units in two digits, or in whole ones from 10 on.

    >>> digits(9.94), digits(9.97), digits(12.5), digits(1234)
    ('9.9', '10', '13', '1,234')
    """
    # From 9.95 on a number is rounded up to 10, which has its two digits without a decimal.
    last = Decimal("1" if number >= 9.95 else "0.1")
    return f"{Decimal(float(number)).quantize(last, ROUND_HALF_UP):,}"


def time_text(seconds):
    """A time in three digits, as the page writes it.

    >>> time_text(0), time_text(3e-5), time_text(0.0123456), time_text(0.9996), time_text(1234)
    ('0 s', '30 µs', '12.3 ms', '1 s', '1,230 s')
    """
    rounded = float(THREE_DIGITS.create_decimal(float(seconds)))
    if rounded < 1e-9:
        return "0 s"
    unit = next(unit for unit, size in UNITS.items() if rounded >= size * (1 - 1e-9))
    number = float(f"{rounded / UNITS[unit]:.3g}")
    return f"{number:,.2f}".rstrip("0").rstrip(".") + f" {unit}"
