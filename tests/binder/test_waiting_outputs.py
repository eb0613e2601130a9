"""What waits in JupyterLab until its cell has run: opened, saved, moved, copied, as files."""

import asyncio
import copy
import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import nbformat
import pytest
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager

import waiting_outputs
from course import NOTEBOOKS, ROOT, code_cells, read
from waiting_outputs import OF_COURSE, PLACE, SHOWN, VIEW, WAITS, Contents

STILL = {"text/html": "<p>Row 1</p>", "text/plain": "<picture>"}
NAME = "notebooks/a.ipynb"


class Server:
    """A server's contents in a folder, asked in a thread: a browser's test leaves a loop here."""

    def __init__(self, folder):
        self.folder = folder
        self.course = folder / "notebooks"
        self.course.mkdir()
        (self.course / OF_COURSE).touch()

    def ask(self, name, *arguments, **how):
        """What a method of the contents gives."""

        async def answer():
            contents = Contents(root_dir=str(self.folder))
            contents.notary.db_file = ":memory:"
            given = await getattr(contents, name)(*arguments, **how)
            contents.notary.store.close()
            return given

        with ThreadPoolExecutor() as thread:
            return thread.submit(asyncio.run, answer()).result()

    def open(self, name=NAME):
        """The notebook as a page gets it."""
        return json.loads(json.dumps(self.ask("get", name)["content"]))

    def save(self, notebook, name=NAME):
        """Save what a page holds; the file's bytes."""
        sent = json.loads(json.dumps(notebook))
        model = {"type": "notebook", "format": "json", "content": sent}
        self.ask("save", model, name)
        return (self.folder / name).read_bytes()


@pytest.fixture
def server(tmp_path):
    """The contents of a folder with a course of one notebook, whose three cells store outputs."""
    server = Server(tmp_path)
    widget = nbformat.v4.new_output(
        "execute_result", {VIEW: {"model_id": "model-0"}, **STILL}
    )
    printed = nbformat.v4.new_output("stream", text="1\n2\n")
    cells = [
        nbformat.v4.new_code_cell("picture", outputs=[widget], id="one"),
        nbformat.v4.new_markdown_cell("Two numbers came out.", id="text"),
        nbformat.v4.new_code_cell("print(1)\nprint(2)", outputs=[printed], id="two"),
        nbformat.v4.new_code_cell("x = 1", id="three"),
    ]
    codes = [cell for cell in cells if cell.cell_type == "code"]
    for count, cell in enumerate(codes, 1):
        cell.execution_count = count
    metadata = {"language_info": {"name": "python"}}
    book = nbformat.v4.new_notebook(cells=cells, metadata=metadata)
    nbformat.write(book, server.folder / NAME)
    return server


@pytest.fixture
def stored(server):
    """The file's bytes before anybody opened it."""
    return (server.folder / NAME).read_bytes()


def run(cell, count=1):
    """A cell after a run in a page."""
    out = nbformat.v4.new_output("stream", text="mine")
    cell.update(execution_count=count, outputs=[out])


def outputs(data):
    """{id: outputs} of the code cells of a file, and that nothing of the waiting is in it."""
    assert WAITS.encode() not in data.replace(b"waiting", b"")
    assert PLACE["data"]["text/plain"].encode() not in data
    notebook = nbformat.reads(data.decode(), as_version=4)
    return {cell.id: cell.outputs for cell in code_cells(notebook)}


def test_what_is_stored_waits_and_a_cell_that_stores_nothing_is_as_it_is(server):
    one, text, two, three = server.open()["cells"]
    assert one["outputs"] == two["outputs"] == [PLACE]
    assert three["outputs"] == []
    assert {cell["execution_count"] for cell in (one, two, three)} == {None}
    assert WAITS not in text["metadata"]


@pytest.mark.parametrize("shown", [False, True], ids=["waiting", "shown"])
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_opened_and_saved_without_a_run_it_is_the_same_file(server, path, shown):
    shutil.copy(path, server.folder / NAME)
    if shown:
        (server.course / SHOWN).touch()
    page = server.open()
    for cell in code_cells(read(path)):
        now = next(other for other in page["cells"] if other["id"] == cell.id)
        assert len(now["outputs"]) == (
            len(cell.outputs) if shown else bool(cell.outputs)
        )
        assert VIEW not in json.dumps(now)
    # JupyterLab adds a state of no widget.
    page["metadata"]["widgets"] = {waiting_outputs.STATE: {"state": {}}}
    assert server.save(page) == path.read_bytes()
    assert server.save(page) == path.read_bytes(), (
        "and again, by a page that is still open"
    )


def test_what_was_run_is_saved_and_the_rest_still_waits(server, stored):
    page = server.open()
    run(page["cells"][0])
    saved = outputs(server.save(page))
    assert [out["text"] for out in saved["one"]] == ["mine"]
    assert saved["two"] == outputs(stored)["two"]
    again = server.open()
    assert again["cells"][0]["outputs"][0]["text"] == "mine"
    assert again["cells"][2]["outputs"] == [PLACE]
    again["cells"][0].update(execution_count=None, outputs=[])
    assert outputs(server.save(again))["one"] == [], "a run of one's own can be cleared"


def test_the_state_of_widgets_that_were_run_is_kept_beside_what_waits(server):
    page = server.open()
    page["cells"][2].update(
        execution_count=1,
        outputs=[nbformat.v4.new_output("display_data", {VIEW: {"model_id": "mine"}})],
    )
    state = {"mine": {"state": {"n": 1}}}
    page["metadata"]["widgets"] = {waiting_outputs.STATE: {"state": state}}
    server.save(page)
    later = server.open()
    later["metadata"]["widgets"] = {waiting_outputs.STATE: {"state": {}}}
    saved = nbformat.reads(server.save(later).decode(), as_version=4)
    assert waiting_outputs.states_of(saved) == state
    assert saved.cells[0].outputs[0].data[VIEW].model_id == "model-0"


@pytest.mark.parametrize("shown", [False, True], ids=["waiting", "shown"])
def test_a_cell_that_was_changed_loses_what_another_source_gave(server, stored, shown):
    if shown:
        (server.course / SHOWN).touch()
    page = server.open()
    page["cells"][2]["source"] = "print(3)"
    kept = [] if not shown else outputs(stored)["two"]
    assert outputs(server.save(page)) == outputs(stored) | {"two": kept}


def test_a_cell_that_became_a_text_is_one(server, stored):
    page = server.open()
    cell = page["cells"][2]
    page["cells"][2] = {"cell_type": "markdown"} | {
        name: cell[name] for name in ("id", "metadata", "source")
    }
    assert outputs(server.save(page)).keys() == {"one", "three"}


def test_cleared_before_a_run_it_waits_on_and_cleared_when_shown_it_is_cleared(
    server, stored
):
    page = server.open()
    page["cells"][0]["outputs"] = []
    assert server.save(page) == stored
    (server.course / SHOWN).touch()
    page = server.open()
    page["cells"][0]["outputs"] = []
    assert outputs(server.save(page)) == outputs(stored) | {"one": []}


def test_the_switch_may_be_turned_while_a_notebook_is_open(server, stored):
    hidden = server.open()
    (server.course / SHOWN).touch()
    shown = server.open()
    assert server.save(hidden) == stored
    (server.course / SHOWN).unlink()
    assert server.save(shown) == stored


def test_a_cell_that_was_doubled_stores_nothing_twice(server, stored):
    page = server.open()
    page["cells"].append({**copy.deepcopy(page["cells"][0]), "id": "copy"})
    assert outputs(server.save(page)) == outputs(stored) | {"copy": []}


def test_a_notebook_that_was_moved_while_it_was_open_keeps_all(server, stored):
    page = server.open()
    (server.folder / "mine").mkdir()
    for new in ("notebooks/my_a.ipynb", "mine/a.ipynb"):
        old = NAME if new.startswith("notebooks") else "notebooks/my_a.ipynb"
        server.ask("rename_file", old, new)
        saved = server.save(copy.deepcopy(page), new)
        assert outputs(saved) == outputs(stored)


def test_a_copy_is_the_file_itself(server, stored):
    model = server.ask("copy", NAME, "notebooks")
    assert model["path"].strip("/") == "notebooks/a-Copy1.ipynb"
    assert (server.folder / model["path"].strip("/")).read_bytes() == stored
    (server.course / "b.txt").write_text("b")
    assert server.ask("copy", "notebooks/b.txt", "notebooks")["type"] == "file"


def test_saved_under_a_new_name_it_has_what_was_run_and_no_place_for_the_rest(server):
    page = server.open()
    run(page["cells"][2])
    saved = outputs(server.save(page, "notebooks/b.ipynb"))
    assert {name: len(found) for name, found in saved.items()} == {
        "one": 0,
        "two": 1,
        "three": 0,
    }


def test_a_checkpoint_holds_all_and_a_download_too(server, stored):
    (checkpoint,) = [server.ask("create_checkpoint", NAME)]
    page = server.open()
    run(page["cells"][0])
    server.save(page)
    server.ask("restore_checkpoint", checkpoint["id"], NAME)
    assert (server.folder / NAME).read_bytes() == stored
    assert server.ask("get", NAME, type="file")["content"].encode() == stored


def test_a_notebook_elsewhere_is_opened_and_saved_as_ever(server, stored):
    (server.course / OF_COURSE).unlink()
    page = server.open()
    assert page["metadata"]["language_info"] == {"name": "python"}
    assert page["cells"][0]["outputs"][0]["data"][VIEW] == {"model_id": "model-0"}
    page["cells"][0]["outputs"] = []
    assert outputs(server.save(page))["one"] == []


def test_a_server_that_starts_takes_it_unless_it_has_a_kind_of_its_own():
    class Own(AsyncLargeFileManager):
        """A hub's own."""

    for before, after in [(AsyncLargeFileManager, Contents), (Own, Own)]:
        server = SimpleNamespace(contents_manager_class=before)
        waiting_outputs._link_jupyter_server_extension(server)
        assert server.contents_manager_class is after
    settings = json.loads((ROOT / "binder/waiting_outputs.json").read_text("utf-8"))
    (name,) = settings["ServerApp"]["jpserver_extensions"]
    assert [{"module": name}] == waiting_outputs._jupyter_server_extension_points()


@pytest.mark.parametrize("page", ["README.md", "notebooks/teaching.md"])
def test_a_page_names_the_file_that_shows_all_at_once(page):
    assert f"`{SHOWN}`" in (ROOT / page).read_text(encoding="utf-8")
