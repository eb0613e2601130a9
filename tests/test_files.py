"""Files are written whole or not at all, in the folder that is asked for."""

import os
from pathlib import Path

import platformdirs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lookup.files import cache_folder, put, well_formed


def test_a_file_is_made_with_its_folders_or_replaced(tmp_path):
    path = tmp_path / "new" / "newer" / "file"
    for content in (b"first", b"", b"third"):
        put(path, content)
        assert path.read_bytes() == content
        assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("stop", [OSError, KeyboardInterrupt])
@pytest.mark.parametrize("step", ["write", "replace"])
def test_what_stops_half_way_leaves_the_old_file_and_nothing_else(
    tmp_path, monkeypatch, step, stop
):
    path = tmp_path / "file"
    put(path, b"old")

    def write_half(part, content):
        with open(part, "wb") as file:
            file.write(content[:1])
        raise stop

    def refuse(source, target):
        raise stop

    if step == "write":
        monkeypatch.setattr(Path, "write_bytes", write_half)
    else:
        monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(stop):
        put(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_writer_that_another_overtakes_still_writes_its_own(tmp_path, monkeypatch):
    path = tmp_path / "file"
    replace = os.replace

    def overtaken(part, target):
        monkeypatch.setattr(os, "replace", replace)
        put(path, b"other")
        assert path.read_bytes() == b"other"
        replace(part, target)

    monkeypatch.setattr(os, "replace", overtaken)
    put(path, b"mine")
    assert path.read_bytes() == b"mine"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_in_the_way_is_an_os_error(tmp_path):
    (tmp_path / "file").mkdir()
    with pytest.raises(OSError, match="file"):
        put(tmp_path / "file", b"new")
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


def test_the_argument_goes_before_the_environment_and_that_before_the_users_folder(
    monkeypatch,
):
    monkeypatch.setattr(
        platformdirs, "user_cache_dir", lambda name, appauthor: f"user/{name}"
    )
    monkeypatch.delenv("ONE_ROW_CACHE", raising=False)
    assert cache_folder() == Path("user/one-row-at-a-time")
    monkeypatch.setenv("ONE_ROW_CACHE", "environment")
    assert cache_folder() == cache_folder("") == Path("environment")
    assert (
        cache_folder("argument") == cache_folder(Path("argument")) == Path("argument")
    )


@settings(deadline=None, database=None)
@given(st.text(st.characters(codec=None)))
@example("\ud83d\ude42 \ud83d")
@example("\ude42\ud83d")
def test_any_text_becomes_one_that_a_file_can_hold(text):
    formed = well_formed(text)
    formed.encode()
    assert well_formed(formed) == formed
    if not any("\ud800" <= character <= "\udfff" for character in text):
        assert formed == text
