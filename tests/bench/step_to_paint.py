"""How soon a step is seen after its key, in a real JupyterLab, for a picture and for `interact` with matplotlib.

    python tests/bench/step_to_paint.py [--rtt 200]

Method: Chromium, motion allowed, a proxy that delays each direction between page and server by half of --rtt.
The clock starts with the keydown event's own time stamp. It stops in the first task after the animation frame
that follows the change: for a picture that of `data-step`, for matplotlib a new <img> that has been decoded.
That task (a message posted in requestAnimationFrame) runs when the page has laid out and painted the frame;
handing the pixels to a screen is not included. "steps": 20 presses, each after the one before has come to rest.
"at 10/s": 20 presses at ten a second; dropped are those whose step was in no painted frame.
State: all that the widget's models hold, as JSON in UTF-8. Messages: WebSocket frames, both ways, while stepping.
A benchmark only: nothing here passes or fails.
"""

import argparse
import contextlib
import datetime
import importlib.metadata
import os
import platform
import statistics
import sys
import tempfile
import time
from pathlib import Path

import nbformat.v4
from delay import delayed
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from conftest import FLAGS, browser_path  # noqa: E402
from lab import Notebook, jupyterlab  # noqa: E402

PRESSES = 20
CELLS = [
    """
import ipywidgets, json, torch
import matplotlib.pyplot as plt
from ipywidgets.embed import dependency_state
from lookup import select_rows
torch.set_num_threads(1)
torch.manual_seed(0)
ids = torch.randint(50_000, (24,))
table = torch.randn(50_000, 8)

def size(widget):
    models = dependency_state([widget], drop_defaults=False).values()
    return sum(len(json.dumps(model["state"], ensure_ascii=False).encode()) for model in models)
""",
    "small = select_rows(table, ids)\nsmall",
    "large = select_rows(torch.randn(1_000_000, 8), 20 * ids)\nlarge",
    """
def draw(step=0):
    row = int(ids[step])
    first = max(0, min(row - 2, len(table) - 5))
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 2))
    for axes, rows in ((left, table[first : first + 5]), (right, table[row : row + 1])):
        axes.imshow(rows, vmin=-3, vmax=3, cmap="coolwarm", aspect="auto")
        for (i, j), value in zip(torch.cartesian_prod(torch.arange(len(rows)), torch.arange(8)), rows.flatten()):
            axes.text(j, i, f"{value:.2f}", ha="center", va="center", fontsize=8)
    left.axhspan(row - first - 0.5, row - first + 0.5, fill=False, edgecolor="gold", linewidth=3)
    left.set_title(f"step {step}: id {row} picks row {row}")
    plt.show()

plotted = ipywidgets.interact(draw, step=(0, 23)).widget
""",
]
# Name, kernel variable, how to go to the first step, what holds it, what takes the keys, what shows at rest.
PICTURE, SLIDER = ".jp-Cell:nth-child({}) .lookup.picture", ".jp-Cell:nth-child({}) .jupyter-widgets"
CASES = [
    ("select_rows, V = 50,000", "small", "small.step = 0", PICTURE.format(2), ".stage", "[data-phase=shown]"),
    ("select_rows, V = 1,000,000", "large", "large.step = 0", PICTURE.format(3), ".stage", "[data-phase=shown]"),
    ("interact + matplotlib, V = 50,000", "plotted", "plotted.children[0].value = 0", SLIDER.format(4), "[role=slider]", ""),
]
WATCH = """root => {
    const shown = () => root.dataset.step ?? root.querySelector("img")?.src;
    const painted = () => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => log.painted.push([performance.now(), shown()]);
        port2.postMessage(0);
    };
    let last = shown();
    new MutationObserver(async () => {
        if (!shown() || shown() === last) return;
        last = shown();
        await root.querySelector("img")?.decode().catch(() => {});
        requestAnimationFrame(painted);
    }).observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-step", "src"] });
    root.addEventListener("keydown", (event) => log.pressed.push(event.timeStamp), true);
}"""
