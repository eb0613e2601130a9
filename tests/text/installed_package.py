"""An installed package, `rowpack`, that must never be run, and processes that read it."""

import os
import subprocess
import sys

import pytest

from course import LOOKUP
from lookup.text.documents import read_documents
from lookup.text.words import read_vocabulary, tokens
from lookup.vocabulary import Vocabulary

LONG = "row " * 19  # with one more word it is a document
MODULE = '''
"""Moduledoc naïve LONG"""
import os, torch
open(os.environ["EXECUTED"], "w").close()
print("this module was run")
raise SystemExit("this module was run")

class Table:
    "Classdoc LONG"
    rows = "no docstring"
    def row(self):
        r"""Methoddoc \\d LONG"""
        try:
            pass
        except OSError:
            async def inner():
                """Innerdoc LONG"""
        else:
            class Other:
                """Elsedoc LONG"""
        finally:
            def last():
                """Finaldoc LONG"""

match 1:
    case 1:
        def late():
            'Latedoc ' 'Joined LONG'
'''
FILES = {
    "__init__.py": MODULE.encode(),
    "latin.py": '# coding: latin-1\n"""Latindoc café LONG"""'.encode("latin-1"),
    "broken.py": b'"""Brokendoc LONG"""\ndef (:',
    "bytes.py": b'"""Bytesdoc \xff LONG"""',
    "null.py": b'"""Nulldoc LONG"""\x00',
    "deep.py": b'"""Deepdoc' + b" x" * 50_000 + b'"""' + b"(" * 50_000,
    "thin.py": b'"""Thindoc LONG"""\n' + b"x = 1\n" * 300,
    "empty.py": b"",
    "silent.py": b'x = """no docstring LONG"""',
    "escape.py": b'"""Escapedoc \\d LONG"""',
    "surrogate.py": b'"""Surrogatedoc \\ud800 LONG"""',
    "notes.txt": b'"""Textdoc LONG"""',
    "tests/test_it.py": b'"""Testdoc LONG"""',
    "inner/testing/tools.py": b'"""Toolsdoc LONG"""',
    "inner/plain.py": b'"""Plaindoc the the the LONG"""',
}
KINDS = "module class method inner else final late latin escape surrogate plain"
FOUND = {f"{kind}doc" for kind in KINDS.split()}


@pytest.fixture
def package(tmp_path, monkeypatch):
    """The folder in which `rowpack` is installed; if it is ever run, it leaves a file behind."""
    site = tmp_path / "site"
    files = {
        name: content.replace(b"LONG", LONG.encode()) for name, content in FILES.items()
    }
    install(site, files)
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("EXECUTED", str(tmp_path / "executed"))
    yield site
    assert not (tmp_path / "executed").exists()
    assert "rowpack" not in sys.modules


def install(site, files, name="rowpack", version="1.0"):
    """Put a package of these files, {path: bytes}, in the folder `site`; what is there stays."""
    for path, content in files.items():
        (site / name / path).parent.mkdir(parents=True, exist_ok=True)
        (site / name / path).write_bytes(content)
    (site / f"{name}.dist-info").mkdir(exist_ok=True)
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    (site / f"{name}.dist-info/METADATA").write_text(metadata)


@pytest.fixture(
    params=[read_vocabulary, read_documents], ids=lambda read: read.__name__
)
def read(request):
    return request.param


def words_in(value):
    """Every word of a vocabulary or of documents."""
    return set(
        value.words if isinstance(value, Vocabulary) else tokens(" ".join(value.texts))
    )


def kept_in(folder):
    """The one file that a folder holds."""
    (file,) = folder.iterdir()
    return file


LOAD = """
import sys, types
lookup = types.ModuleType("lookup")
lookup.__path__ = [sys.argv[1]]
sys.modules["lookup"] = lookup
from lookup.text.documents import read_documents
from lookup.text.cache import _save
from lookup.text.words import Vocabulary, read_vocabulary
"""


def start(code, *arguments, **environment):
    """Another process, with rooms of the helper but not its entrance, which would bring torch."""
    command = [
        sys.executable,
        "-W",
        "error",
        "-c",
        LOAD + code,
        str(LOOKUP),
        *map(str, arguments),
    ]
    env = {**os.environ, "PYTHONUTF8": "1", **environment}
    return subprocess.Popen(
        command, env=env, stdout=-1, stderr=-1, text=True, encoding="utf-8"
    )
