"""What becomes of the exercises of one notebook: its cells are run and judged in a sandbox."""

from lookup.exercises.check import NOT_YET, RIGHT, UNTOUCHED, exercises

from .course_text import exercise_texts, is_printed
from .kernel import LONGEST_REASON
from .learner_notebook import needed, whole_cells_matter
from .outcome import UNCHECKED, Verdict
from .sandbox import KernelGone


def names_of(number):
    """The exercises of a notebook in this release."""
    return {f"{number}-{letter}" for letter in exercises(number)}


def verdicts(cells, questions, sandbox):
    """Yield (exercise, Verdict): from the cells that each needs, then, if need be, from all.

    A verdict replaces that which was given before. Of several cells that ask for one exercise the
    last counts that holds an attempt.

    questions: a list of `Question`, each of an exercise of this release. sandbox: makes a new one.
    """
    judge = _Judge(cells, sandbox)
    given = {}
    for question, verdict in judge.verdicts(questions, whole=False):
        given[question] = verdict
        yield question.name, _counting(given, question.name)
    doubtful = [
        question
        for question in questions
        if given[question].state == NOT_YET
        and whole_cells_matter(cells, needed(cells, [question.place]))
    ]
    for question, again in judge.verdicts(doubtful, whole=True):
        # All cells together may run into a limit; then the first verdict tells more.
        if again.state != UNCHECKED:
            given[question] = again
            yield question.name, _counting(given, question.name)


def _counting(given, name):
    """Which verdict on an exercise counts of all that are given so far."""
    verdicts = [given[question] for question in sorted(given) if question.name == name]
    # Whoever copies a cell may leave an untouched one below: that undoes no attempt.
    attempts = [verdict for verdict in verdicts if verdict.state != UNTOUCHED]
    return (attempts or verdicts)[-1]


class _Judge:
    """Judges one notebook, in one kernel after the other."""

    def __init__(self, cells, sandbox):
        self.cells = cells
        self.sandbox = sandbox
        self.fatal = {}  # {place: how its cell ended a kernel}; these are passed over from then on

    def verdicts(self, questions, whole):
        """Yield (Question, Verdict); where a kernel ends, a new one goes on with what is left.

        whole: whether all cells are run, or only those that the exercises need.
        """
        left = list(questions)
        while left:
            try:
                for question, verdict in self._in_one_kernel(left, whole):
                    # Taken out one by one: the next kernel goes on with those that are not
                    # answered.
                    left = [other for other in left if other != question]
                    yield question, verdict
            except KernelGone as why:  # it did not even start
                yield from _unchecked(left, f"its kernel {why}.")
                return

    def _in_one_kernel(self, left, whole):
        """Yield (Question, Verdict) of those that a kernel answers before it ends."""
        places = {question.place for question in left}
        run = range(max(places) + 1) if whole else needed(self.cells, places)
        stopped = {}  # {place: how its cell stopped, "" if it did not}
        with self.sandbox() as sandbox:
            for place in run:
                here = [question for question in left if question.place == place]
                if place in self.fatal:
                    yield from _unchecked(here, f"its cell {self.fatal[place]}.")
                    continue
                try:
                    stopped[place] = sandbox.run(self.cells[place].source)
                    while here:
                        yield here[0], self._verdict(sandbox, here[0], stopped)
                        del here[0]
                except KernelGone as why:
                    self.fatal[place] = str(why)
                    yield from _unchecked(here, f"its cell {why}.")
                    return

    def _verdict(self, sandbox, question, stopped):
        """The verdict on an answer, and, if it is "not yet", on a cell that it needs."""
        verdict = _own_verdict(sandbox, question, stopped[question.place])
        if verdict.state == RIGHT:
            return verdict._replace(as_printed=self._is_printed(question))
        if verdict.state != NOT_YET:
            return verdict
        for above in needed(self.cells, [question.place])[:-1]:
            which = f"cell {above + 1}, which it needs,"
            if above in self.fatal:
                return Verdict(UNCHECKED, f"code {which} {self.fatal[above]}.")
            if stopped.get(above):
                why = f"{verdict.why.rstrip('.')}. Code {which} stopped with {stopped[above]}"
                return verdict._replace(why=why[:LONGEST_REASON])
        return verdict

    def _is_printed(self, question):
        function = question.expression
        above = self.cells[: question.place + 1]
        sources = [
            cell.source for cell in above if cell.binds and function in cell.binds
        ]
        solution = exercise_texts(question.name[:2])[question.name].solution
        return bool(sources) and is_printed(sources[-1], function, solution)


def _own_verdict(sandbox, question, stopped):
    """The verdict on what a cell handed to `check`.

    stopped: how the cell stopped, "" if it did not.
    """
    if stopped:
        return Verdict(NOT_YET, f"The cell stopped with {stopped}")
    return Verdict(**sandbox.judge(question.name, question.expression))


def _unchecked(questions, why):
    """(Question, Verdict) of each."""
    return [(question, Verdict(UNCHECKED, why)) for question in questions]
