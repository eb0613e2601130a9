"""How soon a step is seen after its key, in JupyterLab, for a picture and for `interact`.

    python tests/bench/step_to_paint.py [--rtt 200]

`interact` draws with matplotlib. Method: Chromium, motion allowed, a proxy that delays each
direction between page and server by half of --rtt.
The clock starts with the keydown event's own time stamp. It stops when the animation frame that
follows the change has been laid out and painted; the change is that of `data-step`, for matplotlib
a new <img> that has been decoded. The first of two tells that end: a message posted in
requestAnimationFrame, or the next requestAnimationFrame, which may overtake it. Handing the pixels
to a screen is not included.
"steps": 20 presses, each 0.1 s after the one before has come to rest.
"at 10/s": 20 presses at ten a second; dropped are those whose step was in no painted frame.
State: all that the widget's models hold, as JSON in UTF-8. Messages: WebSocket frames, both ways,
while stepping.
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

from playwright.sync_api import sync_playwright

from delay import delayed

sys.path.extend(str(Path(__file__).parents[1] / folder) for folder in ("", "browser"))
from conftest import FLAGS, browser_path
from lab import Notebook, jupyterlab, made

PRESSES = 20
HEAD = (
    "steps: median ms | p95 ms | at 10/s: median ms | p95 ms | dropped | state | "
    "messages per step"
)
CELLS = [
    """
import ipywidgets, json, torch
import matplotlib.pyplot as plt
from ipywidgets.embed import dependency_state
from lookup import bags, one_place, select_rows
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
    "cuts = bags(table[:, :6], ids.repeat(2)[:36], torch.arange(24), counts=torch.rand(36))\ncuts",
    """
text = ids.repeat(20)
pulls = one_place(table, -table, text, range(9, 109, 20), text[:5], reach=5)
pulls
""",
    """
def draw(step=0):
    row = int(ids[step])
    first = max(0, min(row - 2, len(table) - 5))
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 2))
    for axes, rows in ((left, table[first : first + 5]), (right, table[row : row + 1])):
        axes.imshow(rows, vmin=-3, vmax=3, cmap="coolwarm", aspect="auto")
        places = torch.cartesian_prod(torch.arange(len(rows)), torch.arange(8))
        for (i, j), value in zip(places, rows.flatten()):
            axes.text(j, i, f"{value:.2f}", ha="center", va="center", fontsize=8)
    left.axhspan(row - first - 0.5, row - first + 0.5, fill=False, edgecolor="gold", linewidth=3)
    left.set_title(f"step {step}: id {row} picks row {row}")
    plt.show()

plotted = ipywidgets.interact(draw, step=(0, 23)).widget
""",
]
CASES = [  # what is shown, its name in the kernel, what shows its first step, not at rest
    ("select_rows, V = 50,000", "small", "small.step = 1; small.step = 0"),
    ("select_rows, V = 1,000,000", "large", "large.step = 1; large.step = 0"),
    ("bags, V = 50,000", "cuts", "cuts.step = 1; cuts.step = 0"),
    ("one_place, V = 50,000", "pulls", "pulls.step = 1; pulls.step = 0"),
    ("interact + matplotlib, V = 50,000", "plotted", "plotted.children[0].value = 0"),
]
WATCH = """root => {
    const shown = () => root.dataset.step ?? root.querySelector("img")?.src;
    const painted = () => {
        const { port1, port2 } = new MessageChannel(), step = shown();
        let open = true;
        const note = () => { if (open) log.painted.push([performance.now(), step]); open = false; };
        port1.onmessage = note;
        port2.postMessage(0);
        requestAnimationFrame(note);
    };
    let last = shown();
    new MutationObserver(async () => {
        if (!shown() || shown() === last) return;
        last = shown();
        await root.querySelector("img")?.decode().catch(() => {});
        requestAnimationFrame(painted);
    }).observe(root, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ["data-step", "src"],
    });
    root.addEventListener("keydown", (event) => log.pressed.push(event.timeStamp), true);
}"""


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--rtt", type=float, default=0, help="round trip between page and server in ms"
    )
    return parser.parse_args()


def main():
    rtt = parse().rtt
    with contextlib.ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory())
        lab = stack.enter_context(jupyterlab(Path(home)))
        port = stack.enter_context(
            delayed(int(lab.url.rsplit(":")[-1].strip("/")), rtt / 1000)
        )
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        context = browser.new_context(
            viewport={"width": 1366, "height": 768}, reduced_motion="no-preference"
        )
        context.set_default_timeout(120_000)
        page = context.new_page()
        frames = count_frames(page)
        notebook = Notebook(
            page, lab, lab.copy(made(CELLS)), url=f"http://127.0.0.1:{port}/"
        )
        notebook.run_all()
        print(about(browser.version))
        print(f"| round trip {rtt:g} ms | {HEAD} |\n{'|---' * 8}|")
        for number, (title, name, to_start) in enumerate(CASES):
            print(
                f"| {title} | {row(notebook, number, name, to_start, frames)} |",
                flush=True,
            )
        browser.close()


def count_frames(page):
    """A list that grows with every frame on the kernel's WebSockets, either way."""
    frames = []

    def listen(socket):
        if "/channels" in socket.url:
            socket.on("framesent", lambda frame: frames.append(frame))
            socket.on("framereceived", lambda frame: frames.append(frame))

    page.on("websocket", listen)
    return frames


def about(chromium):
    """On what this was measured."""
    names = (
        "jupyterlab",
        "anywidget",
        "ipywidgets",
        "ipykernel",
        "torch",
        "matplotlib",
        "playwright",
    )
    versions = [f"{name} {importlib.metadata.version(name)}" for name in names]
    versions = ", ".join(
        [f"Python {platform.python_version()}", *versions, f"Chromium {chromium}"]
    )
    cpu = Path("/proc/cpuinfo")
    lines = cpu.read_text().splitlines() if cpu.exists() else []
    model = next(
        (line.split(": ")[1] for line in lines if "model name" in line),
        platform.processor(),
    )
    machine = f"{model}, {os.cpu_count()} cores, {platform.platform()}"
    command = " ".join(["python", "tests/bench/step_to_paint.py", *sys.argv[1:]])
    load = (
        f"{os.getloadavg()[0]:.1f} at the start"
        if hasattr(os, "getloadavg")
        else "not known"
    )
    return f"{datetime.date.today()}: {command}\n{machine}, load {load}\n{versions}\n"


def row(notebook, number, name, to_start, frames):
    """One case's line of the table, without its title."""
    root = notebook.page.locator(".lookup.picture, .widget-interact").nth(number)
    root.scroll_into_view_if_needed()
    root.evaluate(WATCH)
    start(notebook, root, to_start)
    frames.clear()
    single, _ = press(notebook.page, single=True)
    notebook.page.wait_for_timeout(2000)  # late messages
    messages = len(frames) / PRESSES
    start(notebook, root, to_start)
    fast, dropped = press(notebook.page, single=False)
    size = int(notebook.run(f"print(size({name}))"))
    times = " | ".join(
        f"{statistics.median(times):.1f} | {p95(times):.1f}" for times in (single, fast)
    )
    return f"{times} | {dropped} of {PRESSES} | {size:,} B | {messages:.1f}"


def start(notebook, root, to_start):
    """Show the first step, at rest, keys going to the picture or slider."""
    notebook.run(to_start)
    notebook.page.wait_for_timeout(3000)
    root.locator(".stage, [role=slider]").first.focus()
    notebook.page.evaluate("() => { window.log = { pressed: [], painted: [] }; }")


def press(page, single):
    """(ms from each key to the frame of its step, number of steps in no frame) of 20 presses."""
    due = time.monotonic()
    for i in range(PRESSES):
        page.keyboard.press("ArrowRight")
        if single:
            page.wait_for_function(
                f"() => log.painted.length > {i} && !document.querySelector('[data-phase=moving]')"
            )
            page.wait_for_timeout(100)
        else:
            due = max(
                due + 0.1, time.monotonic()
            )  # a press that comes late is not followed by a hasty one
            page.wait_for_timeout(1000 * max(0, due - time.monotonic()))
    page.wait_for_timeout(5000)  # what comes late still comes
    log = page.evaluate("log")
    steps = {
        shown: at for at, shown in reversed(log["painted"])
    }  # the first frame of each
    times = [at - max(p for p in log["pressed"] if p < at) for at in steps.values()]
    return times, PRESSES - len(steps)


def p95(times):
    return statistics.quantiles(times, n=20, method="inclusive")[-1]


if __name__ == "__main__":
    main()
