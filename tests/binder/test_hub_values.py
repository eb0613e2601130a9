"""The hubs' values: keys that a hub knows, limits as measured, an image that finds its words."""

import copy
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml

from conftest import lacking
from course import NOTEBOOKS, ROOT
from test_binder import KEPT, Image, needs_bash

FOLDER = ROOT / "binder/hub"
TEXTS = {
    name: (FOLDER / name).read_text(encoding="utf-8")
    for name in ("z2jh.yaml", "tljh.yaml", "appendix")
}
VALUES = {name: yaml.safe_load(TEXTS[name]) for name in ("z2jh.yaml", "tljh.yaml")}
CHART = "4.4.0"  # of Zero to JupyterHub, against whose schema these keys and types were checked
SERVER = 140  # MB of a learner's server, by tests/bench/hub_load.py
M = 1024 * 1024 / 1e6  # a hub's M, in MB
SIZE = re.compile(r"(\d+)M")
KNOWN = {
    "z2jh.yaml": {
        "singleuser.image.name": None,  # to be filled in
        "singleuser.image.tag": None,
        "singleuser.memory.guarantee": str,
        "singleuser.memory.limit": str,
        "singleuser.cpu.guarantee": float,
        "singleuser.cpu.limit": int,
        "singleuser.extraEnv.OMP_NUM_THREADS": str,
        "singleuser.storage.capacity": str,
        "singleuser.defaultUrl": str,
        "cull.enabled": bool,
        "cull.every": int,
        "cull.timeout": int,
        "prePuller.hook.enabled": bool,
        "prePuller.continuous.enabled": bool,
    },
    "tljh.yaml": {
        "limits.memory": str,
        "limits.cpu": int,
        "services.cull.enabled": bool,
        "services.cull.every": int,
        "services.cull.timeout": int,
        "user_environment.default_app": str,
    },
}


def flat(values, before=""):
    """{"a.b": value} of {"a": {"b": value}}."""
    leaves = {}
    for key, value in values.items():
        if isinstance(value, dict):
            leaves |= flat(value, f"{before}{key}.")
        else:
            leaves[f"{before}{key}"] = value
    return leaves


def megabytes(size):
    """The MB of a size in a hub's own notation."""
    return int(SIZE.fullmatch(size)[1]) * M


@pytest.mark.parametrize("name", KNOWN)
def test_every_key_is_one_that_the_hub_knows_and_has_its_type(name):
    given = {
        key: None if value is None else type(value)
        for key, value in flat(VALUES[name]).items()
    }
    assert given == KNOWN[name]


def test_the_image_is_to_be_filled_in_and_says_so():
    for key in ("name", "tag"):
        assert re.search(
            rf"^    {key}:  # TO FILL IN: ", TEXTS["z2jh.yaml"], re.MULTILINE
        )


def test_a_learner_has_the_memory_that_was_measured():
    measured = (ROOT / "tests/bench/README.md").read_text(encoding="utf-8")
    (line,) = re.findall(
        r"^\| memory of a notebook's kernel \| (.*?);", measured, re.MULTILINE
    )
    kernels = {name: int(mb) for mb, name in re.findall(r"(\d+) MB \((\d\db?)\b", line)}
    assert set(kernels) == {path.name.partition("_")[0] for path in NOTEBOOKS}
    with_processes = re.findall(r"\((\d\db?), and ([\d,]+) MB with its processes", line)
    assert [name for name, _ in with_processes] == ["07", "07b"]
    kernels |= {name: int(mb.replace(",", "")) for name, mb in with_processes}
    memory = VALUES["z2jh.yaml"]["singleuser"]["memory"]
    assert max(kernels.values()) + SERVER < megabytes(memory["limit"])
    assert (
        kernels["02"] + SERVER
        < megabytes(memory["guarantee"])
        < megabytes(memory["limit"])
    )
    assert VALUES["tljh.yaml"]["limits"]["memory"] == memory["limit"], (
        "the course asks for the same on either"
    )


def test_both_hubs_cull_alike_and_no_sooner_than_a_lesson_ends():
    culls = VALUES["z2jh.yaml"]["cull"], VALUES["tljh.yaml"]["services"]["cull"]
    assert culls[0] == culls[1]
    assert culls[0]["every"] < culls[0]["timeout"] >= 45 * 60


def test_the_steps_name_what_is_there():
    for name in ("z2jh.yaml", "tljh.yaml"):
        remarks = "\n".join(
            line[1:] for line in TEXTS[name].splitlines() if line.startswith("#")
        )
        assert all(
            (ROOT / path).is_file()
            for path in re.findall(r"\bbinder/[\w./]*\w", remarks)
        ), remarks
    assert set(
        re.findall(r"chart ([\d.]*\d)|--version ([\d.]+)", TEXTS["z2jh.yaml"])
    ) == {
        (CHART, ""),
        ("", CHART),
    }
    caches = re.findall(r"ONE_ROW_CACHE\W+(/[\w/-]+)", TEXTS["tljh.yaml"])
    assert len(caches) == 2
    assert len(set(caches)) == 1, "where words are kept is where they are looked for"


def test_the_appendix_ends_the_image_that_repo2docker_builds():
    if not importlib.util.find_spec("repo2docker"):
        lacking("no jupyter-repo2docker: what ends a hub's image is not looked at")
    options = [
        "--no-build",
        "--debug",
        "--user-id=1000",
        "--user-name=jovyan",
        "--appendix",
        TEXTS["appendix"],
    ]
    ran = subprocess.run(
        [sys.executable, "-m", "repo2docker", *options, ROOT],
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    before, _, after = ran.stdout.partition(TEXTS["appendix"].strip())
    assert "RUN ./binder/postBuild" in before, (
        "run once for Binder, and once more for the hub"
    )
    assert re.findall(r"^USER (.*)$", before, re.MULTILINE)[-1] == "${NB_USER}", (
        "who may write there"
    )
    assert all(
        f"\nENV {name}=" in before
        for name in re.findall(r"\$\{(\w+)\}", TEXTS["appendix"])
    )
    assert not re.search(r"^(USER|RUN|ENV) ", after, re.MULTILINE)


@pytest.mark.long
@needs_bash
def test_words_that_an_image_keeps_are_found_in_a_home_that_hides_the_images(tmp_path):
    image, cache = Image(tmp_path), f"ONE_ROW_CACHE={tmp_path / 'share'}"
    image.borrow()
    image.run("env", cache, "./binder/postBuild", cwd=image.course)
    image.home = tmp_path / "mounted"
    words, documents = map(
        int,
        image.run(
            "env", cache, "python", "-c", KEPT, cwd=image.course / "notebooks"
        ).split(),
    )
    assert words > 10_000
    assert documents > 1_000


def merged(defaults, values):
    """Values laid over a chart's own as helm does it: an empty one takes the chart's away."""
    out = copy.deepcopy(defaults)
    for key, value in values.items():
        if value is None:
            out.pop(key, None)
        else:
            out[key] = (
                merged(out.get(key) or {}, value) if isinstance(value, dict) else value
            )
    return out


def test_the_whole_file_fits_the_published_chart():
    folder = os.environ.get("JUPYTERHUB_CHART") or pytest.skip(
        "JUPYTERHUB_CHART names no unpacked chart"
    )
    chart, defaults = (
        yaml.safe_load(Path(folder, name).read_text())
        for name in ("Chart.yaml", "values.yaml")
    )
    assert chart["version"] == CHART
    schema = json.loads(Path(folder, "values.schema.json").read_text())
    values = copy.deepcopy(VALUES["z2jh.yaml"])
    with pytest.raises(
        jsonschema.ValidationError, match=r"'(name|tag)' is a required property"
    ):
        jsonschema.validate(merged(defaults, values), schema)
    values["singleuser"]["image"] = {
        "name": "registry.example.org/one-row-at-a-time",
        "tag": "2026-11",
    }
    jsonschema.validate(merged(defaults, values), schema)
    values["cull"]["evry"] = 300
    with pytest.raises(jsonschema.ValidationError, match="evry"):
        jsonschema.validate(merged(defaults, values), schema)
