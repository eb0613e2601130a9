"""Each page of a file is told once it is in memory; what cannot be told is refused."""

import ctypes
import importlib
import mmap
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from conftest import refusal
from lookup import mapped, pages_read

pages = importlib.import_module("lookup.measuring.file_pages")
V = 600
D = mmap.PAGESIZE // 4  # a row is a page
W = torch.randn(V, D, generator=torch.Generator().manual_seed(0))
LINUX = sys.platform == "linux"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("table") / "W"
    W.numpy().tofile(path)
    return path


@pytest.fixture
def countable(file):
    """The file, if the system says which of its pages are in memory."""
    try:
        pages_read(file, lambda: None)
    except NotImplementedError as reason:
        pytest.skip(str(reason))
    return file


@pytest.mark.parametrize("B", [0, 1, 16, 256, V])
def test_a_lookup_of_t_rows_reads_t_pages(countable, B):
    table = mapped(countable, (V, D))
    ids = torch.randperm(V, generator=torch.Generator().manual_seed(B))[:B]
    pages_of_ids = sorted(ids.tolist())
    assert pages_read(countable, lambda: table[ids]) == pages_of_ids
    assert (
        pages_read(countable, lambda: F.embedding(ids.repeat(2), table)) == pages_of_ids
    )
    assert pages_read(countable, lambda: table[ids].sum()) == pages_of_ids
    assert torch.equal(table[ids], W[ids])


def test_a_product_with_one_hot_rows_reads_the_whole_table(countable):
    table = mapped(countable, (V, D))
    onehot = F.one_hot(torch.tensor([4]), num_classes=V).float()
    assert pages_read(countable, lambda: onehot @ table) == [*range(V)]
    assert pages_read(countable, lambda: table[[4]]) == [4], (
        "what the product read was given up again"
    )


def test_two_short_rows_may_share_a_page(tmp_path, countable):
    W[:100, : D // 2].contiguous().numpy().tofile(tmp_path / "short")
    table = mapped(tmp_path / "short", (100, D // 2))
    assert pages_read(tmp_path / "short", lambda: table[[6, 7]]) == [3]
    assert pages_read(tmp_path / "short", lambda: table[[7, 8]]) == [3, 4]


def test_a_file_that_was_just_written_is_counted_too(tmp_path, countable):
    np.ones((50, D), "float32").tofile(tmp_path / "new")
    table = mapped(tmp_path / "new", (50, D))
    assert pages_read(tmp_path / "new", lambda: table[[9, 3]]) == [3, 9]


def test_what_is_written_to_the_tensor_does_not_reach_the_file(file):
    before = file.read_bytes()
    table = mapped(file, (V, D))
    table[3] = 7
    del table
    assert file.read_bytes() == before


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.int64])
def test_shape_and_dtype_must_fill_the_file(tmp_path, dtype):
    ones = torch.ones(6, 5, dtype=dtype)
    ones.numpy().tofile(tmp_path / "ones")
    assert torch.equal(mapped(str(tmp_path / "ones"), (6, 5), dtype), ones)
    for shape in [(6, 4), (7, 5), (0,), ()]:
        with pytest.raises(
            ValueError, match=rf"needs a file of [\d,]+ bytes, got {ones.nbytes}"
        ):
            mapped(tmp_path / "ones", shape, dtype)


SHAPE = "shape must be whole numbers, such as (4, 2), got"
DTYPE = "dtype must be a torch.dtype of plain numbers, such as torch.float32, got"


@pytest.mark.parametrize(
    ("arguments", "kind", "text"),
    [
        (((-100, -6),), ValueError, "shape must hold no size below 0, got (-100, -6)."),
        (((6, -1),), ValueError, "shape must hold no size below 0, got (6, -1)."),
        ((600,), TypeError, f"{SHAPE} 600."),
        ((None,), TypeError, f"{SHAPE} None."),
        (((6.0, 100),), TypeError, f"{SHAPE} (6.0, 100)."),
        ((("V", "D"),), TypeError, f"{SHAPE} ('V', 'D')."),
        (((600,), "float32"), TypeError, f"{DTYPE} 'float32'."),
        (((600,), np.float32), TypeError, f"{DTYPE} <class 'numpy.float32'>."),
        (((600,), None), TypeError, f"{DTYPE} None."),
        (((2400,), torch.quint8), TypeError, f"{DTYPE} torch.quint8."),
        (((600,), torch.qint32), TypeError, f"{DTYPE} torch.qint32."),
    ],
)
def test_what_is_no_shape_or_no_dtype_is_refused_with_the_rule(
    tmp_path, arguments, kind, text
):
    (tmp_path / "W").write_bytes(bytes(2400))
    assert refusal(lambda: mapped(tmp_path / "W", *arguments)) == (kind, text)
    assert mapped(tmp_path / "W", [np.int64(6), 100]).shape == (6, 100)


def test_an_empty_file_and_a_missing_one_are_refused(tmp_path):
    (tmp_path / "empty").touch()
    with pytest.raises(ValueError, match="needs a file of 0 bytes"):
        mapped(tmp_path / "empty", (0, 5))
    with pytest.raises(FileNotFoundError):
        mapped(tmp_path / "none", (1, 5))
    with pytest.raises(TypeError, match="then the function itself"):
        pages_read(tmp_path / "empty", 3)
    if LINUX:
        with pytest.raises(ValueError, match="is empty"):
            pages_read(tmp_path / "empty", list)
        with pytest.raises(FileNotFoundError):
            pages_read(tmp_path / "none", list)


def test_another_system_is_named(file, monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(NotImplementedError, match="on Linux only, this is win32"):
        pages_read(file, lambda: None)


def test_a_file_system_that_keeps_its_pages_is_found_out():
    if not (LINUX and os.access("/dev/shm", os.W_OK)):
        pytest.skip("no file system in memory here")
    with TemporaryDirectory(dir="/dev/shm") as folder:
        path = Path(folder, "W")
        W.numpy().tofile(path)
        with pytest.raises(NotImplementedError, match=f"keeps {V} pages"):
            pages_read(path, lambda: None)


def test_a_system_that_always_answers_the_same_is_found_out(countable, monkeypatch):
    """mincore may be refused, or say what is no longer so: 0 pages, whatever is read."""

    def refused(*given):
        ctypes.set_errno(1)
        return -1

    for mincore, reason in [
        (lambda *given: 0, "after one page was read, 0 are"),
        (refused, "does not say which pages"),
    ]:
        monkeypatch.setattr(pages, "_mincore", lambda mincore=mincore: mincore)
        with pytest.raises(NotImplementedError, match=reason):
            pages_read(countable, lambda: None)


def test_a_c_library_without_the_question_is_named(file, monkeypatch):
    if not LINUX:
        pytest.skip("Linux only")
    monkeypatch.setattr(ctypes, "CDLL", lambda *given, **how: object())
    with pytest.raises(NotImplementedError, match="has no mincore"):
        pages_read(file, lambda: None)


def test_what_a_call_raises_comes_through(countable):
    with pytest.raises(ZeroDivisionError):
        pages_read(countable, lambda: 1 // 0)
    table = mapped(countable, (V, D))
    assert pages_read(countable, lambda: table[[1, 2]]) == [1, 2]
