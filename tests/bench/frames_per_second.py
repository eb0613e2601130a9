"""How many frames a second each picture shows while the right arrow is held.

    python tests/bench/frames_per_second.py [--slower 4]

Method: Chromium, the picture in a bare page with a model in the place of the kernel, motion
allowed; the key repeats 25 times a second for three seconds, each repeat beginning another step;
after the last one Home starts again, as a picture at its end stands still. A whole table plays
again and again meanwhile, and its keys walk over the wall.
Frames are counted by requestAnimationFrame; a frame is late if it comes more than 33 ms after the
one before. --slower makes the processor that many times slower (Chromium's own throttling).
A benchmark only: nothing here passes or fails.
"""

import argparse
import datetime
import importlib.metadata
import os
import platform
import sys
from pathlib import Path

import torch
from playwright.sync_api import sync_playwright
from scipy.sparse import csr_array

sys.path.extend(str(Path(__file__).parents[1] / folder) for folder in ("", "browser"))
sys.path.append(str(Path(__file__).parents[2] / "notebooks"))
import bare_page
from conftest import FLAGS, browser_path
from lookup import (
    QueuedCalls,
    add_rows,
    all_to_all,
    bags,
    calls_in_time,
    coasting_rows,
    file_pages,
    follow,
    gradient_rows,
    held_over_time,
    memory_over_time,
    moving_rows,
    neighbours,
    one_place,
    product_and_lookup,
    read_real_table,
    select_rows,
    step_times,
    stored_rows,
    time_step,
    whole_table,
)
from two_steps import two_steps

SECONDS, REPEATS = 3, 75
G = torch.Generator().manual_seed(0)
IDS = torch.randint(400, (24,), generator=G)
COUNT = """async ([seconds, repeats]) => {
    const stage = document.querySelector(".stage");
    const { dataset } = document.querySelector(".lookup.picture");
    let before;
    const press = () => {
        const shown = dataset.phase === "shown";
        if (shown && !("step" in dataset)) document.querySelector("[data-action=play]").click();
        const ended = shown && "step" in dataset && dataset.step === before;
        const key = ended ? "Home" : "ArrowRight";
        before = dataset.step;
        stage.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, repeat: true }));
    };
    const beat = setInterval(press, 1000 * seconds / repeats);
    const gaps = [];
    let last = performance.now();
    const end = last + 1000 * seconds;
    await new Promise((done) => requestAnimationFrame(function frame(now) {
        gaps.push(now - last);
        last = now;
        now < end ? requestAnimationFrame(frame) : done();
    }));
    clearInterval(beat);
    return [gaps.length, gaps.filter((gap) => gap > 33).length, Math.max(...gaps)];
}"""


def training():
    """Three rows in 60 steps of Adam; the second is in the first batch only."""

    def train_on(ids, emb, optimiser):
        optimiser.zero_grad()
        emb(torch.tensor(ids)).pow(2).sum().backward()
        optimiser.step()

    emb = torch.nn.Embedding(3, 4)
    optimiser = torch.optim.Adam(emb.parameters(), lr=0.01)
    return follow(emb, optimiser, [[0, 1], *[[0]] * 59], train_on)


def held(layers):
    """Two training steps with so many layers."""
    steps = two_steps(early=False, layers=layers, optimizer=torch.optim.Adam)
    return held_over_time(steps)


def pictures():
    """A picture of each kind, as large as it is drawn, with as many steps as it may have."""
    entries = torch.randint(400, (48,), generator=G), torch.arange(0, 49, 8)
    X = csr_array((torch.ones(48), *entries), shape=(6, 400))
    tables = [torch.randn(40, 16, generator=G) for _ in range(24)]
    yield (
        "select_rows, product, 20,000 × 8",
        select_rows(torch.randn(20_000, 8), 50 * IDS),
    )
    yield "select_rows, product, 60 × 16", select_rows(torch.randn(60, 16), IDS % 60)
    yield (
        "select_rows, lookup, 60 × 16",
        select_rows(torch.randn(60, 16), IDS % 60, by="lookup"),
    )
    yield "add_rows, 400 × 8, 6 rows of 8", add_rows(torch.randn(400, 8), X)
    ids, counts = torch.randint(400, (36,), generator=G), torch.rand(36, generator=G)
    cuts = bags(torch.randn(400, 6), ids, torch.arange(24), counts=counts)
    yield "bags, 400 × 6, 24 bags", cuts
    ranks = all_to_all(
        torch.randn(24, 4, generator=G), torch.randint(24, (4, 8), generator=G)
    )
    yield "all_to_all, 24 × 4, 4 ranks", ranks
    yield "gradient_rows, 400 × 20", gradient_rows(torch.randn(24, 20), IDS, 400)
    yield "moving_rows, 40 × 24 moments", moving_rows(tables)
    picked = moving_rows(tables)
    picked.row = 3
    yield "moving_rows, a row picked", picked
    text, drawn = torch.randint(12, (400,), generator=G), [0, 1, 2, 3, 4]
    maps = torch.randn(2, 12, 2, generator=G)
    yield (
        "one_place, 12 × 2, 5 places",
        one_place(*maps, text, range(9, 109, 20), drawn, reach=5),
    )
    strips = torch.randn(2, 400, 64, generator=G)
    yield (
        "one_place, 400 × 64, 5 places",
        one_place(*strips, text, range(9, 109, 20), drawn, reach=5),
    )
    yield "product_and_lookup, 12 × 8", product_and_lookup(torch.randn(12, 8), IDS % 12)
    yield from pictures_of_training()
    yield from pictures_of_a_machine()


def pictures_of_training():
    """Those of rows, gradients and memory while a table is trained."""
    names = ["the", "zebra", "quagga"]
    yield "coasting_rows, 60 steps", coasting_rows({"Adam": training()}, names=names)
    table = torch.nn.Embedding(22_311, 64)
    sgd = torch.optim.SGD(table.parameters(), lr=0.01)
    yield "step_times, 22,311 rows", step_times({"dense": time_step(table, sgd, IDS)})
    forms = torch.sparse_coo_tensor(55 * IDS[None], torch.ones(24, 64), (22_311, 64))
    forms = {
        "dense": forms.to_dense(),
        "sparse=True": forms,
        "coalesced": forms.coalesce(),
    }
    yield "stored_rows, 22,311 rows", stored_rows(forms)
    runs = {("late", layers): held(layers) for layers in range(0, 101, 25)}
    memory = memory_over_time(runs, table=64_000, layers=100)
    yield "memory_over_time, 8 phases", memory


def pictures_of_a_machine():
    """Those of files, calls and words."""
    read = {"lookup": (170 * IDS % 4096).tolist(), "product": range(4096)}
    yield "file_pages, 4,096 pages", file_pages(read, pages=4096)
    k = torch.arange(8.0, dtype=torch.float64)
    times = (1e-5 * k, 1e-5 * (k + 0.9), 1e-3 * (k + 1), 1e-3 * (k + 2))
    queued = QueuedCalls(
        *(tuple(part.tolist()) for part in times), 1e-2, True, "some GPU"
    )
    yield "calls_in_time, 8 calls", calls_in_time(queued)
    table = read_real_table()
    map_of_words = neighbours(table.embedding.weight, table.vocabulary)
    yield "neighbours, 30,522 rows", map_of_words
    words = [f"w{row}" for row in range(7630)]
    for by in ("look up", "multiply", "learn", "sort"):
        wall = whole_table(torch.randn(7630, 64), words, by=by)
        wall.sentence = "w1 w7000 w3000 w1 w500 w6000"
        yield f"whole_table, 7,630 × 64, {by}", wall


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--slower", type=float, default=1, help="how many times")
    slower = parser.parse_args().slower
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        where = f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores"
        print(f"{where}, Chromium {browser.version}, {slower:g} times slower")
        version = importlib.metadata.version("playwright")
        print(f"{datetime.date.today()}, playwright {version}")
        for name, picture in pictures():
            page = browser.new_page(viewport={"width": 1366, "height": 768})
            page.set_content("<body data-jp-theme-light='true'></body>")
            shared = bare_page.shared(picture)
            page.evaluate(bare_page.MODEL, [picture._esm, picture._css, shared, 1])
            if not picture.has_trait("step"):  # the keys do not play it
                page.locator("[data-action=play]").click()
            session = page.context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            frames, late, longest = page.evaluate(COUNT, [SECONDS, REPEATS])
            rate = frames / SECONDS
            print(
                f"{name:36} {rate:5.1f} fps, {late:3} late, longest {longest:4.0f} ms"
            )
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
