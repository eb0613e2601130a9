"""What is kept on disk is never trusted, whether words or documents are read."""

import errno
import os
import time
from pathlib import Path

import pytest

import installed_package
from installed_package import install, kept_in, start, words_in
from lookup.text import docstrings
from lookup.text.cache import LARGEST_CACHE, _load, _sealed
from lookup.text.documents import read_documents
from lookup.text.words import read_vocabulary
from lookup.vocabulary import Vocabulary

package = installed_package.package
read = installed_package.read


def test_the_second_start_reads_the_cache_only(package, tmp_path, monkeypatch, read):
    first = read(["rowpack"], tmp_path / "cache")
    monkeypatch.setattr(docstrings, "_files", None)
    monkeypatch.setattr(docstrings, "_docstrings", None)
    assert read(("rowpack",), str(tmp_path / "cache")) == first


def test_another_version_is_read_anew(package, tmp_path, read):
    cache = tmp_path / "cache"
    read(["rowpack"], cache)
    (package / "rowpack" / "new.py").write_text(
        f'"""Newdoc {installed_package.LONG}"""'
    )
    assert "newdoc" not in words_in(read(["rowpack"], cache))
    install(package, {}, version="1.1")
    assert "newdoc" in words_in(read(["rowpack"], cache))


def test_without_an_argument_the_environment_says_where(
    package, tmp_path, monkeypatch, read
):
    monkeypatch.setenv("ONE_ROW_CACHE", str(tmp_path / "cache"))
    read(["rowpack"])
    assert kept_in(tmp_path / "cache").suffix == ".jsonl"


def test_words_and_documents_lie_side_by_side(package, tmp_path):
    for _ in range(2):
        read_vocabulary(["rowpack"], tmp_path / "cache")
        read_documents(["rowpack"], tmp_path / "cache")
        names = sorted(
            path.name.split("-")[0] for path in (tmp_path / "cache").iterdir()
        )
        assert names == ["documents", "words"]


SPOILT = {
    "empty": lambda content: b"",
    "first half": lambda content: content[: len(content) // 2],
    "first line": lambda content: content.partition(b"\n")[0],
    "second line": lambda content: content.partition(b"\n")[2],
    "last byte gone": lambda content: content[:-1],
    "a byte more": lambda content: content + b"\n",
    "flipped byte": lambda content: content.replace(b"oduledoc", b"ndul\x05doc"),
    "another letter": lambda content: content.replace(b"oduledoc", b"odulenoc"),
    "another checksum": lambda content: b'"' + b"0" * 64 + content[65:],
    "not JSON": lambda content: b"cos\nsystem\n(S'true'\ntR.",
    "not UTF-8": lambda content: b"\xff" + content,
    "too deep": lambda content: b"[" * 200_000,
    "of another name": lambda content: _sealed(
        "other.jsonl", content.partition(b"\n")[2]
    ),
}
MEANINGLESS = [
    b"",
    b"[]",
    b"3",
    b"null",
    b"[[], [], [], []]",
    b"[3, 3, 3]",
    b"[" * 200_000,
    b"\xff",
]
SPOILT |= {f"sealed {columns[:30]}": columns for columns in MEANINGLESS}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_spoilt_cache_is_read_anew_and_repaired(
    package, tmp_path, spoil, capsys, read
):
    cache = tmp_path / "cache"
    value = read(["rowpack"], cache)
    file = kept_in(cache)
    content = file.read_bytes()
    spoilt = _sealed(file.name, spoil) if isinstance(spoil, bytes) else spoil(content)
    assert spoilt != content
    file.write_bytes(spoilt)
    assert read(["rowpack"], cache) == value
    assert kept_in(cache).read_bytes() == content
    assert capsys.readouterr().out == ""


def test_a_folder_in_place_of_the_file(package, tmp_path, capsys, read):
    cache = tmp_path / "cache"
    value = read(["rowpack"], cache)
    file = kept_in(cache)
    file.unlink()
    file.mkdir()
    assert read(["rowpack"], cache) == value
    assert kept_in(cache) == file
    assert_one_line(capsys, cache)


def pipe(file):
    file.unlink()
    os.mkfifo(file)


def huge(file):
    os.truncate(file, LARGEST_CACHE + 1)


@pytest.mark.parametrize("replace", [pipe, huge])
def test_a_pipe_is_not_waited_for_and_a_huge_file_not_read(
    package, tmp_path, monkeypatch, read, replace
):
    if replace is pipe and not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    cache = tmp_path / "cache"
    value = read(["rowpack"], cache)
    file = kept_in(cache)
    content = file.read_bytes()
    replace(file)
    read_bytes = Path.read_bytes

    def read_unless_replaced(path):
        assert path != file, "this would wait for ever, or fill the memory"
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", read_unless_replaced)
    assert read(["rowpack"], cache) == value
    assert read_bytes(file) == content


def assert_one_line(capsys, folder, why=""):
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert out.startswith(("The words could", "The documents could"))
    assert f"could not be kept in {folder} ({why}" in out
    assert "next start reads" in out


def test_a_file_in_place_of_the_folder(package, tmp_path, capsys, read):
    cache = tmp_path / "cache"
    cache.write_text("mine")
    assert "moduledoc" in words_in(read(["rowpack"], cache))
    assert_one_line(capsys, cache)
    assert cache.read_text() == "mine"


@pytest.mark.parametrize("where", ["mkdir", "write", "replace"])
@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.ENOSPC])
def test_a_cache_that_cannot_be_written(
    package, tmp_path, monkeypatch, capsys, where, number, read
):
    cache = tmp_path / "cache"

    def refuse(*_, **__):
        raise OSError(number, os.strerror(number))

    def half(path, content):
        with open(path, "wb") as file:
            file.write(content[:100])
        refuse()

    with monkeypatch.context() as patch:
        if where == "mkdir":
            patch.setattr(Path, "mkdir", refuse)
        elif where == "write":
            patch.setattr(Path, "write_bytes", half)
        else:
            patch.setattr(os, "replace", refuse)
        assert "moduledoc" in words_in(read(["rowpack"], cache))
    assert_one_line(capsys, cache, os.strerror(number))
    assert not cache.exists() or list(cache.iterdir()) == []


def test_two_processes_write_at_once(tmp_path):
    code = """
from pathlib import Path
vocabulary = Vocabulary(("<unk>", "cat", "dog"), (int(sys.argv[3]), 2, 1))
for _ in range(200):
    _save(Path(sys.argv[2]), vocabulary)
"""
    file = tmp_path / "words.jsonl"
    processes = [start(code, file, count) for count in "07"]
    read = set()
    while any(process.poll() is None for process in processes):
        there = file.exists()
        vocabulary = _load(file, Vocabulary)
        assert vocabulary or not there
        read |= {vocabulary} - {None}
        time.sleep(0.001)
    assert [process.communicate() for process in processes] == [("", ""), ("", "")]
    assert read <= {Vocabulary(("<unk>", "cat", "dog"), (n, 2, 1)) for n in (0, 7)}
    assert kept_in(tmp_path) == file


def test_two_processes_read_at_once(package, tmp_path, read):
    code = f"""
value = {read.__name__}(["rowpack"], sys.argv[2])
print(hash(tuple(vars(value)[name] for name in sorted(value.__annotations__))))
"""
    environment = {"PYTHONPATH": str(package), "PYTHONHASHSEED": "0"}
    processes = [start(code, tmp_path / "cache", **environment) for _ in range(2)]
    outs = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    third, _ = start(code, tmp_path / "cache", **environment).communicate()
    assert outs == [third, third]
    assert kept_in(tmp_path / "cache").is_file()
