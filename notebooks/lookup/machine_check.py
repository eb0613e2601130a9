"""Is this machine ready for the course? One line if it is; else what is off, and what to do."""

import html
import importlib.metadata
import platform
import sys
from pathlib import Path

import torch
import traitlets

from .widget import Widget

COURSE = Path(__file__).parents[2]
PINS, IMAGES = COURSE / "requirements.txt", COURSE / "images"
MATTER = ("torch", "numpy", "ipywidgets", "anywidget")
RENEW = (
    "In a terminal in the course's folder: pip install -r requirements.txt, "
    "then restart the kernel (menu Kernel)."
)


def machine():
    """The machine check: Python, packages, the device, and whether the page shows widgets.

    Returns:
        A `Machine`. `.lines` holds (good, what, found, what to do) for each check in the kernel.
        The page shows what is off, or one line if nothing is, and sets `.alive`. Nothing is raised:
        a missing package is a line like any other, and so is a folder that was left behind.

    Example:
        >>> [what for good, what, found, to_do in machine().lines if not good]
        []
    """
    return Machine(lines=[_python(), *_packages(), *_folder(), _device()])


class Machine(Widget):
    """Shows one line if all is well, else the lines that are off; only a page that is alive can."""

    _draws = Path(__file__).with_suffix(".js")

    lines = traitlets.List(help="[good, what, found, what to do]").tag(sync=True)
    alive = traitlets.Bool(False, help="whether a page has drawn this").tag(sync=True)

    def __repr__(self):
        return "<machine check: Python, packages, device, page>"

    def to_html(self):
        """What to do if this still is all there is to see; the findings differ between machines."""
        rule = (
            "This cell looks at your Python, packages and page when you run it. "
            "If this line stays after that, the page cannot show the course's pictures."
        )
        advice = html.escape(f"{rule} {RENEW}")
        return f"<p>{advice} Then reload the page.</p>"


def _python():
    good = sys.version_info >= (3, 11)
    advice = "" if good else "The course needs Python 3.11 or newer."
    return [good, "Python", platform.python_version(), advice]


def _packages():
    """A line for each package that matters: good if only the last number is not the pinned one."""
    colab = (
        "google.colab" in sys.modules
    )  # it brings its own versions, with which the course works
    lines = PINS.read_text(encoding="utf-8").splitlines() if PINS.is_file() else []
    pins = dict(line.strip().split("==") for line in lines if "==" in line)
    for name in MATTER:
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            yield [False, name, "not installed", RENEW]
            continue
        # Where requirements.txt was left behind any version is good; `_folder` says what is
        # missing.
        pin = pins.get(name, found)
        good = colab or found.split(".")[:2] == pin.split(".")[:2]
        advice = f"The course was made with {pin}; numbers may differ. {RENEW}"
        yield [good, name, found, "" if good else advice]


def _folder():
    """A line if only the notebooks are here, as after one folder of the course was copied."""
    left = [path.name for path in (PINS, IMAGES) if not path.exists()]
    if left:
        advice = "Copy the whole course, not its folder notebooks alone."
        yield [False, "the course's folder", f"without {' and '.join(left)}", advice]


def _device():
    if torch.cuda.is_available():
        return [True, "device", f"{torch.cuda.get_device_name()} and the CPU", ""]
    return [True, "device", "CPU", ""]
