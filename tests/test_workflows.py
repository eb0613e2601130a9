"""GitHub's workflows: the machines they run on, and no more rights for anyone than needed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from course import ROOT

FOLDER = ROOT / ".github/workflows"
FLOWS = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.yml"))
}
JOBS = {
    f"{flow}: {name}": job for flow, parts in FLOWS.items() for name, job in parts["jobs"].items()
}


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
    assert {case["os"] for case in matrix["include"]} == {
        "macos-latest",
        "windows-latest",
        "ubuntu-latest",
    }
    assert ".ci/run" in commands(jobs["all"])
    assert "schedule" in FLOWS["test"][True]  # YAML reads the word `on` as true


def test_only_the_default_branch_is_published_and_only_where_pages_are_on():
    build, deploy = (FLOWS["site"]["jobs"][name] for name in ("build", "deploy"))
    assert build["if"].split(" && ") == [
        "github.event.repository.has_pages",
        "github.ref_name == github.event.repository.default_branch",
    ]
    assert deploy["needs"] == "build"
    assert "binder/publish/website.py site" in commands(build)


def test_the_job_that_may_publish_runs_nothing_of_the_course():
    assert all(flow["permissions"] == {"contents": "read"} for flow in FLOWS.values())
    assert [name for name, job in JOBS.items() if "permissions" in job] == ["site: deploy"]
    deploy = JOBS["site: deploy"]
    assert deploy["permissions"] == {"pages": "write", "id-token": "write"}
    assert commands(deploy) == ""
