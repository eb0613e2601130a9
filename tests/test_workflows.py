"""GitHub's workflows: the machines they run on, and no more rights for anyone than needed."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import edition
import links
from course import NOTEBOOKS, ROOT, git, requirements

FOLDER = ROOT / ".github/workflows"
FLOWS = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.yml"))
}
JOBS = {
    f"{flow}: {name}": job
    for flow, parts in FLOWS.items()
    for name, job in parts["jobs"].items()
}
DEFAULT = "github.ref_name == github.event.repository.default_branch"
needs_git = pytest.mark.skipif(
    os.name == "nt" or not (shutil.which("git") and shutil.which("bash")),
    reason="a workflow's steps are run by bash on Linux, and call git",
)


def commands(job):
    return "\n".join(step.get("run", "") for step in job["steps"])


def test_a_linter_finds_nothing():
    zizmor = Path(sys.executable).with_name("zizmor")
    ran = subprocess.run(
        [zizmor, "--offline", "--pedantic", FOLDER], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("job", JOBS.values(), ids=list(JOBS))
def test_an_action_is_named_by_its_digest(job):
    used = [step["uses"] for step in job["steps"] if "uses" in step]
    assert used
    assert all(re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", name) for name in used)


def test_the_course_is_tested_on_every_python_and_system_each_week_too():
    jobs = FLOWS["test"]["jobs"]
    matrix = jobs["elsewhere"]["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    for file in (
        "README.md",
        "binder/publish/templates/landing.html",
        "binder/wheels.py",
    ):
        assert "Python 3.11 to 3.14" in (ROOT / file).read_text(encoding="utf-8"), file
    assert {case["os"] for case in matrix["include"]} == {
        "macos-latest",
        "windows-latest",
        "ubuntu-latest",
    }
    assert ".ci/run" in commands(jobs["all"])
    assert "schedule" in FLOWS["test"][True]  # YAML reads the word `on` as true


def test_the_oldest_packages_that_work_are_tried_by_one_job():
    ran = commands(FLOWS["test"]["jobs"]["oldest"])
    assert (
        f"pip install {requirements(ROOT / 'binder/oldest.txt')['torch']} --index-url"
        in ran
    )
    assert "pip install -r binder/oldest.txt " in ran
    wanted = requirements(ROOT / "tests/requirements.txt")
    pins = re.findall(r"[\w-]+==[\d.]+", ran.partition("oldest.txt")[2])
    assert pins == [str(wanted[pin.partition("==")[0]]) for pin in pins] != []
    tested = re.findall(r"(?:notebooks|tests)/\S+", ran)
    assert len(tested) == 3
    assert all(list(ROOT.glob(path)) for path in tested)
    run = {path.name for path in ROOT.glob(tested[0])}
    stopped = [path.name[:3] for path in NOTEBOOKS if path.name not in run]
    assert stopped == ["07_", "07b"], "as the page for hubs says"
    (left_out,) = re.findall(r'-k "not (\w+)"', ran)
    file = ROOT / "tests/exercises/test_exercises.py"
    assert re.search(rf"def test_\w*{left_out}\(", file.read_text(encoding="utf-8"))


def test_only_the_default_branch_is_published_and_only_where_pages_are_on():
    build, deploy = (FLOWS["site"]["jobs"][name] for name in ("build", "deploy"))
    assert build["if"].split(" && ") == ["github.event.repository.has_pages", DEFAULT]
    assert deploy["needs"] == "build"
    before, _ = commands(build).split("binder/publish/website.py site")
    assert "binder/links.py --write --site" in before


def test_three_jobs_may_do_more_than_read_and_none_of_them_runs_for_a_pull_request():
    assert all(flow["permissions"] == {"contents": "read"} for flow in FLOWS.values())
    rights = {
        name: job["permissions"] for name, job in JOBS.items() if "permissions" in job
    }
    assert rights == {
        "site: deploy": {"pages": "write", "id-token": "write"},
        "links: fill": {"contents": "write"},
        "learners: edition": {"contents": "write"},
    }
    assert commands(JOBS["site: deploy"]) == "", "it runs nothing of the course"
    assert [name for name, flow in FLOWS.items() if "pull_request" in flow[True]] == [
        "test"
    ]
    assert not any("pull_request_target" in flow[True] for flow in FLOWS.values())
    only = {"links: fill": DEFAULT, "learners: edition": f"vars.LEARNERS && {DEFAULT}"}
    for name, condition in only.items():
        job = JOBS[name]
        pushes = {"push": {"branches": ["**"]}}
        assert (FLOWS[name.split(":")[0]][True], job["if"]) == (pushes, condition)
        assert not any("install" in step.get("run", "") for step in job["steps"])
        knowing = [step for step in job["steps"] if "TOKEN" in step.get("env", {})]
        assert knowing == job["steps"][-1:]


@pytest.fixture
def fork(tmp_path):
    """A checkout that nobody has filled in, and the bare repository that it was pushed to."""
    here, there = tmp_path / "checkout", tmp_path / "a-school/one-row"
    (here / "binder").mkdir(parents=True)
    (here / "notebooks").mkdir()
    shutil.copy(ROOT / "binder/links.py", here / "binder")
    (here / "README.md").write_text(
        f"# A course\n\n{links.BEGIN}\n\nold\n\n{links.END}\n"
    )
    content = links.FETCH.sub(links.UNFILLED, NOTEBOOKS[0].read_bytes())
    (here / "notebooks" / NOTEBOOKS[0].name).write_bytes(content)
    git(here, "init", "-q")
    git(here, "add", "-A")
    git(here, "commit", "-qm", "Begin")
    git(tmp_path, "clone", "-q", "--bare", here, there)
    return here, there


def filled(here, there, name="a-school/one-row", hub="", job="links: fill", **more):
    """The finished process of all steps of a job, on a checkout `here` of `there`.

    name: the repository's. hub: what its variable HUB holds. more: what the steps know besides.
    """
    known = {"GITHUB_REPOSITORY": name, "GITHUB_REF_NAME": "main", "TOKEN": "secret"}
    known |= {"SITE": "", "HUB": hub, **more}
    instead = {
        "COUNT": "1",
        "KEY_0": f"url.{there.as_uri()}.insteadOf",
        "VALUE_0": f"https://x-access-token:secret@github.com/{name}",
    }
    known |= {f"GIT_CONFIG_{key}": value for key, value in instead.items()}
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands(JOBS[job])],
        cwd=here,
        env=os.environ | known,
        capture_output=True,
        encoding="utf-8",
    )


@needs_git
def test_a_push_fills_in_a_fork_once_and_then_changes_nothing(fork):
    here, there = fork
    first = filled(here, there)
    assert first.returncode == 0, first.stderr
    assert "changed      README.md\n" in first.stdout
    assert (
        "Pushed to main: README and notebooks now hold the links of a-school/one-row."
        in (first.stdout)
    )
    assert git(there, "log", "--format=%an: %s").splitlines() == [
        "github-actions[bot]: Fill in the links of a-school/one-row",
        "A Teacher: Begin",
    ]
    assert "mybinder.org/v2/gh/a-school/one-row/main?" in git(
        there, "show", "main:README.md"
    )
    again = filled(here, there)
    assert again.returncode == 0
    assert "Nothing to push" in again.stdout
    assert git(there, "rev-list", "--count", "main") == "2\n"
    assert "secret" not in first.stdout + first.stderr + again.stdout + again.stderr


@needs_git
def test_a_filled_in_tree_is_filled_in_anew_by_another_repository(fork):
    assert filled(*fork).returncode == 0
    assert filled(*fork, "another/fork").returncode == 0
    changed = git(fork[1], "show", "--format=", "main")
    assert (
        '+    "    os.system(\\"git clone -qb main https://github.com/another/fork'
        in changed
    )
    assert "a-school" not in git(fork[1], "show", "main:README.md")


@needs_git
def test_a_link_to_a_hub_is_filled_in_where_the_repository_names_one(fork):
    assert filled(*fork, hub="https://hub.org").returncode == 0
    assert "](https://hub.org/hub/user-redirect/git-pull?" in git(
        fork[1], "show", "main:README.md"
    )
    wrong = filled(*fork, hub="--site $(x)")
    assert (wrong.returncode, wrong.stderr.split(":")[0]) == (1, "No links")
    for job in ("links: fill", "site: build", "learners: edition"):
        (step,) = (
            step for step in JOBS[job]["steps"] if "--hub=$HUB" in step.get("run", "")
        )
        assert step["env"]["HUB"] == "${{ vars.HUB }}"


@needs_git
@pytest.mark.parametrize("name", ["no-name", "a/b;reboot", "a/$(id)"])
def test_a_wrong_name_is_refused_and_nothing_is_pushed(fork, name):
    ran = filled(*fork, name)
    assert ran.returncode == 1
    assert ran.stderr.startswith("No links: a repository is named OWNER/NAME")
    assert git(fork[0], "status", "--porcelain") == ""
    assert git(fork[1], "rev-list", "--count", "main") == "1\n"


@needs_git
def test_a_push_that_is_refused_says_what_to_do(fork):
    here, there = fork
    (there / "hooks/pre-receive").write_text("#!/bin/sh\nexit 1\n")
    (there / "hooks/pre-receive").chmod(0o755)
    ran = filled(here, there)
    assert ran.returncode == 1
    assert (
        "::error::No workflow may push here: run python3 binder/links.py --write"
        in ran.stdout
    )


@pytest.fixture
def course(tmp_path):
    """A checkout of the course, of one notebook, and a bare repository without a branch."""
    here, there = tmp_path / "checkout", tmp_path / "a-school/one-row"
    ignored = shutil.ignore_patterns(*edition.ALSO)
    for name in edition.FOLDERS:
        shutil.copytree(ROOT / name, here / name, ignore=ignored)
    for name in ("README.md", "binder/links.py", "binder/edition.py", *edition.FILES):
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, here / name)
    (here / "notebooks" / NOTEBOOKS[0].name).write_bytes(NOTEBOOKS[0].read_bytes())
    git(here, "init", "-q")
    git(tmp_path, "init", "-q", "--bare", there)
    return here, there


def published(here, there, solutions=""):
    """The finished process that publishes the edition anew, as on a new machine."""
    shutil.rmtree(here.parent / "edition", ignore_errors=True)
    more = {"job": "learners: edition", "SOLUTIONS": solutions}
    return filled(here, there, hub="https://hub.org", **more)


@needs_git
def test_the_edition_is_published_and_grows_commit_by_commit(course):
    here, there = course
    first = published(here, there)
    assert first.returncode == 0, first.stderr
    assert "Pushed to learners: the edition for learners of a-school/one-row." in (
        first.stdout
    )
    readme = git(there, "show", "learners:README.md")
    assert "https://hub.org/hub/user-redirect/git-pull?" in readme
    assert "branch=learners&" in readme
    book = f"learners:notebooks/{NOTEBOOKS[0].name}"
    assert "git clone -qb learners https://github.com/a-school/" in git(
        there, "show", book
    )
    assert "<summary>Solution" not in git(there, "show", book)
    again = published(here, there)
    assert (again.returncode, "Nothing to push" in again.stdout) == (0, True)
    with_solutions = published(here, there, "--solutions")
    assert with_solutions.returncode == 0, with_solutions.stderr
    assert "<summary>Solution" in git(there, "show", book)
    assert git(there, "rev-list", "--count", "learners") == "2\n"
    for ran in (first, again, with_solutions):
        assert "secret" not in ran.stdout + ran.stderr
