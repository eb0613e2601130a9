"""Documents are the long docstrings of installed packages, each once, with where it stands."""

import ast
import dataclasses
import os

import pytest

import installed_package
from installed_package import LONG, install
from lookup.text.cache import LARGEST_CACHE
from lookup.text.documents import Documents, read_documents

package = installed_package.package
REAL = ["torch", "numpy", "scipy", "matplotlib", "sklearn"]


def read(files, tmp_path, monkeypatch, cache="cache"):
    """The documents of a package of these files, whose texts are cut to their first word."""
    install(
        tmp_path / "site", {path: content.encode() for path, content in files.items()}
    )
    monkeypatch.syspath_prepend(tmp_path / "site")
    documents = read_documents(["rowpack"], tmp_path / cache)
    return dataclasses.replace(
        documents, texts=tuple(text.split()[0] for text in documents.texts)
    )


def document(word):
    return f'"""{word} {LONG}"""\n'


def test_documents_are_three_columns_of_one_length():
    modules = ("torch", "torch.nn", "numpy")
    documents = Documents(("a", "b", "c"), ("torch", "torch", "numpy"), modules)
    assert len(documents) == 3
    assert repr(documents) == "3 documents of 2 libraries"
    many = ("torch",) * 14_204
    assert repr(Documents(many, many, many)) == "14,204 documents of 1 library"
    with pytest.raises(dataclasses.FrozenInstanceError):
        documents.texts = ()


@pytest.mark.parametrize(
    "lengths", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 2, 1), (1, 2, 2)]
)
def test_columns_of_several_lengths_are_refused(lengths):
    with pytest.raises(ValueError, match="one library and one module"):
        Documents(*(("a",) * length for length in lengths))


def test_a_document_has_twenty_words_and_no_space_around_it(package, tmp_path):
    files = {
        "nineteen.py": '"""' + "nineteen " * 19 + '"""',
        "twenty.py": '"""\n\n    ' + "twenty\t\n  " * 20 + '\n"""',
        "line.py": '"""line\n\n    indented:\n        more\n    ' + LONG + '"""',
    }
    install(package, {name: content.encode() for name, content in files.items()})
    documents = read_documents(["rowpack"], tmp_path / "cache")
    texts = {text.split()[0]: text for text in documents.texts}
    assert "nineteen" not in texts
    assert texts["twenty"] == ("twenty\t\n  " * 20).strip()
    assert texts["line"] == "line\n\n    indented:\n        more\n    " + LONG.strip()
    assert texts["Surrogatedoc"].startswith("Surrogatedoc \ufffd row")


def test_what_is_kept_is_what_was_read(package, tmp_path):
    install(package, {"pair.py": document("Pair \\ud83d\\ude42").encode()})
    first = read_documents(["rowpack"], tmp_path / "cache")
    again = read_documents(["rowpack"], tmp_path / "cache")
    assert first == again
    assert any(text.startswith("Pair 🙂 row") for text in again.texts)
    assert all(type(column) is tuple for column in dataclasses.astuple(again))


def test_a_document_is_labelled_with_its_library_and_module(tmp_path, monkeypatch):
    csr = document("c")
    csr += "class C:\n    " + document("d")
    csr += "    def f():\n        " + document("e")
    files = {
        "__init__.py": document("a"),
        "__main__.py": document("b"),
        "_csr.py": csr,
        "inner/__init__.py": document("f"),
        "inner/deeper/plain.py": document("g"),
        "inner/my__init__.py": document("h"),
    }
    documents = read(files, tmp_path, monkeypatch)
    assert dict(zip(documents.texts, documents.modules)) == {
        "a": "rowpack",
        "b": "rowpack.__main__",
        **dict.fromkeys("cde", "rowpack._csr"),
        "f": "rowpack.inner",
        "g": "rowpack.inner.deeper.plain",
        "h": "rowpack.inner.my__init__",
    }
    assert set(documents.libraries) == {"rowpack"}


def test_a_text_is_kept_once_where_it_stands_first(tmp_path, monkeypatch):
    b = document("two")
    b += "def f():\n    " + document("one")
    b += "def g():\n    " + document("  two")
    files = {"a.py": document("one"), "b.py": b, "a/c.py": document("one")}
    documents = read(files, tmp_path, monkeypatch)
    assert documents.texts == ("one", "two")
    assert documents.modules == ("rowpack.a", "rowpack.b")


def test_the_order_is_that_of_the_packages_and_each_order_is_kept(package, tmp_path):
    install(package, {"a.py": document("Other").encode()}, "otherpack")
    install(package, {"a.py": document("Other").encode()})
    orders = [
        ["rowpack", "otherpack"],
        ["otherpack", "rowpack"],
        ["otherpack", "rowpack", "otherpack"],
    ]
    for packages in 2 * orders:
        documents = read_documents(packages, tmp_path / "cache")
        assert documents.libraries[0] == packages[0]
        places = zip(documents.texts, documents.libraries)
        others = [library for text, library in places if text.startswith("Other")]
        assert others == [packages[0]]
    assert len(list((tmp_path / "cache").iterdir())) == 2


def test_the_order_is_the_same_on_every_disk(tmp_path, monkeypatch):
    names = ["B", "a", "C", "__init__", "b", "_z", "x/b", "x/a", "x/y/c", "d/a", "D2/a"]
    files = {f"{name}.py": document(name) for name in names}
    first = read(files, tmp_path, monkeypatch)
    walk = os.walk

    def backwards(root):
        for folder, inner, found in walk(root):
            inner.sort(reverse=True)
            yield folder, inner, sorted(found, reverse=True)

    monkeypatch.setattr(os, "walk", backwards)
    assert read(files, tmp_path, monkeypatch, "another cache") == first
    in_order = "B C __init__ _z a b D2/a d/a x/a x/b x/y/c"
    assert first.texts == tuple(in_order.split())


def test_a_file_of_five_megabytes(tmp_path, monkeypatch):
    """As one docstring it is one document; as code it is not even parsed."""
    files = {
        "long.py": document("row " * 1_250_000),
        "code.py": document("code") + "x = 1\n" * 833_000,
    }
    assert all(len(content) > 4_990_000 for content in files.values())
    parse = ast.parse
    parsed = []

    def count(source):
        parsed.append(len(source))
        return parse(source)

    with monkeypatch.context() as patch:
        patch.setattr(ast, "parse", count)
        assert read(files, tmp_path, monkeypatch).modules == ("rowpack.long",)
        (text,) = read_documents(["rowpack"], tmp_path / "cache").texts
    assert len(text) > 4_990_000
    # Only the docstring, and once: the second time it came from the cache.
    assert parsed == [len(files["long.py"])]


def test_five_real_packages_hold_eight_thousand_documents():
    documents = read_documents()
    assert len(documents) > 8_000
    assert list(dict.fromkeys(documents.libraries)) == REAL
    assert min(map(documents.libraries.count, REAL)) > 500
    assert len(set(documents.texts)) == len(documents)
    places = dict(zip(documents.modules, documents.libraries))
    assert places["torch.nn.modules.sparse"] == "torch"
    assert places["scipy.sparse._csr"] == "scipy"
    assert sum(len(text.encode()) for text in documents.texts) < LARGEST_CACHE / 3
