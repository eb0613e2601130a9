"""A notebook that is alive without a kernel: what it is made from, and what cannot be."""

import doctest
import re

import nbformat
import pytest

import without_kernel
from course import NOTEBOOKS, read


def test_another_run_than_the_stored_one_is_refused(tmp_path, monkeypatch):
    cells = read(NOTEBOOKS[0]).cells
    view = next(cell for cell in cells if without_kernel._views(cell))
    nbformat.write(nbformat.v4.new_notebook(cells=[view]), tmp_path / "a.ipynb")
    monkeypatch.setattr(without_kernel, "_states", lambda path: [[]])
    with pytest.raises(
        ValueError, match=r"^cell 0 of a\.ipynb stores 1 widgets, a run of it shows 0$"
    ):
        without_kernel.alive(tmp_path / "a.ipynb")


def test_nothing_is_run_where_the_stills_hold_all_that_is_shown(monkeypatch):
    ran = []
    monkeypatch.setattr(without_kernel, "_states", ran.append)
    path = NOTEBOOKS[0]
    book = without_kernel.alive(path, ["00-09"])
    assert not ran
    (cell,) = book.cells
    (output,) = cell.outputs
    assert 'data-draws="SelectRows"' in output.data["text/html"]
    with pytest.raises(TypeError):
        without_kernel.alive(path, ["00-09", "00-07"])
    assert ran == [path]


def test_a_cell_that_raises_is_one_sentence(tmp_path):
    raises = nbformat.v4.new_code_cell("1 / 0")
    nbformat.write(nbformat.v4.new_notebook(cells=[raises]), tmp_path / "a.ipynb")
    with pytest.raises(ValueError, match=r"^a\.ipynb does not run: division by zero$"):
        without_kernel.alive(tmp_path / "a.ipynb")


def test_a_kernel_that_dies_leaves_its_last_words(tmp_path):
    dies = "import os; os.write(2, b'out of everything'); os._exit(1)"
    cells = [nbformat.v4.new_code_cell(dies)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "a.ipynb")
    with pytest.raises(
        ValueError, match=r"^a\.ipynb does not run: .*died(.|\n)*out of everything$"
    ):
        without_kernel.alive(tmp_path / "a.ipynb")


def test_a_run_prints_which_notebook_it_is_and_nothing_else(tmp_path, capfd):
    paths = [tmp_path / name for name in ("a.ipynb", "b.ipynb")]
    for path in paths:
        # What a kernel writes when it starts or ends goes to the same place.
        cell = nbformat.v4.new_code_cell("import os; os.write(2, b'noise')")
        nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    for path in without_kernel.announce(paths):
        without_kernel.alive(path)
    assert capfd.readouterr() == ("1 of 2: a.ipynb\n2 of 2: b.ipynb\n", "")


def test_what_a_picture_holds_ends_no_script_and_a_page_loads_no_module():
    state = {"_anywidget_id": "a.Question", "spec": "</script><!--<script>"}
    html = without_kernel.picture_html("", state)
    assert html.count("</script>") == 1
    assert "<!--" not in html
    assets = without_kernel.assets()
    scripts = [assets["without_kernel.js"], *without_kernel.drawers().values()]
    elsewhere = (
        r"^(import|export)\b|\bimport\(|</script|https?://(?!www\.w3\.org/2000/svg)"
    )
    assert not re.search(elsewhere, "\n".join(scripts), re.MULTILINE)
    assert not re.search("url|@import|jp-theme", assets["without_kernel.css"])


def test_the_examples_are_true():
    assert doctest.testmod(without_kernel).failed == 0
