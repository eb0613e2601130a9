"""What this kernel lacks of what the course needs; any Python 3 can read this file."""

import sys
from importlib.util import find_spec

# The name by which each package is imported, and the one by which it is installed. What these
# bring along, such as ipywidgets, is not named.
NEEDED = {
    "IPython": "ipython",
    "PIL": "pillow",
    "anywidget": "anywidget",
    "jsonschema": "jsonschema",
    "matplotlib": "matplotlib",
    "numpy": "numpy",
    "pandas": "pandas",
    "platformdirs": "platformdirs",
    "psutil": "psutil",
    "regex": "regex",
    "scipy": "scipy",
    "sklearn": "scikit-learn",
    "threadpoolctl": "threadpoolctl",
    "torch": "torch",
    "tqdm": "tqdm",
    "traitlets": "traitlets",
}


# A kernel of ipykernel 7.0 to 7.3 can miss what it is asked while it answers:
# https://github.com/ipython/ipykernel/pull/1529
LOSES, MENDED = (7, 0), (7, 4)


class MissingPackages(ImportError):
    """What a kernel lacks. A notebook shows its sentence alone, without the lines that led here."""

    def _render_traceback_(self):
        return [str(self)]


def missing_packages():
    """What this kernel lacks and the line that installs it, in words; "" if nothing.

    >>> missing_packages()
    ''
    """
    if sys.version_info < (3, 11):
        rule = (
            f"The course needs Python 3.11 or newer; this is {sys.version.split()[0]}."
        )
        return f"{rule} Look for another kernel: menu Kernel, Change Kernel."
    missing = [name for package, name in NEEDED.items() if find_spec(package) is None]
    if missing in ([], ["anywidget"]):  # without which pictures stand still: widget.py
        return ""
    return (
        f"This kernel lacks {', '.join(missing)}. Run the next line in a cell, then restart the "
        f"kernel (menu Kernel).\n\n%pip install {' '.join(missing)}"
    )


def losing_kernel():
    """A sentence if this is a kernel that can lose a cell, and the line that mends it; else ""."""
    if "ipykernel.kernelapp" not in sys.modules:  # which a kernel has imported by now
        return ""
    kernel = sys.modules["ipykernel"]
    if not LOSES <= kernel.version_info[:2] < MENDED:
        return ""
    return (
        f"This kernel (ipykernel {kernel.__version__}) can lose a cell that is run while it "
        "answers, and then stays silent until it is restarted. The line %pip install "
        '"ipykernel>=7.4" in a cell mends it; restart the kernel after it (menu Kernel).'
    )
