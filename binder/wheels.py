"""A room without network: `python binder/wheels.py collect FOLDER` where there is one, `… install FOLDER` where not.

`collect` resolves the course's requirements with uv for the room's platform and Python, which may be others than this
machine's (pip alone would judge markers such as `sys_platform == "win32"` by this machine), and downloads every wheel
with pip. Several platforms may share a FOLDER. On Linux torch comes as its CPU build, 0.2 GB instead of 2.8.
`install` needs nothing but Python: it makes `.venv` in the course's folder and fills it from FOLDER alone.
"""

import argparse
import importlib.util
import os
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REQUIREMENTS = ROOT / "requirements.txt"
UV = "uv==0.13.8"
CPU = "https://download.pytorch.org/whl/cpu"


def _glibc(machine):
    """The tags of wheels that run from glibc 2.28 on."""
    return [f"manylinux_2_{minor}_{machine}" for minor in range(28, 4, -1)] + [
        f"manylinux2014_{machine}"
    ]


ROOMS = {  # what a room's platform is called: by us, by uv, and in the names of wheels
    "linux": ("x86_64-manylinux_2_28", _glibc("x86_64")),
    "linux-arm": ("aarch64-manylinux_2_28", _glibc("aarch64")),
    "macos": ("aarch64-apple-darwin", ["macosx_14_0_arm64"]),
    "windows": ("x86_64-pc-windows-msvc", ["win_amd64"]),
}


def here() -> str:
    """What this machine's platform is called in `ROOMS`; one that is not there is a ValueError."""
    arm = platform.machine().lower() in ("arm64", "aarch64")
    room = {"Linux": "linux-arm" if arm else "linux", "Darwin": "macos", "Windows": "windows"}.get(
        platform.system()
    )
    if room is None or (room == "macos") > arm:  # torch has no wheel for an Intel Mac any more
        raise ValueError(
            f"wheels exist for {', '.join(ROOMS)}, not for {platform.system()} on {platform.machine()}"
        )
    return room


def run(python: str | Path, tool: str, *arguments: object) -> None:
    """Run a module of a Python; one that fails is a ValueError with its own first complaint."""
    environment = {
        **os.environ,
        "MACOSX_DEPLOYMENT_TARGET": "14.0",
    }  # as torch's wheels want it; uv would take 13
    command = [python, "-m", tool, *map(str, arguments)]
    ran = subprocess.run(
        command, capture_output=True, encoding="utf-8", errors="replace", env=environment
    )
    if ran.returncode:
        told = [line for line in (ran.stderr or ran.stdout).splitlines() if line.strip()]
        first = next(
            (line for line in told if line.lower().startswith("error")),
            told[-1] if told else "nothing",
        )
        raise ValueError(f"{tool} says: {first.strip()}")


def collect(folder: Path, room: str, python: str, requirements: Path = REQUIREMENTS) -> list[str]:
    """Download the wheels of everything required into a folder; their names.

    The folder is changed only once all are there: what fails is a ValueError and leaves it as it was.
    """
    if importlib.util.find_spec("uv") is None:
        raise ValueError(f"collecting needs uv: pip install {UV}")
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"the wheels go into a folder, and {str(folder)!r} is none")
    if not re.fullmatch(r"3\.1[1-4]", python):
        raise ValueError(f"the course needs Python 3.11 to 3.14, written as 3.12, not {python!r}")
    target, tags = ROOMS[room]
    pip = [sys.executable, "pip", "download", "-q", "--no-deps", "--only-binary", ":all:"]
    pip += [
        "--implementation",
        "cp",
        "--python-version",
        python,
        *(f"--platform={tag}" for tag in tags),
    ]
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as beside:
        if room.startswith("linux"):
            lines = requirements.read_text(encoding="utf-8").splitlines()
            run(
                *pip,
                "-d",
                beside,
                "--index-url",
                CPU,
                *(line for line in lines if line.startswith("torch==")),
            )
        pins = Path(beside, "pins.txt")
        uv = [
            sys.executable,
            "uv",
            "pip",
            "compile",
            "-q",
            "--no-header",
            "--no-annotate",
            requirements,
        ]
        run(
            *uv,
            "--python-platform",
            target,
            "--python-version",
            python,
            "--find-links",
            beside,
            "-o",
            pins,
        )
        run(*pip, "-d", beside, "--find-links", beside, "-r", pins)
        wheels = sorted(Path(beside).glob("*.whl"))
        folder.mkdir(exist_ok=True)
        for wheel in wheels:
            wheel.replace(folder / wheel.name)
    return [wheel.name for wheel in wheels]


def install(folder: Path, prefix: Path) -> Path:
    """Fill an environment, made if it is not there, from a folder of wheels and nothing else; its jupyter command.

    A folder without wheels, or without those for this Python and platform, is a ValueError.
    """
    torches = [wheel.stem for wheel in folder.glob("torch-*.whl")]
    if not torches:
        raise ValueError(
            f"a folder that 'collect' has filled is wanted, and {str(folder)!r} holds no wheel of torch"
        )
    commands = prefix / ("Scripts" if os.name == "nt" else "bin")
    run(sys.executable, "venv", prefix)  # what is there stays, and what is half made is made whole
    try:
        run(
            commands / "python",
            "pip",
            "install",
            "-q",
            "--no-index",
            "--find-links",
            folder,
            "-r",
            REQUIREMENTS,
        )
    except ValueError as error:
        this = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
        raise ValueError(
            f"{error} (this is {this}; the folder holds {', '.join(sorted(torches))})"
        ) from None
    return commands / "jupyter"


def main(arguments: list[str] | None = None) -> str | None:
    """Collect or install, as the arguments say; what went wrong in one sentence, or None."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0].partition(":")[0])
    does = parser.add_subparsers(dest="does", required=True)
    collects = does.add_parser("collect", help="download all wheels, where there is a network")
    installs = does.add_parser("install", help="make .venv from the wheels, where there is none")
    for command in (collects, installs):
        command.add_argument("folder", type=Path)
    collects.add_argument(
        "--room", choices=ROOMS, help="the platform of the room, if it is not this machine's"
    )
    this = f"{sys.version_info.major}.{sys.version_info.minor}"
    collects.add_argument(
        "--python", default=this, metavar="3.12", help="the room's Python, if not this one's"
    )
    options = parser.parse_args(arguments)
    try:
        if options.does == "collect":
            wheels = collect(options.folder, options.room or here(), options.python)
            size = sum((options.folder / wheel).stat().st_size for wheel in wheels) / 1e6
            print(f"{len(wheels)} wheels, {size:,.0f} MB, are in {options.folder}")
        else:
            jupyter = install(options.folder, ROOT / ".venv")
            print(f"Installed. Start with: {jupyter} lab {ROOT / 'notebooks/00_start_here.ipynb'}")
    except (OSError, ValueError) as error:
        return f"Nothing was {options.does}ed: {error}."
    return None


if __name__ == "__main__":
    sys.exit(main())
