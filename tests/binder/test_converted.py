"""A notebook that was run and then converted by nbconvert, as it is read without a network."""

import nbformat
from nbconvert import HTMLExporter

from conftest import new_context, new_page
from course import ROOT
from lookup import ask, select_rows

VIEW, STATE = (
    f"application/vnd.jupyter.widget-{part}+json" for part in ("view", "state")
)
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


def test_stills_stand_where_no_network_brings_what_draws_widgets(browser, monkeypatch):
    monkeypatch.chdir(ROOT / "notebooks")  # where nbconvert finds lab/base.html.j2
    widgets = select_rows([[0.5, 1], [1.5, 2]], [1]), ask("2 + 2?", QUESTION, right="4")
    html, _ = HTMLExporter().from_notebook_node(ran(*widgets))
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
