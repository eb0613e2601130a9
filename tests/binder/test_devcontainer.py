"""The room in GitHub Codespaces and VS Code: pinned, and with the learner's own versions."""

import json
import re
import shlex

from jupyter_server.serverapp import ServerApp

from course import ROOT, requirements

ROOM = json.loads(
    (ROOT / ".devcontainer/devcontainer.json").read_text(encoding="utf-8")
)
IMAGE = re.compile(
    r"mcr\.microsoft\.com/devcontainers/python:[\d.]+-([\d.]+)-\w+@sha256:[0-9a-f]{64}"
)


def test_its_image_is_pinned_and_has_the_python_of_binder():
    python = IMAGE.fullmatch(ROOM["image"])[1]
    assert (ROOT / "binder/runtime.txt").read_text(
        encoding="utf-8"
    ) == f"python-{python}\n"


def test_it_installs_the_cpu_build_of_the_learners_torch_and_then_the_course():
    folder, torch, course = ROOM["postCreateCommand"].split(" && ")
    pinned = requirements(ROOT / "requirements.txt")["torch"]
    assert torch.endswith(
        f"pip install {pinned} --index-url https://download.pytorch.org/whl/cpu"
    )
    assert course.endswith("pip install -r requirements.txt")
    made = folder.removeprefix("python3 -m venv ~")
    commands = [torch, course, ROOM["postAttachCommand"]]
    assert all(command.startswith(f"~{made}/bin/") for command in commands)
    chosen = ROOM["customizations"]["vscode"]["settings"][
        "python.defaultInterpreterPath"
    ]
    assert chosen == f"/home/vscode{made}/bin/python"


def test_it_opens_the_first_notebook_and_forwards_the_port_of_its_jupyterlab():
    start = shlex.split(ROOM["postAttachCommand"])
    (opened,) = ROOM["customizations"]["codespaces"]["openFiles"]
    assert f"/lab/tree/{opened}" in (ROOT / ".lab.py").read_text(encoding="utf-8")
    assert (ROOT / opened).is_file()
    assert "--config=.lab.py" in start
    (port,) = ROOM["forwardPorts"]
    assert f"--port={port}" in start
    assert [*ROOM["portsAttributes"]] == [str(port)]


def test_its_jupyterlab_answers_the_forwarded_address_alone_and_asks_for_a_token():
    options = dict(
        word.removeprefix("--ServerApp.").split("=", 1)
        for word in shlex.split(ROOM["postAttachCommand"])
        if word.startswith("--ServerApp.")
    )
    assert (
        {*options}
        == {"port_retries", "allow_origin_pat"}
        <= {*ServerApp.class_trait_names()}
    )
    origin = re.compile(options["allow_origin_pat"])
    assert origin.fullmatch("https://fuzzy-zebra-7x5-8888.app.github.dev")
    assert not origin.fullmatch(
        "https://fuzzy-zebra-7x5-8888.app.github.dev.example.org"
    )
    assert "token" not in ROOM["postAttachCommand"]
