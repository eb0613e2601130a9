"""The stills of a notebook: what it stores of a living picture, to be seen where nothing has run.

A still is two outputs: the drawing, a PNG of its own type, which GitHub, VS Code and an untrusted
JupyterLab all show, and below it the sentence and the numbers of that step, folded. The PNG holds
what it was drawn from, so that it can be drawn again, and drawn alive, without a run.
"""

import base64
import copy
import html
import io
import json
import re
from collections.abc import Iterable, Iterator

import nbformat
from PIL import Image

VIEW = "application/vnd.jupyter.widget-view+json"
PNG = "image/png"
RECORD = "drawn from"  # the name under which a PNG holds that
OPEN = re.compile(r"(<table>.*</table>)(<p>.*</p>)", re.DOTALL)
FOLDED = re.compile(
    r"(<p>.*</p>)<details><summary>The numbers</summary>(<table>.*</table>)</details>",
    re.DOTALL,
)


def fold(still: str) -> str:
    """A still's table below its sentence, to be opened.

    >>> fold("<table>1</table><p>One.</p>")
    '<p>One.</p><details><summary>The numbers</summary><table>1</table></details>'
    """
    return OPEN.sub(r"\2<details><summary>The numbers</summary>\1</details>", still)


def unfold(still: str) -> str:
    """What `fold` has made, as it was.

    >>> unfold(fold("<table>1</table><p>One.</p>"))
    '<table>1</table><p>One.</p>'
    """
    return FOLDED.sub(r"\2\1", still)


def record_of(output: nbformat.NotebookNode) -> dict | None:
    """What the drawing in an output was drawn from, or None if there is none in it.

    `state` is what its widget shares, `step` the one drawn; a wall has `of` instead, a hash of its
    state. `shapes` and `still` are hashes of what it consists of and of what stands below it.
    """
    if PNG not in output.get("data", {}):
        return None
    image = Image.open(io.BytesIO(base64.b64decode(output.data[PNG])))
    return json.loads(image.text[RECORD])


def join_stills(
    outputs: Iterable[nbformat.NotebookNode],
) -> Iterator[nbformat.NotebookNode]:
    """The outputs of a cell, each still as one again, HTML with an image that has an alt text.

    It is marked as a widget's view, and its metadata has the widget's `state` where that is held.
    """
    outputs = iter(outputs)
    for output in outputs:
        record = record_of(output)
        if record:
            output = copy.deepcopy(output)
            numbers = next(outputs).data["text/html"]
            output.data["text/html"] = image_of(output) + numbers
            output.data[VIEW] = {}
            held = {name: record[name] for name in ("state",) if name in record}
            output.metadata = nbformat.from_dict(held)
            del output.data[PNG]
        yield output


def image_of(output: nbformat.NotebookNode) -> str:
    """The drawing in an output as an element of HTML."""
    about = output.metadata[PNG]
    alt = html.escape(about["alt"])
    style = f"width: {about['width']}px; max-width: 100%"
    source = f"data:{PNG};base64,{output.data[PNG]}".replace("\n", "")
    return f'<img class="drawn" src="{source}" alt="{alt}" style="{style}">'
