"""A folder of hand-ins: each file is read, or listed with a reason, and its owner told."""

import os

import pytest

from grading import hand_ins
from grading.hand_ins import Refusal, alike, collect, owner_of, visible


def put(folder, *paths, content=b"{}"):
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


def test_what_browsers_make_of_a_notebook_is_read(tmp_path):
    names = [
        "a.ipynb",
        "b.ipynb.txt",
        "c.json",
        "d.ipynb.json",
        "e/F.IPYNB",
        "\t g.ipynb",
    ]
    put(tmp_path, *names)
    read, unread = collect(tmp_path)
    assert [one.path for one in read] == sorted(names)
    assert unread == []


def test_what_is_not_read_is_listed_and_says_why(tmp_path, monkeypatch):
    monkeypatch.setattr(hand_ins, "LARGEST", 10**6)
    put(
        tmp_path,
        "a.ipynb",
        ".ipynb_checkpoints/a.ipynb",
        "__MACOSX/a.ipynb",
        ".hidden.ipynb",
    )
    put(tmp_path, "essay.pdf", "all.zip", "notes.txt", ".git/x", ".DS_Store")
    put(tmp_path, "large.ipynb", content=b" " * 1_000_001)
    (tmp_path / "linked").symlink_to(tmp_path / "__MACOSX")
    (tmp_path / "linked.ipynb").symlink_to(tmp_path / "a.ipynb")
    (tmp_path / "gone.ipynb").symlink_to(tmp_path / "nowhere")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.ipynb")
    read, unread = collect(tmp_path)
    assert [one.path for one in read] == ["a.ipynb"]
    why = {one.path: one.why for one in unread}
    hidden = "it is hidden: its name begins with a dot"
    link = "it is a link, and links are not followed"
    assert why.pop("pipe.ipynb", "it is no file") == "it is no file"
    assert why == {
        ".DS_Store": hidden,
        ".git": hidden,
        ".hidden.ipynb": hidden,
        ".ipynb_checkpoints": "Jupyter's own copies",
        "__MACOSX": "a Mac's own copies",
        "all.zip": "it is an archive: unpack it first",
        "essay.pdf": "its name does not end in .ipynb",
        "gone.ipynb": link,
        "large.ipynb": "it has more than 1 MB",
        "linked": link,
        "linked.ipynb": link,
        "notes.txt": "its name does not end in .ipynb",
    }


def test_what_cannot_be_opened_is_listed(tmp_path, monkeypatch):
    put(tmp_path, "a.ipynb", "b.ipynb", "closed/c.ipynb")
    (tmp_path / "b.ipynb").chmod(0)
    (tmp_path / "closed").chmod(0)
    if os.access(tmp_path / "closed", os.R_OK):  # as root
        scan, read_bytes = os.scandir, hand_ins.Path.read_bytes
        shut = {str(tmp_path / "closed"), str(tmp_path / "b.ipynb")}

        def refused(path, otherwise):
            if str(path) in shut:
                raise PermissionError(13, "Permission denied", str(path))
            return otherwise(path)

        monkeypatch.setattr(os, "scandir", lambda path: refused(path, scan))
        monkeypatch.setattr(
            hand_ins.Path, "read_bytes", lambda path: refused(path, read_bytes)
        )
    read, unread = collect(tmp_path)
    (tmp_path / "closed").chmod(0o700)
    assert [one.path for one in read] == ["a.ipynb"]
    assert unread == [
        Refusal("b.ipynb", "Permission denied"),
        Refusal("closed", "the folder cannot be opened (Permission denied)"),
    ]


def test_a_folder_without_a_notebook_is_refused(tmp_path):
    put(tmp_path, "all.zip")
    with pytest.raises(ValueError, match=r"no notebook.*; all\.zip: it is an archive"):
        collect(tmp_path)
    with pytest.raises(ValueError, match="there is no folder"):
        collect(tmp_path / "none")


@pytest.mark.parametrize(
    ("path", "number", "names", "late", "attempt"),
    [
        ("ada/01.ipynb", "", ("ada", "01"), False, (0, 0)),
        ("ada/week 1/01 (2).ipynb", "", ("ada", "week 1", "01 (2)"), False, (0, 2)),
        ("ada_01.ipynb", "", ("ada_01",), False, (0, 0)),
        ("s01_00.ipynb.txt", "", ("s01_00",), False, (0, 0)),
        ("Ada L_123_assignsubmission_file/01.ipynb", "123", ("Ada L",), False, (0, 0)),
        (
            "all/Ada L_123_assignsubmission_file/x/01-2.ipynb",
            "123",
            ("Ada L",),
            False,
            (0, 2),
        ),
        ("Ada L_123_assignsubmission_file_01.ipynb", "123", ("Ada L",), False, (0, 0)),
        (
            "lovelaceada_12345_6789_01-1.ipynb",
            "12345",
            ("lovelaceada",),
            False,
            (6789, 1),
        ),
        (
            "lovelaceada_LATE_12345_6789_01.ipynb",
            "12345",
            ("lovelaceada",),
            True,
            (6789, 0),
        ),
        ("müllerzoë_12_34_a_b_c.json", "12", ("müllerzoë",), False, (34, 0)),
        ("LATE_anon_aB3xy_678_01.ipynb", "anon_aB3xy", ("anon_aB3xy",), True, (678, 0)),
        ("ada_01_02_03.ipynb", "", ("ada_01_02_03",), False, (0, 0)),
    ],
)
def test_a_path_tells_whose_it_is(path, number, names, late, attempt):
    owner = owner_of(path, time=7)
    assert (owner.number, owner.names, owner.late, owner.attempt) == (
        number,
        names,
        late,
        (*attempt, 7),
    )


def test_names_that_look_the_same_are_told_apart():
    names = [
        "ada\x01",
        "ada\x02",
        "bob\n",
        "bob ",
        "bob\u00a0",
        "eve\u202e",
        "eve",
        "\udcff",
    ]
    assert len({visible(name) for name in names}) == len(names)
    assert all(visible(name).isprintable() for name in names)
    assert visible("Zoë 👩\u200d💻") == "Zoë 👩\u200d💻"
    assert len({alike(name) for name in names[:2]}) == 1
    assert len({alike(name) for name in names[2:5]}) == 1
