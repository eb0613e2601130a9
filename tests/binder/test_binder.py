"""What Binder builds: the right Python, JupyterLab's settings, what is done beforehand."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

import jsonschema
import pytest
from jupyterlab.commands import get_app_dir
from jupyterlab_server.settings_utils import get_settings

from conftest import lacking
from course import NOTEBOOKS, ROOT, code_cells, read, requirements

BINDER = ROOT / "binder"
POST_BUILD = BINDER / "postBuild"
OVERRIDES = json.loads((BINDER / "overrides.json").read_text(encoding="utf-8"))
SCHEMAS = Path(get_app_dir(), "schemas")
EXTENSIONS = [
    str(Path(get_app_dir()).parent / "labextensions")
]  # where that of the widgets lies
ELSEWHERE = (
    "ONE_ROW_CACHE",
    "XDG_CACHE_HOME",
    "MPLCONFIGDIR",
)  # where caches would lie, if not in the home
BASE = (
    "jupyterlab",
    "notebook",
    "jupyter_server",
    "ipywidgets",
    "ipykernel",
    "nbclient",
)
# kB of its own memory, for the server's place and each kernel.
CAPPED = 'ulimit -d 2000000; exec "$@"'
KEPT = """
from lookup import read_documents, read_vocabulary
from lookup.text import documents, words
words.docstrings = documents.docstrings = None  # nothing can be read anew
print(len(read_vocabulary()), len(read_documents()))
"""
PLANNER = (
    "no repo2docker, which plans what Binder builds: tests/requirements.txt brings it"
)
needs_bash = pytest.mark.skipif(
    os.name == "nt" or not shutil.which("bash"),
    reason="postBuild is run by bash on Linux",
)


def test_binders_python_is_the_one_that_the_course_needs_and_is_tested_on():
    text = (BINDER / "runtime.txt").read_text(encoding="utf-8")
    version = re.fullmatch(r"python-(3\.\d+)\n", text)[1]  # 3.11.7 would be refused
    assert f"Python {version} to " in (ROOT / "README.md").read_text(encoding="utf-8")
    torch = requirements(ROOT / "requirements.txt")["torch"]
    for workflow in (ROOT / ".github/workflows").glob("*.yml"):
        text = workflow.read_text(encoding="utf-8")
        if "setup-python" in text:  # else it installs nothing
            assert f'python-version: "{version}"' in text
            assert f"pip install {torch} --index-url" in text


def test_binder_installs_nothing_that_lies_in_the_course():
    """A reference to another file would make every commit install torch anew.

    The index is named for torch only.
    """
    lines = (BINDER / "requirements.txt").read_text(encoding="utf-8").splitlines()
    options = [line for line in lines if line.startswith("-")]
    assert options == ["--extra-index-url https://download.pytorch.org/whl/cpu"]
    assert [line for line in lines if "+cpu" in line] == [
        line for line in lines if line.startswith("torch==")
    ]


@pytest.mark.parametrize("plugin", OVERRIDES)
def test_jupyterlab_knows_every_setting(plugin):
    with tempfile.TemporaryDirectory() as nothing:
        schema = get_settings(
            nothing, str(SCHEMAS), nothing, plugin, labextensions_path=EXTENSIONS
        )[0]["schema"]
    for key, value in OVERRIDES[plugin].items():
        jsonschema.validate(value, schema["properties"][key])
        assert value != schema["properties"][key]["default"], "else it need not be said"


@needs_bash
def test_post_build_is_plain_bash_that_can_be_executed_and_needs_no_network():
    text = POST_BUILD.read_text(encoding="utf-8")
    assert text.startswith("#!/usr/bin/env bash\n")
    assert "\nset -euo pipefail\n" in text
    assert os.access(POST_BUILD, os.X_OK)
    assert not re.search(
        r"\b(pip|conda|mamba|npm|npx|curl|wget|git|apt(-get)?|labextension|urllib)\b|://",
        text,
    )
    ran = subprocess.run(["bash", "-n", POST_BUILD], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.fixture
def planned():
    """The Dockerfile that Binder's builder would build from, and what it says before."""
    if importlib.util.find_spec("repo2docker") is None:
        lacking(PLANNER)
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", ROOT]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stderr + ran.stdout


def test_binders_builder_takes_its_python_and_requirements_from_the_folder(planned):
    version = (BINDER / "runtime.txt").read_text().strip().removeprefix("python-")
    assert f"Building conda environment for python={version}\n" in planned
    steps = [
        "COPY --chown=0:0 src/binder/requirements.txt ${REPO_DIR}/binder/requirements.txt",
        'pip install --no-cache-dir -r "binder/requirements.txt"',
        # Only now, so that a commit that changes notebooks installs nothing anew.
        "COPY --chown=0:0 src/ ${REPO_DIR}/",
        "RUN ./binder/postBuild",
    ]
    places = [planned.find(step) for step in steps]
    assert -1 not in places
    assert places == sorted(places)
    assert planned.count("pip install") == 1, (
        "the root's requirements are not installed beside"
    )


class Image:
    """What Binder would build: a Python of its own, `prefix`, a `home`, a copy of the `course`."""

    def __init__(self, folder):
        self.prefix = folder / "env"
        self.home = folder / "home"
        self.course = folder / "my course, a copy"
        self.home.mkdir()
        venv.create(self.prefix, symlinks=True)
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(BINDER, self.course / "binder", ignore=ignored)
        shutil.copytree(
            ROOT / "notebooks/lookup", self.course / "notebooks/lookup", ignore=ignored
        )
        shutil.copy(ROOT / "requirements.txt", self.course)

    def borrow(self):
        """Let it use what is installed for the tests, which takes no time."""
        (packages,) = self.prefix.glob("lib/*/site-packages")
        own = [path for path in sys.path if path.endswith("-packages")]
        (packages / "installed.pth").write_text("\n".join(own), encoding="utf-8")

    def install(self):
        """Install what the course uses of Binder's base image, then the folder's requirements."""
        version = (BINDER / "runtime.txt").read_text().strip().removeprefix("python-")
        conda = importlib.util.find_spec("repo2docker.buildpacks.conda")
        folder = conda.submodule_search_locations[0]
        lock = Path(folder, f"environment.py-{version}-linux-64.lock")
        base = re.findall(
            rf"/({'|'.join(BASE)})-([\d.]+)-", lock.read_text(encoding="utf-8")
        )
        assert {name for name, _ in base} == {*BASE}
        subprocess.run([sys.executable, "-m", "venv", self.prefix], check=True)
        for packages in [
            [f"{name}=={number}" for name, number in base],
            ["-r", "binder/requirements.txt"],
        ]:
            self.run(
                "python",
                "-m",
                "pip",
                "install",
                "-q",
                *packages,
                cwd=self.course,
                offline=False,
            )
        self.run("python", "-m", "pip", "check", cwd=self.course)

    def run(self, *command, cwd, offline=True):
        """What a command prints that is run in it, by its user, the network cut if `offline`."""
        environment = dict(os.environ)
        for name in (*ELSEWHERE, "PYTHONPATH"):
            environment.pop(name, None)
        environment["HOME"] = str(self.home)
        environment["PATH"] = os.pathsep.join(
            [str(self.prefix / "bin"), environment["PATH"]]
        )
        if offline:
            environment["PYTHONPATH"] = str(ROOT / "tests/offline")
        else:
            environment["PIP_RETRIES"] = "0"
        ran = subprocess.run(
            command, cwd=cwd, env=environment, capture_output=True, text=True
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    """An `Image` in which postBuild was run; `printed` is what it said."""
    image = Image(tmp_path_factory.mktemp("image"))
    image.borrow()
    # As Binder's builder calls it.
    image.printed = image.run("./binder/postBuild", cwd=image.course)
    return image


@pytest.mark.long
@needs_bash
def test_post_build_keeps_what_a_first_notebook_would_read(image):
    words, documents = map(
        int, image.run("python", "-c", KEPT, cwd=image.course / "notebooks").split()
    )
    assert (
        f"kept: Vocabulary of {words:,} words and {documents:,} documents"
        in image.printed
    )
    assert "could not be kept" not in image.printed
    assert list(image.home.rglob("fontlist*.json")), "matplotlib's fonts"
    helper = image.course / "notebooks/lookup"
    compiled = {
        path.parents[1] / path.name.partition(".")[0]
        for path in helper.rglob("__pycache__/*.pyc")
    }
    assert compiled == {path.with_suffix("") for path in helper.rglob("*.py")}


@pytest.mark.long
@needs_bash
def test_post_build_sets_jupyterlab_for_everyone_who_starts_it(image):
    settings = image.prefix / "share/jupyter/lab/settings"
    ask = "from jupyterlab.labapp import LabApp; print(LabApp().app_settings_dir)"
    assert Path(image.run("python", "-c", ask, cwd="/").strip()) == settings.resolve()
    for plugin, values in OVERRIDES.items():
        read, warned = get_settings(
            str(settings),
            str(SCHEMAS),
            str(image.home / "untouched"),
            plugin,
            labextensions_path=EXTENSIONS,
        )
        assert not any(warned)
        assert {
            key: read["schema"]["properties"][key]["default"] for key in values
        } == values


STARTED = """
from jupyterlab.labapp import LabApp
server = LabApp.initialize_server(argv=["--allow-root", "--port=0", "--no-browser"])
print(type(server.contents_manager).__module__)
"""


@pytest.mark.long
@needs_bash
def test_post_build_lets_stored_outputs_wait_in_everyones_jupyterlab(image):
    # Not the course's own copy: on a hub that is the learner's, and may be another release.
    assert image.run("python", "-c", STARTED, cwd="/").split()[-1] == "waiting_outputs"


LOADED = """
from jupyterlab.labapp import LabApp
LabApp.initialize_server(argv=["--allow-root", "--port=0", "--no-browser"])
from jupyter_server.serverapp import ServerApp
server = ServerApp.instance()
(app,) = server.extension_manager.extension_apps["jupyterlab"]
found = server.web_app.settings["static_handler_class"].get_absolute_path(
    server.web_app.settings["static_custom_path"], "custom.css"
)
print(app.jinja2_env.globals["custom_css"], found)
"""


@pytest.mark.long
@needs_bash
def test_post_build_gives_prose_its_width_in_everyones_jupyterlab(image):
    def loaded():
        """Whether a page asks for custom.css, and the file that it gets."""
        asked, file = (
            image.run("python", "-c", LOADED, cwd="/").splitlines()[-1].split()
        )
        return asked == "True", Path(file)

    own = (BINDER / "custom/custom.css").read_text(encoding="utf-8")
    asked, file = loaded()
    assert asked
    assert file.read_text(encoding="utf-8") == own
    assert image.home not in file.parents  # which a hub puts another in place of
    mine = image.home / ".jupyter/custom/custom.css"
    mine.parent.mkdir(parents=True)
    mine.touch()
    assert loaded() == (True, mine)
    mine.unlink()


@pytest.mark.long
@needs_bash
def test_post_build_run_twice_is_as_run_once(image):
    def files():
        folders = ("etc/**/*", "share/**/*", "lib/*/site-packages/*.py")
        found = [*image.home.rglob("*")]
        for folder in folders:
            found += image.prefix.glob(folder)
        return {path: path.read_bytes() for path in found if path.is_file()}

    before = files()
    assert image.run(image.course / "binder/postBuild", cwd="/") == image.printed
    assert files() == before


@needs_bash
@pytest.mark.long
def test_what_binder_installs_runs_the_first_notebooks_in_two_gigabytes(tmp_path):
    """The same steps in a clean environment, over the network; the rest without it."""
    if importlib.util.find_spec("repo2docker") is None:
        lacking(PLANNER)
    image = Image(tmp_path)
    image.install()
    image.run("./binder/postBuild", cwd=image.course)
    for path in NOTEBOOKS[:2]:
        for file in (path, ROOT / "notebooks/guesses.toml"):
            shutil.copy(file, image.course / "notebooks")
        command = [
            "jupyter",
            "execute",
            "--kernel_name=python3",
            f"--output=ran-{path.name}",
            path.name,
        ]
        image.run(
            "bash", "-c", CAPPED, "capped", *command, cwd=image.course / "notebooks"
        )
        ran = code_cells(read(image.course / f"notebooks/ran-{path.name}"))
        assert all(cell.execution_count for cell in ran)
        assert not [
            out for cell in ran for out in cell.outputs if out.output_type == "error"
        ]
    grow = "import torch; torch.ones(600_000_000)"
    with pytest.raises(
        AssertionError, match="DefaultCPUAllocator: can't allocate memory"
    ):
        image.run(
            "bash", "-c", CAPPED, "capped", "python", "-c", grow, cwd=image.course
        )
