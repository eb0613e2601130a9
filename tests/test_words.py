"""Docstrings are read without being run, and the cache is never trusted."""

import errno
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import lookup.words as words_module
from lookup.words import Vocabulary, read_vocabulary

MODULE = '''
"""Moduledoc naïve, and long enough to be a tenth of this file: row row row row row."""
import os, torch
open(os.environ["EXECUTED"], "w").close()
raise SystemExit("this module was run")

class Table:
    "Classdoc."
    rows = "no docstring"
    def row(self):
        r"""Methoddoc \\d."""
        try:
            pass
        except OSError:
            async def inner():
                """Innerdoc."""
        else:
            class Other:
                """Elsedoc."""
        finally:
            def last():
                """Finaldoc."""

match 1:
    case 1:
        def late():
            'Latedoc.' ' Joined.'
'''


@pytest.fixture
def package(tmp_path, monkeypatch):
    """An installed package, `rowpack`, which leaves a file behind if it is ever run."""
    site = tmp_path / "site"
    files = {
        "__init__.py": MODULE.encode(),
        "latin.py": '# coding: latin-1\n"""Latindoc café."""'.encode("latin-1"),
        "broken.py": b'"""Brokendoc."""\ndef (:',
        "bytes.py": b'"""Bytesdoc \xff."""',
        "null.py": b'"""Nulldoc."""\x00',
        "deep.py": b'"""Deepdoc' + b" x" * 50_000 + b'"""' + b"(" * 50_000,
        "thin.py": b'"""Thindoc."""\n' + b"x = 1\n" * 100,
        "empty.py": b"",
        "escape.py": b'"""Escapedoc \\d."""',
        "surrogate.py": b'"""Surrogatedoc \\ud800."""',
        "notes.txt": b'"""Textdoc."""',
        "tests/test_it.py": b'"""Testdoc."""',
        "inner/testing/tools.py": b'"""Toolsdoc."""',
        "inner/plain.py": b'"""Plaindoc the the the."""',
    }
    for name, content in files.items():
        (site / "rowpack" / name).parent.mkdir(parents=True, exist_ok=True)
        (site / "rowpack" / name).write_bytes(content)
    set_version(site, "1.0")
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("EXECUTED", str(tmp_path / "executed"))
    yield site
    assert not (tmp_path / "executed").exists()
    assert "rowpack" not in sys.modules


def set_version(site, version):
    info = site / "rowpack.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: rowpack\nVersion: {version}\n")


def kept_in(folder):
    """The one file that a folder holds."""
    (file,) = folder.iterdir()
    return file


@pytest.mark.filterwarnings("error")
def test_docstrings_of_modules_classes_and_functions_are_found(package, tmp_path):
    vocabulary = read_vocabulary(["rowpack"], tmp_path / "cache")
    found = {word for word in vocabulary.words if word.endswith("doc")}
    kinds = "module class method inner else final late latin escape surrogate plain"
    assert found == {f"{kind}doc" for kind in kinds.split()}
    assert {"naïve", "café", "joined", "\ufffd"} <= set(vocabulary.words)
    assert vocabulary.counts[vocabulary["the"]] == 3


LOAD = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("words", sys.argv[1])
words = sys.modules["words"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(words)
"""


def start(code, *arguments, **environment):
    """Another process with `words`, loaded by its path so that the package `lookup` is not."""
    command = [sys.executable, "-W", "error", "-c", LOAD + code, words_module.__file__, *arguments]
    env = {**os.environ, **environment}
    return subprocess.Popen(command, env=env, stdout=-1, stderr=-1, text=True, encoding="utf-8")


def test_reading_imports_nothing_and_shows_a_bar_once(package, tmp_path):
    code = """
for _ in range(2):
    print(len(words.read_vocabulary(["rowpack"], sys.argv[2])))
    print("read", file=sys.stderr)
unwanted = {"rowpack", "torch", "numpy", "scipy", "matplotlib", "ipywidgets", "anywidget"}
print(unwanted & set(sys.modules) or "none")
"""
    process = start(code, str(tmp_path / "cache"), PYTHONPATH=str(package), PYTHONUTF8="1")
    out, err = process.communicate()
    assert process.returncode == 0, err
    first, second, imported = out.split()
    assert first == second
    assert imported == "none"
    before, after, _ = err.split("read\n")
    assert "reading docstrings" in before
    assert before.splitlines()[-1].isspace(), "the bar goes when it is done"
    assert after == ""


def test_the_second_start_reads_the_cache_only(package, tmp_path, monkeypatch):
    first = read_vocabulary(["rowpack"], tmp_path / "cache")
    monkeypatch.setattr(words_module, "_read", None)
    assert read_vocabulary(("rowpack",), str(tmp_path / "cache")) == first


def test_another_version_is_read_anew(package, tmp_path):
    read_vocabulary(["rowpack"], tmp_path / "cache")
    (package / "rowpack" / "new.py").write_text('"""Newdoc."""')
    assert "newdoc" not in read_vocabulary(["rowpack"], tmp_path / "cache")
    set_version(package, "1.1")
    assert "newdoc" in read_vocabulary(["rowpack"], tmp_path / "cache")


def test_the_argument_goes_before_the_environment(package, tmp_path, monkeypatch):
    folders = {name: tmp_path / name for name in ("user", "environment", "argument")}
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(folders["user"]))
    monkeypatch.delenv("ONE_ROW_CACHE", raising=False)
    read_vocabulary(["rowpack"])
    assert [name for name in folders if folders[name].exists()] == ["user"]
    monkeypatch.setenv("ONE_ROW_CACHE", str(folders["environment"]))
    read_vocabulary(["rowpack"])
    assert [name for name in folders if folders[name].exists()] == ["user", "environment"]
    read_vocabulary(["rowpack"], folders["argument"])
    assert all(kept_in(folder).suffix == ".json" for folder in folders.values())


def sealed(name, value, row=None):
    """A change of a kept vocabulary that is sealed again: its checksum holds."""

    def change(content):
        kept = json.loads(content)
        if row is None:
            kept[name] = value
        else:
            kept[name][row] = value
        kept["checksum"] = words_module._digest([kept["words"], kept["counts"]])
        return json.dumps(kept).encode()

    return change


SPOILT = {
    "empty": lambda content: b"",
    "truncated": lambda content: content[: len(content) // 2],
    "flipped byte": lambda content: content.replace(b"moduledoc", b"mndul\x05doc"),
    "another letter": lambda content: content.replace(b"moduledoc", b"nodulemoc"),
    "not JSON": lambda content: b"cos\nsystem\n(S'true'\ntR.",
    "not UTF-8": lambda content: b"\xff" + content,
    "too deep": lambda content: b"[" * 200_000,
    "a list": lambda content: b"[]",
    "nothing": lambda content: b"{}",
    "too large": lambda content: content + b" " * words_module.LARGEST_CACHE,
    "other key": sealed("key", "0" * 64),
    "no words": sealed("words", []),
    "words a text": sealed("words", "<unk>"),
    "counts a dict": sealed("counts", {}),
    "another row 0": sealed("words", "<script>", row=0),
    "a word no text": sealed("words", 3, row=3),
    "a word of code": sealed("words", "zz<img src=x onerror=alert(1)>", row=-1),
    "a word with a digit": sealed("words", "zz9", row=-1),
    "a word twice": sealed("words", "surrogatedoc", row=-1),
    "another order": sealed("counts", 99, row=-1),
    "a count no number": sealed("counts", True, row=-1),
    "a count no whole number": sealed("counts", 0.5, row=-1),
    "a count below zero": sealed("counts", -1, row=-1),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_spoilt_cache_is_read_anew_and_repaired(package, tmp_path, spoil, capsys):
    cache = tmp_path / "cache"
    vocabulary = read_vocabulary(["rowpack"], cache)
    file = kept_in(cache)
    content = file.read_bytes()
    spoilt = spoil(content)
    assert spoilt != content
    file.write_bytes(spoilt)
    assert read_vocabulary(["rowpack"], cache) == vocabulary
    assert kept_in(cache).read_bytes() == content
    assert capsys.readouterr().out == ""


def test_a_true_cache_sealed_anew_is_the_same(package, tmp_path):
    """So the changes above are refused for themselves, and not for the seal."""
    read_vocabulary(["rowpack"], tmp_path / "cache")
    content = kept_in(tmp_path / "cache").read_bytes()
    assert sealed("words", "<unk>", row=0)(content) == content


def test_a_folder_in_place_of_the_file(package, tmp_path, capsys):
    cache = tmp_path / "cache"
    vocabulary = read_vocabulary(["rowpack"], cache)
    file = kept_in(cache)
    file.unlink()
    file.mkdir()
    assert read_vocabulary(["rowpack"], cache) == vocabulary
    assert kept_in(cache) == file
    assert_one_line(capsys, cache)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_place_of_the_file_is_not_waited_for(package, tmp_path, monkeypatch):
    cache = tmp_path / "cache"
    vocabulary = read_vocabulary(["rowpack"], cache)
    file = kept_in(cache)
    file.unlink()
    os.mkfifo(file)
    read_bytes = Path.read_bytes

    def read_unless_pipe(path):
        assert path != file, "this would wait for ever"
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", read_unless_pipe)
    assert read_vocabulary(["rowpack"], cache) == vocabulary
    assert file.is_file()


def assert_one_line(capsys, folder, why=""):
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert f"could not be kept in {folder} ({why}" in out
    assert "next start reads" in out


def test_a_file_in_place_of_the_folder(package, tmp_path, capsys):
    cache = tmp_path / "cache"
    cache.write_text("mine")
    assert "moduledoc" in read_vocabulary(["rowpack"], cache)
    assert_one_line(capsys, cache)
    assert cache.read_text() == "mine"


@pytest.mark.parametrize("where", ["mkdir", "write", "replace"])
@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.ENOSPC])
def test_a_cache_that_cannot_be_written(package, tmp_path, monkeypatch, capsys, where, number):
    cache = tmp_path / "cache"

    def refuse(*_, **__):
        raise OSError(number, os.strerror(number))

    def half(self, text, **_):
        self.write_bytes(text.encode()[:100])
        refuse()

    with monkeypatch.context() as patch:
        if where == "mkdir":
            patch.setattr(Path, "mkdir", refuse)
        elif where == "write":
            patch.setattr(Path, "write_text", half)
        else:
            patch.setattr(os, "replace", refuse)
        assert "moduledoc" in read_vocabulary(["rowpack"], cache)
    assert_one_line(capsys, cache, os.strerror(number))
    assert not cache.exists() or list(cache.iterdir()) == []


def test_two_processes_write_at_once(tmp_path):
    code = """
from pathlib import Path
vocabulary = words.Vocabulary(("<unk>", "cat", "dog"), (int(sys.argv[3]), 2, 1))
for _ in range(200):
    words._save(Path(sys.argv[2]), "key", vocabulary)
"""
    file = tmp_path / "words.json"
    processes = [start(code, str(file), count) for count in "07"]
    read = set()
    while any(process.poll() is None for process in processes) or not read:
        there = file.exists()
        vocabulary = words_module._load(file, "key")
        assert vocabulary or not there
        read |= {vocabulary} - {None}
        time.sleep(0.001)
    assert [process.communicate() for process in processes] == [("", ""), ("", "")]
    assert read <= {Vocabulary(("<unk>", "cat", "dog"), (n, 2, 1)) for n in (0, 7)}
    assert kept_in(tmp_path) == file


@pytest.mark.parametrize("name", ["no_such_package", "os.path", "no-such", ""])
def test_a_package_that_is_not_installed(tmp_path, name):
    with pytest.raises(ModuleNotFoundError, match=f"package '{name}' is not installed"):
        read_vocabulary([name], tmp_path)


def test_a_package_without_docstrings(tmp_path, monkeypatch):
    (tmp_path / "rowpack").mkdir()
    (tmp_path / "rowpack" / "__init__.py").write_text("x = 'no docstring'")
    set_version(tmp_path, "1.0")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match="no word"):
        read_vocabulary(["rowpack"], tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_the_real_packages_hold_twenty_thousand_words(tmp_path):
    vocabulary = read_vocabulary(cache=tmp_path)
    assert len(vocabulary) >= 20_000
    assert {"the", "matrix", "row", "embedding", "don't", ".", ",", "_"} <= set(vocabulary.words)
    assert kept_in(tmp_path).stat().st_size < words_module.LARGEST_CACHE / 10
    assert read_vocabulary(cache=tmp_path) == vocabulary
