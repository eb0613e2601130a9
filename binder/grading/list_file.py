"""The rows of a class list, from its bytes, as Canvas or Moodle writes it or Excel saves it."""

import codecs
import csv
import io
import re

MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
DELIMITERS = ",;\t"
NAMED = re.compile(
    r'"?sep=(.)"?\r?\n'
)  # the first line by which Excel is told the delimiter
WANTED = "save the class list as CSV UTF-8"


def text_of(content):
    """The text of a list, and "", or a word of it that shows if its encoding was guessed right.

    It is that of its mark, or else UTF-8, or else Windows-1252, as Excel writes without a word.
    Raises ValueError if it is a workbook, or in neither.
    """
    if content.startswith(b"PK\x03\x04"):
        raise ValueError(f"the class list is a workbook or an archive: {WANTED}")
    marked = next((MARKS[mark] for mark in MARKS if content.startswith(mark)), None)
    for encoding in [marked] if marked else ["utf-8", "cp1252"]:
        try:
            text = content.decode(encoding).lstrip("\ufeff")
        except UnicodeDecodeError:
            continue
        # UTF-16 without its mark passes as one of the two, with zeros between the letters.
        if "\0" not in text:
            return text, re.search(r"\w*[^\0-\x7f]\w*", text)[
                0
            ] if encoding == "cp1252" else ""
    raise ValueError(
        f"the class list is in an encoding that is not known here: {WANTED}"
    )


def rows_of(text):
    """(rows, delimiter) of a list, without its blank rows; all are as long as the first.

    The delimiter is that which makes most of the first row. Raises ValueError if quotes do not
    match, or if a row is longer than the first.

    >>> rows_of("Name;ID\\n\\nAda Lovelace")
    ([['Name', 'ID'], ['Ada Lovelace', '']], ';')
    """
    named = NAMED.match(text)
    text = (text[named.end() :] if named else text).lstrip("\r\n")
    try:
        delimiter = (
            named[1] if named else max(DELIMITERS, key=lambda mark: _width(text, mark))
        )
        reader = csv.reader(_lines(text), delimiter=delimiter, strict=True)
        rows = [row for row in reader if any(map(str.strip, row))]
    except csv.Error as error:
        raise ValueError(f"the class list cannot be read as CSV ({error})") from None
    width = len(rows[0]) if rows else 0
    for row in rows:
        if any(map(str.strip, row[width:])):
            rule = f"a row of the class list has no more cells than its header, {width}"
            raise ValueError(f"{rule}, and {delimiter.join(row)[:80]!r} has {len(row)}")
    return [(row + [""] * width)[:width] for row in rows], delimiter


def _width(text, delimiter):
    return len(next(csv.reader(_lines(text), delimiter=delimiter), []))


def _lines(text):
    return io.StringIO(text, newline="")
