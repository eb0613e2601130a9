"""A room without network: which wheels are collected for it, and what is installed from them."""

import os
import subprocess
import sys
import zipfile

import pytest

import wheels
from course import NOTEBOOKS, ROOT, requirements

pytestmark = pytest.mark.long

MARKED = "tqdm==4.70.1\n"  # needs colorama on Windows, and nothing elsewhere
OFFLINE = {
    "PYTHONPATH": str(ROOT / "tests/offline"),
    "UV_OFFLINE": "1",
    "UV_NO_CACHE": "1",
    "PIP_RETRIES": "0",
}


def call(*arguments):
    """(exit status, printed, complained of) when the command is run from elsewhere, offline."""
    command = [sys.executable, ROOT / "binder/wheels.py", *arguments]
    ran = subprocess.run(
        command, cwd="/", env=os.environ | OFFLINE, capture_output=True, text=True
    )
    return ran.returncode, ran.stdout, ran.stderr


def empty_wheel(folder, requirement):
    """Put a wheel without content into a folder, with the name and version that are required."""
    name = requirement.name.replace("-", "_")
    version = str(requirement.specifier).removeprefix("==")
    files = {
        "METADATA": f"Metadata-Version: 2.1\nName: {requirement.name}\nVersion: {version}\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "",
    }
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        for file, text in files.items():
            wheel.writestr(f"{name}-{version}.dist-info/{file}", text)


@pytest.fixture
def online(monkeypatch):
    """The tests' kernels have no network; what collects has."""
    monkeypatch.delenv("PYTHONPATH", raising=False)


MACHINES = {
    ("Linux", "x86_64"): "linux",
    ("Linux", "aarch64"): "linux-arm",
    ("Darwin", "arm64"): "macos",
    ("Windows", "AMD64"): "windows",
}


@pytest.fixture
def pretend(monkeypatch):
    """A function that makes this machine another one."""

    def another(system, machine):
        monkeypatch.setattr("platform.system", lambda: system)
        monkeypatch.setattr("platform.machine", lambda: machine)

    return another


def test_every_machine_that_torch_has_wheels_for_has_a_platform(pretend):
    assert {*MACHINES.values()} == {*wheels.PLATFORMS}
    for machine, platform in MACHINES.items():
        pretend(*machine)
        assert wheels.here() == platform


@pytest.mark.parametrize(
    ("system", "machine"), [("Darwin", "x86_64"), ("FreeBSD", "amd64")]
)
def test_any_other_machine_is_refused(pretend, system, machine):
    pretend(system, machine)
    with pytest.raises(ValueError, match=f"not for {system} on {machine}"):
        wheels.here()


PYTHON = "the course needs Python 3.11 to 3.14, written as 3.12, not"


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--python", "3.10", f"{PYTHON} '3.10'"),
        ("--python", "3.15", f"{PYTHON} '3.15'"),
        ("--python", "three", f"{PYTHON} 'three'"),
        ("--platform", "windows", "uv says: "),
    ],
)
def test_what_cannot_be_collected_is_said_and_leaves_nothing(
    tmp_path, option, value, sentence
):
    status, printed, complaint = call("collect", tmp_path / "room 12", option, value)
    assert (status, printed) == (1, "")
    assert complaint.startswith(f"Nothing was collected: {sentence}")
    assert complaint.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_place_of_the_folder_is_left_as_it_was(tmp_path):
    (tmp_path / "file").write_text("mine")
    status, _, complaint = call("collect", tmp_path / "file")
    assert status == 1
    assert "file' is none" in complaint
    assert (tmp_path / "file").read_text() == "mine"


def test_collecting_says_what_it_needs(tmp_path, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    complaint = wheels.main(["collect", str(tmp_path / "room")])
    assert (
        complaint
        == f"Nothing was collected: collecting needs uv: pip install {wheels.UV}."
    )
    pinned = requirements(ROOT / "tests/requirements.txt")["uv"]
    assert str(pinned) == wheels.UV, "the version that is tested"


def test_a_folder_that_holds_no_wheels_or_those_of_another_room_is_said(tmp_path):
    status, _, complaint = call("install", tmp_path / "nowhere")
    assert (status, complaint.count("\n")) == (1, 1)
    assert complaint.startswith(
        "Nothing was installed: a folder that 'collect' has filled is wanted"
    )
    (tmp_path / "torch-2.13.0-cp399-cp399-win_amd64.whl").touch()
    with pytest.raises(
        ValueError, match=r"the folder holds torch-2\.13\.0-cp399-cp399-win_amd64\)"
    ):
        wheels.install(tmp_path, tmp_path / "venv")


def test_what_is_required_can_be_resolved_for_every_platform_and_python_at_once(
    tmp_path,
):
    """As `uv add -r requirements.txt` does, which reads requirements of other Pythons, too."""
    pinned = requirements(ROOT / "requirements.txt")
    for requirement in pinned.values():
        empty_wheel(tmp_path, requirement)
    command = [
        sys.executable,
        "-m",
        "uv",
        "--no-config",
        "pip",
        "compile",
        "-q",
        "--universal",
    ]
    command += ["--no-header", "--no-annotate", "--no-index", "--find-links", tmp_path]
    command += [ROOT / "requirements.txt"]
    ran = subprocess.run(
        command, cwd=tmp_path, env=os.environ | OFFLINE, capture_output=True, text=True
    )
    assert ran.stdout.splitlines() == sorted(map(str, pinned.values())), ran.stderr


def test_wheels_are_chosen_for_the_rooms_own_platform(tmp_path, online):
    """Where another machine's markers counted, a room with Windows would lack colorama."""
    (tmp_path / "requirements.txt").write_text(MARKED)
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels/kept").write_text("mine")
    for target, names in {"windows": ["colorama", "tqdm"], "macos": ["tqdm"]}.items():
        found = wheels.collect(
            tmp_path / "wheels", target, "3.12", tmp_path / "requirements.txt"
        )
        assert [name.partition("-")[0] for name in found] == names
    assert sorted(path.suffix for path in (tmp_path / "wheels").iterdir()) == [
        "",
        ".whl",
        ".whl",
    ]


@pytest.mark.skipif(
    sys.platform != "linux", reason="the network is cut in the way of Linux"
)
def test_a_room_without_network_installs_and_runs_the_course(tmp_path, online):
    """With the network cut by the system where that is allowed, and by Python in any case."""
    room = tmp_path / "room 12"
    found = wheels.collect(room, wheels.here(), f"3.{sys.version_info.minor}")
    assert not [name for name in found if name.startswith("nvidia")], "no CUDA"
    wanted = {
        name.replace("-", "_") for name in requirements(ROOT / "requirements.txt")
    }
    assert {name.partition("-")[0].lower() for name in found} >= wanted
    jupyter = installed_offline(room, tmp_path / "my course")
    out = ["--output-dir", tmp_path, NOTEBOOKS[0]]
    ran = offline([jupyter, "nbconvert", "--to", "notebook", "--execute", *out])
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert (tmp_path / NOTEBOOKS[0].name).exists()


def installed_offline(room, prefix):
    """The jupyter command of an environment that is installed from a folder of wheels."""
    code = "import sys, pathlib, wheels; print(wheels.install(*map(pathlib.Path, sys.argv[1:])))"
    ran = offline([sys.executable, "-c", code, room, prefix], ROOT / "binder")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() == str(prefix / "bin/jupyter")
    return ran.stdout.strip()


def offline(command, *path):
    """The run of a command without network, with folders for it to import from."""
    cut = ["unshare", "--net", "--map-root-user"]
    if subprocess.run([*cut, "true"], capture_output=True).returncode == 0:
        # a kernel talks to this machine
        loopback = 'ip link set lo up 2>/dev/null; exec "$@"'
        command = [*cut, "sh", "-c", loopback, "sh", *command]
    folders = [OFFLINE["PYTHONPATH"], *map(str, path)]
    environment = os.environ | OFFLINE | {"PYTHONPATH": os.pathsep.join(folders)}
    return subprocess.run(command, env=environment, capture_output=True, text=True)
