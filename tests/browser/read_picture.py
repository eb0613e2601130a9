"""What a learner sees of a picture, read from the page and judged by torch or axe-core."""

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
    const within = (selector) => [...svg.querySelectorAll(selector)].filter(ringed);
    const rows = within("rect[data-row]").map((cell) => Number(cell.dataset.row));
    const out = within("text[data-out]").map((cell) => cell.textContent);
    return {{ rows: [...new Set(rows)], out }};
}}"""
# The rows with an amber mark, the weights of their copies and, by column, the sum; a dot is a zero.
ADDED = """svg => {
    const marks = [...svg.querySelectorAll('rect[data-line][fill="var(--pick)"]')];
    const rows = marks.map((mark) => Number(mark.dataset.line));
    const lines = [...svg.byKey].filter(([key]) => /^of\\d+$/.test(key));
    const weights = lines.map(([, { node }]) => node.textContent.split(" ×")[0]);
    const out = {};
    for (const { dataset, textContent } of svg.querySelectorAll("[data-sum]"))
        out[dataset.col] = textContent || "0";
    return { rows: [...new Set(rows)], out: Object.values(out), weights };
}"""
# The rows of W.grad with a touch mark, those in the plum ring, each one's numbers; a dot is a zero.
TOUCHED = """svg => {
    const shapes = [...svg.byKey].map(([key, { node }]) => ({ key, node, box: node.getBBox() }));
    const rows = {};
    for (const node of svg.querySelectorAll(":is(text, circle)[data-row][data-col]"))
        (rows[node.dataset.row] ??= [])[node.dataset.col] = node.textContent || "0";
    const middle = ({ y, height }) => y + height / 2;
    const near = (y) => Object.keys(rows).filter((row) => {
        const box = svg.querySelector(`[data-row="${row}"][data-col]`).getBBox();
        return Math.abs(middle(box) - y) < 12;
    }).map(Number);
    const ring = shapes.find(({ key }) => key === "rowtouch");
    const seen = ({ node }) => node.getAttribute("opacity") === "1";
    const bars = shapes.filter((shape) => shape.key.startsWith("bar") && seen(shape));
    const touched = bars.flatMap(({ box }) => near(middle(box)));
    return { rows, ringed: near(middle(ring.box)), touched };
}"""
# axe-core takes text for hidden that lies outside a box without overflow, and JupyterLab's body has
# no height.
UNCLIPPED = """
body { height: 100vh; }
body, #main, .jp-WindowedPanel-outer { overflow: visible !important; }
.jp-Cell { content-visibility: visible !important; }
"""


def assert_shows(picture, table, row):
    """A ring stands around `row` alone, and the output reads torch's one-hot times table."""
    shown = picture.locator("svg").evaluate(RINGED)
    assert shown["rows"] == [row]
    onehot = torch.nn.functional.one_hot(torch.tensor(row), len(table)).float()
    _assert_reads(shown["out"], onehot @ table)


def assert_adds(picture, X, table, step):
    """The rows that row `step` of X names are marked and weighted, the sum is torch's product."""
    shown = picture.locator("svg").evaluate(ADDED)
    entries = slice(X.indptr[step], X.indptr[step + 1])
    rows = X.indices[entries].tolist()
    weights = X.data[entries].tolist()
    assert sorted(shown["rows"]) == sorted(set(rows))
    assert [*map(_number, shown["weights"])] == weights
    _assert_reads(
        shown["out"], torch.from_numpy(X.toarray()[step]).to(table.dtype) @ table
    )


def assert_gradient(picture, up, ids, V, step, row=None):
    """W.grad, as far as it is drawn, is torch's after the step; plum marks stand at its rows."""
    shown = picture.locator("svg").evaluate(TOUCHED)
    W = torch.zeros(V, up.shape[-1], requires_grad=True)
    torch.nn.functional.embedding(ids[: step + 1], W).backward(
        up[: step + 1].to(W.dtype)
    )
    assert shown["ringed"] == [ids[step].item() if row is None else row]
    touched = set(ids[: step + 1].tolist()) & set(map(int, shown["rows"]))
    assert sorted(shown["touched"]) == sorted(touched)
    for row, texts in shown["rows"].items():
        _assert_reads(texts, W.grad[int(row)])


def _assert_reads(texts, numbers):
    torch.testing.assert_close(
        torch.tensor([*map(_number, texts)]), numbers, atol=0.00501, rtol=0
    )


def _number(text):
    return 0.0 if text == "≈0" else float(text.replace("−", "-"))


def assert_accessible(page, rules=()):
    """axe-core finds nothing wrong in the course's widgets, and did judge their contrast.

    rules: those that are asked; all where there are none.
    """
    options = {"runOnly": list(rules)} if rules else {}
    style = page.add_style_tag(content=UNCLIPPED)
    found = Axe().run(page, context=".lookup", options=options)
    style.evaluate("style => style.remove()")
    assert not found.response["violations"], found.generate_report()
    judged = {rule["id"]: len(rule["nodes"]) for rule in found.response["passes"]}
    assert judged.get("color-contrast", 0) >= 2 * page.locator(".lookup").count()
