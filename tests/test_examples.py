"""The examples in the docstrings of the helper package are true, each module's and each at once."""

import doctest
import importlib
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import lookup
from course import LOOKUP
from lookup import mapped, pages_read
from lookup.exercises.difference import difference
from lookup.text.words import count_words
from lookup.vocabulary import Vocabulary

MODULES = [
    ".".join(path.relative_to(LOOKUP.parent).with_suffix("").parts)
    for path in sorted(LOOKUP.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]
NAMES = {name: getattr(lookup, name) for name in lookup.__all__}
NAMES |= {"Path": Path, "TemporaryDirectory": TemporaryDirectory}
NAMES |= {
    "Vocabulary": Vocabulary,
    "count_words": count_words,
    "difference": difference,
}


@pytest.fixture
def countable(tmp_path):
    """Skip where the system does not say which pages of a file are in memory."""
    (tmp_path / "W").write_bytes(bytes(8192))
    mapped(tmp_path / "W", (2048,))
    try:
        pages_read(tmp_path / "W", lambda: None)
    except NotImplementedError as reason:
        pytest.skip(str(reason))


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name, request, monkeypatch):
    monkeypatch.setattr(
        "lookup.checking._states", {}
    )  # other tests have checked answers
    if name.endswith("measuring.file_pages"):
        request.getfixturevalue("countable")
    module = importlib.import_module(name)
    ran = doctest.testmod(module, extraglobs=NAMES | vars(module))
    assert ran.attempted
    assert not ran.failed


def test_every_folder_of_python_has_examples():
    rooms = {path.parent.name for path in LOOKUP.glob("*/*.py")}
    assert rooms <= {name.split(".")[1] for name in MODULES}
