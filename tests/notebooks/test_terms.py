"""The page of terms: in order, short, and each found where it leads; one spelling in prose."""

import re

import pytest

from course import NOTEBOOKS, PAGES, ROOT, read, text_of, texts

PAGE = (ROOT / "notebooks" / "terms.md").read_text(encoding="utf-8")
BOOKS = {path.name: texts(read(path)) for path in NOTEBOOKS}
LINE = re.compile(r"- \*\*([^*]+)\*\*((?: · \*[^*]+\*)*): (.+?) (\[\d\d.+)")
LINK = re.compile(r"\[(\d\db?) ([^\]]+)\]\(([^)#]+)#([^)]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LONGEST = 40  # words
OPTIMIZER = re.compile(r"optimiz", re.IGNORECASE)
# Code, addresses, what others said or wrote, and the name of a term.
NO_PROSE = re.compile(
    r"```.*?```|`[^`\n]*`|\]\([^)]*\)|“[^”]*”|(?<!\*)\*[^*\n]+\*(?!\*)|\[[^\]]*\]\(http[^)]*\)",
    re.DOTALL,
)


NOWHERE = "[07 X](07_beyond_one_machine.ipynb#X)"


def sections(sources):
    """{anchor: the text from this heading to the next}, the title's among them."""
    whole = "\n".join(FENCED.sub("", source) for source in sources)
    _, *found = HEADING.split(whole)
    return {
        title.replace(" ", "-"): f"{title}\n{text}"
        for title, text in zip(found[::2], found[1::2])
    }


def plain(text):
    """Text without marks, in lower case, with "-" and "_" as spaces."""
    return re.sub(r"[-_\s]+", " ", re.sub(r"[*`]", "", text)).lower()


def says(text, words):
    """Whether a text says one of the words, or several of it."""
    either = "|".join(re.escape(plain(word)) for word in words)
    return re.search(rf"\b({either})s?\b", plain(text)) is not None


def entries(page):
    """(term, the course's words for it, what it is, links) of every line."""
    for line in page.splitlines():
        if line.startswith("-"):
            match = LINE.fullmatch(line)
            assert match, f"not a term and its section: {line}"
            term, words, meaning, links = match.groups()
            yield term, re.findall(r"\*([^*]+)\*", words), meaning, LINK.findall(links)


def judge(page, books):
    """Assert all that the page promises; the message says what is amiss."""
    terms = [term for term, *_ in entries(page)]
    assert terms == sorted(set(terms), key=str.casefold), "not in the alphabet's order"
    for term, words, meaning, links in entries(page):
        assert len(meaning.split()) <= LONGEST, f"{term!r} takes too many words"
        assert meaning.endswith((".", ".)")), f"{term!r} is no sentence"
        shown = []
        for number, title, name, anchor in links:
            assert name in books, f"no notebook {name}"
            assert name.startswith(f"{number}_"), f"{name} is not notebook {number}"
            assert anchor == title.replace(" ", "-"), f"{title!r} is not {anchor!r}"
            found = sections(books[name])
            assert anchor in found, f"no heading {title!r} in {name}"
            where = f"{title!r} of {name} says {term!r} or another word for it"
            assert says(found[anchor], [term, *words]), where
            shown.append(found[anchor])
        for part in term.split(", "):
            assert any(says(text, [part]) for text in shown), (
                f"no section says {part!r}"
            )


def test_every_term_is_found_in_the_sections_that_it_leads_to():
    judge(PAGE, BOOKS)


def test_whatever_looks_like_a_link_to_a_section_is_one():
    assert PAGE.count("ipynb#") == sum(len(links) for *_, links in entries(PAGE)) >= 80


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("#One-line-on-your-GPU)", "#A-line-on-your-GPU)", "is not 'A-line"),
        ("[02b from_pretrained", "[02 from_pretrained", "is not notebook 02"),
        ("05_learned_rows", "05_rows", "no notebook 05_rows"),
        ("[07 A rank fails]", "[07 A rank]", "'A rank' is not"),
        ("[07 A rank fails](07_beyond_one_machine.ipynb#A-rank-fails)", NOWHERE, "no heading 'X'"),
        ("- **epoch**", "- **lap**", "alphabet"),
        ("**attention** · *soft lookup*", "**attendance**", "says 'attendance'"),
        ("- **epoch**", "- **epochal change**", "says 'epochal change'"),
        ("One pass through", "One pass " * 40 + "through", "too many words"),
        ("- **epoch**:", "- epoch:", "not a term and its section"),
        ("**epoch**", "**epochal change** · *epoch*", "no section says 'epochal change'"),
    ],
)  # fmt: skip
def test_a_broken_page_is_found(old, new, message):
    assert old in PAGE
    with pytest.raises(AssertionError, match=re.escape(message)):
        judge(PAGE.replace(old, new, 1), BOOKS)


@pytest.mark.parametrize(
    "path", [*NOTEBOOKS, *PAGES], ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_an_optimiser_is_spelt_in_one_way(path):
    found = OPTIMIZER.findall(NO_PROSE.sub("", text_of(path)))
    assert found == [], "the prose is British; code is code"
