"""What a learner sees of a picture, read from the page and compared with torch or judged by axe-core."""

import torch
from axe_playwright_python.sync_playwright import Axe

# Which rows of the table stand within a ring, and the numbers within one in the output.
RINGED = """svg => {
    const rings = [...svg.querySelectorAll('rect[fill="none"][stroke="var(--pick)"]')]
        .filter((ring) => Number(ring.getAttribute("opacity")) > 0).map((ring) => ring.getBBox());
    const ringed = (node) => {
        const { x, y, width, height } = node.getBBox(), [cx, cy] = [x + width / 2, y + height / 2];
        return rings.some((r) => r.x < cx && cx < r.x + r.width && r.y < cy && cy < r.y + r.height);
    };
    const rows = [...svg.querySelectorAll("rect[data-row]")].filter(ringed).map((cell) => Number(cell.dataset.row));
    const out = [...svg.querySelectorAll("text[data-out]")].filter(ringed).map((cell) => cell.textContent);
    return { rows: [...new Set(rows)], out };
}"""
# axe-core takes text for hidden that lies outside a box without overflow, and JupyterLab's body has no height.
UNCLIPPED = """
body { height: 100vh; }
body, #main, .jp-WindowedPanel-outer { overflow: visible !important; }
.jp-Cell { content-visibility: visible !important; }
"""


def assert_shows(picture, table, row):
    """A ring stands around `row` alone, and the output reads what torch's one-hot times table gives for it."""
    product = torch.nn.functional.one_hot(torch.tensor(row), len(table)).float() @ table
    shown = picture.locator("svg").evaluate(RINGED)
    assert shown["rows"] == [row]
    torch.testing.assert_close(torch.tensor([*map(_number, shown["out"])]), product, atol=0.00501, rtol=0)


def _number(text):
    return 0.0 if text == "≈0" else float(text.replace("−", "-"))


def assert_accessible(page):
    """axe-core finds nothing wrong in the course's widgets, and did judge the contrast of their texts."""
    style = page.add_style_tag(content=UNCLIPPED)
    found = Axe().run(page, context=".lookup", options={})
    style.evaluate("style => style.remove()")
    assert not found.response["violations"], found.generate_report()
    judged = {rule["id"]: len(rule["nodes"]) for rule in found.response["passes"]}
    assert judged.get("color-contrast", 0) >= 2 * page.locator(".lookup").count()
