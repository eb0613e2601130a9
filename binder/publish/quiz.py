"""The course's questions as quizzes: `python binder/publish/quiz.py FOLDER [NUMBER ...]`.

Writes two files into FOLDER, with each question of `notebooks/guesses.toml` that can be answered
without its notebook, and with the reply to each choice: one_row.gift.txt for Moodle (*Question
bank*, *Import*, *GIFT format*) and one_row.qti.zip for Canvas (*Settings*, *Import Course Content*,
*QTI .zip file*), a quiz for each notebook. NUMBER is that of a notebook, as in 01; without one all
are taken. A second run writes the same bytes.
"""

import argparse
import io
import re
import sys
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

import nbformat

from cards import card
from without_kernel import NOTEBOOKS

# The helper is found once without_kernel has put notebooks/ on the path.
# isort: split
from lookup import ask
from lookup.files import put
from lookup.guesses import FILE, alone, guess

TITLE = "One Row at a Time"
GIFT, QTI = "one_row.gift.txt", "one_row.qti.zip"
OF_QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
OF_MANIFEST = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
CODE = re.compile(r"`([^`]+)`")
# A star that opens touches the first letter, one that closes the last; one between spaces is none.
STRESSED = re.compile(r"(?<![\w*])\*(?![\s*])([^*]+)(?<!\s)\*(?![\w*])")
BEGINNING = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip can hold


@dataclass(frozen=True)
class Item:
    """A question of a quiz: `paragraphs` are its texts, `choices` of (text, reply, whether right).

    The name begins with the number of its notebook, as in 00-rows.
    """

    name: str
    paragraphs: list[str]
    choices: list[tuple[str, str, bool]]

    @property
    def number(self) -> str:
        """That of its notebook."""
        return self.name.partition("-")[0]


def items(names: list[str], path: Path = FILE) -> tuple[list[Item], list[str]]:
    """These questions of the file at `path` for a quiz, and the names of those left out.

    Raises FileNotFoundError without the file, and ValueError, with the line, at a fault in it.
    """
    found = []
    left_out = []
    said = alone(path)
    for name in names:
        text, replies, right, place = guess(name, path)
        try:
            ask(text, replies, right=right)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{place}: {error}") from None
        if said[name] is None:
            left_out.append(name)
            continue
        choices = [
            (choice, reply, choice == right) for choice, reply in replies.items()
        ]
        found.append(Item(name, list(filter(None, [said[name], text])), choices))
    return found, left_out


def rich(text: str) -> str:
    """A text as HTML: what stands between backticks is code, between stars it is stressed.

    >>> rich("Is `a*b*c < 1` *less*?")
    'Is <code>a*b*c &lt; 1</code> <em>less</em>?'
    """
    pieces = CODE.split(escape(text, quote=False))
    pieces[::2] = [STRESSED.sub(r"<em>\1</em>", piece) for piece in pieces[::2]]
    pieces[1::2] = [f"<code>{piece}</code>" for piece in pieces[1::2]]
    return "".join(pieces)


def page(paragraphs: list[str]) -> str:
    """Texts as HTML, each a paragraph."""
    return "".join(f"<p>{rich(paragraph)}</p>" for paragraph in paragraphs)


def escape_gift(text: str) -> str:
    r"""A text in which nothing means anything to GIFT.

    >>> escape_gift(r"f(a=1) ~ {x: #1} \n")
    'f(a\\=1) \\~ \\{x\\: \\#1\\} \\\\n'
    """
    return re.sub(r"([\\~=#{}:])", r"\\\1", text)


def gift(questions: list[Item], names: dict[str, str]) -> str:
    """The text of a file in Moodle's format GIFT, with a category for each notebook.

    names: {number of a notebook: its name}.
    """
    lines = [
        f"// {TITLE}: {len(questions)} questions for Moodle, in the format GIFT",
        "",
    ]
    for number, own in groupby(questions, key=lambda item: item.number):
        lines += [f"$CATEGORY: {TITLE}/{names[number]}", ""]
        for item in own:
            lines.append(
                f"::{item.name}::[html]{escape_gift(page(item.paragraphs))} {{"
            )
            for choice, reply, right in item.choices:
                mark = "=" if right else "~"
                lines.append(
                    f"  {mark}{escape_gift(rich(choice))}#{escape_gift(rich(reply))}"
                )
            lines += ["}", ""]
    return "\n".join(lines)


def qti(questions: list[Item], names: dict[str, str]) -> dict[str, str]:
    """{path in the package: text} of QTI 1.2 as Canvas reads it, a quiz for each notebook.

    names: {number of a notebook: its name}.
    """
    files = {}
    manifest = ElementTree.Element("manifest", xmlns=OF_MANIFEST, identifier="one-row")
    metadata = _in(manifest, "metadata")
    _in(metadata, "schema", "IMS Content")
    _in(metadata, "schemaversion", "1.1.3")
    _in(manifest, "organizations")
    resources = _in(manifest, "resources")
    for number, own in groupby(questions, key=lambda item: item.number):
        name = f"one-row-{number}"
        path = f"{name}/{name}.xml"
        files[path] = _document(_assessment(name, names[number], own))
        resource = _in(resources, "resource", identifier=name, type="imsqti_xmlv1p2")
        _in(resource, "file", href=path)
    return {"imsmanifest.xml": _document(manifest), **files}


def _assessment(name, title, questions):
    """The element of a quiz."""
    root = ElementTree.Element("questestinterop", xmlns=OF_QTI)
    assessment = _in(root, "assessment", ident=name, title=f"{TITLE}: {title}")
    section = _in(assessment, "section", ident="root_section")
    for item in questions:
        _item(section, item)
    return root


def _item(section, item):
    """Add a question to the section of a quiz."""
    own = _in(section, "item", ident=f"q-{item.name}", title=item.name)
    fields = _in(_in(own, "itemmetadata"), "qtimetadata")
    for label, entry in (
        ("question_type", "multiple_choice_question"),
        ("points_possible", "1"),
    ):
        field = _in(fields, "qtimetadatafield")
        _in(field, "fieldlabel", label)
        _in(field, "fieldentry", entry)
    presentation = _in(own, "presentation")
    _text(presentation, page(item.paragraphs))
    response = _in(
        presentation, "response_lid", ident="response1", rcardinality="Single"
    )
    render = _in(response, "render_choice")
    processing = _in(own, "resprocessing")
    outcomes = _in(processing, "outcomes")
    _in(
        outcomes,
        "decvar",
        maxvalue="100",
        minvalue="0",
        varname="SCORE",
        vartype="Decimal",
    )
    for number, (choice, reply, right) in enumerate(item.choices, 1):
        ident = f"q-{item.name}-{number}"
        _text(_in(render, "response_label", ident=ident), rich(choice))
        told = _when(processing, ident, more="Yes")
        _in(told, "displayfeedback", feedbacktype="Response", linkrefid=f"{ident}_fb")
        feedback = _in(own, "itemfeedback", ident=f"{ident}_fb")
        _text(_in(feedback, "flow_mat"), page([reply]))
        if right:
            right_one = ident
    _in(
        # The last condition, as "No" ends the search: the replies above must be found first.
        _when(processing, right_one, more="No"),
        "setvar",
        "100",
        action="Set",
        varname="SCORE",
    )


def _when(processing, ident, more):
    """The condition that a choice was made; `more`, "Yes" or "No": whether others are looked at."""
    condition = ElementTree.SubElement(processing, "respcondition", {"continue": more})
    _in(_in(condition, "conditionvar"), "varequal", ident, respident="response1")
    return condition


def _text(parent, html):
    """Add a text to an element; `html` becomes its plain content, as QTI wants it."""
    _in(_in(parent, "material"), "mattext", html, texttype="text/html")


def _in(parent, tag, text=None, **attributes):
    """A new element within another."""
    child = ElementTree.SubElement(parent, tag, attributes)
    child.text = text
    return child


def _document(root):
    """The text of a document."""
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def pack(files: dict[str, str]) -> bytes:
    """A zip of {path: text}, the same for the same texts."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as package:
        for path, text in files.items():
            entry = zipfile.ZipInfo(path, BEGINNING)
            entry.compress_type = zipfile.ZIP_DEFLATED
            package.writestr(entry, text)
    return content.getvalue()


def choose(names: Iterable[str], numbers: Iterable[str]) -> list[str]:
    """The questions, of these names, that the notebooks of these numbers ask; all without numbers.

    Raises ValueError if a notebook asks none.

    >>> choose(["00-rows", "01-bytes"], ["01"])
    ['01-bytes']
    """
    by_number = {}
    for name in names:
        by_number.setdefault(name.partition("-")[0], []).append(name)
    for number in numbers:
        if number not in by_number:
            rule = f"a notebook that asks is one of {', '.join(by_number)}"
            raise ValueError(f"{rule}, not {number!r}")
    wanted = numbers or by_number
    return [
        name for number in by_number if number in wanted for name in by_number[number]
    ]


def notebook_names() -> dict[str, str]:
    """{number: name} of the course's notebooks, as their first cells say."""
    cards = (
        card(path, nbformat.read(path, as_version=4))
        for path in NOTEBOOKS.glob("[0-9][0-9]*.ipynb")
    )
    return {found.stem.partition("_")[0]: found.name for found in cards}


def write(folder: Path, numbers: Iterable[str] = ()) -> tuple[int, list[str]]:
    """Write both files into `folder`; how many questions they hold, and which are left out.

    numbers: those of the notebooks that are taken; all without one.
    Raises ValueError if a notebook asks none, or at a fault in the file of questions.
    """
    questions, left_out = items(choose(alone(), numbers))
    names = notebook_names()
    put(folder / GIFT, gift(questions, names).encode())
    put(folder / QTI, pack(qti(questions, names)))
    return len(questions), left_out


def main(arguments: list[str] | None = None) -> str | None:
    """Write both files; what went wrong in one sentence, or None."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the files are written")
    parser.add_argument(
        "numbers", metavar="NUMBER", nargs="*", help="of a notebook, as in 01"
    )
    options = parser.parse_args(arguments)
    try:
        count, left_out = write(options.folder, options.numbers)
    except (OSError, ValueError) as error:
        return f"No quiz: {error}."
    print(f"{count} questions: {options.folder / GIFT} for Moodle,")
    print(f"{options.folder / QTI} for Canvas.")
    if left_out:
        print(
            f"Left out, as only its notebook shows what is asked: {', '.join(left_out)}"
        )
    return None


if __name__ == "__main__":
    sys.exit(main())
