"""A page on paper: a PDF of it, by the browser that is there."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")


def print_pdf(page: str, target: Path) -> None:
    """Print a page to the PDF file `target` by the browser that is there.

    BROWSER_PATH names one. Raises ValueError without a browser, or if it prints nothing.
    """
    found = filter(None, map(shutil.which, BROWSERS))
    browser = os.environ.get("BROWSER_PATH") or next(found, None)
    if browser is None:
        rule = "a PDF is printed by Chromium, Chrome or Edge, and none is installed"
        raise ValueError(f"{rule}; BROWSER_PATH may name one")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "page.html")
        source.write_text(page, encoding="utf-8")
        half = Path(folder, "page.pdf")
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
            f"--user-data-dir={folder}/profile", "--virtual-time-budget=20000",
            "--no-pdf-header-footer", f"--print-to-pdf={half}", source.as_uri(),
        ]  # fmt: skip
        try:
            subprocess.run(command, capture_output=True, check=False, timeout=300)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ValueError(
                f"the browser {browser} printed nothing: {error}"
            ) from None
        if not half.is_file():
            raise ValueError(f"the browser {browser} printed nothing")
        shutil.copyfile(half, target)
