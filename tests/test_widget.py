"""What travels to the browser, what is stored in a notebook, and the page modules that are joined to one."""

import json
import re
import subprocess

import pytest
import torch

from bare_page import NODE
from lookup import select_rows
from lookup.widget import BROWSER, Widget, module
from without_browser import lines, size

G = torch.Generator().manual_seed(0)
HALVES = torch.randint(-4, 5, (7, 5), generator=G) / 2
NAMES = ["the", "<script>x()</script>", "كلب", '"&', "<b>cat</b>", "sat", "mat"]
VIEW = "application/vnd.jupyter.widget-view+json"
NAMESPACE = "http://www.w3.org/2000/svg"


def last(kind):
    """The classes below a class that nothing is derived from."""
    return [other for below in kind.__subclasses__() for other in last(below)] or [kind]


WIDGETS = last(Widget)


def long(V, D):
    """A (V, D) table that takes the memory of V numbers: row i + 1 is row i, moved by one."""
    return torch.randn(V + D - 1, generator=G).unfold(0, D, 1)


def test_the_spec_does_not_grow_with_the_table():
    ids = list(range(2, 98, 4))
    sizes = [size(select_rows(long(V, 8), ids).spec) for V in (100, 1_000_000)]
    assert sizes[1] <= 1.1 * sizes[0]


def test_ten_million_columns_are_as_good_as_three_hundred():
    sizes = [size(select_rows(torch.zeros(2, D), [1, 0]).spec) for D in (300, 10_000_000)]
    assert sizes[1] <= 1.1 * sizes[0]
    assert sizes[1] < 2000


def test_the_state_of_a_large_picture_is_small():
    ids = torch.randint(0, 1_000_000, (24,), generator=G)
    state = select_rows(long(1_000_000, 300), ids).get_state()
    assert state["_esm"]
    assert state["_css"]
    assert size(state) <= 50_000


def test_the_repr_is_the_same_everywhere():
    assert (
        repr(select_rows(HALVES, [4, 1], step=1)) == "<one-hot × W: step 2 of 2 picks row 1 of 7>"
    )
    assert (
        repr(select_rows(long(50_000, 2), [49_999]))
        == "<one-hot × W: step 1 of 1 picks row 49,999 of 50,000>"
    )
    assert repr(select_rows(HALVES, [4, 1], step=2)) == "<one-hot × W: your row is row 0 of 7>"


def test_the_output_holds_a_text_a_still_and_the_widget():
    picture = select_rows(HALVES, [4, 1])
    data, _ = picture._repr_mimebundle_()
    assert set(data) == {"text/plain", "text/html", VIEW}
    assert data["text/plain"] == repr(picture)
    assert data["text/html"] == picture.to_html()
    other, _ = select_rows(HALVES, [4, 1])._repr_mimebundle_()
    assert {**other, VIEW: None} == {**data, VIEW: None}
    assert "0x" not in data["text/plain"] + data["text/html"]


def numbers(cells):
    return torch.tensor([float(cell.replace("−", "-")) for cell in cells])


def test_the_still_shows_the_step_and_the_outputs():
    ids = [4, 1, 4]
    picture = select_rows(HALVES, ids, step=1)
    page = picture.to_html()
    assert lines(page, "thead") == [
        ["row", "one-hot", *(f"column {column}" for column in range(5))]
    ]
    body, foot = lines(page, "tbody"), lines(page, "tfoot")
    assert [row[:2] for row in body] == [[str(row), str(int(row == 1))] for row in range(7)]
    torch.testing.assert_close(
        torch.stack([numbers(row[2:]) for row in body]), HALVES, atol=0, rtol=0
    )
    assert [row[0] for row in foot] == ["out[0] = W[4]", "out[1] = W[1]", "out[2] = W[4]"]
    product = torch.nn.functional.one_hot(torch.tensor(ids), 7).float() @ HALVES
    torch.testing.assert_close(
        torch.stack([numbers(row[2:]) for row in foot]), product, atol=0, rtol=0
    )
    assert "<b>1</b></bdi></th><td><b>1</b></td>" in page
    assert page.endswith(
        "<p>one-hot × W: step 2 of 3 picks row 1 of 7. Run the cell to see it move.</p>"
    )


def test_the_still_of_a_large_table_says_what_it_leaves_out():
    page = select_rows(long(50_000, 300), 7).to_html()
    caption = re.search("<caption>(.*?)</caption>", page)[1]
    assert caption == (
        "one-hot × W: one-hot (50000,), W (50000, 300), out (300,), 268 of 300 columns not drawn, numbers rounded, "
        "⋯ 5 rows above, ⋯ 49,990 rows below"
    )
    assert [row[0] for row in lines(page, "tfoot")] == ["out = W[7]"]
    assert [row[0] for row in lines(page, "tbody")] == ["7"]


def test_the_still_escapes_words():
    page = select_rows(HALVES, [4, 1], words=["<img src=x>", "<b>cat</b>"], names=NAMES).to_html()
    tags = set(re.findall(r"</?([a-z0-9]+)", page))
    assert tags == {
        "table",
        "caption",
        "thead",
        "tbody",
        "tfoot",
        "tr",
        "th",
        "td",
        "bdi",
        "b",
        "p",
    }
    assert "<b>cat" not in page
    assert [row[0] for row in lines(page, "tbody")] == [
        *("0 the", "1 <script>x()</script>", "2 كلب", '3 "&', "4 <b>cat</b>", "5 sat", "6 mat")
    ]
    assert [row[0] for row in lines(page, "tfoot")] == [
        "out[<img src=x>] = W[4]",
        "out[<b>cat</b>] = W[1]",
    ]


MODULES = {  # `size` is another thing in each of them
    "top": 'import {\n  size,\n  twice,\n} from "./middle.js";\nimport { one } from "./low.js";\n'
    "export default [size, twice(one), one];\n",
    "middle": 'import { one } from "./low.js";\nexport const size = "middle";\n'
    "/** Not for the page. */\nexport function twice(number) {\n  return 2 * number * one; // remark\n}\n",
    "low": "const size = 3;\nexport const one = size - 2;\n",
}


def node(*arguments):
    run = subprocess.run([NODE, *arguments], capture_output=True, encoding="utf-8", timeout=60)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_joined_modules_keep_their_names_to_themselves(tmp_path, monkeypatch):
    for name, text in MODULES.items():
        (tmp_path / f"{name}.js").write_text(text, encoding="utf-8")
    monkeypatch.setattr("lookup.widget.BROWSER", tmp_path)
    (tmp_path / "joined.mjs").write_text(module("top"), encoding="utf-8")
    show = 'import("./joined.mjs").then((joined) => console.log(JSON.stringify(joined)))'
    monkeypatch.chdir(tmp_path)
    assert json.loads(node("-e", show)) == {"default": ["middle", 2, 1]}


def test_every_widget_of_the_browser_is_a_widget_of_python():
    entries = [
        path.stem for path in BROWSER.glob("*.js") if "export default" in path.read_text("utf-8")
    ]
    assert sorted(module(entry) for entry in entries) == sorted(widget._esm for widget in WIDGETS)


@pytest.mark.parametrize("widget", WIDGETS, ids=lambda widget: widget.__name__)
def test_a_joined_module_stands_alone(widget, tmp_path):
    text = widget._esm.replace(NAMESPACE, "")
    assert not re.search(r"https?:|//|\bimport\b|@import|url\(", text + widget._css)
    assert len(re.findall(r"^export ", text, re.MULTILINE)) == text.count("export default") == 1
    assert not re.search(r"/\*|^[ \t]", text, re.MULTILINE)
    path = tmp_path / "joined.mjs"
    path.write_text(text, encoding="utf-8")
    node("--check", path)
