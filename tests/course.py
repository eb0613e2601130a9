"""The course's notebooks as the tests read them."""

import os
import pathlib
import re
import shutil
import subprocess

import nbformat
from packaging.requirements import Requirement

ROOT = pathlib.Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
COMPANIONS = sorted((ROOT / "notebooks").glob("[0-9][0-9]b_*.ipynb"))
CORE = [path for path in NOTEBOOKS if path not in COMPANIONS]
PAGES = [ROOT / "README.md"]
PAGES += [
    page
    for folder in ("notebooks", "tests", "binder", ".github")
    for page in sorted((ROOT / folder).rglob("*.md"))
]
LOOKUP = ROOT / "notebooks" / "lookup"
MEASURED = "nbval-ignore-output"
FACTS = "\n".join(
    path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "tests/notebooks").glob("test_0*.py"))
)  # what tests hold of cells that strict nbval does not compare: they name the cells' ids
_SOLUTION = re.compile(
    r"<summary>Solution (\d\d-[a-z])</summary>\s*```python\n(.*?)```", re.DOTALL
)
_CHECK = re.compile(r'^check\("(\d\d-[a-z])", (\w+)\)$', re.MULTILINE)


PARTS = (
    "requirements.txt",
    ".lab.py",
    "binder/overrides.json",
    "binder/custom/custom.css",
    "binder/waiting_outputs.py",
)


def lay_out(folder):
    """Put the course into a folder as a learner has it: `lookup` lies beside the notebooks."""
    ignored = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
    for part in ("notebooks", "images"):
        shutil.copytree(ROOT / part, folder / part, ignore=ignored)
    (folder / "binder/custom").mkdir(parents=True)
    for file in PARTS:
        shutil.copy(ROOT / file, folder / file)


def command(mark):
    """The README's command behind <!-- mark -->."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.search(rf"<!-- {mark} -->\n```bash\n(.*?)\n```", readme, re.DOTALL)[1]


def git(folder, *arguments):
    """What git prints in a folder, whatever this machine's settings of git are."""
    who = [
        "-c",
        "user.name=A Teacher",
        "-c",
        "user.email=teacher@example.org",
        "-c",
        "init.defaultBranch=main",
    ]
    environment = os.environ | {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    ran = subprocess.run(
        ["git", *who, *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
        env=environment,
    )
    return ran.stdout


def requirements(path):
    """{name: requirement} of a requirements file, without its options and remarks."""
    lines = (
        line.split(" #")[0].strip()
        for line in path.read_text(encoding="utf-8").splitlines()
    )
    parsed = [
        Requirement(line) for line in lines if line and not line.startswith(("#", "-"))
    ]
    return {requirement.name: requirement for requirement in parsed}


def read(path):
    """The notebook at `path`; it is not held against the schema, which takes longest."""
    return nbformat.v4.reads(path.read_text(encoding="utf-8"))


def code_cells(notebook):
    """Its code cells, in order."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def texts(notebook):
    """The sources of its text cells."""
    return [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]


def text_of(path):
    """The text of a page, or of a notebook's text cells."""
    return (
        path.read_text(encoding="utf-8")
        if path.suffix == ".md"
        else "\n".join(texts(read(path)))
    )


def exercises(notebook):
    """{name: the cell that holds its stub and its check}."""
    found = ((_CHECK.search(cell.source), cell) for cell in code_cells(notebook))
    return {match[1]: cell for match, cell in found if match}


def function_of(cell):
    """The name of the function that an exercise's cell hands to `check`."""
    return _CHECK.search(cell.source)[2]


def solutions(notebook):
    """{name: source of its solution}."""
    return dict(_SOLUTION.findall("\n".join(texts(notebook))))


def names_of(path, *parts):
    """The names that a notebook's set-up, and the cells that hold these parts, leave behind."""
    set_up, *cells = code_cells(read(path))
    names = {}
    exec(set_up.source, names)
    for part in parts:
        (cell,) = (cell for cell in cells if part in cell.source)
        exec(cell.source, names)
    return names
