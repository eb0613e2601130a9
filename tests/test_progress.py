"""A progress bar is there while a loop runs, and leaves nothing in the notebook that is saved."""

import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from course import ROOT
from lab import made
from lookup import progress

LOOP = """
import time
from lookup import progress
for step in progress(range({steps}), "waiting"):
    time.sleep(0.1)
    assert step < {end}
"""


@pytest.fixture
def run(monkeypatch):
    """A loop in a notebook: (its outputs but for an error, the kinds of messages, the error)."""
    monkeypatch.delenv("TQDM_DISABLE", raising=False)

    def run(steps, end):
        shown = []
        notebook = made([LOOP.format(steps=steps, end=end)])
        client = NotebookClient(
            notebook, timeout=60, resources={"metadata": {"path": str(ROOT / "notebooks")}}
        )
        process = client.process_message

        def keep(message, *rest):
            shown.append(message["msg_type"])
            return process(message, *rest)

        client.process_message = keep
        error = None
        try:
            client.execute()
        except CellExecutionError as raised:
            error = raised.ename
        outputs = [out for out in notebook.cells[0].outputs if out.output_type != "error"]
        return outputs, shown, error

    return run


def test_a_bar_of_a_long_loop_is_shown_and_leaves_an_empty_output(run):
    (output,), shown, error = run(15, 15)
    assert shown.count("display_data") == shown.count("update_display_data") == 1
    assert output.data["text/html"] == ""
    assert not any("widget" in kind for kind in output.data)
    assert error is None


def test_a_loop_that_fails_leaves_an_empty_output_too(run):
    (output,), _, error = run(15, 13)
    assert output.data["text/html"] == ""
    assert error == "AssertionError"


def test_a_short_loop_shows_nothing(run):
    outputs, shown, _ = run(2, 2)
    assert outputs == []
    assert "display_data" not in shown


def test_in_a_terminal_it_gives_the_steps(capsys):
    assert [*progress("abc", "letters")] == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")


def test_what_a_loop_cannot_take_is_refused():
    with pytest.raises(TypeError, match="'int' object is not iterable"):
        next(progress(3))
