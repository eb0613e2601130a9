"""The docstrings of installed packages are found, and nothing of a package is ever run."""

import pytest

import installed_package
from installed_package import FOUND, install, start, words_in
from lookup.text.docstrings import versions

package = installed_package.package
read = installed_package.read
NOTHING = "there is no (word|docstring of 20 words) in these"


@pytest.mark.filterwarnings("error")
def test_docstrings_of_modules_classes_and_functions_are_found(
    package, tmp_path, read, capsys
):
    found = words_in(read(["rowpack"], tmp_path / "cache"))
    assert {word for word in found if word.endswith("doc")} == FOUND
    assert {"naïve", "café", "joined", "\ufffd"} <= found
    assert capsys.readouterr().out == ""


def test_reading_imports_nothing_and_says_nothing(package, tmp_path, read):
    code = f"""
for _ in range(2):
    print(len({read.__name__}(["rowpack"], sys.argv[2])))
unwanted = "rowpack torch numpy scipy matplotlib sklearn ipywidgets anywidget".split()
print([name for name in unwanted if name in sys.modules] or "none")
"""
    process = start(code, tmp_path / "cache", PYTHONPATH=str(package))
    out, err = process.communicate()
    assert process.returncode == 0, err
    first, second, imported = out.split()
    assert first == second
    assert imported == "none"
    assert err == ""


@pytest.mark.parametrize("name", ["no_such_package", "os.path", "no-such", ""])
def test_a_package_that_is_not_installed(tmp_path, name, read):
    with pytest.raises(ModuleNotFoundError, match=f"package '{name}' is not installed"):
        read([name], tmp_path)


@pytest.mark.parametrize(
    "name", ["PIL", "yaml", "dateutil", "zmq", "sklearn", "numpy", "json"]
)
def test_a_package_is_found_by_the_name_it_is_imported_by(name):
    assert versions([name])[name][0].isdigit()


def test_a_package_that_nobody_installed_is_not_said_to_be_missing(
    tmp_path, monkeypatch
):
    (tmp_path / "loosepack").mkdir()
    (tmp_path / "loosepack/__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(
        ModuleNotFoundError, match="'loosepack' lies in a folder and was not"
    ):
        versions(["loosepack"])


def test_one_name_is_not_taken_for_its_letters(tmp_path, read):
    with pytest.raises(
        TypeError, match=r"a list of names, such as \['numpy'\], not one name"
    ):
        read("numpy", tmp_path)


def test_a_package_without_docstrings(tmp_path, monkeypatch, read):
    install(tmp_path, {"__init__.py": b"x = 'no docstring'"})
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match=NOTHING):
        read(["rowpack"], tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_no_package(tmp_path, read):
    with pytest.raises(ValueError, match=NOTHING):
        read([], tmp_path / "cache")
