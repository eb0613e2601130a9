"""On a hub whose JupyterLab lacks the widgets' parts: what shows, and the cell that mends it."""

import contextlib
import re
import shutil
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

import lab as labs
from conftest import new_context, new_page
from course import ROOT
from lab import Notebook, jupyterlab, made

pytestmark = pytest.mark.long
PAGE = (ROOT / "notebooks/on_your_hub.md").read_text(encoding="utf-8")
MEND = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1]
THERE = Path(sys.prefix, "share/jupyter/labextensions")
CELLS = [
    "import torch\nfrom lookup import ask, check, select_rows\nW = torch.arange(24.0).view(6, 4)",
    "select_rows(W, torch.tensor([2, 0, 5]))",
    'ask("00-rows")',
    'def one_hots(ids, V):\n    return torch.eye(V)[ids]\n\n\ncheck("01-a", one_hots)',
    MEND,
]


@pytest.fixture
def opened(browser, tmp_path, monkeypatch):
    """A function that opens CELLS, run, where JupyterLab has these parts only, and a user's own."""
    with contextlib.ExitStack() as stack:

        def opened(*parts):
            home = tmp_path / "home"
            own = home / "JUPYTER_DATA_DIR/labextensions"
            hub = tmp_path / "hub"
            hub.mkdir()
            for part in parts:
                shutil.copytree(THERE / part, hub / part)
            paths = [str(own), str(hub)]
            monkeypatch.setattr(
                labs,
                "SETTINGS",
                f"{labs.SETTINGS}\nc.LabApp.labextensions_path = {paths}\n",
            )
            lab = stack.enter_context(jupyterlab(home))
            context = stack.enter_context(contextlib.closing(new_context(browser)))
            nb = Notebook(new_page(context), lab, lab.copy(made(CELLS)))
            nb.run_all()
            return nb

        yield opened


def shown(nb):
    """What cells show, one after the other."""
    return nb.page.locator(".jp-OutputArea-output")


def test_without_any_part_there_are_stills_and_verdicts_until_the_cell_has_mended_it(
    opened,
):
    nb = opened()
    expect(shown(nb).nth(0)).to_contain_text(
        "one-hot × W: step 3 of 3 picks row 5 of 6."
    )
    expect(shown(nb).nth(1)).to_contain_text("Reply to 2")
    expect(shown(nb).nth(2)).to_contain_text("01-a: right.")
    nb.reload()
    nb.run_all()
    picture = nb.page.locator(".lookup.picture").first
    for _ in range(2):  # the first ends the step that it stands at
        picture.get_by_role("button", name="next step").click()
    expect(picture).to_have_attribute("data-step", "1")
    expect(nb.page.locator(".lookup.question")).to_be_visible()


def test_with_the_part_of_ipywidgets_alone_an_error_stands_there_and_verdicts_are_read(
    opened,
):
    nb = opened("@jupyter-widgets")
    for number in (0, 1):
        expect(shown(nb).nth(number)).to_contain_text("Click to show javascript error")
    expect(shown(nb).nth(2)).to_contain_text("01-a: right.")
