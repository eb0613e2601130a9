"""What is stored of a widget in a notebook, and the browser modules that are joined to one."""

import base64
import gzip
import json
import re
import subprocess
import sys

import pytest

from bare_page import NODE
from course import LOOKUP
from lookup import ask, machine, select_rows
from lookup.widget import LOOK, Widget, module, packed

TABLE = [[0.5, 1], [1.5, 2], [2.5, 3]]
VIEW = "application/vnd.jupyter.widget-view+json"
NAMESPACE = "http://www.w3.org/2000/svg"


def drawn(base):
    """The classes below one that name what draws them.

    Each widget that lives has a class of its own besides, which names nothing.
    """
    found = []
    for kind in base.__subclasses__():
        if "_draws" in vars(kind):
            found.append(kind)
        found += drawn(kind)
    return found


WIDGETS = drawn(Widget)
BROWSER = sorted(LOOKUP.rglob("*.js"))


def test_the_output_holds_a_text_a_still_and_the_widget():
    picture = select_rows(TABLE, [2, 1])
    data, metadata = picture._repr_mimebundle_()
    assert set(data) == {"text/plain", "text/html", VIEW}
    assert data["text/plain"] == repr(picture)
    picture.step = metadata["text/html"]["step"]
    assert data["text/html"] == picture.to_html()
    other, _ = select_rows(TABLE, [2, 1])._repr_mimebundle_()
    assert {**other, VIEW: None} == {**data, VIEW: None}
    assert "0x" not in data["text/plain"] + data["text/html"]


@pytest.mark.parametrize(
    "made",
    [
        lambda: select_rows(TABLE, [2, 1]),
        lambda: ask("2 + 2?", {"4": "Yes.", "22": "No."}, right="4"),
        machine,
    ],
    ids=["picture", "question", "machine"],
)
def test_a_closed_widget_is_still_shown_and_can_be_closed_again(made):
    widget = made()
    before, _ = widget._repr_mimebundle_()
    widget.close()
    data, _ = widget._repr_mimebundle_()
    assert data == {
        "text/plain": before["text/plain"],
        "text/html": before["text/html"],
    }
    widget.close()
    assert widget._repr_mimebundle_()[0] == data


def test_a_closed_picture_can_still_be_stepped():
    picture = select_rows(TABLE, [2, 1])
    picture.close()
    picture.step = 1
    assert picture._repr_mimebundle_()[0]["text/plain"] == repr(picture)
    assert picture.row == 1


STANDING = """
from lookup import ask, select_rows
picture = select_rows([[0.5, 1], [1.5, 2], [2.5, 3]], [2, 1])
picture.step = 1
print(picture.row)
seen = []
picture.observe(seen.append, "step")
picture.step = 2
print(len(seen))
try:
    picture.step = 9
except Exception as error:
    print(error)
picture.close()
print(sorted(picture._repr_mimebundle_()[0]))
question = ask("2 + 2?", {"4": "Yes.", "22": "No."}, right="4")
question.choice = 1
print(question.chosen, ask("2 + 2?", {"4": "Yes.", "22": "No."}, right="4").chosen)
"""


def test_where_anywidget_cannot_be_loaded_widgets_stand_still_and_keep_their_values():
    """No line is printed where no cell could show a picture."""
    hide = "import sys; sys.modules['ipywidgets'] = None\n"  # which anywidget needs
    ran = subprocess.run(
        [sys.executable, "-c", hide + STANDING],
        cwd=LOOKUP.parent,
        capture_output=True,
        encoding="utf-8",
    )
    assert (ran.stdout.splitlines(), ran.stderr) == (
        [
            "1",
            "1",
            "step must be from 0 to 4 for this picture, got 9.",
            "['text/html', 'text/plain']",
            "22 22",
        ],
        "",
    )


MODULES = {  # `size` is another thing in each of them
    "top.js": """
import {
  size,
  twice,
  Pair,
} from "./parts/middle.js";
import { one } from "./parts/deep/low.js";
import * as low from "./parts/deep/low.js";
export default [
  size,
  twice(one),
  new Pair().sum(one, low.one),
];
""",
    "parts/middle.js": """
import { one } from "./deep/low.js";
export const size = "middle";
/** Not for the page. */
export function twice(number) {
  return 2 * number * one; // remark
}
export class Pair {
  sum(a, b) {
    return a + b;
  }
}
""",
    "parts/deep/low.js": """
const size = 3;
export const one = size - 2;
""",
}


def node(*arguments):
    run = subprocess.run(
        [NODE, *arguments], capture_output=True, encoding="utf-8", timeout=600
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_joined_modules_keep_their_names_to_themselves(tmp_path, monkeypatch):
    (tmp_path / "parts/deep").mkdir(parents=True)
    for name, text in MODULES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "joined.mjs").write_text(module(tmp_path / "top.js"), encoding="utf-8")
    show = (
        'import("./joined.mjs").then((joined) => console.log(JSON.stringify(joined)))'
    )
    monkeypatch.chdir(tmp_path)
    assert json.loads(node("-e", show)) == {"default": ["middle", 2, 2]}


# Their texts are WGSL, to which an indent says nothing.
OF_KERNELS = {"gpu.js", "kernels.js"}


@pytest.mark.parametrize(
    "path",
    [path for path in BROWSER if path.name not in OF_KERNELS],
    ids=lambda path: path.relative_to(LOOKUP),
)
def test_no_template_literal_spans_lines_as_indents_do_not_travel(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        assert line.count("`") % 2 == 0, line


def test_the_colours_of_signs_mean_a_sign_and_nothing_else():
    lines = [
        line for line in LOOK.splitlines() if re.search(r"var\(--(pos|neg)\)", line)
    ]
    assert lines
    assert [line for line in lines if not line.startswith(".lookup .swatch.")] == []


def test_every_widget_of_the_browser_is_a_widget_of_python():
    entries = [path for path in BROWSER if "export default" in path.read_text("utf-8")]
    assert entries == sorted(widget._draws for widget in WIDGETS)


@pytest.mark.parametrize("widget", WIDGETS, ids=lambda widget: widget.__name__)
def test_a_widget_brings_its_module_packed(widget):
    (data,) = re.findall(r'atob\("([^"]+)"\)', widget._esm)
    assert gzip.decompress(base64.b64decode(data)).decode() == module(widget._draws)
    assert len(widget._esm) < 0.7 * len(module(widget._draws))


def test_a_module_has_loaded_before_it_is_unpacked(tmp_path):
    (tmp_path / "packed.mjs").write_text(packed("export default 3"), encoding="utf-8")
    never = "globalThis.DecompressionStream = class { constructor() { throw Error('unpacked'); } };"
    show = never + "const { default: kind } = await import('./packed.mjs');"
    show += "console.log(typeof kind.render);"
    (tmp_path / "show.mjs").write_text(show, encoding="utf-8")
    assert node(tmp_path / "show.mjs") == "function\n"


@pytest.mark.parametrize("widget", WIDGETS, ids=lambda widget: widget.__name__)
def test_a_joined_module_stands_alone(widget, tmp_path):
    text = module(widget._draws).replace(NAMESPACE, "")
    assert not re.search(r"https?:|//|\bimport\b|@import|url\(", text + widget._css)
    assert (
        len(re.findall(r"^export ", text, re.MULTILINE))
        == text.count("export default")
        == 1
    )
    assert not re.search(r"/\*|^[ \t]", text, re.MULTILINE)
    path = tmp_path / "joined.mjs"
    path.write_text(text, encoding="utf-8")
    node("--check", path)
