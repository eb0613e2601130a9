"""A real JupyterLab for tests and benchmarks: a server with settings of its own, and a notebook."""

import contextlib
import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import nbformat
from playwright.sync_api import expect

from conftest import PATIENCE
from course import command, lay_out

OWN = [
    "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTERLAB_SETTINGS_DIR",
    "JUPYTERLAB_WORKSPACES_DIR", "IPYTHONDIR",
]  # fmt: skip
expect.set_options(timeout=PATIENCE)  # for the benchmarks, too
# What a user's own settings may say. The server ends itself when its standard input closes, and
# that happens however this process ends.
SETTINGS = """
import os, signal, threading
c.ServerApp.allow_root = True
c.ServerApp.ip = "127.0.0.1"
c.ServerApp.port = {port}
c.ServerApp.open_browser = c.LabApp.open_browser = c.ExtensionApp.open_browser = False
c.LabApp.expose_app_in_browser = True
def end():
    os.read(0, 1)
    os.kill(os.getpid(), signal.SIGTERM)

threading.Thread(target=end, daemon=True).start()
"""
PRINTED = re.compile(r"(http://127\.0\.0\.1:\d+/)\S*\?token=(\w+)")
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
CHANGED = """async () => {
    const { context } = jupyterapp.shell.currentWidget, { kernel } = context.sessionContext.session;
    await kernel.info;
    await kernel.spec;
    return context.model.dirty;
}"""
BROKEN = """images => Promise.all(images.map(async (image) => {
    await image.decode().catch(() => {});
    return image.naturalWidth ? [] : [image.src];
})).then((found) => found.flat())"""
CELLS = """() => jupyterapp.shell.currentWidget.content.widgets.map(({ model }) => ({
    type: model.type,
    source: model.sharedModel.getSource(),
    tags: model.getMetadata("tags") ?? [],
    count: model.executionCount ?? null,
    outputs: model.outputs?.toJSON() ?? [],
}))"""


def made(cells):
    """A notebook of these code cells."""
    kernel = {
        "name": "python3",
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
    }
    cells = [nbformat.v4.new_code_cell(cell.strip()) for cell in cells]
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})


class Lab:
    """A running server: the `address` it prints, its `url`, `token` and `course`, its notebooks."""

    def __init__(self, address, course):
        self.address = address
        self.url, self.token = PRINTED.match(address).groups()
        self.course = course
        self._copies = itertools.count(1)

    def copy(self, notebook):
        """The name of a fresh copy of a notebook, a path or nbformat's, for a new kernel."""
        stem = notebook.stem if isinstance(notebook, Path) else "test"
        name = f"{stem}-{next(self._copies)}.ipynb"
        if isinstance(notebook, Path):
            shutil.copy(notebook, self.course / name)
        else:
            nbformat.write(notebook, self.course / name)
        return name


@contextlib.contextmanager
def jupyterlab(home, port=0):
    """A `Lab` started by the README's own line, with all its files in the empty folder `home`.

    It ends with the block or this process. port: where it is to listen, any free one by default.
    """
    lay_out(home / "course")
    with open(home / "log.txt", "wb") as log:
        options = {
            "cwd": home / "course",
            "stdin": subprocess.PIPE,
            "stdout": log,
            "stderr": log,
        }
        server = subprocess.Popen(
            start_line(),
            env=_environment(home, port),
            start_new_session=True,
            **options,
        )
    try:
        yield Lab(_address(home, server), home / "course/notebooks")
    finally:
        server.stdin.close()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def start_line():
    """The words of the README's command that starts the course, installed where this Python is."""
    program, *arguments = shlex.split(command("run").rpartition("&&")[2])
    assert program == ".venv/bin/jupyter"
    return [str(Path(sys.executable).with_name("jupyter")), *arguments]


def _environment(home, port):
    own = {name: str(home / name) for name in OWN}
    settings = Path(own["JUPYTER_CONFIG_DIR"], "jupyter_lab_config.py")
    settings.parent.mkdir()
    settings.write_text(SETTINGS.format(port=port))
    return (
        os.environ | own | {"JUPYTER_PREFER_ENV_PATH": "1", "TQDM_DISABLE": ""}
    )  # a learner sees bars


def _address(home, server, patience=PATIENCE / 1000):
    """The address that the server prints, once it answers."""
    end = time.monotonic() + patience
    while server.poll() is None and time.monotonic() < end:
        with contextlib.suppress(OSError):
            printed = PRINTED.search((home / "log.txt").read_text())
            if printed:
                urllib.request.urlopen(printed[0], timeout=2).close()
                return printed[0]
        time.sleep(0.1)
    raise RuntimeError(
        "JupyterLab did not start:\n" + (home / "log.txt").read_text()[-2000:]
    )


class Notebook:
    """A notebook in the course's folder, opened in a Playwright page, its kernel idle."""

    def __init__(self, page, lab, name, url=None):
        self.page, self.path = page, f"notebooks/{name}"
        if page.url == "about:blank":
            page.goto(f"{url or lab.url}doc/tree/{self.path}?token={lab.token}")
            page.wait_for_function(READY)
        else:  # JupyterLab is there, and loading it takes longer than most tests
            self.open()

    def open(self):
        """Open it, again where it was closed."""
        self.command("docmanager:open", {"path": self.path})
        self.page.wait_for_function(READY)

    def run_all(self):
        """Run every cell, wait for the last, and assert that none fails that is not meant to."""
        self.command("notebook:run-all-cells")
        failed = []
        for i, cell in enumerate(self.cells()):
            errors = [
                f"{o['ename']}: {o['evalue']}"
                for o in cell["outputs"]
                if o["output_type"] == "error"
            ]
            skipped = (
                cell["type"] == "code"
                and cell["source"].strip()
                and cell["count"] is None
            )
            if skipped or (errors and "raises-exception" not in cell["tags"]):
                failed.append(f"cell {i}: {'; '.join(errors) or 'did not run'}")
        assert not failed, "\n".join(failed)

    def cells(self):
        """Each cell's type, source, tags, execution count and outputs."""
        return self.page.evaluate(CELLS)

    def run(self, code):
        """What `code` prints in the kernel, or its error."""
        return self.page.evaluate(RUN, code)

    def expect(self, code, printed, patience=PATIENCE / 1000):
        """Run `code` until it prints `printed`: what the page sends may arrive a request later."""
        end = time.monotonic() + patience
        while (got := self.run(code)) != printed:
            assert time.monotonic() < end, f"{code} printed {got!r}, not {printed!r}"

    def command(self, name, arguments=None):
        """Run a command of JupyterLab and wait for its end."""
        self.page.evaluate(
            "([name, args]) => jupyterapp.commands.execute(name, args).then(() => {})",
            [name, arguments or {}],
        )

    def is_changed(self):
        """Whether JupyterLab would save it; what the kernel says of itself has arrived by then."""
        return self.page.evaluate(CHANGED)

    def broken_images(self):
        """The addresses of the images on the page that show nothing."""
        return self.page.locator(".jp-Notebook img").evaluate_all(BROKEN)

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
        """Change JupyterLab's theme to "light" or "dark", here and in pages opened later."""
        self.command("apputils:change-theme", {"theme": f"JupyterLab {name.title()}"})
        expect(self.page.locator("body")).to_have_attribute(
            "data-jp-theme-light", str(name == "light").lower()
        )
        expect(self.page.locator("#jupyterlab-splash")).to_have_count(0)

    def save_and_close(self):
        """Save, and close it as a learner does: the course's settings end its kernel, too."""
        self.command("docmanager:save")
        with self.page.expect_response(
            lambda answer: answer.request.method == "DELETE"
        ):
            self.command("application:close")

    def close(self):
        """End the kernel and close the notebook; the page stays, for another one."""
        self.page.evaluate(f"() => {SHOWN}?.sessionContext.shutdown()")
        self.page.evaluate(f"() => {SHOWN}?.dispose()")
