"""A progress bar is there while a loop runs, and leaves nothing in the notebook that is saved."""

import pytest
from nbclient import NotebookClient

from course import ROOT
from lab import made
from lookup import progress

pytestmark = pytest.mark.long

LOOP = """
import time
from lookup import progress
for step in progress(range({steps}), "waiting"):
    time.sleep(0.1)
    assert step < {end}
"""


LOOPS = {"long": (15, 15), "failing": (15, 13), "short": (2, 2)}


@pytest.fixture(scope="module")
def ran():
    """{loop: (its outputs but for an error, the kinds of messages, the errors)} of one notebook."""
    notebook = made(
        [LOOP.format(steps=steps, end=end) for steps, end in LOOPS.values()]
    )
    place = {"metadata": {"path": str(ROOT / "notebooks")}}
    client = NotebookClient(notebook, timeout=600, allow_errors=True, resources=place)
    kinds = [[] for _ in LOOPS]
    process = client.process_message

    def keep(message, cell, number):
        kinds[number].append(message["msg_type"])
        return process(message, cell, number)

    client.process_message = keep
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("TQDM_DISABLE", raising=False)
        client.execute()
    found = {}
    for name, cell, shown in zip(LOOPS, notebook.cells, kinds, strict=True):
        outputs = [out for out in cell.outputs if out.output_type != "error"]
        errors = [out.ename for out in cell.outputs if out.output_type == "error"]
        found[name] = outputs, shown, errors
    return found


def test_a_bar_of_a_long_loop_is_shown_and_leaves_an_empty_output(ran):
    (output,), shown, errors = ran["long"]
    assert shown.count("display_data") == shown.count("update_display_data") == 1
    assert output.data["text/html"] == ""
    assert not any("widget" in kind for kind in output.data)
    assert errors == []


def test_a_loop_that_fails_leaves_an_empty_output_too(ran):
    (output,), _, errors = ran["failing"]
    assert output.data["text/html"] == ""
    assert errors == ["AssertionError"]


def test_a_short_loop_shows_nothing(ran):
    outputs, shown, _ = ran["short"]
    assert outputs == []
    assert "display_data" not in shown


def test_in_a_terminal_it_gives_the_steps(capsys):
    assert [*progress("abc", "letters")] == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")


def test_what_a_loop_cannot_take_is_refused():
    with pytest.raises(TypeError, match="'int' object is not iterable"):
        next(progress(3))
