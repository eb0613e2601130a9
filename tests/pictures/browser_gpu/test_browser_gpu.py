"""The learner's own GPU in a page: measured, refused, stopped, lost; and what Python gets of it."""

import contextlib
import json
import re
import statistics

import pytest
from playwright.sync_api import expect

from bare_page import LISTEN, MODEL, attribute, draw_at, says, shared, text
from conftest import new_context, new_page
from lookup import browser_gpu, recorded_gpus, time_lines
from read_picture import assert_accessible

pytestmark = pytest.mark.long

SIZES = [5, 40]  # small tables: a run of all takes a few seconds
COUNT = """
    window.made = 0;
    window.devices = [];
    window.lost = 0;
    const { createBuffer } = GPUDevice.prototype;
    const { destroy } = GPUBuffer.prototype;
    const { requestDevice } = GPUAdapter.prototype;
    GPUDevice.prototype.createBuffer = function (...asked) {
        made += 1;
        return createBuffer.apply(this, asked);
    };
    GPUBuffer.prototype.destroy = function () { made -= 1; return destroy.call(this); };
    GPUAdapter.prototype.requestDevice = async function (...asked) {
        const device = await requestDevice.apply(this, asked);
        devices.push(device);
        device.lost.then(() => { lost += 1; });
        return device;
    };
"""
FULL = (
    "GPUDevice.prototype.popErrorScope = async () => new GPUOutOfMemoryError('full');"
)
SMALL = """Object.defineProperty(GPUAdapter.prototype, "limits", { get: () => (
    { maxStorageBufferBindingSize: 40000, maxBufferSize: 40000 }) });"""
NO_CLOCK = (
    "Object.defineProperty(GPUAdapter.prototype, 'features', { get: () => new Set() });"
)
ALL_TOLD = re.compile(
    "Step by SGD, 16 ids, 40 rows.*A step of nn.Embedding and SGD.*Bytes in a second"
)
CLOCK_TOLD = re.compile(
    "handed over .*, done .*; first call .*, later calls .*; a lookup alone .*, one of many .*; "
    "4,096 ids again .*, 4,096 ids in turn"
)
TEXTS = """
    window.texts = [];
    const { createShaderModule } = GPUDevice.prototype;
    GPUDevice.prototype.createShaderModule = function (asked) {
        texts.push(asked.code);
        return createShaderModule.call(this, asked);
    };
"""
VIEW = """hidden => {
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def show_gpu(gpu_browser):
    """A function that draws the picture in a page in which a script ran before."""
    with contextlib.closing(new_context(gpu_browser)) as context:
        page = new_page(context)

        def show_gpu(script="", sizes=SIZES, views=1):
            if script:
                page.add_init_script(script)
            picture = browser_gpu(sizes)
            pic = draw_at(page, picture, views=views)
            expect(pic).to_have_attribute("data-gpu", "software")
            return pic

        show_gpu.page = page
        yield show_gpu
        assert not page.problems


def measure(page, pic):
    """Press Measure; what the kernel gets in the end."""
    page.evaluate("saved.length = 0")
    pic.get_by_role("button", name="Measure").click()
    page.wait_for_function("saved.length > 0")
    return page.evaluate("saved.pop()")


def test_all_is_measured_drawn_and_handed_to_python(show_gpu):
    pic = show_gpu()
    expect(pic.locator(".title")).to_have_text("Your GPU: google swiftshader")
    says(pic, "Your processor plays this GPU")
    expect(pic.locator(".stage")).to_be_hidden()
    found = measure(show_gpu.page, pic)
    says(pic, "Step by SGD, 16 ids, 40 rows: one-hot @ W ")
    right = dict.fromkeys(["rows", "gradient", "step"], True)
    assert found["proof"] == right | {"within": 1e-4}
    expect(pic).to_contain_text(
        "Checked before: rows and gradients equal to the bit, "
        "first steps of SGD and Adam within 0.0001."
    )
    the_start_of_a_call_is_drawn_and_told(pic, found)
    assert len(found["times"]) == 2 * (2 + 3 + 3 + 1 + 2 + 2)
    # 4,096 ids on five rows stand in one another's way: a busy machine may leave them out
    few = [one for one in found["times"] if one["ids"] == 16]
    assert all(min(one["seconds"]) > 0 for one in few)
    assert {*found["account"]["parts"]} == {
        "lookup",
        "zero",
        "scatter_add",
        "sgd",
        "nothing",
    }
    assert {*found["bandwidth"]["bytes"]} == {"lookup", "sgd", "copy"}
    gpu = browser_gpu(SIZES)
    gpu.measured = found
    assert repr(gpu) == "<your browser's GPU: google swiftshader, 26 times>"
    lines = gpu.times("SGD", ids=16)
    assert [*lines] == ["one-hot @ W", "Embedding", "Embedding, sparse"]
    chart = time_lines(SIZES, lines, x="rows")
    assert "google swiftshader by WebGPU, the GPU's own clock, 20" in chart.caption
    assert gpu.times("SGD", ids=16, sizes=[5, 40, 320])["Embedding"][2] is None
    a_notebook_keeps_little_of_it(found)
    every_view_fits_a_notebooks_window(pic, show_gpu.page)
    each_view_is_drawn_said_and_told_as_a_table(pic)
    the_clocks_traps_are_drawn_said_and_told_as_a_table(pic, found)
    axe_finds_nothing_in_either_theme(pic, show_gpu.page)
    a_gpu_without_room_says_so_and_keeps_what_was_found_before(pic, show_gpu.page)


def the_start_of_a_call_is_drawn_and_told(pic, found):
    """Marks in the bars of bytes, each at the share of its time that the start takes."""
    start = statistics.median(found["account"]["parts"]["nothing"])
    rates = {
        of: statistics.median(all) for of, all in found["bandwidth"]["bytes"].items()
    }
    moved = {"copy": 8 * 40 * 64, "sgd": 12 * 40 * 64, "lookup": 8 * 4096 * 64}
    shares = []
    for of, rate in rates.items():
        share = min(1, start * rate / moved[of])
        wide = float(attribute(pic, f"bar{of}", "width"))
        at, _ = attribute(pic, f"start{of}", "d").removeprefix("M").split(" ")
        assert float(at) == pytest.approx(140 + share * wide, abs=0.01)
        shares.append(share)
    assert text(pic, "start").startswith("left of the dots: the start of a call, ")
    told = pic.locator("svg").get_attribute("aria-label")
    (percents,) = re.findall("The start of a call takes .* of its time: (.*)\\.", told)
    found = sorted(int(one) for one in re.findall(r"(\d+) %", percents))
    assert found == pytest.approx(sorted(100 * share for share in shares), abs=1)


def a_notebook_keeps_little_of_it(found):
    """At most 50 kB of as many sizes as there may be: four times as many as here."""
    gpu = browser_gpu([50 * 8**k for k in range(8)])
    gpu.measured = found | {"times": 4 * found["times"]}
    assert len(json.dumps(gpu.get_state())) <= 50_000


def every_view_fits_a_notebooks_window(pic, page):
    """Beside the list of files, on a screen of 1366 × 768."""
    page.set_viewport_size({"width": 934, "height": 647})
    for view in ("forward", "clock", "step by Adam", "step by SGD"):
        pic.get_by_role("button", name=view).click()
        assert pic.bounding_box()["height"] <= 647


def each_view_is_drawn_said_and_told_as_a_table(pic):
    expect(pic.locator("svg")).to_have_attribute("aria-label", ALL_TOLD)
    pic.get_by_role("button", name="forward").click()
    says(pic, "Forward, 16 ids, 40 rows: one-hot @ W")
    pic.get_by_role("button", name="Numbers").click()
    assert pic.locator("thead th").all_inner_texts() == [
        "rows",
        "one-hot @ W",
        "Embedding",
    ]
    assert len(pic.locator("tbody tr").all()) == 2
    pic.get_by_role("button", name="4,096 ids").click()
    assert pic.locator("thead th").all_inner_texts() == ["rows", "Embedding"]


def the_clocks_traps_are_drawn_said_and_told_as_a_table(pic, found):
    traps = found["traps"]
    assert 0 < traps["handed"] <= traps["done"]
    moments = ("first", "alone", "together", "again", "turn")
    assert min(traps[moment] for moment in moments) > 0
    pic.get_by_role("button", name="clock").click()
    says(pic, "The page's clock, step by SGD, 40 rows, 16 ids: handed over ")
    expect(pic.locator("svg")).to_have_attribute("aria-label", CLOCK_TOLD)
    expect(pic.get_by_role("button", name="16 ids")).to_be_hidden()
    names = pic.locator("tbody th").all_inner_texts()
    assert names == ["handed over", "first call", "a lookup alone", "4,096 ids again"]
    factor = traps["done"] / traps["handed"]
    told = pic.locator("tbody tr").first.locator("td").last.inner_text()
    assert float(told.replace(",", "")) == pytest.approx(factor, rel=0.06)


def axe_finds_nothing_in_either_theme(pic, page):
    for view in ("clock", "step by SGD"):
        pic.get_by_role("button", name=view).click()
        for light in ("false", "true"):
            page.evaluate(
                "light => { document.body.dataset.jpThemeLight = light; }", light
            )
            assert_accessible(page)


def a_gpu_without_room_says_so_and_keeps_what_was_found_before(pic, page):
    found = page.evaluate("state.measured")
    page.evaluate(FULL)
    pic.get_by_role("button", name="Measure").click()
    says(pic, "Nothing can be measured: the GPU has no room for it.")
    assert page.evaluate("state.measured") == found


def test_no_cache_has_the_kernels_of_a_first_call(show_gpu):
    """What is measured a second time is made of the same texts, but for those of that call."""
    pic = show_gpu(TEXTS)
    measure(show_gpu.page, pic)
    before = set(show_gpu.page.evaluate("texts.splice(0)"))
    measure(show_gpu.page, pic)
    new = set(show_gpu.page.evaluate("texts")) - before
    assert len(new) == 4  # forward, zeros, scatter-add and optimiser


def test_ten_runs_leave_no_buffer_behind(show_gpu):
    pic = show_gpu(COUNT)
    for _ in range(10):
        measure(show_gpu.page, pic)
    assert show_gpu.page.evaluate("made") == 0


WRONG = {
    "rows": ("W[ids[i / D] * D + i % D]", "W[ids[i / D] * D]"),
    "the product": ("sum += onehot", "sum += 2.0 * onehot"),
    "the gradient": ("bitcast<f32>(old) + up[i]", "up[i]"),
    "SGD": ("W[i] -= 0.01 * G[i]", "W[i] -= 0.0101 * G[i]"),
    "SGD by rows": ("W[place] -= 0.01 * g", "W[place] += 0.01 * g"),
    "Adam": ("W[i] -= 0.01 * (M[i] / 0.1)", "W[i] -= 0.01 * M[i]"),
    "Adam by rows": ("sqrt(S[place] / 0.001)", "sqrt(S[place])"),
    "the last rows of a tall table": ("place.y * groups.x", "place.y * groups.y"),
}
MIXED_UP = """
    const { createShaderModule } = GPUDevice.prototype;
    GPUDevice.prototype.createShaderModule = function ({ code }) {
        return createShaderModule.call(this, { code: code.replace(%s, %s) });
    };
"""


@pytest.mark.parametrize("texts", WRONG.values(), ids=WRONG)
def test_a_gpu_that_gets_something_wrong_is_not_timed(show_gpu, texts):
    pic = show_gpu(MIXED_UP % tuple(map(json.dumps, texts)))
    pic.get_by_role("button", name="Measure").click()
    says(pic, "On this GPU rows, a gradient or a step came out wrong")
    assert show_gpu.page.evaluate("saved") == []


def test_stop_ends_a_run_and_keeps_what_there_is(show_gpu):
    pic = show_gpu(sizes=[5, 40, 320, 2560])
    pic.get_by_role("button", name="Measure").click()
    expect(pic.locator(".stage")).to_be_visible()
    pic.get_by_role("button", name="Stop").click()
    says(pic, "Stopped. What was measured stays.")
    assert len(show_gpu.page.evaluate("state.measured.times")) < 52
    expect(pic.get_by_role("button", name="Measure")).to_be_enabled()


def test_a_page_out_of_view_waits_and_goes_on_where_it_was(show_gpu):
    page = show_gpu.page
    pic = show_gpu(COUNT)
    page.evaluate(VIEW, True)
    pic.get_by_role("button", name="Measure").click()
    says(pic, "Waiting until this page is in view again")
    expect(pic.locator(".stage")).to_be_hidden()
    page.evaluate(VIEW, False)
    expect(pic.locator(".stage")).to_be_visible()
    says(pic, "Measuring.")
    page.evaluate(VIEW, True)
    says(pic, "Waiting until this page is in view again")
    waiting = pic.locator(".count").inner_text()
    for _ in range(3):
        page.evaluate("devices[0].queue.onSubmittedWorkDone()")
    assert pic.locator(".count").inner_text() == waiting
    page.evaluate(VIEW, False)
    page.wait_for_function("saved.length > 0")
    found = page.evaluate("saved.pop()")
    assert len(found["times"]) == 26
    assert "bytes" in found["bandwidth"]
    says(pic, "Step by SGD, 16 ids, 40 rows: one-hot @ W ")
    assert page.evaluate("made") == 0


def test_keys_alone_measure_stop_and_save(show_gpu):
    page = show_gpu.page
    pic = show_gpu()
    measures, stops, saves = (
        pic.get_by_role("button", name=name) for name in ("Measure", "Stop", "Save")
    )
    measures.focus()
    page.keyboard.press("Enter")
    expect(stops).to_be_focused()
    page.keyboard.press("Enter")
    says(pic, "Stopped. What was measured stays.")
    expect(measures).to_be_focused()
    pic.evaluate(LISTEN)
    page.evaluate("saved.length = 0")
    page.keyboard.press("Space")
    page.wait_for_function("saved.length > 0")
    expect(measures).to_be_focused()
    busy, said = page.evaluate("heard")
    assert busy == "Measuring. The lines grow as the times come in."
    assert said.startswith("Step by SGD, 16 ids, 40 rows: ")
    for _ in range(20):
        if saves.evaluate("save => save === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(saves).to_be_focused()
    with page.expect_download():
        page.keyboard.press("Enter")


def test_a_held_key_measures_and_does_not_stop(show_gpu):
    page = show_gpu.page
    pic = show_gpu()
    pic.get_by_role("button", name="Measure").focus()
    page.keyboard.down("Enter")
    expect(pic.get_by_role("button", name="Stop")).to_be_focused()
    page.keyboard.down("Enter")  # the key is held, so the browser says that it repeats
    page.keyboard.up("Enter")
    page.wait_for_function("saved.length > 0")
    assert len(page.evaluate("saved.pop().times")) == 26


def test_escape_leaves(show_gpu):
    button = show_gpu().get_by_role("button", name="Measure")
    button.focus()
    show_gpu.page.keyboard.press("Escape")
    expect(button).not_to_be_focused()


def test_a_lost_gpu_is_said_and_asked_for_again(show_gpu):
    pic = show_gpu(COUNT)
    pic.get_by_role("button", name="Measure").click()
    expect(pic.locator(".stage")).to_be_visible()
    show_gpu.page.evaluate("devices.at(-1).destroy()")
    says(pic, "The browser has taken the GPU away")
    found = measure(show_gpu.page, pic)
    assert len(found["times"]) == 26


def test_what_is_too_large_is_left_out_and_the_numbers_say_why(show_gpu):
    pic = show_gpu(SMALL, sizes=[50, 400])
    found = measure(show_gpu.page, pic)
    left = {one["why"] for one in found["times"] if "why" in one}
    assert left == {
        "an array of 0 MB is more than this GPU lends",
        "an array of 1 MB is more than this GPU lends",
    }


def test_two_views_of_one_cell_share_what_was_found(show_gpu):
    pic = show_gpu(views=2)
    measure(show_gpu.page, pic)
    other = show_gpu.page.locator(".lookup.picture").nth(1)
    expect(other.locator(".stage")).to_be_visible()


def draw_another(page):
    """A second picture in the page, with a model of its own."""
    picture = browser_gpu(SIZES)
    page.evaluate(MODEL, [picture._esm, picture._css, shared(picture), 1])


def test_two_pictures_of_a_page_measure_at_the_same_time(show_gpu):
    page = show_gpu.page
    show_gpu(COUNT)
    draw_another(page)
    both = page.locator(".lookup.picture").all()
    for pic in both:
        expect(pic).to_have_attribute("data-gpu", "software")
        pic.get_by_role("button", name="Measure").click()
    page.wait_for_function("saved.length === 2")
    assert page.evaluate("saved.map(({ times }) => times.length)") == [26, 26]
    assert page.evaluate("made") == 0


def test_a_cell_run_again_in_the_middle_leaves_nothing_of_the_first_behind(show_gpu):
    page = show_gpu.page
    pic = show_gpu(COUNT)
    pic.get_by_role("button", name="Measure").click()
    expect(pic.locator(".stage")).to_be_visible()
    page.evaluate("cleanups[0](); document.querySelector('main').remove()")
    draw_another(page)
    expect(pic).to_have_attribute("data-gpu", "software")
    assert len(measure(page, pic)["times"]) == 26
    assert page.evaluate("made") == 0
    assert page.evaluate("[devices.length, lost]") == [2, 1]


def test_what_is_saved_as_a_file_can_be_read_and_shown(show_gpu, tmp_path):
    page = show_gpu.page
    pic = show_gpu()
    found = measure(page, pic)
    said = pic.get_by_role("status").inner_text()
    with page.expect_download() as download:
        pic.get_by_role("button", name="Save").click()
    name = download.value.suggested_filename
    assert name == f"google-swiftshader-{found['date']}.json"
    download.value.save_as(tmp_path / name)
    (read,) = recorded_gpus(tmp_path)
    assert read.measured == {"schema": 1} | found
    assert read.times("SGD", ids=16)["Embedding"][-1]
    drawn = pic.locator("svg").inner_html()
    kept = draw_at(page, read, "https://page.test/kept")
    expect(kept).to_have_attribute("data-gpu", "recorded")
    says(kept, said)
    assert kept.locator("svg").inner_html() == drawn


def test_where_the_gpu_lends_no_clock_the_pages_is_taken_and_named(show_gpu):
    pic = show_gpu(NO_CLOCK)
    expect(pic).to_contain_text("by WebGPU, timed by the page's clock")
    found = measure(show_gpu.page, pic)
    assert found["clock"] == "the page's"
    gpu = browser_gpu(SIZES)
    gpu.measured = found
    lines = gpu.times("SGD", ids=16)
    chart = time_lines(SIZES, lines, x="rows")
    assert "google swiftshader by WebGPU, the page's clock, 20" in chart.caption
