"""A page on paper: a PDF of it, by the browser that is there."""

import os
import shutil
import subprocess
import tempfile
from os.path import expandvars, isfile
from pathlib import Path

NAMES = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge", "microsoft-edge-stable", "msedge",
)  # fmt: skip
# On macOS and Windows no name leads to a browser, but installers put it here.
PLACES = [
    f"/Applications/{name}.app/Contents/MacOS/{name}"
    for name in ("Google Chrome", "Microsoft Edge", "Chromium")
] + [
    f"${{{folder}}}/{program}"
    for folder in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
    for program in (
        "Google/Chrome/Application/chrome.exe",
        "Microsoft/Edge/Application/msedge.exe",
    )
]


def browser() -> str | None:
    """The browser that prints: that of BROWSER_PATH, or one found by name or place, or None."""
    named = os.environ.get("BROWSER_PATH")
    found = [*map(shutil.which, NAMES), *filter(isfile, map(expandvars, PLACES))]
    return named or next(filter(None, found), None)


def print_pdf(page: str, target: Path) -> None:
    """Print a page to the PDF file `target` by the browser that is there.

    BROWSER_PATH names one. Raises ValueError without a browser, or if it prints nothing.
    """
    by = browser()
    if by is None:
        rule = "a PDF is printed by Chromium, Chrome or Edge, and none is found"
        raise ValueError(f"{rule}; BROWSER_PATH may name one")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "page.html")
        source.write_text(page, encoding="utf-8")
        half = Path(folder, "page.pdf")
        # Without the sandbox, as Chromium refuses to start with it as root, who is often the user
        # in a container; and the page is ours. With a profile of its own, as a browser that is open
        # would take the page over and print nothing.
        command = [
            by, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
            f"--user-data-dir={folder}/profile", "--virtual-time-budget=20000",
            "--no-pdf-header-footer", f"--print-to-pdf={half}", source.as_uri(),
        ]  # fmt: skip
        try:
            subprocess.run(command, capture_output=True, check=False, timeout=300)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ValueError(f"the browser {by} printed nothing: {error}") from None
        if not half.is_file():
            raise ValueError(f"the browser {by} printed nothing")
        shutil.copyfile(half, target)
