"""A class list of Canvas or Moodle goes in, and comes back with points; a row for each learner."""

import csv
import io

import pytest

from grading.hand_ins import HandIn, Refusal, owner_of
from grading.outcome import Outcome, Verdict
from grading.report_page import as_page
from grading.roster import Roster
from grading.spreadsheet import as_csv
from grading.table import table

CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Essay 00 draft (701),Notebook 01 (7002),Final Score
,,,,,Manual Posting,,(read only)
    Points Possible,,,,,10,100,(read only)
"Lovelace, Ada",12345,u1,ada@example.org,A,9,50,90
"Hopper, Grace",12346,u2,grace,A,8,,80
"van der Berg, Zoë",12347,u3,zb,A,,7,
"Student, Test",12348,,t,A,,,
"""
MOODLE = """\
Identifier,Full name,Email address,Status,Grade,Maximum grade,Last modified (grade)
Participant 123,Ada Lovelace,ada@example.org,Submitted,,50.00,-
Participant 124,Grace Hopper,grace@example.org,Submitted,12.00,50.00,-
"""
RIGHT, HALF = Verdict("right", share=1), Verdict("not yet", "why", 0.5)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("lovelaceada_12345_6789_01-1.ipynb", "Lovelace, Ada"),
        ("lovelaceada_99_6789_01-1.ipynb", "Lovelace, Ada"),
        ("Ada Lovelace/01.ipynb", "Lovelace, Ada"),
        ("week 1/01_ADA.LOVELACE.ipynb", "Lovelace, Ada"),
        ("ada_01.ipynb", "Lovelace, Ada"),
        ("vanderbergzoë_77_22_01.ipynb", "van der Berg, Zoë"),
        ("Zoe van der Berg_55_assignsubmission_file/01.ipynb", "van der Berg, Zoë"),
        ("Lovelace/01.ipynb", None),
        ("somebody/01.ipynb", None),
    ],
)
def test_a_file_finds_its_learner(path, name):
    owner = owner_of(path)
    learner = Roster(CANVAS).find(owner.number, owner.names)
    assert (learner and learner.name) == name


def test_who_fits_twice_is_nobodys():
    roster = Roster("Name\nAda Lovelace\nAda Byron\n")
    assert roster.find("", ["ada"]) is None
    assert roster.find("", ["ada byron 2"]).name == "Ada Byron"
    assert Roster("Name\nAda\nAda\n").find("", ["Ada"]) is None


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (MOODLE, ["Ada Lovelace", "Grace Hopper"]),
        ("First name;Last name\r\nAda;Lovelace\r\n", ["Ada Lovelace"]),
        ("Name\n\nAda\n", ["Ada"]),
    ],
)
def test_class_lists_of_several_kinds(text, names):
    assert [learner.name for learner in Roster(text).learners] == names


def test_a_list_that_names_nobody_is_refused():
    with pytest.raises(
        ValueError, match=r"has a column Student .* this has Matrikel, Note"
    ):
        Roster("Matrikel,Note\n1,2\n")
    with pytest.raises(ValueError, match="this has none"):
        Roster("")


def rows_of(content):
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_canvas_gets_a_column_for_each_notebook_and_keeps_what_is_not_new():
    points = {3: {"01": 4.5, "02": 6}, 4: {"02": 1 / 3}}
    filled, where = Roster(CANVAS).filled(points, {"01": 5, "02": 6})
    header, _, possible, ada, grace, zoe, _ = rows_of(filled)
    assert (
        where
        == "01 of 100 points in 'Notebook 01 (7002)', 02 of 6 points in 'Notebook 02'"
    )
    assert header[5:] == ["Notebook 01 (7002)", "Notebook 02"]
    assert possible[5:] == ["100", "6"]
    assert (ada[1], ada[5:]) == ("12345", ["90", "6"]), "4.5 of 5, of 100 points"
    assert grace[5:] == ["", "0.33"]
    assert zoe[5:] == ["7", ""], "a blank would take the old points away"


def test_moodle_gets_a_share_of_its_maximum_grade():
    filled, where = Roster(MOODLE).filled({1: {"01": 4, "02": 2}}, {"01": 5, "02": 7})
    assert where == "Grade, of 50, is the share of all 12 points of 01, 02"
    header, ada, grace = rows_of(filled)
    assert filled.startswith(b"Identifier"), (
        "Moodle would take a mark for a part of the name"
    )
    assert header == MOODLE.splitlines()[0].split(",")
    assert (ada[4], grace[4]) == ("25", "12.00")
    assert Roster("Name\nAda\n").filled({}, {}) is None


def class_of(outcomes, roster=None, refusals=()):
    """The table of {path: Outcome}, None for those that are not checked yet."""
    hand_ins = [HandIn(path, path.encode(), owner_of(path)) for path in outcomes]
    done = {path: outcome for path, outcome in outcomes.items() if outcome}
    return table(hand_ins, done, list(refusals), roster and Roster(roster))


def test_the_latest_attempt_counts_exercise_by_exercise_and_it_is_said():
    whole = class_of(
        {
            "lovelaceada_LATE_12345_900_01-1.ipynb": Outcome(verdicts={"01-a": HALF}),
            "lovelaceada_12345_800_01.ipynb": Outcome(
                verdicts={"01-a": RIGHT, "01-b": RIGHT}
            ),
            "ada/02.ipynb": Outcome(verdicts={"02-a": RIGHT}),
            "ada/03.ipynb": Outcome("it took longer than 2 s."),
            "ada/04.ipynb": Outcome(unread="it is empty"),
        },
        CANVAS,
    )
    ada = next(row for row in whole.rows if row.name == "Lovelace, Ada")
    assert (ada.points("01"), ada.points("02"), ada.points("03")) == (2.5, 1, None)
    assert ("ada/03.ipynb", "it took longer than 2 s") in ada.remarks
    assert whole.refusals == [Refusal("ada/04.ipynb", "it is empty", "Lovelace, Ada")]
    assert (whole.done, whole.files) == (4, 4)
    late = "lovelaceada_LATE_12345_900_01-1.ipynb"
    assert (late, "Canvas calls it late") in ada.remarks
    assert (
        "lovelaceada_12345_800_01.ipynb",
        f"a part of it does not count: {late} is later",
    ) in ada.remarks
    absent = [row.name for row in whole.rows if not row.hand_ins]
    assert absent == ["Hopper, Grace", "Student, Test", "van der Berg, Zoë"]
    assert whole.points() == {3: {"01": 2.5, "02": 1}}


def test_nobody_shares_a_row_by_chance():
    outcome = Outcome(verdicts={"01-a": RIGHT})
    paths = ["s01.ipynb", "s02.ipynb", "ada_01_20_30_x.ipynb", "bob_01_20_30_x.ipynb"]
    paths += ["ada\x01/01.ipynb", "ada\x02/01.ipynb", "bob\n.ipynb", "bob .ipynb"]
    whole = class_of(dict.fromkeys(paths, outcome))
    assert len(whole.rows) == len(paths)
    assert len({row.name for row in whole.rows}) == len(paths)
    remarks = {row.name: [what for _, what in row.remarks] for row in whole.rows}
    assert remarks[r"ada\x01"] == [r"a name that looks much like it is “ada\x02”"]
    assert remarks["s01"] == []


def test_what_a_spreadsheet_and_a_page_get_is_harmless():
    name = "=cmd|' <script>alert(1)"
    verdicts = {"01-a": Verdict("not yet", "<img src=x onerror=alert(2)>\n=1+1", 0)}
    refusals = [Refusal("@SUM(1).zip", "it is an archive")]
    handed = {f"{name}.ipynb": Outcome(verdicts=verdicts), "late.ipynb": None}
    whole = class_of(handed, refusals=refusals)
    lines = rows_of(as_csv(whole))
    assert not [
        cell for line in lines for cell in line if cell.startswith(("=", "+", "-", "@"))
    ]
    page = as_page(whole).decode()
    assert "<script" not in page
    assert "<img" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "So far 1 of them" in page
    assert "1 not read" in page
