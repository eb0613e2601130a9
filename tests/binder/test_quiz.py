"""The quizzes for Moodle and Canvas, read back by strict readers: they are the course's own."""

import doctest
import html
import re
import tomllib
import zipfile
from xml.etree import ElementTree

import pytest

import quiz
from course import CORE, ROOT

FILE = ROOT / "notebooks" / "guesses.toml"
TEXTS = tomllib.loads(FILE.read_text(encoding="utf-8"))
ITEMS, LEFT_OUT = quiz.items([*TEXTS])
NAMES = quiz.notebook_names()
GIFT = quiz.gift(ITEMS, NAMES)
CANVAS = quiz.qti(ITEMS, NAMES)
RUDE = quiz.Item(
    "00-rude",
    ["~ = # { } : \\ \\n -> // ::", "`a*b*c = {1: <2>}` is *not* 2 * 3 * 4 & 5"],
    [("=50%", "#1 -> `{}`", False), ("~x: \\", "a = b", True)],
)
HTML = re.compile(r"</?(?:p|code|em)>|&(?:amp|lt|gt);|[^<>&]")
# What speaks of a page that whoever sits at a quiz does not see.
POINTS = re.compile(
    r"\b(this notebook|just seen|above|below|the picture|this cell|the chart)\b", re.I
)
QTI = {"q": quiz.OF_QTI}
MANIFEST = {"m": quiz.OF_MANIFEST}


def unescaped(text):
    """A part of GIFT as it was meant; what GIFT would read as its own must be escaped."""
    assert not re.search(r"[~=#{}:]", re.sub(r"\\.", "", text)), text
    assert not re.search(r"\\[^\\~=#{}:]", re.sub(r"\\\\", "", text)), text
    return re.sub(r"\\(.)", r"\1", text)


def read_gift(text):
    """[(category, name, stem, [(choice, reply, whether right)])]; refuses whatever is not so."""
    category, found = None, []
    for block in text.strip().split("\n\n"):
        if block.startswith("//"):
            assert "\n" not in block
        elif block.startswith("$CATEGORY: "):
            category = block.removeprefix("$CATEGORY: ")
        else:
            first, *lines, last = block.splitlines()
            name, stem = re.fullmatch(r"::([\w-]+)::\[html\](.+) \{", first).groups()
            assert last == "}"
            choices = []
            for line in lines:
                mark, choice, reply = re.fullmatch(
                    r"  ([~=])((?:[^\\#]|\\.)+)#(.+)", line
                ).groups()
                assert not choice.startswith(("%", "[")), "a weight, or a format"
                choices.append((unescaped(choice), unescaped(reply), mark == "="))
            found.append((category, name, unescaped(stem), choices))
    return found


def read_qti(files):
    """The same of a package, in which every name leads somewhere and stands once."""
    manifest = ElementTree.fromstring(files["imsmanifest.xml"])
    resources = manifest.findall("m:resources/m:resource", MANIFEST)
    assert all(resource.get("type") == "imsqti_xmlv1p2" for resource in resources)
    hrefs = [resource.find("m:file", MANIFEST).get("href") for resource in resources]
    assert ["imsmanifest.xml", *hrefs] == [*files]
    found = []
    for resource, href in zip(resources, hrefs):
        assessment = ElementTree.fromstring(files[href]).find("q:assessment", QTI)
        assert assessment.get("ident") == resource.get("identifier")
        for item in assessment.iterfind("q:section/q:item", QTI):
            found.append((assessment.get("title"), *read_item(item)))
    idents = re.findall(r' ident="(q-[^"]+)"', "".join(files.values()))
    assert len(idents) == len(set(idents))
    return found


def read_item(item):
    """(name, stem, [(choice, reply, whether right)]) of a question of a package."""
    tags = [child.tag.partition("}")[2] for child in item]
    choices = {
        label.get("ident"): label.find(".//q:mattext", QTI).text
        for label in item.iterfind(".//q:response_label", QTI)
    }
    order = ["itemmetadata", "presentation", "resprocessing"]
    assert tags == order + ["itemfeedback"] * len(choices)
    asked = item.find("q:presentation", QTI)
    told, right = {}, []
    for condition in item.iterfind("q:resprocessing/q:respcondition", QTI):
        (test,) = condition.iterfind("q:conditionvar/q:varequal", QTI)
        response = asked.find("q:response_lid", QTI).get("ident")
        assert test.get("respident") == response
        shows = condition.find("q:displayfeedback", QTI)
        if shows is not None:
            assert condition.get("continue") == "Yes", "or its points are never given"
            (feedback,) = item.findall(
                f"q:itemfeedback[@ident='{shows.get('linkrefid')}']", QTI
            )
            told[test.text] = feedback.find(".//q:mattext", QTI).text
        else:
            assert condition.find("q:setvar", QTI).text == "100"
            right.append(test.text)
    assert [*told] == [*choices]
    assert len(right) == 1
    made = [
        (text, told[ident].removeprefix("<p>").removesuffix("</p>"), ident in right)
        for ident, text in choices.items()
    ]
    return item.get("title"), asked.find("q:material/q:mattext", QTI).text, made


def bare(page):
    """The text of a piece of HTML without its tags."""
    return html.unescape(re.sub(r"</?(?:p|code|em)>", "", page.replace("</p><p>", " ")))


def unmarked(text):
    """A text of the file without its marks."""
    return text.replace("`", "").replace("*received*", "received")


@pytest.mark.parametrize("read", [lambda: read_gift(GIFT), lambda: read_qti(CANVAS)])
def test_a_quiz_holds_the_questions_of_the_file_to_the_letter(read):
    found = read()
    wanted = [name for name in TEXTS if name not in LEFT_OUT]
    assert [name for _, name, *_ in found] == wanted
    assert len(wanted) > 30
    for category, name, stem, choices in found:
        texts = TEXTS[name]
        assert category.endswith(NAMES[name[:2]])
        before = f"{texts['alone']} " if "alone" in texts else ""
        assert bare(stem) == unmarked(before + texts["question"])
        assert [
            (bare(choice), bare(reply), right) for choice, reply, right in choices
        ] == [
            (unmarked(choice), unmarked(reply), choice == texts["right"])
            for choice, reply in texts["replies"].items()
        ]
        for page in (stem, *(page for choice in choices for page in choice[:2])):
            assert "".join(HTML.findall(page)) == page, page
            assert "`" not in page


def test_whatever_a_teacher_writes_stays_what_it_was():
    for found in (
        read_gift(quiz.gift([RUDE], NAMES)),
        read_qti(quiz.qti([RUDE], NAMES)),
    ):
        ((_, _, stem, choices),) = found
        code = "<code>a*b*c = {1: &lt;2&gt;}</code> is <em>not</em> 2 * 3 * 4 &amp; 5"
        assert stem.startswith("<p>~ = # { } : \\ \\n -&gt; // ::</p>")
        assert stem.endswith(f"<p>{code}</p>")
        assert [choice[:2] for choice in choices] == [
            ("=50%", "#1 -&gt; <code>{}</code>"),
            ("~x: \\", "a = b"),
        ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"W\:", "W:"),
        ("  =Three#", "  Three#"),
        ("#Rows 2, 3", "Rows 2, 3"),
        ("::00-rows::", "::00-rows:"),
        ("bias\\=False", "bias=False"),
    ],
)
def test_a_broken_gift_is_found(old, new):
    assert old in GIFT
    with pytest.raises((AssertionError, AttributeError, ValueError)):
        read_gift(GIFT.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('linkrefid="q-00-rows-2_fb"', 'linkrefid="q-00-rows-3"'),
        ('<response_label ident="q-00-rows-2">', '<response_label ident="q-00-rows-1">'),
        ('continue="Yes"', 'continue="No"'),
        ("&lt;p&gt;", "<p>"),
        ('ident="one-row-00"', 'ident="one-row"'),
    ],
)  # fmt: skip
def test_a_broken_package_is_found(old, new):
    path = "one-row-00/one-row-00.xml"
    assert old in CANVAS[path]
    with pytest.raises(
        (AssertionError, AttributeError, ValueError, ElementTree.ParseError)
    ):
        read_qti(CANVAS | {path: CANVAS[path].replace(old, new)})


def test_a_question_of_a_quiz_needs_no_notebook():
    assert LEFT_OUT == ["03-certain", "07-root-cause"]
    for item in ITEMS:
        said = [
            *item.paragraphs,
            *(text for choice in item.choices for text in choice[:2]),
        ]
        assert not POINTS.search(" ".join(said)), item.name


def lists(name):
    """The lists of numbers that a question says first."""
    said = TEXTS[name]["alone"].replace("−", "-")
    groups = re.findall(r"[\[(]([^\])]*)[\])]", said)
    return [[float(n) for n in re.findall(r"-?\d[\d.]*", group)] for group in groups]


def numbers(text):
    """Its whole numbers."""
    return [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", text)]


def test_what_a_question_says_first_leads_to_its_right_answer():
    """Computed from the numbers of the file alone, as whoever sits at the quiz must do."""
    right = {name: texts["right"].replace("−", "-") for name, texts in TEXTS.items()}
    table = [[10 * i + j for j in range(5)] for i in range(6)]
    for name in ("01-one-at-three", "03-recipe"):
        assert "its row i and column j is 10 i + j" in TEXTS[name]["alone"]
    assert numbers(right["01-one-at-three"]) == table[3][:4]
    indptr, *_ = lists("03-places")
    assert numbers(right["03-places"]) == [*range(int(indptr[2]), int(indptr[3]))]
    *_, indices, _ = lists("03-recipe")
    summed = map(sum, zip(*(table[int(i)] for i in indices)))
    assert numbers(right["03-recipe"]) == [*summed]
    ids = numbers(TEXTS["04-gradient-row"]["alone"].split(" are ")[0].replace(",", ""))
    ups = zip(ids, lists("04-gradient-row"))
    gradient = map(sum, zip(*(up for i, up in ups if i == 2)))
    assert [float(n) for n in right["04-gradient-row"].split(", ")] == [*gradient]
    sent, came = re.findall(r"\d(?:, \d)+", TEXTS["07-put-back"]["alone"])
    order = numbers(TEXTS["07-put-back"]["question"].replace(",", ""))
    assert [numbers(sent.replace(",", ""))[place] for place in order] == numbers(
        came.replace(",", "")
    )
    words, vocabulary, _, bytes_each = numbers(
        TEXTS["01-bytes"]["alone"].replace("float32", "")
    )
    assert right["01-bytes"] == f"{words * vocabulary * bytes_each // 10**6} megabytes"
    dense, sparse = 2 * 50_000, 8 * 20_000
    assert "2 V rows" in TEXTS["07-dense-or-sparse"]["alone"]
    assert (dense < sparse) == (right["07-dense-or-sparse"] == "The dense one")


def test_the_command_writes_both_and_says_what_is_left_out(tmp_path, capsys):
    assert quiz.main([str(tmp_path / "new")]) is None
    said = capsys.readouterr().out
    assert f"{len(ITEMS)} questions: " in said
    assert said.endswith("03-certain, 07-root-cause\n")
    folder = tmp_path / "new"
    assert {path.name for path in folder.iterdir()} == {quiz.GIFT, quiz.QTI}
    assert (folder / quiz.GIFT).read_text(encoding="utf-8") == GIFT
    with zipfile.ZipFile(folder / quiz.QTI) as package:
        assert {
            name: package.read(name).decode() for name in package.namelist()
        } == CANVAS
    before = (folder / quiz.QTI).read_bytes()
    quiz.main([str(folder)])
    assert (folder / quiz.QTI).read_bytes() == before


def test_the_quiz_of_one_notebook_and_of_none(tmp_path, capsys):
    assert quiz.main([str(tmp_path), "01"]) is None
    assert "Left out" not in capsys.readouterr().out
    found = read_gift((tmp_path / quiz.GIFT).read_text(encoding="utf-8"))
    assert {name[:2] for _, name, *_ in found} == {"01"}
    complaint = quiz.main([str(tmp_path / "none"), "02b"])
    assert complaint.startswith("No quiz: a notebook that asks is one of 00, 01,")
    assert complaint.endswith(", not '02b'.")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("alone = false", "alone = 5", r"line 1, [00-rows]: alone must be a text or false, got 5"),
        ('right = "1"', 'right = "3"', "line 1, [00-rows]: right must be one of the choices"),
    ],
)  # fmt: skip
def test_a_fault_in_the_file_is_named_with_its_place(tmp_path, old, new, message):
    path = tmp_path / "guesses.toml"
    good = """\
[00-rows]
question = "How many?"
right = "1"
alone = false

[00-rows.replies]
"1" = "Yes."
"2" = "No."
"""
    path.write_text(good.replace(old, new), encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(message)):
        quiz.items(["00-rows"], path)
    path.write_text(good, encoding="utf-8")
    assert quiz.items(["00-rows"], path) == ([], ["00-rows"])


def test_each_notebook_that_is_taught_has_its_name():
    assert {path.name[:2] for path in CORE} <= {*NAMES}
    assert NAMES["01"] == "01 One-hot times matrix"


def test_examples_in_the_documentation_hold():
    ran = doctest.testmod(quiz)
    assert ran.attempted >= 3
    assert not ran.failed
