"""The machine check finds what is off and says what to do about it."""

import importlib.metadata
import platform
import sys

import pytest
import torch

from lookup import machine

check = sys.modules[machine.__module__]


def line(what):
    return next(found for found in machine().lines if found[1] == what)


def test_here_everything_is_as_the_course_was_made():
    lines = machine().lines
    assert [what for _, what, _, _ in lines] == ["Python", *check.MATTER, "device"]
    assert all(good and not advice for good, _, _, advice in lines)
    assert line("Python")[2] == platform.python_version()
    assert (
        line("torch")[2].partition("+")[0] == torch.__version__.partition("+")[0]
    )  # "+cu130" is not in every name


@pytest.mark.parametrize(
    ("found", "good"),
    [("2.13.0+cpu", True), ("2.13.1", True), ("2.12.0", False), ("3.0", False)],
)
def test_another_version_is_named_with_the_one_to_install(monkeypatch, found, good):
    monkeypatch.setattr(
        importlib.metadata, "version", lambda name: found if name == "torch" else "0.0"
    )
    verdict, _, shown, advice = line("torch")
    assert (verdict, shown) == (good, found)
    assert good or (
        "made with 2.13.0" in advice and "pip install -r requirements.txt" in advice
    )


def test_colabs_own_versions_are_left_alone(monkeypatch):
    monkeypatch.setattr(importlib.metadata, "version", lambda name: "0.0")
    monkeypatch.setitem(sys.modules, "google.colab", sys)
    assert all(
        good and not advice
        for good, what, _, advice in machine().lines
        if what in check.MATTER
    )


def test_a_missing_package_is_named(monkeypatch):
    def version(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", version)
    assert line("anywidget") == [False, "anywidget", "not installed", check.RENEW]


def test_notebooks_that_were_copied_alone_are_told_so(monkeypatch, tmp_path):
    monkeypatch.setattr(check, "PINS", tmp_path / "requirements.txt")
    monkeypatch.setattr(check, "IMAGES", tmp_path / "images")
    whole = "Copy the whole course, not its folder notebooks alone."
    found = [False, "the course's folder", "without requirements.txt and images", whole]
    assert [found for found in machine().lines if not found[0]] == [found]
    monkeypatch.setattr(check, "IMAGES", tmp_path)
    assert line("the course's folder")[2] == "without requirements.txt"


def test_an_old_python_is_named(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 10, 4))
    assert line("Python")[0] is False
    assert line("Python")[3] == "The course needs Python 3.11 or newer."


@pytest.mark.parametrize(
    ("there", "said"), [(True, "A GPU and the CPU"), (False, "CPU")]
)
def test_the_device_is_named(monkeypatch, there, said):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: there)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda: "A GPU")
    assert line("device") == [True, "device", said, ""]


def test_what_is_stored_is_the_same_on_every_machine():
    assert machine().to_html().startswith("<p>This cell looks at your Python")
    assert repr(machine()) == "<machine check: Python, packages, device, page>"
