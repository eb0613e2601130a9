"""Of the traps of the clock each is told that can be measured."""

import contextlib
import json

import pytest

from bare_page import attribute, draw_at, says, text
from conftest import new_context, new_page
from lookup import browser_gpu, recorded_gpus

pytestmark = pytest.mark.long

# Tables of 4,096 rows fetched find no room, all others do.
FULL_OF_MANY = """
    let many = false;
    const { createBuffer, popErrorScope } = GPUDevice.prototype;
    GPUDevice.prototype.createBuffer = function (asked) {
        many ||= asked.size === 4 * 4096 * 64;
        return createBuffer.call(this, asked);
    };
    GPUDevice.prototype.popErrorScope = async function () {
        const error = await popErrorScope.call(this);
        const full = many;
        many = false;
        return full ? new GPUOutOfMemoryError("full") : error;
    };
"""


def test_the_fourth_may_be_missing_and_says_why(gpu_browser, tmp_path):
    with contextlib.closing(new_context(gpu_browser)) as context:
        page = new_page(context)
        page.add_init_script(FULL_OF_MANY)
        pic = draw_at(page, browser_gpu([5, 40]))
        pic.get_by_role("button", name="Measure").click()
        page.wait_for_function("saved.length > 0")
        found = page.evaluate("saved.pop()")
        moments = {"rows", "ids", "handed", "done", "first", "alone", "together"}
        assert {*found["traps"]} == moments | {"why"}
        assert found["traps"]["why"] == "the GPU has no room for it"
        pic.get_by_role("button", name="clock").click()
        says(
            pic,
            "4,096 ids again and 4,096 ids in turn were not measured: the GPU has no room for it.",
        )
        assert text(pic, "told30") == text(pic, "told31") == "not measured"
        assert (
            attribute(pic, "bar30", "width") == attribute(pic, "bar31", "width") == "0"
        )
        pic.get_by_role("button", name="Numbers").click()
        rows = pic.locator("tbody tr").all_inner_texts()
        assert len(rows) == 4
        assert rows[3].count("not measured: the GPU has no room for it") == 2
        (tmp_path / "a-gpu.json").write_text(json.dumps({"schema": 1} | found))
        (read,) = recorded_gpus(tmp_path)
        assert read.measured["traps"] == found["traps"]
        assert not page.problems
