"""What the README's settings of JupyterLab do when a notebook is saved."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import nbformat
import pytest

from waiting_outputs import OF_COURSE, STATE, VIEW, Contents

PICTURE, LAYOUT, OTHER, OLD = ({"state": {"n": n}} for n in range(4))
PICTURE["state"]["layout"] = "IPY_MODEL_layout"


@pytest.fixture
def lab(tmp_path):
    (tmp_path / OF_COURSE).touch()

    async def write(model):
        contents = Contents(root_dir=str(tmp_path))
        await contents.save(model, "a.ipynb")
        contents.notary.store.close()

    def save(states, widgets=None):
        """Save a notebook that shows "picture" and "other", with the state of some widgets.

        widgets: what its metadata says of them, if not what JupyterLab writes for these states.
        """
        views = [{VIEW: {"model_id": name}} for name in ("picture", "other")]
        outputs = [nbformat.v4.new_output("display_data", data=view) for view in views]
        cell = nbformat.v4.new_code_cell("x", outputs=outputs)
        book = nbformat.v4.new_notebook(cells=[cell])
        if states:
            book.metadata.widgets = {STATE: {"state": states}}
        if widgets:
            book.metadata.update(widgets(STATE))
        model = {"type": "notebook", "format": "json", "content": book}
        with (
            ThreadPoolExecutor() as thread
        ):  # as a browser test before this one leaves a loop here
            thread.submit(asyncio.run, write(model)).result()
        saved = nbformat.read(tmp_path / "a.ipynb", as_version=4)
        return saved.metadata.get("widgets", {}).get(STATE, {}).get("state", {})

    return save


def test_a_widget_that_is_shown_and_not_alive_keeps_its_state_and_its_parts(lab):
    lab({"picture": PICTURE, "layout": LAYOUT, "other": OTHER, "old": OLD})
    new = {"state": {"n": 9}}
    assert lab({"other": new}) == {"picture": PICTURE, "layout": LAYOUT, "other": new}
    assert set(lab({})) == {"picture", "layout", "other"}


WIDGETS = {
    "as Colab saves it": lambda state: {"widgets": {state: {"other": OTHER}}},
    "null": lambda state: {"widgets": None},
    "null within": lambda state: {"widgets": {state: None}},
    "no state": lambda state: {"widgets": {state: {"version_major": 2}}},
}


@pytest.mark.parametrize("widgets", WIDGETS.values(), ids=WIDGETS)
def test_what_other_programs_write_of_widgets_is_saved_and_saved_over(lab, widgets):
    colab = {"other": OTHER} if widgets is WIDGETS["as Colab saves it"] else {}
    lab({"picture": PICTURE, "layout": LAYOUT})
    assert lab({}, widgets) == {"picture": PICTURE, "layout": LAYOUT} | colab
    lab({}, widgets)
    new = {"state": {"n": 9}}
    assert lab({"picture": new})["picture"] == new


def test_a_file_that_cannot_be_read_is_no_reason_not_to_save(lab, tmp_path):
    (tmp_path / "a.ipynb").write_text("{no notebook")
    assert lab({"other": OTHER}) == {"other": OTHER}
