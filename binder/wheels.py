"""A room without network: `python binder/wheels.py collect FOLDER` where there is one.

`python binder/wheels.py install FOLDER` where there is none. `collect` resolves the course's
requirements with uv for the room's platform and Python, which may be others than this machine's
(pip alone would judge markers such as `sys_platform == "win32"` by this machine), and downloads
every wheel with pip. Several platforms may share a FOLDER. On Linux torch comes as its CPU build,
0.2 GB instead of 2.8. `install` needs nothing but Python: it makes `.venv` in the course's folder
and fills it from FOLDER alone.
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
    newest_first = [f"manylinux_2_{minor}_{machine}" for minor in range(28, 4, -1)]
    return [*newest_first, f"manylinux2014_{machine}"]


PLATFORMS = {  # our name for it: uv's name, and the tags in the names of wheels
    "linux": ("x86_64-manylinux_2_28", _glibc("x86_64")),
    "linux-arm": ("aarch64-manylinux_2_28", _glibc("aarch64")),
    "macos": ("aarch64-apple-darwin", ["macosx_14_0_arm64"]),
    "windows": ("x86_64-pc-windows-msvc", ["win_amd64"]),
}


def here() -> str:
    """This machine's name in `PLATFORMS`. Raises ValueError if it has none."""
    system = platform.system()
    arm = platform.machine().lower() in ("arm64", "aarch64")
    names = {
        "Linux": "linux-arm" if arm else "linux",
        "Darwin": "macos",
        "Windows": "windows",
    }
    intel_mac = system == "Darwin" and not arm  # torch has no wheel for it any more
    if system not in names or intel_mac:
        machine = f"{system} on {platform.machine()}"
        raise ValueError(f"wheels exist for {', '.join(PLATFORMS)}, not for {machine}")
    return names[system]


def run(python: str | Path, tool: str, *arguments: object) -> None:
    """Run a module of a Python. Raises ValueError with its first complaint if it fails."""
    # As torch's wheels want it; uv would take 13.
    environment = {**os.environ, "MACOSX_DEPLOYMENT_TARGET": "14.0"}
    command = [python, "-m", tool, *map(str, arguments)]
    ran = subprocess.run(
        command,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        env=environment,
    )
    if ran.returncode:
        output = ran.stderr or ran.stdout
        lines = [line.strip() for line in output.splitlines() if line.strip()] or [
            "nothing"
        ]
        errors = [line for line in lines if line.lower().startswith("error")]
        raise ValueError(f"{tool} says: {(errors or lines[-1:])[0]}")


def collect(
    folder: Path, target: str, python: str, requirements: Path = REQUIREMENTS
) -> list[str]:
    """Download the wheels of everything required into a folder; their names.

    target: one of `PLATFORMS`. python: "3.11" to "3.14".
    Raises ValueError if anything fails; the folder is changed only once all wheels are there.
    """
    if importlib.util.find_spec("uv") is None:
        raise ValueError(f"collecting needs uv: pip install {UV}")
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"the wheels go into a folder, and {str(folder)!r} is none")
    if not re.fullmatch(r"3\.1[1-4]", python):
        raise ValueError(
            f"the course needs Python 3.11 to 3.14, written as 3.12, not {python!r}"
        )
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as beside:
        _download(Path(beside), target, python, requirements)
        wheels = sorted(Path(beside).glob("*.whl"))
        folder.mkdir(exist_ok=True)
        for wheel in wheels:
            wheel.replace(folder / wheel.name)
    return [wheel.name for wheel in wheels]


def _download(folder: Path, target: str, python: str, requirements: Path) -> None:
    """Put the wheels of everything required, as uv resolves it, into a folder."""
    uvs_name, tags = PLATFORMS[target]
    download = ["download", "-q", "--no-deps", "--only-binary", ":all:", "-d", folder]
    download += ["--implementation", "cp", "--python-version", python]
    download += [f"--platform={tag}" for tag in tags]
    # torch's CPU build first, by an index of its own: 2.13.0+cpu counts as newer than PyPI's
    # 2.13.0, so uv and pip then take it from the folder.
    if target.startswith("linux"):
        lines = requirements.read_text(encoding="utf-8").splitlines()
        torch = [line for line in lines if line.startswith("torch==")]
        run(sys.executable, "pip", *download, "--index-url", CPU, *torch)
    pins = folder / "pins.txt"
    resolve = [
        "pip",
        "compile",
        "-q",
        "--no-header",
        "--no-annotate",
        requirements,
        "-o",
        pins,
    ]
    resolve += [
        "--python-platform",
        uvs_name,
        "--python-version",
        python,
        "--find-links",
        folder,
    ]
    run(sys.executable, "uv", *resolve)
    run(sys.executable, "pip", *download, "--find-links", folder, "-r", pins)


def install(folder: Path, prefix: Path) -> Path:
    """Fill an environment from a folder of wheels and nothing else; its jupyter command.

    The environment is made if it is not there. Raises ValueError if the folder holds no wheels, or
    none for this Python and platform.
    """
    torches = [wheel.stem for wheel in folder.glob("torch-*.whl")]
    if not torches:
        rule = "a folder that 'collect' has filled is wanted"
        raise ValueError(f"{rule}, and {str(folder)!r} holds no wheel of torch")
    commands = prefix / ("Scripts" if os.name == "nt" else "bin")
    run(
        sys.executable, "venv", prefix
    )  # what is there stays, and what is half made is made whole
    offline = ["--no-index", "--find-links", folder]
    try:
        run(commands / "python", "pip", "install", "-q", *offline, "-r", REQUIREMENTS)
    except ValueError as error:
        this = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
        held = ", ".join(sorted(torches))
        raise ValueError(f"{error} (this is {this}; the folder holds {held})") from None
    return commands / "jupyter"


def main(arguments: list[str] | None = None) -> str | None:
    """Collect or install, as the arguments say; what went wrong in one sentence, or None."""
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0].partition(":")[0]
    )
    does = parser.add_subparsers(dest="does", required=True)
    collects = does.add_parser(
        "collect", help="download all wheels, where there is a network"
    )
    installs = does.add_parser(
        "install", help="make .venv from the wheels, where there is none"
    )
    for command in (collects, installs):
        command.add_argument("folder", type=Path)
    collects.add_argument(
        "--platform",
        choices=PLATFORMS,
        help="the room's platform, if it is not this machine's",
    )
    this = f"{sys.version_info.major}.{sys.version_info.minor}"
    collects.add_argument(
        "--python",
        default=this,
        metavar="3.12",
        help="the room's Python, if not this one's",
    )
    options = parser.parse_args(arguments)
    try:
        if options.does == "collect":
            wheels = collect(options.folder, options.platform or here(), options.python)
            size = (
                sum((options.folder / wheel).stat().st_size for wheel in wheels) / 1e6
            )  # MB
            print(f"{len(wheels)} wheels, {size:,.0f} MB, are in {options.folder}")
        else:
            jupyter = install(options.folder, ROOT / ".venv")
            print(
                f"Installed. Start with: {jupyter} lab {ROOT / 'notebooks/00_start_here.ipynb'}"
            )
    except (OSError, ValueError) as error:
        return f"Nothing was {options.does}ed: {error}."
    return None


if __name__ == "__main__":
    sys.exit(main())
