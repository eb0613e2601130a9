"""How far a loop is, for as long as it runs: a saved notebook holds no trace of it."""

import time
import warnings

from IPython.display import HTML, display
from tqdm import TqdmWarning

with warnings.catch_warnings(action="ignore", category=TqdmWarning):
    from tqdm.auto import tqdm  # without ipywidgets it would ask for them, in red

# tqdm.auto makes a class of its own where there are widgets
IN_NOTEBOOK = tqdm.__module__ == "tqdm.auto"
PATIENCE = 1  # seconds; a shorter wait needs no bar


def progress(steps, what=None):
    """The steps one by one, with a bar once they take longer than a second.

    In a notebook tqdm's bar is a widget. One that is over would still be saved, and would read as
    an error message when the notebook is opened again; so its output is emptied. In a terminal the
    bar is tqdm's own.

    Args:
        steps: anything that a `for` loop takes.
        what: the words before the bar.

    Returns:
        An iterator over the same steps.

    Raises:
        TypeError: steps that a loop cannot take.

    Example:
        >>> sum(progress([1, 2, 3], "adding"))
        6
    """
    if IN_NOTEBOOK:
        # Not tqdm's own `delay`: its bar would be displayed without a handle, and could not be
        # emptied.
        return _shown(tqdm(steps, what, leave=False, display=False))
    return iter(tqdm(steps, what, leave=False, delay=PATIENCE))


def _shown(bar):
    """The steps of a bar that is a widget, in an output that is empty at the end."""
    begun = time.monotonic()
    output = None
    try:
        for step in bar:
            late = time.monotonic() - begun > PATIENCE
            if late and output is None and not bar.disable:
                output = display(bar.container, display_id=True)
            yield step
    finally:
        if output is not None:
            # `clear_output` would take away what the loop's cell itself has shown.
            output.update(HTML(""))
