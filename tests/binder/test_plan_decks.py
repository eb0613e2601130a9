"""Decks and handouts of the plans: slides for a wall, and what is drawn for them alone."""

import io
import json
import re

import numpy as np
import pytest
import torch
from PIL import Image

import decks
import paper
import plan_deck
import plan_own
import stills
from conftest import lacking, new_context, new_page
from lesson_decks import ALIVE, LESSONS, SENTENCES, STORED, open_deck
from lookup import read_real_table
from lookup.charts.chart import SIZE
from plan import clock
from step_through import STEP_THROUGH

A4 = (673, 1009)  # px within the margins
CHART = 9 / 72 / SIZE[0]  # of its width, a letter of a chart: they have 9 points
INK = 12  # of 255, by which a pixel differs from the paper
LEAST = 23.95  # px of a letter, which rounds to 24
VOTE = 7  # the slide with a sentence alone, counted from 0

# A printed page's title stands in its PDF: so many of its pictures were drawn by then.
TELLS = """<script>
setInterval(() => {
    const all = document.querySelectorAll(".alive").length;
    const left = document.querySelectorAll(".alive > .still").length;
    document.title = `${all - left} of ${all}`;
}, 100);
</script>"""
# What is too small, leaves its slide or scrolls.
WRONG = """() => {
    const slide = Reveal.getCurrentSlide();
    const page = document.querySelector(".slides").getBoundingClientRect();
    const scale = Reveal.getScale();
    const wrong = new Set();
    const all = [...slide.querySelectorAll(".body *, h2")].filter(
        (e) => !e.closest("script, .unseen") && e.checkVisibility(),
    );
    for (const e of all) {
        const box = e.getBoundingClientRect();
        if (!box.width || !box.height) continue;
        const name = `${e.tagName} ${e.textContent.slice(0, 30)}`;
        const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
        if (box.bottom > page.bottom - 44 * scale) wrong.add(`${name} too low`);
        if (box.top < page.top || box.left < page.left) wrong.add(`${name} cut off`);
        if (box.right > page.right - 50 * scale) wrong.add(`${name} too wide`);
        const hides = getComputedStyle(e).overflowX !== "visible" && !e.matches("input");
        if (hides && e.scrollWidth > e.clientWidth + 1) wrong.add(`${name} scrolls`);
        if (e.matches("img")) {
            const wide = Math.min(box.width, (box.height * e.naturalWidth) / e.naturalHeight);
            const size = (wide / scale) * CHART;
            if (size < LEAST) wrong.add(`a chart's letters have ${size} px`);
            if (wide > e.naturalWidth + 1) wrong.add(`${wide} px of ${e.naturalWidth}`);
        }
        if (!own) continue;
        const svg = e.closest("svg");
        const zoom = svg ? e.getScreenCTM().a / scale : e.currentCSSZoom;
        const size = parseFloat(getComputedStyle(e).fontSize) * zoom;
        if (size < LEAST) wrong.add(`${name} has ${size} px`);
    }
    if (!document.querySelector(".slide-number")?.textContent.trim()) wrong.add("no foot");
    for (const e of document.querySelectorAll(".slide-number, .slide-number *")) {
        const size = parseFloat(getComputedStyle(e).fontSize) / scale;
        if (size < LEAST) wrong.add(`the foot has ${size} px`);
    }
    const title = slide.querySelector("h2").getBoundingClientRect();
    if (title.height > 60 * scale) wrong.add("a title of two lines");
    const words = [...slide.querySelectorAll("h2, .own, .vote")].map((e) => e.innerText);
    const count = words.join(" ").split(/\\s+/).filter((word) => /[^✓]/.test(word)).length;
    if (count > 40) wrong.add(`${count} words`);
    return [...wrong];
}""".replace("LEAST", str(LEAST)).replace("CHART", str(CHART))
# Each picture is stepped to its end, and judged at each step.
STEPPED = f"""() => {{
    const faults = {WRONG};
    const step_through = {STEP_THROUGH};
    const wrong = faults();
    for (const picture of Reveal.getCurrentSlide().querySelectorAll(".picture")) {{
        step_through(picture, () => wrong.push(...faults()));
    }}
    document.activeElement.blur();
    return wrong;
}}"""


def empty_below(page):
    """The share of the current slide below the lowest point of ink, the clock at its foot aside."""
    shot = page.screenshot(style=".slide-number, .progress, .controls { opacity: 0 }")
    grey = np.asarray(Image.open(io.BytesIO(shot)).convert("L"), dtype=int)
    inked = (abs(grey - grey[-1, 0]) > INK).any(axis=1)
    return 1 - (np.flatnonzero(inked).max() + 1) / len(inked)


@pytest.fixture(params=LESSONS, scope="module")
def lesson(request):
    """Each of the plans."""
    return LESSONS[request.param]


def test_a_product_is_drawn_as_it_is():
    html = plan_own.product()
    lines = re.findall("<tr class.*?</tr>", html)
    for line in lines:
        one, *rest = map(int, re.findall("<td[^>]*>(.*?)</td>", line))
        assert rest[3:] == [one * number for number in rest[:3]]
    assert re.findall(r">(\d)</td>", html)[-3:] == ["3", "7", "1"]
    assert plan_own.one_hots().count('class="some">1<') == 4


def test_the_words_nearest_to_one_are_those_of_notebook_00():
    html = plan_own.nearest_words()
    real = read_real_table()
    weight = real.embedding.weight
    row = weight[real.vocabulary.index(plan_own.WORD)]
    cosines = torch.cosine_similarity(weight, row[None])
    order = [real.vocabulary[i] for i in cosines.argsort(descending=True).tolist()]
    words = [word for word in order if word.isalpha()][1:6]
    assert re.findall(r'<th class=" fragment"[^>]*>(.*?)</th>', html) == words
    table = re.findall(r"<td[^>]*>(\d+)</td>", plan_own.addresses())
    cell = STORED["01-03"].outputs[0].data["text/plain"]
    assert table == re.findall(r"\d+(?=\.)", cell)


def test_reviews_in_words_are_those_of_notebook_02():
    html = plan_own.reviews()
    ids = list(map(int, re.findall(r"<td[^>]*>(\d)</td>", html)))
    reviews = [ids[:3], ids[3:]]
    assert json.dumps(reviews) in STORED["02-network-train"].source
    for own, text in zip(reviews, re.findall(r"<tr><th>([a-z ]+)</th><td", html)):
        assert [plan_own.REVIEWED.index(word) for word in text.split()] == own


def test_pictures_with_fewer_columns_are_those_of_notebook_03():
    W = torch.tensor(plan_own._tens())
    stored = STORED["03-12"].outputs[0].data["text/plain"]
    rows = [
        row.split(",")[: plan_own.COLUMNS] for row in re.findall(r"\[+(.*?)\]", stored)
    ]
    assert [[float(number) for number in row] for row in rows] == W.tolist()
    X = plan_own._counts()
    lists = [X.indptr, X.indices, X.data.astype(int)]
    said = STORED["03-05"].outputs[0].text
    assert [str(found.tolist()) for found in lists] == said.splitlines()
    cell = STORED["03-03"]
    assert json.dumps(plan_own.DOCUMENTS) in cell.source
    heads, *_ = cell.outputs[0].data["text/plain"].splitlines()
    assert heads.split() == plan_own.COUNTED


def test_a_map_of_fewer_words_is_the_notebooks_and_smaller():
    """Each word is where it was, and has a near one at every moment, in the same order."""
    (record,) = filter(None, map(stills.record_of, STORED[plan_own.MAP].outputs))
    whole = record["state"]["spec"]
    words = plan_own.IN_FAMILIES.split()
    small = plan_own.fewer(whole, words, plan_own.SHARE)
    assert [row["name"] for row in small["rows"]] == words
    for before, after in zip(whole["steps"], small["steps"]):
        assert before["name"] == after["name"]
        old, new = (
            moment(spec, step) for spec, step in [(whole, before), (small, after)]
        )
        for word in words:
            *place, near = new[word]
            wanted = [plan_own.SHARE * px for px in old[word][:2]]
            assert place == pytest.approx(wanted, abs=0.5)
            assert near == [pair for pair in old[word][2] if pair[0] in words] != []


def moment(spec, step):
    """{word: (x, y, [(word near to it, the letter of their cosine)])} at a step of a map."""
    names = [row["name"] for row in spec["rows"]]
    size = len(step["near"]) // len(names)
    found = {}
    for at, name in enumerate(names):
        x, y = (int(step[axis][2 * at : 2 * at + 2], 36) for axis in "xy")
        near = re.findall("([^ ])(.)", step["near"][size * at : size * (at + 1)])
        found[name] = (x, y, [(names[ord(row) - 65], cosine) for row, cosine in near])
    return found


def test_the_chart_of_a_wall_says_what_the_notebooks_says():
    stored = STORED[plan_own.ON_AN_H100[-1]].outputs[0].data
    own = plan_own.times_on_an_h100()
    same = re.compile('alt=".+?"')
    assert same.findall(own) == same.findall(stored["text/html"]) != []
    caption = re.compile("<small>.+?</small>")
    assert caption.findall(own) == caption.findall(stored["text/html"])


def test_what_gives_a_guess_away_comes_with_the_answer():
    """A shape in a comment, and a solution; and numbers have a name."""
    slides = {slide.what: slide for slide in LESSONS["90"].slides}
    html = plan_deck.body(slides["00-28"], STORED)
    assert re.search(r'class="c1 fragment" data-\S+ *># \(7, 384\)', html)
    assert "W =\ntensor([[" in plan_deck.body(slides["01-one-at-three"], STORED)
    assert "linear.weight =\n" in plan_deck.body(slides["02-linear"], STORED)
    assert "grad_fn" not in plan_deck.body(slides["02-16"], STORED)
    solved = next(slide for slide in LESSONS["90"].slides if slide.solution)
    shown = plan_deck.body(solved, STORED)
    assert "return" in shown.split('class="source fragment"')[1]


def test_the_rooms_sentences_have_rows_and_sensible_neighbours():
    """Five sentences of every day: no word is missing, and the nearest to the last one fit."""
    html = plan_own.everyday_wall()
    state = json.loads(re.search(r"<script[^>]*>(.*?)</script>", html, re.S)[1])
    words = state["spec"]["words"]
    real = read_real_table()
    rows = [real.vocabulary.index(word) for word in words]
    table = torch.nn.functional.normalize(real.embedding.weight[rows], dim=1)
    for sentence, near in SENTENCES.items():
        assert set(sentence.split()) <= set(words)
        last = words.index(sentence.split()[-1])
        _, second = (table @ table[last]).topk(2).indices.tolist()
        assert words[second] == near


def test_a_deck_holds_every_slide_with_its_notes_and_needs_nothing_else(lesson):
    deck = plan_deck.deck_of(lesson, STORED, decks.deck_assets)
    slides = re.findall(r"<section.*?</section>", deck, re.DOTALL)
    assert len(slides) == len(lesson.slides)
    for slide, text in zip(lesson.slides, slides):
        assert text.count("<h2>") == text.count('<aside class="notes">') == 1
        assert f'data-foot="{clock(slide.start)} of {clock(lesson.minutes)}' in text
        if slide.kind == "question":
            notes = text.split("<aside")[1]
            assert notes.count("✗") >= 1
            assert notes.count("✓") == text.count('custom right"') == 1
    for text in (deck, plan_deck.handout_of(lesson, STORED, decks.deck_assets)):
        assert len(text) < 1_000_000
        assert not re.findall(r'(?:src|href)="(?!data:)', text.split("<script>")[0])


def test_the_speakers_view_gives_each_part_its_minutes_those_for_questions_too(lesson):
    """reveal.js is behind if more time has gone than that of all slides to this one."""
    deck = plan_deck.deck_of(lesson, STORED, decks.deck_assets)
    seconds = list(map(int, re.findall(r'data-timing="(\d+)"', deck)))
    for part in filter(lambda part: part.slides, lesson.parts):
        before = lesson.slides.index(part.slides[0])
        assert sum(seconds[:before]) == 60 * part.start, part.name
    assert len(seconds) == len(lesson.slides)
    assert sum(seconds) == 60 * lesson.minutes


def test_a_link_finds_each_slide_by_its_title(lesson):
    deck = plan_deck.deck_of(lesson, STORED, decks.deck_assets)
    found = re.findall(r'<section id="([^"]+)"', deck)
    assert found == [slide.anchor for slide in lesson.slides]
    for name in found:
        assert deck.count(f'id="{name}"') == 1
        assert not name.isdigit(), "reveal.js takes it for a number"


@pytest.fixture(scope="module")
def cells(lesson):
    """The cells of the plan's notebooks, alive."""
    decks.find_spec(decks.REVEAL) or lacking("no reveal.js to test the slides with")
    return plan_deck.cells_of(lesson)


@pytest.mark.long
@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_every_slide_is_made_for_a_wall(browser, lesson, cells, tmp_path, size):
    path = tmp_path / "deck.html"
    path.write_text(
        plan_deck.deck_of(lesson, cells, decks.deck_assets), encoding="utf-8"
    )
    assert path.stat().st_size < 1_000_000
    context = new_context(browser, viewport=dict(zip(("width", "height"), size)))
    context.set_offline(True)
    page = new_page(context)
    page.goto(path.as_uri())
    page.wait_for_function("window.Reveal?.isReady()")
    wrong, alive = [], 0
    for number, slide in enumerate(lesson.slides):
        page.evaluate(
            """(n) => {
                Reveal.slide(n);
                while (Reveal.availableFragments().next) Reveal.nextFragment();
            }""",
            number,
        )
        page.wait_for_function(
            "!Reveal.getCurrentSlide().querySelector('.alive > .still')"
        )
        alive += page.locator("section.present .picture").count()
        wrong += [f"{slide.title}: {what}" for what in page.evaluate(STEPPED)]
        empty = empty_below(page)
        if empty >= 0.5:
            wrong.append(f"{slide.title}: {empty:.0%} of it are empty")
    assert not wrong
    assert alive >= ALIVE[lesson.name]
    assert not page.problems
    context.close()


@pytest.mark.long
def test_a_slide_whose_lower_half_is_empty_is_found(browser, tmp_path):
    """Half is measured in ink, as a picture may reach further down than what it draws."""
    decks.find_spec(decks.REVEAL) or lacking("no reveal.js to test the slides with")
    path = tmp_path / "deck.html"
    deck = plan_deck.deck_of(LESSONS["45"], STORED, decks.deck_assets)
    path.write_text(deck, encoding="utf-8")
    page = open_deck(browser, path)
    page.wait_for_function("window.Reveal?.isReady()")
    page.evaluate("(n) => Reveal.slide(n)", VOTE)
    whole = empty_below(page)
    page.add_style_tag(content=".reveal.plan .body.body { justify-content: start }")
    at_the_top = empty_below(page)
    blank = "<svg width=10 height=600><rect width=10 height=10></rect></svg>"
    page.evaluate(
        "(svg) => Reveal.getCurrentSlide().querySelector('.body').innerHTML = svg",
        blank,
    )
    assert whole < 0.5 < at_the_top < empty_below(page)
    page.context.close()


@pytest.mark.long
def test_the_handout_is_printed_and_no_slide_is_broken(
    browser, lesson, cells, tmp_path
):
    handout = plan_deck.handout_of(lesson, cells, decks.deck_assets)
    path = tmp_path / "handout.html"
    path.write_text(handout, encoding="utf-8")
    context = new_context(browser, viewport={"width": A4[0], "height": A4[1]})
    page = new_page(context)
    page.goto(path.as_uri())
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.wait_for_function("!document.querySelector('.alive > .still')")
    high = page.evaluate(
        """[...document.querySelectorAll("article")].map(
            (e) => [e.offsetHeight, e.scrollWidth - e.clientWidth])"""
    )
    drawn = page.locator(".alive").count()
    assert drawn >= ALIVE[lesson.name]
    assert len(high) == len(lesson.slides)
    assert all(height < A4[1] and over <= 0 for height, over in high)
    assert page.evaluate("document.documentElement.scrollWidth") <= A4[0]
    context.close()
    paper.print_pdf(handout.replace("</body>", f"{TELLS}</body>"), tmp_path / "a.pdf")
    pdf = (tmp_path / "a.pdf").read_bytes()
    assert re.findall(rb"/Title \((.+?)\)", pdf) == [f"{drawn} of {drawn}".encode()]
    pages = len(re.findall(rb"/Type /Page\b", pdf))
    assert sum(height for height, _ in high) / A4[1] < pages <= len(high)
