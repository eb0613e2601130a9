"""A real JupyterLab for tests and benchmarks: a server with its own settings, and a notebook opened in it."""

import contextlib
import itertools
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import nbformat
from playwright.sync_api import expect

from course import lay_out

OWN = [
    "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTERLAB_SETTINGS_DIR",
    "JUPYTERLAB_WORKSPACES_DIR", "IPYTHONDIR",
]  # fmt: skip
expect.set_options(timeout=15_000)  # on a busy machine an answer of the kernel takes its time
QUIET = {"fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True}  # no pop-up covers a picture
TOKEN = "for-tests-on-this-machine"
# The server ends itself when its standard input closes, and that happens however this process ends.
SERVER = """
import os, signal, threading
from jupyterlab.labapp import main
threading.Thread(target=lambda: (os.read(0, 1), os.kill(os.getpid(), signal.SIGTERM)), daemon=True).start()
main()
"""
SHOWN = "window.jupyterapp?.shell.currentWidget"
READY = f"() => {SHOWN}?.sessionContext?.session?.kernel?.status === 'idle'"
RUN = """async code => {
    const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const future = kernel.requestExecute({code, store_history: false});
    let printed = "";
    future.onIOPub = ({ header: { msg_type }, content }) => {
        if (msg_type === "stream") printed += content.text;
        if (msg_type === "error") printed += `${content.ename}: ${content.evalue}`;
    };
    await future.done;
    return printed.trim();
}"""
CELLS = """() => jupyterapp.shell.currentWidget.content.widgets.map(({ model }) => ({
    type: model.type,
    source: model.sharedModel.getSource(),
    tags: model.getMetadata("tags") ?? [],
    count: model.executionCount ?? null,
    outputs: model.outputs?.toJSON() ?? [],
}))"""


def made(cells):
    """A notebook of these code cells."""
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    cells = [nbformat.v4.new_code_cell(cell.strip()) for cell in cells]
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})


class Lab:
    """A running server: `url`, and `course`, its folder of notebooks, a copy of the course's own."""

    def __init__(self, url, course):
        self.url, self.course, self._copies = url, course, itertools.count(1)

    def copy(self, notebook):
        """The name of a fresh copy of a notebook, a path or nbformat's: a new name means a kernel of its own."""
        stem = notebook.stem if isinstance(notebook, Path) else "test"
        name = f"{stem}-{next(self._copies)}.ipynb"
        if isinstance(notebook, Path):
            shutil.copy(notebook, self.course / name)
        else:
            nbformat.write(notebook, self.course / name)
        return name


@contextlib.contextmanager
def jupyterlab(home, port=0):
    """A `Lab` whose settings and files all lie in the empty folder `home`; it ends with the block or this process.

    port: where it is asked to listen, any free one by default.
    """
    lay_out(home / "course")
    with open(home / "log.txt", "wb") as log:
        options = {"cwd": home, "stdin": subprocess.PIPE, "stdout": log, "stderr": log, "start_new_session": True}
        server = subprocess.Popen(_command(home, port), env=_environment(home), **options)
    try:
        yield Lab(_address(home, server), home / "course/notebooks")
    finally:
        server.stdin.close()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _command(home, port):
    root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return [
        sys.executable, "-c", SERVER, "--no-browser", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}",
        f"--IdentityProvider.token={TOKEN}", f"--ServerApp.root_dir={home / 'course'}",
        "--LabApp.expose_app_in_browser=True", *root,
    ]  # fmt: skip


def _environment(home):
    settings = home / "JUPYTERLAB_SETTINGS_DIR/@jupyterlab/apputils-extension/notification.jupyterlab-settings"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps(QUIET))
    own = {name: str(home / name) for name in OWN} | {"JUPYTER_PREFER_ENV_PATH": "1"}
    return os.environ | own


def _address(home, server, patience=60):
    """Where the server listens, once it answers."""
    end = time.monotonic() + patience
    while server.poll() is None and time.monotonic() < end:
        with contextlib.suppress(OSError, ValueError, StopIteration):
            url = json.loads(next((home / "JUPYTER_RUNTIME_DIR").glob("jpserver-*.json")).read_text())["url"]
            urllib.request.urlopen(f"{url}api/status?token={TOKEN}", timeout=2).close()
            return url
        time.sleep(0.1)
    raise RuntimeError("JupyterLab did not start:\n" + (home / "log.txt").read_text()[-2000:])


class Notebook:
    """A fresh copy of a notebook, opened in a Playwright page, its kernel idle."""

    def __init__(self, page, lab, notebook, url=None):
        self.page, name = page, lab.copy(notebook)
        if page.url == "about:blank":
            page.goto(f"{url or lab.url}doc/tree/notebooks/{name}?token={TOKEN}")
        else:  # JupyterLab is there, and loading it takes longer than most tests
            self.command("docmanager:open", {"path": f"notebooks/{name}"})
        page.wait_for_function(READY)

    def run_all(self):
        """Run every cell and wait for the last. AssertionError with the errors of cells not meant to raise."""
        self.command("notebook:run-all-cells")
        failed = []
        for i, cell in enumerate(self.cells()):
            errors = [f"{o['ename']}: {o['evalue']}" for o in cell["outputs"] if o["output_type"] == "error"]
            skipped = cell["type"] == "code" and cell["source"].strip() and cell["count"] is None
            if skipped or (errors and "raises-exception" not in cell["tags"]):
                failed.append(f"cell {i}: {'; '.join(errors) or 'did not run'}")
        assert not failed, "\n".join(failed)

    def cells(self):
        """Each cell's type, source, tags, execution count and outputs."""
        return self.page.evaluate(CELLS)

    def run(self, code):
        """What `code` prints in the kernel, or its error."""
        return self.page.evaluate(RUN, code)

    def expect(self, code, printed, patience=15):
        """Run `code` until it prints `printed`: what the page sends may arrive after the next request."""
        end = time.monotonic() + patience
        while (got := self.run(code)) != printed:
            assert time.monotonic() < end, f"{code} printed {got!r}, not {printed!r}"

    def command(self, name, arguments=None):
        """Run a command of JupyterLab and wait for its end."""
        self.page.evaluate(
            "([name, args]) => jupyterapp.commands.execute(name, args).then(() => {})", [name, arguments or {}]
        )

    def restart(self):
        """Restart the kernel; the page stays."""
        self.page.evaluate(f"() => {SHOWN}.sessionContext.session.kernel.restart()")
        self.page.wait_for_function(READY)

    def reload(self):
        """Save, and load the page again; the kernel stays."""
        self.command("docmanager:save")
        self.page.reload()
        self.page.wait_for_function(READY)

    def theme(self, name):
        """Change JupyterLab's theme to "light" or "dark", in this page and in those opened later."""
        self.command("apputils:change-theme", {"theme": f"JupyterLab {name.title()}"})
        expect(self.page.locator("body")).to_have_attribute("data-jp-theme-light", str(name == "light").lower())
        expect(self.page.locator("#jupyterlab-splash")).to_have_count(0)

    def close(self):
        """End the kernel and close the notebook; the page stays, for another one."""
        self.page.evaluate(f"() => {SHOWN}?.sessionContext.shutdown()")
        self.page.evaluate(f"() => {SHOWN}?.dispose()")
