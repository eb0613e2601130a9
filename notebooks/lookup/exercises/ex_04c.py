"""04-c: the rows that move in the last step, under four optimisers."""

from .check import Exercise


def _batches(rng):
    """V and three batches, each with a row that no other names; row V - 1 is in none.

    64 comes first: a set gives it back first, and small numbers in order, as if it sorted.
    """
    V = rng.randint(66, 90)
    first, second, last, again = rng.sample(range(1, 64), 4)
    return V, [[64, first, again], rng.sample([again, second], 2), [64, last, 64]]


def _runs(rng):
    """Batches, V and the optimiser's name, three times for each optimiser."""
    runs = []
    for name in 3 * ["SGD", "Adam", "AdamW", "SparseAdam"]:
        V, batches = _batches(rng)
        runs.append((batches, V, name))
    return runs


def _moving(batches, V, name, *, remembers=("Adam",), decays=("AdamW",)):
    """The rows that the last step moves.

    remembers: the optimisers that go on moving a row named earlier; decays: those that move all V.
    """
    if name in decays:
        return list(range(V))
    named = batches if name in remembers else batches[-1:]
    return sorted({i for batch in named for i in batch})


EXERCISE = Exercise(
    truth=_moving,
    trials=_runs,
    names=("batches", "V", "name"),
)


@EXERCISE.wrong
def adam_forgets(batches, V, name):
    """Adam's means outlive a batch: rows named earlier move on."""
    return _moving(batches, V, name, remembers=())


@EXERCISE.wrong
def sparse_adam_remembers(batches, V, name):
    """SparseAdam leaves a row and its means alone until it is named again."""
    return _moving(batches, V, name, remembers=("Adam", "SparseAdam"))


@EXERCISE.wrong
def adam_forgets_early_batches(batches, V, name):
    """Adam's means outlive any number of batches; yours forgets the early ones."""
    return _moving(batches[-2:], V, name)


@EXERCISE.wrong
def adamw_decays_nothing(batches, V, name):
    """AdamW decays all weights, also those of rows never named."""
    return _moving(batches, V, name, remembers=("Adam", "AdamW"), decays=())


@EXERCISE.wrong
def sgd_remembers(batches, V, name):
    """SGD remembers nothing: a row with gradient zero stays."""
    return _moving(batches, V, name, remembers=("SGD", "Adam"))
