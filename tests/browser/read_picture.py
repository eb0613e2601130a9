"""What a learner sees of a picture, read from the page and compared with torch or judged by axe-core."""

import torch
from axe_playwright_python.sync_playwright import Axe

# Whether a shape stands within a ring that can be seen.
INSIDE = """
    const rings = [...svg.querySelectorAll('rect[fill="none"][stroke="var(--pick)"]')]
        .filter((ring) => Number(ring.getAttribute("opacity")) > 0).map((ring) => ring.getBBox());
    const ringed = (node) => {
        const { x, y, width, height } = node.getBBox(), [cx, cy] = [x + width / 2, y + height / 2];
        return rings.some((r) => r.x < cx && cx < r.x + r.width && r.y < cy && cy < r.y + r.height);
    };
"""
# Which rows of the table stand within a ring, and the numbers within one in the output.
RINGED = f"""svg => {{{INSIDE}
    const rows = [...svg.querySelectorAll("rect[data-row]")].filter(ringed).map((cell) => Number(cell.dataset.row));
    const out = [...svg.querySelectorAll("text[data-out]")].filter(ringed).map((cell) => cell.textContent);
    return {{ rows: [...new Set(rows)], out }};
}}"""
# The rows of the table within a ring, the weights of their copies and, column by column, the sum; a dot is a zero.
ADDED = f"""svg => {{{INSIDE}
    const rows = [...svg.querySelectorAll("rect[data-line]")].filter(ringed).map((cell) => Number(cell.dataset.line));
    const texts = [...svg.querySelectorAll("text")].map((node) => node.textContent), out = {{}};
    for (const node of svg.querySelectorAll("[data-sum]")) out[node.dataset.col] = node.textContent || "0";
    return {{ rows: [...new Set(rows)], out: Object.values(out), weights: texts.filter((text) => text.endsWith(" ×")) }};
}}"""
# The rows of W.grad with a touch mark, those within the plum ring, and the numbers of each; a dot is a zero.
TOUCHED = """svg => {
    const shapes = [...svg.byKey].map(([key, { node }]) => ({ key, node, box: node.getBBox() })), rows = {};
    for (const { node } of shapes)
        if (node.dataset.col !== undefined && node.dataset.row !== undefined && (node.tagName === "text" || node.tagName === "circle"))
            (rows[node.dataset.row] ??= [])[node.dataset.col] = node.textContent || "0";
    const [ring] = shapes.filter(({ key }) => key === "rowtouch").map(({ box }) => box.y + box.height / 2);
    const near = (y) => Object.keys(rows).filter((row) => {
        const box = svg.querySelector(`[data-row="${row}"][data-col]`).getBBox();
        return Math.abs(box.y + box.height / 2 - y) < 12;
    }).map(Number);
    const bars = shapes.filter(({ key, node }) => /^bar/.test(key) && node.getAttribute("opacity") === "1");
    return { rows, ringed: near(ring), touched: bars.flatMap(({ box }) => near(box.y + box.height / 2)) };
}"""
# axe-core takes text for hidden that lies outside a box without overflow, and JupyterLab's body has no height.
UNCLIPPED = """
body { height: 100vh; }
body, #main, .jp-WindowedPanel-outer { overflow: visible !important; }
.jp-Cell { content-visibility: visible !important; }
"""


def assert_shows(picture, table, row):
    """A ring stands around `row` alone, and the output reads what torch's one-hot times table gives for it."""
    shown = picture.locator("svg").evaluate(RINGED)
    assert shown["rows"] == [row]
    _assert_reads(
        shown["out"], torch.nn.functional.one_hot(torch.tensor(row), len(table)).float() @ table
    )


def assert_adds(picture, X, table, step):
    """The rows that row `step` of X names are ringed, their weights stand beside the copies, the sum is torch's product."""
    shown = picture.locator("svg").evaluate(ADDED)
    rows, weights = (
        part[X.indptr[step] : X.indptr[step + 1]].tolist() for part in (X.indices, X.data)
    )
    assert sorted(shown["rows"]) == sorted(set(rows))
    assert [_number(text.removesuffix(" ×")) for text in shown["weights"]] == weights
    _assert_reads(shown["out"], torch.from_numpy(X.toarray()[step]).to(table.dtype) @ table)


def assert_gradient(picture, up, ids, V, step, row=None):
    """W.grad, as far as it is drawn, is torch's after the first steps; plum marks stand at the rows touched."""
    shown, W = (
        picture.locator("svg").evaluate(TOUCHED),
        torch.zeros(V, up.shape[-1], requires_grad=True),
    )
    torch.nn.functional.embedding(ids[: step + 1], W).backward(up[: step + 1].to(W.dtype))
    assert shown["ringed"] == [ids[step].item() if row is None else row]
    assert sorted(shown["touched"]) == sorted(
        set(ids[: step + 1].tolist()) & set(map(int, shown["rows"]))
    )
    for row, texts in shown["rows"].items():
        _assert_reads(texts, W.grad[int(row)])


def _assert_reads(texts, numbers):
    torch.testing.assert_close(torch.tensor([*map(_number, texts)]), numbers, atol=0.00501, rtol=0)


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
