"""A class list in any form in which it comes: read right, and filled in right, or refused."""

import csv
import io
from dataclasses import replace

import nbformat
import pytest

import edition
import grade
from course import read, solutions
from grading.hand_ins import HandIn, Refusal, collect, owner_of
from grading.list_file import rows_of, text_of
from grading.moodle_headers import WORKSHEETS
from grading.outcome import Outcome, Verdict
from grading.roster import Roster, read_roster
from grading.store import Store
from grading.table import table
from learners_notebooks import BOOKS, hand, notebook

# As Moodle's English and German wrote them, and as Canvas writes its own, learners' names apart.
ENGLISH = """\
Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Last modified (grade)"
"Participant 123","Ada Lovelace",ada@example.org,Submitted,,100.00,-
"""
GERMAN = """\
ID,"Vollständiger Name",ID-Nummer,E-Mail-Adresse,Status,Bewertung,Bestwertung,"Feedback"
Teilnehmer/in123,"Zoë, b",17,K17@example.org,"Zur Bewertung abgegeben","13,50","24,00","a
b"
Teilnehmer/in124,"Jürgen",18,K18@example.org,,,"24,00",
"""
CANVAS = """\
Student,ID,SIS Login ID,Section,Quiz 02 (5),Notebook 01 (7),Notebook 01 Current Score,Final Score
,,,,,Manual Posting,,
    Points Possible,,,,5.00,20.00,(read only),(read only)
"Lovelace, Ada",12345,ada,A,,3.00,,
"Hopper, Grace",12346,grace,A,,,,
"""


def rows(content):
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize("language", WORKSHEETS)
@pytest.mark.parametrize(
    "change", [str, str.upper, "\u00a0{} ".format, "\ufeff{}".format]
)
def test_all_points_are_moodles_maximum_however_its_headers_are_written(
    language, change
):
    sheet = WORKSHEETS[language]
    headers = [
        (number, name, grade, maximum)
        for number in sheet.numbers
        for name in sheet.names
        for grade in sheet.grades
        for maximum in {*sheet.maxima, *map(str.title, sheet.maxima)}
    ]
    for four in headers:
        text = f"{','.join(map(change, four))}\nParticipant 12,Ada Lovelace,,100.00\n"
        roster = Roster(text)
        assert (roster.kind, roster.learners[0].name) == ("Moodle", "Ada Lovelace")
        filled, _ = roster.filled({1: {"01": 5}}, {"01": 5})
        assert rows(filled)[1] == ["Participant 12", "Ada Lovelace", "100", "100.00"]


def test_a_worksheet_comes_back_as_it_was_but_for_the_grade():
    filled, where = Roster(GERMAN).filled({1: {"01": 2.5}}, {"01": 6})
    (old_header, old, other), (header, new, same) = rows(GERMAN.encode()), rows(filled)
    assert (header, same) == (old_header, other)
    assert (new[:5], new[6:]) == (old[:5], old[6:])
    assert new[5] == "10", "no point, no comma"
    assert where == "Bewertung, of 24, is the share of all 6 points of 01"
    filled, _ = Roster(GERMAN).filled({1: {"01": 1}, 2: {"01": 0.1}}, {"01": 7})
    assert [row[5] for row in rows(filled)[1:]] == ["3,43", "0,34"]


def test_a_list_of_ones_own_needs_no_maximum():
    roster = Roster("ID;Name;Bewertung\n1;Ada;2\n")
    assert (roster.kind, roster.learners[0].name, roster.filled({}, {})) == (
        "",
        "Ada",
        None,
    )


def test_learners_without_names_are_known_by_their_number():
    (learner,) = Roster(
        "Identifier,Status,Grade,Maximum grade\nParticipant 9,x,,10\n"
    ).learners
    assert (learner.name, learner.number) == ("Participant 9", "9")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (",100.00,", ",,", r"learner's Maximum Grade .* a number above 0 .*, got ''"),
        (",100.00,", ",0.00,", "got '0.00'"),
        (",100.00,", ",-,", "got '-'"),
        (",100.00,", ',"1,000",', "without a mark of thousands, .* got '1,000'"),
        (",100.00,", ",100 %,", "got '100 %'"),
        (",,100.00,", ',"1,50",100.00,', "a comma or a point, not '100.00' and '1,50'"),
        ("Maximum Grade", "Scale", "has a column Maximum grade, and the class list has Identifier"),
        ("Grade,", "Mark,", "has a column Grade, and the class list has Identifier"),
        ("Status", "Grade", "has one column Grade, and this has several"),
        ("Participant 123", "Ada", "the number in the column Identifier, .* Lovelace is 'Ada'"),
        (",,100.00", ",1,50,100.00", "no more cells than its header, 7, and .* has 8"),
        ('Ada Lovelace"', "Ada Lovelace", "cannot be read as CSV"),
    ],
)  # fmt: skip
def test_what_would_make_a_wrong_grade_is_refused(old, new, sentence):
    assert old in ENGLISH
    with pytest.raises(ValueError, match=sentence):
        Roster(ENGLISH.replace(old, new, 1))


def test_a_number_is_one_learners():
    twice = ENGLISH + ENGLISH.splitlines()[1].replace("Ada", "Bob")
    with pytest.raises(
        ValueError, match="'Participant 123' is that of Ada Lovelace and Bob Love"
    ):
        Roster(twice)
    assert Roster("Name,ID\nAda,1\nBob,1\n").find("1", ["bob"]).name == "Bob"


@pytest.mark.parametrize(
    ("encoding", "delimiter"),
    [("utf-8", ","), ("utf-8-sig", ";"), ("utf-16", "\t"), ("cp1252", ";")],
)
def test_a_list_is_read_as_excel_saves_it(tmp_path, encoding, delimiter):
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter).writerows(rows(GERMAN.encode()))
    (tmp_path / "list.csv").write_bytes(text.getvalue().encode(encoding))
    roster, guessed = read_roster(tmp_path / "list.csv")
    assert [learner.name for learner in roster.learners] == ["Zoë, b", "Jürgen"]
    assert guessed == ("Vollständiger" if encoding == "cp1252" else "")
    filled, _ = roster.filled({2: {"01": 1}}, {"01": 2})
    assert rows_of(filled.decode())[0][2][5:7] == ["12", "24,00"]
    assert filled.decode().count(delimiter) >= 21, (
        "and it goes back with that delimiter"
    )
    assert filled.decode().startswith(f"ID{delimiter}"), "no mark"


def test_what_is_no_text_is_refused():
    with pytest.raises(
        ValueError, match=r"is a workbook .*: save the class list as CSV UTF-8"
    ):
        text_of(b"PK\x03\x04")
    with pytest.raises(ValueError, match="an encoding that is not known here"):
        text_of("Name\nAda\n".encode("utf-16-le"))
    with pytest.raises(ValueError, match="an encoding that is not known here"):
        text_of(b"Name\nA\x81\n")
    assert rows_of('"sep=;"\r\nName;"ID, b"\r\n\r\nAda\r\n') == (
        [["Name", "ID, b"], ["Ada", ""]],
        ";",
    )


def test_canvas_takes_the_share_of_its_points_possible():
    filled, where = Roster(CANVAS).filled({3: {"01": 5}, 4: {"01": 4}}, {"01": 5})
    header, posting, possible, ada, grace = rows(filled)
    assert header[4:] == ["Notebook 01 (7)"], "no sum of Canvas's own, and no quiz"
    assert (posting[4:], possible[4:]) == (["Manual Posting"], ["20.00"])
    assert (ada[4], grace[4]) == ("20", "16")
    assert where == "01 of 20 points in 'Notebook 01 (7)'"


def test_canvas_may_write_first_and_last_names_and_commas():
    text = CANVAS.replace("Student,", "LastName,FirstName,").replace(
        '"Lovelace, Ada"', "Love,Ada"
    )
    text = text.replace('"Hopper, Grace"', "Hopper,Grace").replace("\n,", "\n,,")
    text = (
        text.replace("Possible,", "Possible,,")
        .replace("20.00", '"20,00"')
        .replace("5.00", "5")
    )
    roster = Roster(text)
    assert [learner.name for learner in roster.learners] == ["Ada Love", "Grace Hopper"]
    filled, _ = roster.filled({4: {"01": 0.25, "03": 1}}, {"01": 4, "03": 3})
    assert [row[5:] for row in rows(filled)[2:]] == [
        ["20,00", "3"],
        ["3.00", ""],
        ["1,25", "1"],
    ]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("Quiz 02 (5)", "Quiz 01 (5)", None),  # that with the word is taken
        (
            "Quiz 02 (5)",
            "My notebook 01 (5)",
            "the number 01, not 'My notebook 01 .5.', 'Note",
        ),
        (
            ",20.00",
            ",",
            "Points Possible of 'Notebook 01 .7.' must be a number above 0 .*, got ''",
        ),
        (",20.00", ",(read only)", r"got '\(read only\)'"),
        (",20.00", ",0.00", "got '0.00'"),
        (
            "    Points Possible",
            "",
            "a row Points Possible, and the class list has none",
        ),
    ],
)
def test_where_canvas_leaves_a_doubt_nothing_is_filled_in(old, new, sentence):
    assert old in CANVAS
    roster = Roster(CANVAS.replace(old, new, 1))
    if sentence is None:
        assert "Notebook 01 (7)" in roster.filled({3: {"01": 5}}, {"01": 5})[1]
        return
    with pytest.raises(ValueError, match=sentence):
        roster.filled({3: {"01": 5}}, {"01": 5})


def test_a_number_that_a_spreadsheet_rounded_is_refused():
    with pytest.raises(ValueError, match=r"Lovelace, Ada is '1\.2E\+16'"):
        Roster(CANVAS.replace("12345", "1.2E+16"))


def class_of(roster, points):
    """The table of a class in which learner k has so many of the 3 points of 01; None: unread."""
    right = Verdict("right", share=1)
    wholes = {
        3: {"01-a": right, "01-b": right},
        2: {"01-b": right, "01-a": Verdict("not attempted", "why")},
        1: {"01-a": right, "01-b": Verdict("not yet", "why")},
        0: {"01-a": Verdict("could not be checked", "why")},
        None: None,
    }
    numbers = [learner.number for learner in roster.learners]
    paths = [f"x_{number}_assignsubmission_file/01.ipynb" for number in numbers]
    hand_ins = [
        HandIn(path, path.encode(), owner_of(path)) for path in paths[: len(points)]
    ]
    done = {
        path: Outcome(unread="it is empty")
        if value is None
        else Outcome(verdicts=wholes[value])
        for path, value in zip(paths, points)
    }
    return table(
        hand_ins, done, [Refusal("x_1029_assignsubmission_file/a.zip", "zip")], roster
    )


# What learner k gets of the 3 points of 01, None if the file cannot be read; of 28 of a class of
# thirty, whose 29th sends nothing and whose 30th an archive.
POINTS = [3, 1, 2, 0, None, 3, 1] * 4
CLASS = [(f"Learner {k:02d}", 1000 + k) for k in range(30)]
LANGUAGES = ["English", "German", "French", "Canvas"]


def class_list(language, scale):
    """The list of `CLASS` as Canvas, or Moodle in a language, writes it; all old grades are 7."""
    comma = language in ("German", "French")
    highest = f'"{scale},00"' if comma else f"{scale}.00"
    if language == "Canvas":
        lines = ["Student,ID,Section,01 (7)", f"    Points Possible,,,{highest}"]
        lines += [f"{name},{number},A,7.00" for name, number in CLASS]
    else:
        one = WORKSHEETS[language]
        four = [one.names, one.numbers, one.maxima, one.grades]
        lines = [",".join(words[0] for words in four)]
        old = '"7,00"' if comma else "7.00"
        lines += [f"{name},P{number},{highest},{old}" for name, number in CLASS]
    return Roster("\r\n".join(lines))


def holds_everyones_grade(out, language, scale):
    """Assert that the list that was written into a folder has `POINTS`, and the old grades else."""
    back = rows((out / "import.csv").read_bytes())[-30:]
    assert [row[0] for row in back] == [name for name, _ in CLASS]
    for row, got in zip(back, [*POINTS, None, None], strict=True):
        wanted = 7 if got is None else round(got / 3 * scale, 2)
        assert float(row[3].replace(",", ".")) == wanted
        assert not (language in ("German", "French") and "." in row[3])


@pytest.mark.parametrize("scale", [1, 10, 100])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_class_of_thirty_comes_back_with_everyones_grade(
    tmp_path, capsys, language, scale
):
    roster = class_list(language, scale)
    whole = class_of(roster, POINTS)
    assert grade.write_import(tmp_path, whole, roster) is None
    holds_everyones_grade(tmp_path, language, scale)
    said = capsys.readouterr().out
    assert f"of {scale}" in said
    assert said.endswith("As 0 points in it: 4 that could not be checked.\n")
    tally = "28 right, 8 not yet, 4 not attempted, 4 could not be checked, 5 not read"
    assert grade.summary(whole) == tally


def made_of(book, points, k):
    """What learner k hands in for so many points, made of the notebook that the class got."""
    if points is None:
        return ""
    first = solutions(read(BOOKS["01"]))["01-a"]
    swapped = "def one_hot(ids, V):\n    return torch.eye(V)[:, ids]"
    answers = {1: {"01-a": first}, 2: {"01-a": swapped}}.get(points)
    own = [f"mine = {k}", "1 / 0"] if k % 2 else []
    last = f"print('learner {k}')" if points else ""
    return notebook("01", answers, own, last, solved=points > 1, book=book)


@pytest.fixture(scope="module")
def of_the_edition(tmp_path_factory):
    """{form: (the hand-ins of the class, as Moodle or Canvas packs them, and the refusals)}, and
    {content: its outcome} of all that the command graded.

    They solved, or did not, notebook 01 of the learners' edition.
    """
    top = tmp_path_factory.mktemp("class")
    edition.build(top / "edition")
    (path,) = (top / "edition/notebooks").glob("01_*.ipynb")
    for (name, number), points, k in zip(CLASS, POINTS, range(30), strict=False):
        book = made_of(read(path), points, k)
        folder = f"Moodle/{name}_{number}_assignsubmission_file"
        hand(top, f"{folder}/{path.name}", book)
        login = name.replace(" ", "").lower()
        hand(top, f"Canvas/{login}_{number}_{5000 + k}_{path.name}", book)
    hand(top, "Moodle/Learner 29_1029_assignsubmission_file/all.zip", b"PK\x03\x04")
    hand(top, "Canvas/learner29_1029_5029_all.zip", b"PK\x03\x04")
    out = top / "out"
    assert grade.main([str(top / "Moodle"), str(out), "--jobs", "2"]) is None
    packed = {form: collect(top / form) for form in ("Moodle", "Canvas")}
    hand_ins, _ = packed["Moodle"]
    kept = Store(out / "hand_in.json", hand_ins).outcomes()
    known = {one.content: kept[one.path] for one in hand_ins if one.path in kept}
    known[b""] = Outcome(unread="it is empty")  # which no store keeps
    return packed, known, out


@pytest.mark.long
@pytest.mark.parametrize("scale", [1, 10, 100])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_class_on_the_learners_edition_comes_back_with_everyones_grade(
    of_the_edition, tmp_path, language, scale
):
    packed, known, _ = of_the_edition
    hand_ins, refusals = packed["Canvas" if language == "Canvas" else "Moodle"]
    done = {one.path: known[one.content] for one in hand_ins}
    roster = class_list(language, scale)
    whole = table(hand_ins, done, refusals, roster)
    assert grade.write_import(tmp_path, whole, roster) is None
    holds_everyones_grade(tmp_path, language, scale)
    tally = "28 right, 4 not yet, 16 not attempted, 0 could not be checked, 5 not read"
    assert grade.summary(whole) == tally


@pytest.mark.long
def test_what_the_edition_brings_back_is_handed_back(of_the_edition):
    packed, _, out = of_the_edition
    hand_ins, _ = packed["Moodle"]
    back = {
        path.relative_to(out / "feedback").as_posix(): path
        for path in (out / "feedback").rglob("*.ipynb")
    }
    assert back.keys() == {one.path for one in hand_ins if one.content}
    for one in hand_ins:
        if one.content:
            theirs = {
                cell.source for cell in nbformat.reads(one.content.decode(), 4).cells
            }
            assert theirs <= {cell.source for cell in read(back[one.path]).cells}


def test_what_does_not_go_into_the_list_is_said(tmp_path, capsys):
    roster = Roster(CANVAS.replace("Quiz 02", "Notebook 01"))
    whole = class_of(roster, [3, 1])
    complaint = grade.write_import(tmp_path, whole, roster)
    assert complaint.startswith(
        f"No {tmp_path / 'import.csv'}: one title in Canvas's gradebook"
    )
    assert not (tmp_path / "import.csv").exists()
    whole.rows[0].place = None
    grade.write_import(tmp_path, whole, Roster(CANVAS))
    assert "Not in it, as the name fits nobody, or several, on the class list: " in (
        capsys.readouterr().out
    )
    assert grade.write_import(tmp_path, replace(whole, rows=[]), Roster(CANVAS)) is None
    assert (
        "as nobody on the class list has handed in an exercise"
        in capsys.readouterr().out
    )
    assert grade.write_import(tmp_path, whole, Roster("Name\nAda\n")) is None
    assert "neither Canvas's gradebook nor Moodle's" in capsys.readouterr().out


def test_a_class_list_that_would_be_overwritten_is_refused_and_stays(tmp_path):
    (tmp_path / "out").mkdir()
    own = tmp_path / "out" / "import.csv"
    own.write_text(CANVAS)
    said = grade.main(
        [str(tmp_path / "in"), str(tmp_path / "out"), "--roster", str(own)]
    )
    assert (
        said
        == "No table: the class list is no import.csv in OUT, which is written anew: copy it."
    )
    assert own.read_text() == CANVAS
