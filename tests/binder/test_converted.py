"""A notebook that was run and then converted by nbconvert, as it is read without a network."""

import re

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbconvert import HTMLExporter
from nbconvert.nbconvertapp import NbConvertApp

from conftest import new_context, new_page
from course import NOTEBOOKS, ROOT, read
from lookup import ask, select_rows
from stills import join_stills, record_of

VIEW, STATE = (
    f"application/vnd.jupyter.widget-{part}+json" for part in ("view", "state")
)
TEACHING = (ROOT / "notebooks/teaching.md").read_text(encoding="utf-8")
OPTION = re.compile(r"`(--TemplateExporter\S+)`")  # for a page that is made elsewhere
QUESTION = {"4": "Yes.", "22": "That joins the digits."}


def ran(*widgets):
    """A notebook that shows widgets and, as after a run by nbconvert, holds their states."""
    shown = [widget._repr_mimebundle_()[0] for widget in widgets]
    outputs = [nbformat.v4.new_output("display_data", data) for data in shown]
    states = {data[VIEW]["model_id"]: {"state": {}} for data in shown}
    cells = [nbformat.v4.new_code_cell("", outputs=outputs)]
    return nbformat.v4.new_notebook(
        cells=cells, metadata={"widgets": {STATE: {"state": states}}}
    )


@pytest.mark.parametrize("folder", [".", "notebooks"])
def test_stills_stand_where_no_network_brings_what_draws_widgets(
    folder, browser, monkeypatch
):
    monkeypatch.chdir(ROOT / folder)  # lab/base.html.j2 lies in notebooks
    app = NbConvertApp()
    app.parse_command_line(OPTION.findall(TEACHING) if folder == "." else [])
    widgets = select_rows([[0.5, 1], [1.5, 2]], [1]), ask("2 + 2?", QUESTION, right="4")
    html, _ = HTMLExporter(config=app.config).from_notebook_node(ran(*widgets))
    context = new_context(browser, offline=True)
    page = new_page(context)
    page.set_content(html)
    for text in ("out[0] = W[1]", "2 + 2?"):
        assert page.get_by_text(text).is_visible()
    drawn = "view => view.insertAdjacentHTML('beforebegin', '<p class=widget-subarea>drawn</p>')"
    page.locator(f"script[type='{VIEW}']").first.evaluate(drawn)
    assert page.get_by_text("drawn").is_visible()
    assert not page.get_by_text("out[0] = W[1]").is_visible()
    assert page.get_by_text("2 + 2?").is_visible()
    context.close()


@pytest.mark.long
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_static_page_shows_each_picture_drawn_with_an_alt_text(path, monkeypatch):
    monkeypatch.chdir(ROOT / "notebooks")
    notebook = read(path)
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", [])]
    drawn = [out for out in outputs if record_of(out)]
    html, _ = HTMLExporter().from_notebook_node(notebook)
    page = BeautifulSoup(html, "html.parser")
    images = page.select(".jp-RenderedImage img")
    wanted = [out.metadata["image/png"]["alt"] for out in drawn]
    assert [image["alt"] for image in images] == wanted
    for image in page.select(".jp-Cell img"):
        assert len(image["alt"]) >= 20
        assert "No description" not in image["alt"]


def test_on_our_own_pages_a_still_is_one_output_with_an_alt_text():
    notebook = read(NOTEBOOKS[0])
    cell = (
        next(  # the first picture is a wall, too large to be held by a page's notebook
            cell
            for cell in notebook.cells
            if any("state" in (record_of(out) or {}) for out in cell.get("outputs", []))
        )
    )
    alt = cell.outputs[0].metadata["image/png"]["alt"]
    (whole,) = join_stills(cell.outputs)
    still = BeautifulSoup(whole.data["text/html"], "html.parser")
    assert still.img["alt"] == alt
    assert still.details.summary.text == "The numbers"
    assert whole.metadata.state.spec
