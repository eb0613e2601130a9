"""A learner's kernel: what it is checked with, and what the page says to right and wrong ones."""

import base64
import contextlib
import re

import numpy as np
import pytest
import torch
from playwright.sync_api import expect

from bare_page import LISTEN, MODEL, draw_at, shared
from conftest import GPU_FLAGS, new_context, new_page, refusal
from course import NOTEBOOKS, read
from frames import assert_passes
from lookup import gpu_kernel
from read_picture import assert_accessible
from test_browser_gpu import COUNT

NOTEBOOK = next(path for path in NOTEBOOKS if path.stem.startswith("06_"))
W = 10.0 * torch.arange(6)[:, None] + torch.arange(4)
IDS = torch.tensor([2, 3, 1])
UP = torch.tensor([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]])
TWICE = torch.tensor([2, 3, 2])
LINE = "rows[i] = W[ids[i / D] * D + i % D];"
LOOKUP = f"if (i < B * D) {{ {LINE} }}"
ADD = "atomicAdd(&G[ids[i / D] * D + i % D], up[i]);"


def test_what_must_come_out_is_what_torch_gives():
    rows = gpu_kernel(LOOKUP, W, IDS).spec["cases"][0]
    sums = gpu_kernel(ADD, W, TWICE, UP).spec["cases"][0]
    grad = torch.zeros(6, 4).index_add_(0, TWICE, UP.float())
    assert np.array_equal(numbers(rows, "<f4"), W[IDS].flatten())
    assert np.array_equal(numbers(sums, "<i4"), grad.flatten())


def numbers(case, kind):
    return np.frombuffer(base64.b64decode(case["wanted"]), kind)


def test_every_drawn_sum_is_what_torch_gives():
    for case in gpu_kernel(ADD, W, TWICE, UP).spec["cases"]:
        ids, up = (
            np.frombuffer(base64.b64decode(case[key]), "<i4") for key in ("ids", "up")
        )
        V, B, D = (case[key] for key in "VBD")
        up = torch.tensor(up)[: B * D].view(B, D).float()
        grad = torch.zeros(V, D).index_add_(0, torch.tensor(ids)[:B], up)
        assert np.array_equal(numbers(case, "<i4"), grad.flatten())


@pytest.mark.parametrize(
    ("call", "kind", "says"),
    [
        (lambda: gpu_kernel(3, W, IDS), TypeError, "code must be a text, got int."),
        (lambda: gpu_kernel("x" * 4001, W, IDS), ValueError, "at most 4,000 letters, got 4,001"),
        (lambda: gpu_kernel(LOOKUP, W, torch.tensor([6])), IndexError, "ids contains 6"),
        (lambda: gpu_kernel(LOOKUP, W, torch.tensor([-1])), IndexError, "ids contains -1"),
        (lambda: gpu_kernel(LOOKUP, torch.ones(100, 30), IDS), ValueError, "may hold 2,048"),
        (lambda: gpu_kernel(ADD, W, IDS, UP[:2]), ValueError, r"shape (3, 4), got (2, 4)"),
        (lambda: gpu_kernel(ADD, W, IDS, UP / 2), ValueError, "must hold whole numbers"),
    ],
)  # fmt: skip
def test_what_cannot_be_run_is_refused_before_any_gpu_sees_it(call, kind, says):
    found, text = refusal(call)
    assert found is kind
    assert says in text


def test_the_still_shows_the_lines_and_executes_none():
    kernel = gpu_kernel("a < b; // <script>", W, IDS)
    assert "a &lt; b; // &lt;script&gt;" in kernel.to_html()
    assert repr(kernel) == "<a kernel for your GPU, 3 ids of a (6, 4) table: not run>"
    kernel.right = False
    assert repr(kernel).endswith("not right yet>")


def test_a_cell_run_again_shows_the_lines_as_they_were_left():
    begin = "// lines of this test alone"
    gpu_kernel(begin, W, TWICE).code = "mine"
    again = gpu_kernel(begin, W, TWICE)
    assert (again.code, again.right) == ("mine", None)
    assert again.spec["begin"] == begin  # which Begin again brings back
    others = gpu_kernel(begin, W, IDS), gpu_kernel(begin, W, TWICE, UP)
    assert [other.code for other in others] == [begin, begin]


@pytest.fixture(scope="module")
def gpu_page(gpu_browser):
    with contextlib.closing(new_context(gpu_browser)) as context:
        yield new_page(context)


@pytest.fixture
def tried(gpu_page):
    """A function that runs lines in a page: the picture, after it has said something."""

    def tried(code, *more):
        kernel = draw_at(gpu_page, gpu_kernel(code, W, *(more or (IDS,))))
        expect(kernel).to_have_attribute("data-gpu", "there")
        kernel.get_by_role("button", name="Run on my GPU").click()
        gpu_page.wait_for_function("'right' in state && saved.length > 0")
        return kernel

    gpu_page.problems.clear()
    yield tried
    assert not gpu_page.problems


def test_one_line_is_the_lookup(tried, gpu_page):
    kernel = tried(LOOKUP)
    expect(kernel.get_by_role("status")).to_have_text(
        "✓ Right. All 12 numbers are those of torch, to the bit, and so are those of "
        "2 tables of other sizes."
    )
    assert gpu_page.evaluate("state.right") is True
    tables = kernel.locator("tbody").all_inner_texts()
    assert len(tables) == 2
    assert tables[0] == tables[1]
    assert "20\t21\t22\t23" in tables[0]


def test_two_kernels_of_a_page_keep_their_lines_to_themselves(tried, gpu_page):
    first = tried(LOOKUP)
    other = gpu_kernel("rows[i] = 1u;", W, IDS)
    gpu_page.evaluate(MODEL, [other._esm, other._css, shared(other), 1])
    second = gpu_page.locator(".lookup.picture").nth(1)
    expect(second).to_have_attribute("data-gpu", "there")
    second.get_by_role("textbox", name="fn kernel").press("Control+Enter")
    expect(second.get_by_role("alert")).to_contain_text("The compiler says")
    expect(first.get_by_role("status")).to_contain_text("✓ Right.")
    expect(first.get_by_role("alert")).to_be_empty()
    first.get_by_role("textbox", name="fn kernel").press("Control+Enter")
    expect(first.get_by_role("button", name="Run on my GPU")).to_be_enabled()
    expect(first.get_by_role("status")).to_contain_text("✓ Right.")


def test_keys_alone_run_and_leave_and_each_run_is_told_once(tried, gpu_page):
    kernel = tried(LINE)
    runs = kernel.get_by_role("button", name="Run on my GPU")
    text = kernel.get_by_role("textbox")
    kernel.evaluate(LISTEN)
    text.fill(LOOKUP)
    gpu_page.keyboard.press("Control+Enter")
    expect(kernel.get_by_role("status")).to_contain_text("✓ Right.")
    expect(text).to_be_focused()
    gpu_page.keyboard.press("Tab")
    expect(runs).to_be_focused()
    gpu_page.evaluate("saved.length = 0")
    gpu_page.keyboard.press("Enter")
    gpu_page.wait_for_function("saved.length > 0")
    expect(runs).to_be_focused()
    assert gpu_page.evaluate("heard.length") == 2
    gpu_page.keyboard.press("Escape")
    expect(runs).not_to_be_focused()
    assert gpu_page.evaluate("bubbled") == []


def test_who_has_changed_the_lines_is_told_how_to_keep_them(tried, gpu_page):
    kernel = tried(LOOKUP)
    told = kernel.get_by_text("A restart forgets your lines.")
    expect(told).to_be_hidden()
    kernel.get_by_role("textbox").press_sequentially(" ")
    expect(told).to_be_visible()
    kernel.get_by_role("button", name="Begin again").click()
    expect(told).to_be_hidden()
    assert gpu_page.evaluate("state.code") == LOOKUP


def test_without_a_gpu_the_kernel_says_why_and_cannot_be_run(gpu_browser):
    with contextlib.closing(new_context(gpu_browser)) as context:
        page = new_page(context)
        page.add_init_script("GPU.prototype.requestAdapter = async () => null;")
        kernel = draw_at(page, gpu_kernel(LOOKUP, W, IDS))
        expect(kernel.get_by_role("alert")).to_contain_text("found no GPU on this")
        expect(kernel.get_by_role("button", name="Run on my GPU")).to_be_disabled()
        kernel.get_by_role("textbox").press("Control+Enter")
        assert page.evaluate("saved.length") == 0
        assert not page.problems


@pytest.mark.parametrize("code", [LOOKUP, "rows[i] = W[i];", LINE[:-1]])
def test_axe_finds_nothing_after_a_run_in_either_theme(tried, gpu_page, code):
    tried(code)
    for light in ("false", "true"):
        gpu_page.evaluate("on => { document.body.dataset.jpThemeLight = on; }", light)
        assert_accessible(gpu_page)


WRONG_ROWS = {
    LINE: "All is right but the last number",
    "rows[i] = W[i];": "row 0, column 0 is 0, and 20 must come out.",
    "rows[i] = W[ids[i / D] * D];": "one and the same number in all its columns",
    "rows[i] = W[ids[0] * D + i % D];": "The same row came out for every id",
    "let x = 1;": "Only zeros came out",
}
WRONG_SUMS = {
    "atomicStore(&G[0], 0);": "Only zeros came out",
    "let n = i / D; if (n < B) { atomicAdd(&G[(ids[n] + 1) * D + i % D], up[i]); }": "a row too",
    ADD: "Threads start in groups of 64",
    f"if (i + 1 < B * D) {{ {ADD} }}": "one thread short",
    f"if (i < B * D) {{ {ADD.replace('atomicAdd', 'atomicStore')} }}": "additions were lost",
    """if (i >= B * D) { return; }
let place = ids[i / D] * D + i % D;
atomicStore(&G[place], atomicLoad(&G[place]) + up[i]);""": "additions were lost",
}


@pytest.mark.parametrize(("code", "says"), WRONG_ROWS.items())
def test_a_wrong_lookup_hears_its_cause(tried, gpu_page, code, says):
    kernel = tried(code)
    expect(kernel.get_by_role("status")).to_contain_text(says)
    assert gpu_page.evaluate("state.right") is False


@pytest.mark.parametrize(("code", "says"), WRONG_SUMS.items())
def test_a_wrong_scatter_add_hears_its_cause(tried, gpu_page, code, says):
    kernel = tried(code, TWICE, UP)
    expect(kernel.get_by_role("status")).to_contain_text(says)
    assert gpu_page.evaluate("state.right") is False


RIGHT_SUMS = [
    f"if (i < B * D) {{ {ADD} }}",
    # without atomics in the way: a thread for each number of G asks all ids
    """if (i >= V * D) { return; }
var sum = 0;
for (var b = 0u; b < B; b++) { if (ids[b] == i / D) { sum += up[b * D + i % D]; } }
atomicStore(&G[i], sum);""",
]


@pytest.mark.parametrize("code", RIGHT_SUMS)
def test_a_right_scatter_add_is_right(tried, gpu_page, code):
    kernel = tried(code, TWICE, UP)
    expect(kernel.get_by_role("status")).to_contain_text("✓ Right. All 24 numbers")
    assert gpu_page.evaluate("state.right") is True


def test_the_notebooks_own_lines_come_out_as_it_says(tried):
    """Of the cells "06-kernel-run" and "06-scatter-solved"."""
    said = {cell.id: cell.source for cell in read(NOTEBOOK).cells}
    (fetch,) = re.findall('"""(.*?)"""', said["06-kernel-run"], re.DOTALL)
    solved = said["06-scatter-solved"]
    (adds,) = re.findall("```wgsl\n(.*?)```", solved, re.DOTALL)
    (loses,) = re.findall("`(atomicStore.*?)` loses additions", solved)
    place = "if (i >= B * D) { return; } let place = ids[i / D] * D + i % D;"
    for told, *given in [
        ("✓ Right. All 12 numbers", fetch),
        ("✓ Right. All 24 numbers", adds, TWICE, UP),
        ("additions were lost", f"{place} {loses};", TWICE, UP),
    ]:
        expect(tried(*given).get_by_role("status")).to_contain_text(told)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (LINE[:-1], "of the end: expected ';'"),
        ("\nrows[i] = Wrong[i];", "of line 2, letter 11: unresolved value 'Wrong' (There"),
        ("rows[i] = 1u;", "WGSL does not turn one kind of number"),
    ],
)  # fmt: skip
def test_the_compiler_is_heard(tried, gpu_page, code, says):
    kernel = tried(code)
    expect(kernel.get_by_role("alert")).to_contain_text(says)
    assert gpu_page.evaluate("state.right") is False


def test_runs_leave_no_buffer_behind(gpu_browser):
    with contextlib.closing(new_context(gpu_browser)) as context:
        page = new_page(context)
        page.add_init_script(COUNT)
        kernel = draw_at(page, gpu_kernel(LOOKUP, W, IDS))
        expect(kernel).to_have_attribute("data-gpu", "there")
        for code, right in [(LOOKUP, True), (LINE, False), (LINE[:-1], False)]:
            kernel.get_by_role("textbox").fill(code)
            page.evaluate("delete state.right")
            kernel.get_by_role("textbox").press("Control+Enter")
            page.wait_for_function("'right' in state")
            assert page.evaluate("state.right") is right
        assert page.evaluate("made") == 0
        assert not page.problems


def test_compilers_of_other_browsers_are_heard_too():
    assert_passes("gpu_kernel/judge.test.mjs")


ENDLESS = "var x = 0u; while (x < 2u) { x = x & 1u; rows[i] = f32(x); }"
HELD = """
    window.devices = [];
    window.awaited = 0;
    const { requestDevice } = GPUAdapter.prototype;
    const { mapAsync } = GPUBuffer.prototype;
    GPUAdapter.prototype.requestDevice = async function (...asked) {
        devices.push(await requestDevice.apply(this, asked));
        return devices.at(-1);
    };
    GPUBuffer.prototype.mapAsync = function (...asked) {
        awaited += 1;
        return mapAsync.apply(this, asked);
    };
"""


@pytest.fixture
def endless(launch_browser):
    """A kernel that runs for ever, in a browser of its own, as none ends it but the browser."""
    with contextlib.closing(launch_browser(GPU_FLAGS)) as browser:
        page = new_page(new_context(browser))
        page.add_init_script(HELD)
        page.clock.install()
        kernel = draw_at(page, gpu_kernel(ENDLESS, W, IDS))
        expect(kernel).to_have_attribute("data-gpu", "there")
        kernel.get_by_role("button", name="Run on my GPU").click()
        page.wait_for_function("awaited > 0")
        yield kernel
        assert not page.problems


def leap(page):
    page.clock.fast_forward(8000)


def lose(page):
    page.evaluate("devices[0].destroy()")


@pytest.mark.parametrize(
    ("end", "says"),
    [
        (leap, "had not ended after 8 seconds, so it was given up. Does its loop end?"),
        (lose, "The browser has taken the GPU away."),
    ],
)
def test_an_endless_kernel_is_given_up_in_words(endless, end, says):
    end(endless.page)
    expect(endless.get_by_role("alert")).to_contain_text(says)
    expect(endless.get_by_role("button", name="Run on my GPU")).to_be_enabled()
    endless.page.wait_for_function("state.right === false")


def test_after_a_lost_gpu_the_next_run_asks_for_another(gpu_browser):
    with contextlib.closing(new_context(gpu_browser)) as context:
        page = new_page(context)
        page.add_init_script(HELD)
        kernel = draw_at(page, gpu_kernel(LOOKUP, W, IDS))
        expect(kernel).to_have_attribute("data-gpu", "there")
        lose(page)
        kernel.get_by_role("button", name="Run on my GPU").click()
        expect(kernel.get_by_role("status")).to_contain_text("✓ Right.")
        assert page.evaluate("devices.length") == 2
