"""The course as a site: alive without a kernel, readable on a phone, on paper and by ear."""

import contextlib
import functools
import itertools
import re
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect

import quiz
import website
from bare_page import drawing, press, refuses, says, type_in
from conftest import new_context, new_page
from course import COMPANIONS, NOTEBOOKS
from file_server import served
from lesson_decks import MOST
from letters import LETTERS
from lookup.widget import palette
from site_page import DOWN, LOOKS, PHONE, assert_sound

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(1800),
]  # the first runs the notebooks

FIRST = "notebooks/00_start_here.html"
OTHERS = [  # each of them is looked at in one look, the first page in both
    *(f"notebooks/{path.stem}.html" for path in NOTEBOOKS[1:]),
    "lessons.html",
    "gpu.html",
    "start.html",
    "notebooks/questions.html",
    "notebooks/terms.html",
    "notebooks/teaching.html",
    "notebooks/course_page.html",
    "notebooks/on_your_hub.html",
    "search.html?q=row",
]
# What a page holds itself: charts, and stills of pictures.
OWN = {"lookup-chart", "drawn"}
# How many lines each time of a plan takes.
LINES = """(table) => [...table.querySelectorAll("td:first-child")].map((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    const { height } = text.getBoundingClientRect();
    return Math.round(height / parseFloat(getComputedStyle(cell).lineHeight));
})"""
NO_KERNEL = "This page has no kernel"


@pytest.fixture(scope="module")
def site(tmp_path_factory, lived):
    """The whole site, for all tests: to build it takes longer than to look at it."""
    folder = tmp_path_factory.mktemp("site") / "a course, to read"
    website.build(folder, lived)
    return folder


@pytest.fixture(scope="module")
def address(site):
    with served(site) as address:
        yield address


def picture(page, number=0):
    """A picture of the page but its walls, drawn since it was scrolled to."""
    alive = page.locator(".alive:not([data-draws=Question], [data-draws=WholeTable])")
    alive.nth(number).scroll_into_view_if_needed()
    drawn = page.locator(".lookup.picture:not(.whole)").nth(number)
    drawn.wait_for()
    return drawn


@pytest.mark.parametrize(
    ("name", "look"),
    [(FIRST, LOOKS[1]), *zip([FIRST, *OTHERS], itertools.cycle(LOOKS))],
)
def test_a_page_is_whole_light_and_readable_by_everyone(visit, address, name, look):
    assert_sound(visit, address + name, look)


@pytest.mark.parametrize("width", [683, 1366, 1920])
def test_prose_has_65_to_85_letters_a_line(visit, address, width):
    page = visit(address + "notebooks/04_which_rows_learn.html")
    page.set_viewport_size({"width": width, "height": 768})
    found = sorted(page.evaluate(LETTERS))
    assert 65 <= found[len(found) // 2] <= 85
    assert found[-1] <= 90


def test_a_picture_steps_by_key_without_a_kernel(visit, address):
    page = visit(address + FIRST)
    pic = picture(page)
    before = drawing(pic)
    pic.get_by_role("group").first.focus()
    page.keyboard.press("ArrowRight")
    expect(pic).to_have_attribute("data-phase", "shown")
    page.keyboard.press("ArrowRight")
    expect(pic).to_have_attribute("data-step", "1")
    assert drawing(pic) != before
    says(pic, "has id 3 and picks row 3")
    page.keyboard.press("Home")
    expect(pic).to_have_attribute("data-step", "0")
    assert not page.problems


def test_a_row_sent_along_is_shown_and_another_is_refused_honestly(visit, address):
    page = visit(address + FIRST)
    small, large = picture(page, 0), picture(page, 1)  # drawn in this order
    type_in(small, "mat")  # of no step, and sent along as the table is small
    expect(small).to_have_attribute("data-row", "0")
    type_in(small, "elephant")
    refuses(small, NO_KERNEL)
    expect(small).to_have_attribute("data-row", "0")
    before = drawing(large)
    page.clock.install()
    type_in(large, "a text of my own")
    refuses(large, NO_KERNEL)
    page.clock.fast_forward(4500)  # longer than a silent kernel is waited for
    refuses(large, NO_KERNEL)
    assert drawing(large) == before
    for _ in range(2):  # it stood at rest
        large.get_by_role("button", name="next step").click()
    expect(large).to_have_attribute("data-step", "1")
    assert not page.problems


def test_the_map_of_words_answers_for_its_words_and_names_what_it_lacks(visit, address):
    page = visit(address + FIRST)
    page.evaluate(DOWN)
    words = page.locator(".lookup.picture[data-asked]")
    for text in ("berlin", "paris \u2212 france + italy"):
        type_in(words, text)
        expect(words).to_have_attribute("data-asked", text)
        says(words, "words of the map, by cosine: ")
    says(words, "by cosine: rome ")
    type_in(words, "grandmother")
    refuses(words, "is not on the map, and this page has no kernel")
    expect(words).to_have_attribute("data-asked", "paris \u2212 france + italy")
    assert not page.problems


def test_a_question_answers_and_its_answer_is_nowhere_in_sight(visit, address):
    page = visit(address + FIRST)
    assert "right=" not in page.locator("article").inner_text()
    page.evaluate(DOWN)
    question = page.locator(".lookup.question").first
    press(question, "Six")
    says(question, "✗ Not quite. The table has six rows")
    press(question, "Three")
    says(question, "✓ Right. Rows 2, 3 and 2")


def test_pictures_follow_the_pages_own_switch_and_paper_is_white(visit, address):
    ground = "node => getComputedStyle(node).backgroundColor"
    light, dark = "rgb(255, 255, 255)", "rgb(17, 17, 17)"
    page = visit(address + FIRST)
    pic = picture(page)
    body = page.locator("body")
    switch = page.locator(".theme-toggle-content button")
    seen = []
    for _ in range(
        3
    ):  # first as the reader's system has it, then after each press of the switch
        seen.append(body.get_attribute("data-theme"))
        wanted = dark if seen[-1] == "dark" else light
        assert pic.evaluate(ground) == wanted
        assert body.evaluate(ground) == wanted
        switch.click()
    assert sorted(seen) == ["auto", "dark", "light"]
    page = visit(address + FIRST, dark=True)
    assert picture(page).evaluate(ground) == dark
    page.emulate_media(media="print", color_scheme="dark")
    assert picture(page).evaluate(ground) == light


def colour_of(page, name):
    """A custom property of the page's body, which need not be the colour of anything drawn."""
    read = "(body, name) => getComputedStyle(body).getPropertyValue(name)"
    return page.locator("body").evaluate(read, f"--color-{name}")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_links_have_the_courses_colours_and_can_be_read_on_paper_and_code(
    visit, address, theme
):
    page = visit(address + FIRST, dark=theme == "dark")
    assert colour_of(page, "brand-content") == palette(theme)["pos"]
    for link in ("brand-content", "brand-visited"):  # no browser tells who was visited
        assert colour_of(page, link) in palette(theme).values()
        for ground in ("background-primary", "background-secondary"):
            assert contrast(colour_of(page, link), colour_of(page, ground)) >= 4.5, (
                link,
                ground,
            )


def contrast(*colours):
    """The contrast of two colours by WCAG 2; each is #RRGGBB, or #RGB for short."""
    lights = []
    for colour in colours:
        digits = colour.strip().removeprefix("#")
        if len(digits) == 3:
            digits = "".join(2 * digit for digit in digits)
        shares = [int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4)]
        red, green, blue = (
            share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
            for share in shares
        )
        lights.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def test_the_sites_mark_is_drawn_in_the_courses_colours(site):
    text = (site / "_static/row.svg").read_text(encoding="utf-8")
    roles = ("paper", "line", "pos", "pick")
    assert re.findall(r"#\w+", text) == [palette()[role] for role in roles]


def test_on_paper_there_is_what_can_be_read_and_nothing_to_press(visit, address):
    page = visit(address + FIRST, {"width": 720, "height": 1000})
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".lookup").count() == page.locator(".alive").count(), (
        "though nobody scrolled to them"
    )
    drawers = [".sidebar-drawer", ".toc-drawer", ".mobile-header"]
    for gone in (
        *drawers,
        ".reading",
        ".copy",
        ".hide",
        ".related-pages",
        ".lookup .bar",
    ):
        assert not any(node.is_visible() for node in page.locator(gone).all()), gone
    code, summary = "article pre:not(.hide pre)", "details:not(.hide) summary"
    for shown in ("article h1", code, ".lookup svg", ".lookup .title", summary):
        assert page.locator(shown).first.is_visible(), shown
    assert page.evaluate(
        "[...document.querySelectorAll('pre')].every((pre) => pre.scrollWidth <= pre.clientWidth)"
    )


def test_without_scripts_the_stored_stills_are_there(visit, address):
    page = visit(address + FIRST, script=False)
    assert page.locator(".alive .still").count() == page.locator(".alive").count() == 7
    drawn = page.locator(".still img.drawn")
    assert drawn.count() == 4
    assert all(len(image.get_attribute("alt")) >= 20 for image in drawn.all())
    for summary in page.locator(".still summary", has_text="The numbers").all():
        summary.click()
    assert page.get_by_text("out[cat] = W[3]").is_visible()


def test_search_finds_a_word_of_a_notebook(visit, address):
    page = visit(address + "search.html?q=blorf")
    expect(page.locator("#search-results a").first).to_have_attribute(
        "href", re.compile("00_start_here")
    )


@functools.cache  # more than one test reads all pages
def parsed(path):
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


def test_every_link_leads_somewhere(site):
    """Every address in the site's pages is a file and a place of it; none loads from elsewhere."""
    pages = {path: parsed(path) for path in site.rglob("*.html")}
    assert {path.stem for path in pages} >= {
        "index",
        "search",
        "questions",
        "terms",
        "teaching",
        *(p.stem for p in NOTEBOOKS),
    }
    ids = {
        path: {node["id"] for node in page.select("[id]")}
        for path, page in pages.items()
    }
    for path, page in pages.items():
        for node in page.select("[href], [src]"):
            target, place = urldefrag(
                urljoin(path.as_uri(), node.get("href", node.get("src")))
            )
            scheme = urlsplit(target).scheme
            if node.get("rel") == ["canonical"]:
                continue
            if node.get("rel") == ["icon"] and target == "data:,":
                continue  # none, so that no browser asks a server for one
            if scheme != "file":
                inside = scheme == "data" and OWN & set(node.get("class", []))
                assert inside or node.name == "a", f"{path.name} loads {target[:80]}"
                continue
            file = Path(unquote(urlsplit(target).path))
            assert file.is_file(), f"{path.name} leads to {file.name}"
            assert file.is_relative_to(site)
            place = unquote(place).removeprefix("/")  # of a slide
            assert not place or place in ids[file], f"{path.name}: {file.name}#{place}"


def test_the_set_up_is_folded_and_nothing_else(site):
    for path in NOTEBOOKS:
        (folded,) = parsed(site / f"notebooks/{path.stem}.html").select("details.hide")
        assert "Show the set-up" in folded.summary.text
        assert 'find_spec("lookup")' in folded.pre.text


def test_the_pages_are_in_order_and_each_leads_to_the_next(site):
    names = [
        "index",
        *(f"notebooks/{path.stem}" for path in NOTEBOOKS),
        "notebooks/questions",
        "notebooks/terms",
        "notebooks/teaching",
        "notebooks/course_page",
        "notebooks/on_your_hub",
        "lessons",
        "gpu",
        "start",
    ]
    for name, after in itertools.pairwise(names[1:]):
        page = parsed(site / f"{name}.html")
        assert page.select_one("a.next-page")["href"].endswith(
            f"{Path(after).name}.html"
        )
        assert len(page.select(".sidebar-tree a.reference")) == len(names) - 1
    first = parsed(site / "index.html")
    assert [link["href"] for link in first.select("#notebooks li a")] == [
        f"{name}.html" for name in names[1 : len(NOTEBOOKS) + 1]
    ]
    listed = [link.text for link in page.select(".sidebar-tree a.reference")]
    assert sum(name.endswith(" · deeper") for name in listed) == len(COMPANIONS) > 0


def test_each_lesson_has_a_deck_and_a_handout_to_open_and_to_save(
    browser, site, address
):
    links = parsed(site / "lessons.html").select("article table a")
    names = [f"slides/plan_{minutes}" for minutes in (45, 90, 180)]
    ends = (".html", ".html", ".pdf")
    assert [link["href"] for link in links] == [
        f"{name}{end}" for name in names for end in ends
    ]
    assert ["download" in link.attrs for link in links] == 3 * [False, True, False]
    for link in links:
        content = (site / link["href"]).read_bytes()
        assert len(content) < 1_000_000 or link["href"].endswith(".pdf")
        assert content.startswith(b"%PDF" if link["href"][-1] == "f" else b"<!doctype")
    with contextlib.closing(new_context(browser)) as context:
        page = new_page(context)
        page.goto(f"{address}{names[0]}.html")
        page.wait_for_function("window.Reveal?.isReady()")
        assert "get into a network?" in page.locator("section.present h2").inner_text()
        assert not page.problems


def test_both_quizzes_are_there_to_save_as_their_command_writes_them(site, tmp_path):
    assert quiz.main([str(tmp_path)]) is None
    shown = parsed(site / "lessons.html").select('article a[href^="quiz/"][download]')
    links = [link["href"] for link in shown]
    assert links == [f"quiz/{quiz.GIFT}", f"quiz/{quiz.QTI}"]
    for link in links:
        made = tmp_path / link.removeprefix("quiz/")
        assert (site / link).read_bytes() == made.read_bytes()


def test_each_row_of_a_plan_opens_a_slide(site):
    shown = parsed(site / "notebooks/teaching.html").select("article table a")
    links = [link["href"] for link in shown if "/slides/" in link["href"]]
    assert len(links) > 30
    decks = {deck: parsed(site / f"slides/plan_{deck}.html") for deck in MOST}
    for link in links:
        minutes, anchor = re.fullmatch(
            r"\.\./slides/plan_(\d+)\.html#/(.+)", link
        ).groups()
        assert decks[minutes].find("section", id=anchor), link


@pytest.mark.parametrize("width", [360, 390])
def test_a_plan_is_read_downwards_on_a_phone(visit, address, width):
    """Nothing of a row lies beside the page, and a time stands in one line."""
    page = visit(address + "notebooks/teaching.html", {"width": width, "height": 844})
    tables = page.locator("#plans .table-wrapper")
    assert tables.count() == len(MOST)
    for table in tables.all():
        assert table.evaluate("node => node.scrollWidth <= node.clientWidth")
        assert max(table.evaluate(LINES)) == 1


def test_a_line_to_copy_is_read_as_a_whole(visit, address):
    for name in ("notebooks/on_your_hub.html", "start.html"):
        page = visit(address + name, PHONE)
        lines = page.locator("#what-a-kernel-needs pre, .highlight-bash pre")
        assert lines.count()
        for line in lines.all():
            assert line.evaluate("pre => pre.scrollWidth <= pre.clientWidth")


def test_a_finger_hits_what_a_page_has_to_press(visit, address):
    page = visit(address + FIRST, PHONE)
    pressed = ".mobile-header :is(a, label, button), article summary, .related-pages a"
    for target in page.locator(pressed).all():
        if target.is_visible():
            box = target.bounding_box()
            assert min(box["width"], box["height"]) >= 30, target.inner_text()


def test_the_readers_own_gpu_is_measured_and_others_stand_below_it(
    gpu_browser, address
):
    with contextlib.closing(new_context(gpu_browser)) as context:
        page = new_page(context)
        page.goto(f"{address}gpu.html")
        mine, other = (picture(page, number) for number in range(2))
        expect(mine).to_have_attribute("data-gpu", "software")
        press(mine, "Measure")
        expect(mine.locator(".stage")).to_be_visible()
        press(mine, "Stop")
        says(mine, "Stopped. What was measured stays.")
        expect(other).to_have_attribute("data-gpu", "recorded")
        expect(other.locator(".title")).to_have_text("google swiftshader")
        says(other, "Step by SGD, 16 ids, ")
        assert not page.problems


def test_pictures_of_rows_on_the_move_step_without_a_kernel(visit, address):
    page = visit(f"{address}notebooks/05_learned_rows.html")
    place, rows = (picture(page, number) for number in range(2))  # drawn in this order
    for _ in range(2):  # it stood at rest
        press(place, "next step")
    press(rows, "next step")
    for pic in (place, rows):
        expect(pic).to_have_attribute("data-step", "1")
