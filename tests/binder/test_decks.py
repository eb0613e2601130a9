"""The decks: one file, no network, slides within their edges, no answer before its question."""

import doctest
import re
from importlib.util import find_spec
from itertools import pairwise

import nbformat
import pytest

import decks
from conftest import lacking, new_context, new_page
from course import CORE, NOTEBOOKS, ROOT, read, texts
from lookup.widget import palette
from step_through import STEP_THROUGH

pytestmark = pytest.mark.long

SIZES = [(1366, 768), (1920, 1080)]
FOOT = 40  # px of a slide of 1366 x 768 that its number and the arrows take
QUICK = ROOT / "notebooks/01_one_hot_times_matrix.ipynb"
OTHERS = [
    path for path in reversed(CORE) if path != QUICK
]  # test_website.py begins at the first
SHOWN = {"opacityProperty": True, "visibilityProperty": True}

# What stands on the decks, in the order of the file: for each block its cell, whether it is "text",
# "source" or "given", and whether it is a question.
BLOCKS = """(shown) => {
    const all = [...document.querySelectorAll(".slides .jp-Cell")];
    const cells = all.filter((cell) => !cell.closest(".notes"));
    const blocks_of = (cell) =>
        cell.matches(".jp-MarkdownCell") ? [cell] : [...cell.querySelectorAll(".source, .given")];
    window.blocks = cells.flatMap(blocks_of);
    const visible = (block) => block.checkVisibility(shown);
    window.seen = () => blocks.flatMap((block, i) => (visible(block) ? [i] : []));
    return blocks.map((block) => [
        block.closest(".jp-Cell").id.replace("cell-id=", ""),
        block.matches(".jp-MarkdownCell") ? "text" : block.classList[0],
        Boolean(block.querySelector('[data-draws="Question"]')),
    ]);
}"""

# What leaves its slide, in any state that a teacher can bring it to, and what is too small to read
# from the last row.
WRONG = """(foot) => {
    const step_through = STEP_THROUGH;
    const slide = Reveal.getCurrentSlide();
    const page = document.querySelector(".slides").getBoundingClientRect();
    const scale = Reveal.getScale();
    const wrong = new Set();
    const shown = (e) => !e.closest(".notes, .unseen, script");
    const all = () => [...slide.querySelectorAll("*")].filter(shown);
    const check = (state) => {
        for (const e of all()) {
            const box = e.getBoundingClientRect();
            if (!box.width || !box.height) continue;
            const kind = e.className.baseVal ?? e.className;
            const own = `${state}: ${e.tagName} ${kind} ${e.textContent.slice(0, 30)}`;
            const wide = box.right > page.right - 50 * scale || box.left < page.left;
            const cut = e.scrollWidth > e.clientWidth + 1;
            if (box.bottom > page.bottom - foot * scale + 1) wrong.add(`${own} too low`);
            if (wide) wrong.add(`${own} too wide`);
            if (cut && getComputedStyle(e).overflowX !== "visible") wrong.add(`${own} scrolls`);
        }
    };
    check("as it comes");
    const leaves = page.bottom > innerHeight + 1 || page.right > innerWidth + 1;
    if (leaves) wrong.add("the slide leaves the window");
    for (const e of all()) {
        if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
        if (!e.checkVisibility()) continue;
        const svg = e.closest("svg");
        const zoom = svg ? e.getScreenCTM().a / scale : e.currentCSSZoom;
        const size = parseFloat(getComputedStyle(e).fontSize) * zoom;
        const least = svg || e.closest("pre, code") ? 14 : 20;
        const own = `${e.tagName} ${e.textContent.slice(0, 30)}`;
        if (size < least) wrong.add(`${own} has ${size} px`);
    }
    slide.querySelectorAll("details img").forEach((e) => {
        wrong.add(`${e.alt.slice(0, 30)} is folded, and missing on paper`);
    });
    slide.querySelectorAll(".jp-MarkdownCell img").forEach((e) => {
        const { width, height } = e.getBoundingClientRect();
        const size = (11 * Math.min(width / e.naturalWidth, height / e.naturalHeight)) / scale;
        if (size < 14) wrong.add(`the numbers of ${e.alt.slice(0, 30)} have ${size} px`);
    });
    slide.querySelectorAll("details").forEach((e) => {
        e.open = true;
        check("opened");
        e.open = false;
    });
    slide.querySelectorAll(".picture").forEach((e) => {
        step_through(e, () => check("stepped"));
    });
    slide.querySelectorAll(".question button").forEach((e) => {
        e.click();
        check("answered");
    });
    document.activeElement.blur();
    return [...wrong];
}""".replace("STEP_THROUGH", STEP_THROUGH)

# From slide to slide by the key, within the page: a call from here for each press takes longer.
WALK = f"""async (foot) => {{
    const faults = {WRONG};
    const frame = () => new Promise(requestAnimationFrame);
    const [first, wrong, empty] = [{{}}, [], []];
    for (let press = 0; ; press += 1) {{
        const slide = Reveal.getCurrentSlide();
        for (let waited = 0; slide.querySelector(".alive > .still"); waited += 1) {{
            if (waited > 9000) throw Error(`not drawn: ${{slide.textContent.slice(0, 200)}}`);
            await frame();
        }}
        seen().forEach((block) => {{ first[block] ??= press; }});
        if (!Reveal.availableFragments().next) {{
            const number = document.querySelector(".slide-number").innerText;
            wrong.push(...faults(foot).map((what) => `${{number}}: ${{what}}`));
            if (!seen().length) empty.push(number);
            if (Reveal.isLastSlide()) return [first, wrong, empty];
        }}
        const key = {{ key: "ArrowRight", keyCode: 39, bubbles: true }};
        document.dispatchEvent(new KeyboardEvent("keydown", key));
    }}
}}"""


def refusal(capsys, *arguments):
    """What the command complains of."""
    complaint = decks.main([str(argument) for argument in arguments])
    assert not capsys.readouterr().err
    return complaint


@pytest.fixture(scope="module")
def made(tmp_path_factory, lived):
    """A function that gives the deck of a notebook, made once; the quickest by the command."""
    find_spec(decks.REVEAL) or lacking(
        "no reveal.js: pip install -r binder/publish/requirements.txt to test the slides"
    )
    out, written = tmp_path_factory.mktemp("my decks"), {}

    def deck(path):
        if path not in written:
            if path == QUICK:
                assert decks.main([str(out), str(path)]) is None
            else:
                decks.write(out, [path], lived)
            written[path] = out / f"{path.stem}.html"
        return written[path]

    return deck


@pytest.fixture
def opened(browser, made):
    """A function that opens a notebook's deck from the disk, on a screen of a size, offline."""
    context = new_context(browser)
    page, asked = new_page(context), []
    context.set_offline(True)
    context.on("request", lambda request: asked.append(request.url))

    def at(path, width=1366, height=768):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(made(path).as_uri())
        page.wait_for_function(
            "window.Reveal?.isReady() && Reveal.getScale() === innerWidth / 1366"
        )
        return page

    yield at
    assert not page.problems
    assert {url.split(":")[0] for url in asked} <= {"file", "data", "blob"}
    assert {re.split("[?#]", url)[0] for url in asked if url.startswith("file:")} <= {
        page.url.split("#")[0]
    }
    context.close()


def walk(page):
    """Turn the deck by its key to the last slide: its blocks, when each was first seen, faults."""
    blocks = page.evaluate(BLOCKS, SHOWN)
    first, wrong, empty = page.evaluate(WALK, FOOT)
    assert not empty, "slides without content"
    return blocks, {int(block): press for block, press in first.items()}, wrong


@pytest.mark.parametrize("path", [QUICK, *OTHERS], ids=lambda path: path.stem)
def test_a_deck_fits_its_slides_asks_before_it_shows_and_keeps_the_order(opened, path):
    for size in (
        SIZES if path == QUICK else SIZES[:1]
    ):  # another size only scales a deck
        blocks, first, wrong = walk(opened(path, *size))
        assert not wrong, size
        assert sorted(first) == list(range(len(blocks))), "each is seen"
    notebook = read(path)
    kinds = {cell.id: cell.metadata.slideshow.slide_type for cell in notebook.cells}
    shown = [
        cell.id for cell in notebook.cells if kinds[cell.id] not in ("skip", "notes")
    ]
    ends = ["rights"] * (path.name[:2] in ("00", "05"))  # they show the real table
    whole = [
        next(
            id for id in shown + ends if re.fullmatch(rf"{re.escape(id)}(-\d+)?", block)
        )
        for block, *_ in blocks
    ]
    assert list(dict.fromkeys(whole)) == shown + ends, (
        "the order of the notebook, and nothing left out"
    )
    when = [first[i] for i in range(len(blocks))]
    assert when == sorted(when)
    for i, (before, after) in enumerate(pairwise(blocks)):
        gives = before[1] == "source" and after[1] == "given" and before[0] == after[0]
        if before[1] == "given" or gives:
            assert when[i] < when[i + 1], f"{after} comes with {before}, not after it"
    asked = [
        cell.id
        for cell in notebook.cells
        if cell.source.startswith("ask(") and cell.id in shown
    ]
    assert [block for block, kind, question in blocks if question] == asked
    assert not {block for block, kind, _ in blocks if kind == "source"} & set(asked), (
        "a source holds the answer"
    )


def test_a_deck_is_one_light_file_without_a_library_that_it_does_not_need(made):
    deck = made(QUICK)
    assert {path.suffix for path in deck.parent.iterdir()} == {".html"}, (
        "nothing beside it, nothing half-written"
    )
    text = deck.read_text(encoding="utf-8")
    assert len(text) < 1_000_000
    markup = re.sub(r"<(script|style).*?</\1>", "", text, flags=re.DOTALL)
    assert all(
        target.startswith("data:") for target in re.findall(r' src="([^"]*)"', markup)
    )
    assert all(
        re.match(r"data:|https://|\d\d_\w+\.html$", target)
        for target in re.findall(r' href="([^"]*)"', markup)
    )
    assert not re.search(
        r"@import|url\((?!['\"]?data:)",
        "".join(re.findall("<style>(.*?)</style", text, re.DOTALL)),
    )
    assert not re.search("require.?js|jquery|mathjax", markup, re.IGNORECASE)
    assert "<title>Twenty-four multiplications to copy four numbers</title>" in text


def goes_to(page, selector):
    """Turn to the slide that holds what is selected, and show all of it."""
    page.evaluate(
        """(selector) => {
            const slide = document.querySelector(selector).closest("section");
            const { h, v } = Reveal.getIndices(slide);
            Reveal.slide(h, v);
            while (Reveal.availableFragments().next) Reveal.nextFragment();
        }""",
        selector,
    )
    return page.evaluate("JSON.stringify(Reveal.getIndices())")


def test_a_picture_has_its_own_arrows_and_a_clicker_turns_the_slide_all_the_same(
    opened,
):
    page = opened(QUICK)
    here = goes_to(page, '[data-draws="SelectRows"]')
    picture = page.locator(".picture:visible")
    picture.get_by_role("textbox").fill("5")
    picture.get_by_role("button", name="Show").click()
    assert picture.get_attribute("data-phase") == "shown"
    picture.locator(".stage").focus()
    page.keyboard.press("ArrowRight")
    assert picture.get_attribute("data-step") == "1"
    assert page.evaluate("JSON.stringify(Reveal.getIndices())") == here, (
        "the slide stays"
    )
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    assert picture.get_attribute("data-step") == "1", "the picture stays"
    assert page.evaluate("JSON.stringify(Reveal.getIndices())") != here
    page.keyboard.press("ArrowRight")
    picture.locator(".stage").focus()
    page.keyboard.press("PageUp")
    assert page.evaluate("JSON.stringify(Reveal.getIndices())") != here
    assert page.evaluate("document.activeElement === document.body")


def test_a_question_answers_and_gives_the_arrows_back(opened):
    page = opened(QUICK)
    here = goes_to(page, '[data-draws="Question"]')
    page.get_by_role("button", name="3, 13, 23, 33").click()
    page.locator(".lookup.question .say").get_by_text(
        "✗ Not quite. That is a column."
    ).wait_for()
    page.get_by_role("button", name="30, 31, 32, 33").click()
    page.locator(".lookup.question .say").get_by_text("✓ Right.").wait_for()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("JSON.stringify(Reveal.getIndices())") != here


def test_the_teachers_notes_stand_beside_their_headings_and_open_without_a_network(
    opened,
):
    page = opened(QUICK)
    goes_to(page, "h2")
    with page.context.expect_page() as opening:
        page.keyboard.press("s")
    notes = opening.value.locator(".speaker-controls-notes .value")
    notes.get_by_text("Usual wrong answer: the column.").wait_for()
    assert "Three calls" not in notes.inner_text()
    opening.value.close()


def cells(*sources, **slideshow):
    return [
        nbformat.v4.new_markdown_cell(
            text, metadata={"slideshow": {"slide_type": "-"} | slideshow}
        )
        for text in sources
    ]


def test_notes_that_name_no_heading_stay_with_those_before():
    note = (
        "For the teacher\n\n- *Two, One.* First.\n- Also.\n- *One.* Last.\n</details>"
    )
    headings = cells("# Title", "## One", "## Two sizes", "## Two")
    shown = decks.place_notes([*headings, *cells(note, slide_type="notes")])
    assert [cell.source for cell in shown] == [
        "# Title",
        "## One",
        "- *One.* Last.\n",
        "## Two sizes",
        "- *Two, One.* First.\n- Also.\n",
        "## Two",
    ]
    assert [cell.source for cell in decks.place_notes(cells("no heading"))] == [
        "no heading"
    ]


def test_a_cell_is_cut_where_its_breaks_say_and_nowhere_else():
    code = nbformat.v4.new_code_cell(
        "x", metadata={"slideshow": {"slide_type": "-", "breaks": [1, 2]}}, id="a"
    )
    code.outputs = [nbformat.v4.new_output("stream", text=text) for text in "xyz"]
    pieces = list(decks.cut(code))
    assert [piece.id for piece in pieces] == ["a", "a-1", "a-2"]
    outputs = [[output.text for output in piece.outputs] for piece in pieces]
    assert outputs == [[], ["x"], ["y", "z"]]
    kinds = [piece.metadata.slideshow.slide_type for piece in pieces]
    assert kinds == ["-", "subslide", "subslide"]
    for path in CORE:
        for cell in read(path).cells:
            if cell.cell_type == "markdown":
                assert (
                    "\n\n".join(piece.source for piece in decks.cut(cell))
                    == cell.source
                )
            else:
                outputs = [
                    output for piece in decks.cut(cell) for output in piece.outputs
                ]
                assert outputs == cell.outputs


def test_without_names_each_notebook_but_the_companions_gets_a_deck(
    tmp_path, monkeypatch
):
    asked = []
    monkeypatch.setattr(decks, "write", lambda out, paths: asked.extend(paths))
    assert decks.main([str(tmp_path)]) is None
    assert asked == CORE
    assert set(NOTEBOOKS) - set(CORE)
    shown = "".join(text for path in CORE for text in texts(read(path)))
    inlined = decks.inline(shown, QUICK.parent)
    targets = set(re.findall(r"\]\((?!https://|data:)([^)]*)\)", inlined))
    assert targets <= {f"{path.stem}.html" for path in CORE}, (
        "no link to a deck that is not made"
    )


@pytest.mark.parametrize("breaks", [[0], [3], [2, 1], [1, 1], [-1]])
def test_breaks_that_are_none_are_refused(breaks):
    with pytest.raises(ValueError, match=r"must grow from 1 to 2, not \["):
        list(decks.cut(*cells("a\n\nb\n\nc", breaks=breaks)))


def test_images_stand_in_the_deck_and_a_missing_one_is_refused(tmp_path):
    (tmp_path / "a.png").write_bytes(b"a")
    assert decks.inline("![A](a.png)", tmp_path) == "![A](data:image/png;base64,YQ==)"
    for target in ("b.png", "https://example.org/a.png"):
        with pytest.raises(FileNotFoundError):
            decks.inline(f"![B]({target})", tmp_path)


def test_what_cannot_be_a_deck_is_said_in_a_sentence_and_nothing_is_left(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(decks, "deck_assets", lambda: {"styles": [], "scripts": []})
    bad, raising, out = (
        tmp_path / "bad.ipynb",
        tmp_path / "raising.ipynb",
        tmp_path / "out",
    )
    bad.write_text("{", encoding="utf-8")
    nbformat.write(
        nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 / 0")]), raising
    )
    assert refusal(capsys, out, tmp_path / "none.ipynb").startswith(
        "No deck: a deck is made of a notebook, and there is none"
    )
    assert "two notebooks of one name would share a deck: '01_one" in refusal(
        capsys, out, QUICK, QUICK
    )
    assert not out.exists()
    assert "JSON" in refusal(capsys, out, bad)
    assert (
        refusal(capsys, out, raising)
        == "No deck: raising.ipynb does not run: division by zero."
    )
    assert list(out.iterdir()) == []
    assert "bad.ipynb" in refusal(capsys, bad, QUICK), "a file is no folder"


def test_without_reveal_the_command_says_what_to_install(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(decks, "REVEAL", "no_such_package")
    sentence = "No deck: no_such_package is missing: pip install -r binder/publish/requirements.txt"
    assert refusal(capsys, tmp_path / "out", QUICK) == sentence
    assert not (tmp_path / "out").exists()


def test_every_colour_that_a_deck_calls_by_name_is_the_courses():
    css = (ROOT / "binder/publish/deck/deck.css").read_text(encoding="utf-8")
    called = set(re.findall(r"var\(--(\w+)\)", css))
    named = dict(re.findall(r"--(\w+): (#\w+);", decks.roles()))
    assert named == palette()
    assert {"ink", "paper", "pos"} <= called <= set(named)


def test_examples_in_the_documentation_hold():
    ran = doctest.testmod(decks)
    assert ran.attempted >= 2
    assert ran.failed == 0
