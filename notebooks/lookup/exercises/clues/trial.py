"""A trial of an answer, and answers taken apart."""

from typing import NamedTuple

from ..difference import difference, members


class Trial(NamedTuple):
    """What became of an answer in one trial.

    error: what the answer raised; then `given` is None. problem: what is wrong, "" if nothing is.
    """

    inputs: list
    wanted: object
    given: object
    error: BaseException | None
    problem: str

    @property
    def is_silent(self):
        """Whether there is no answer to compare."""
        return self.error is not None or self.given is None or self.given is ...


def by_part(values, wanted):
    """[the values of one part] for each part, if a tuple is wanted and all values have its parts.

    Else the only part is the whole.
    """
    for value, right in zip(values, wanted):
        if not isinstance(right, tuple) or not isinstance(value, tuple | list):
            return [values]
        if len(members(value)) != len(right):
            return [values]
    return list(map(list, zip(*map(members, values))))


def differ(values, others):
    return any(difference(one, other) for one, other in zip(values, others))
