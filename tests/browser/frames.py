"""Frames of a picture, judged by node, and odd tables.

The specs go out as a file, the properties stand in pictures/*/frames.mjs.
"""

import json
import math
import os
import pathlib
import subprocess

import torch

from bare_page import NODE

PICTURES = pathlib.Path(__file__).parents[1] / "pictures"
WORDS = [
    "the",
    "<b>cat</b>",
    "كلب",
    "👩‍👩‍👧 🙂",
    "<script>hacked = 1</script>",
    '"&',
    "한국어단어모음집",
]
G = torch.Generator().manual_seed(0)
HALVES = torch.randint(-4, 5, (7, 5), generator=G) / 2
INF, NAN = float("inf"), float("nan")
ODD = [
    [0, 1, NAN, -0.0],
    [INF, -INF, 0.001, -1e-9],
    [123456, -0.333, 99, 1e300],
    [0, 0, 0, 0],
]


def long(V, D):
    """A (V, D) table that takes the memory of V numbers: row i + 1 is row i, moved by one."""
    return torch.randn(V + D - 1, generator=G).unfold(0, D, 1)


def with_places(table, places):
    """A copy of a table with other numbers at some places, {row or (row, column): number}."""
    table = table.clone()
    for place, number in places.items():
        table[place] = number
    return table


def plain(numbers):
    """Numbers for JSON: those that are not finite as "nan", "inf" and "-inf"."""
    return [float(v) if math.isfinite(v) else str(float(v)) for v in numbers]


def assert_frames(name, specs, folder):
    """Every frame of `specs`, {name: spec}, has the properties that pictures/`name` asks for."""
    path = folder / "specs.json"
    path.write_text(json.dumps(specs, allow_nan=False), encoding="utf-8")
    assert_passes(name, SPECS=str(path))


def assert_passes(name, **variables):
    """The node tests of pictures/`name` pass, and there are some."""
    command = [
        NODE,
        "--test",
        "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
        PICTURES / name,
    ]
    run = subprocess.run(
        command,
        env=os.environ | variables,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert run.returncode == 0, f"\n{run.stdout}{run.stderr}"
    assert "fail 0" in run.stdout
    assert "pass 0" not in run.stdout
