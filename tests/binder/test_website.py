"""The course as a site: alive without a kernel, readable on a phone, on paper and by ear."""

import contextlib
import doctest
import itertools
import re
import sys
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup
from playwright.sync_api import expect

import website
import without_kernel
from bare_page import drawing, press, refuses, says, type_in
from conftest import new_page
from course import NOTEBOOKS
from file_server import served
from lookup.widget import palette

FIRST = "notebooks/00_start_here.html"
SOME = [
    "index.html",
    FIRST,
    "notebooks/questions.html",
    "notebooks/teaching.html",
    "search.html?q=row",
]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1366, "height": 768}
HEAVIEST = 1_000_000  # bytes of a page with all that it loads
NO_KERNEL = "This page has no kernel"
# Until everything is drawn, as a reader would who goes through the page.
DOWN = """async () => {
    for (const holder of document.querySelectorAll(".alive")) {
        holder.scrollIntoView({ behavior: "instant" });
        while (holder.querySelector(".still")) await new Promise((done) => setTimeout(done, 10));
    }
    scrollTo({ top: 0, behavior: "instant" });
}"""


def still_only(path):
    """The notebook at `path` as it is stored, its widgets as stills: it takes no run."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        for data in without_kernel._views(cell):
            del data[without_kernel.VIEW]
    return notebook


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    """A site in which the first notebook is alive and the others are stills."""
    folder = tmp_path_factory.mktemp("quick") / "a course, to read"

    def living(path):
        return without_kernel.alive(path) if path == NOTEBOOKS[0] else still_only(path)

    website.build(folder, living)
    return folder


@pytest.fixture(scope="module")
def address(quick):
    with served(quick) as address:
        yield address


@pytest.fixture
def visit(browser):
    """A function that opens a page in a fresh corner of the browser.

    `.left` is what the page asked of other hosts, `.weight` the bytes that it loaded.
    """
    with contextlib.ExitStack() as stack:

        def visit(url, size=DESK, dark=False, script=True):
            context = browser.new_context(java_script_enabled=script)
            stack.enter_context(contextlib.closing(context))
            context.set_default_timeout(30_000)
            page = new_page(context)
            page.left = []
            page.weight = 0
            origin = url.partition("/a%20")[0]
            page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
            page.set_viewport_size(size)

            def only_own(route):
                if route.request.url.startswith(origin):
                    route.continue_()
                else:
                    page.left.append(route.request.url)
                    route.abort()

            def weigh(response):
                page.weight += int(response.headers["content-length"])

            context.route("**/*", only_own)
            page.on("response", weigh)
            page.goto(url, wait_until="networkidle")
            return page

        yield visit


def picture(page, number=0):
    """A picture of the page, drawn since it was scrolled to."""
    page.locator(".alive:not([data-draws=Question])").nth(number).scroll_into_view_if_needed()
    drawn = page.locator(".lookup.picture").nth(number)
    drawn.wait_for()
    return drawn


def assert_sound(visit, url):
    """Alive to its end, complete, light, and readable by everyone, in each look and width."""
    for size, dark in ((DESK, False), (PHONE, True)):
        page = visit(url, size, dark)
        page.evaluate(DOWN)
        assert page.locator(".lookup").count() == page.locator(".alive").count()
        assert page.locator(".alive .still").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert not page.left + page.problems
        assert 50_000 < page.weight <= HEAVIEST, url
        found = Axe().run(page)
        assert not found.response["violations"], found.generate_report()


@pytest.mark.parametrize("name", SOME)
def test_a_page_is_whole_light_and_readable_by_everyone(visit, address, name):
    assert_sound(visit, address + name)


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
    says(pic, "has id 4 and picks row 4")
    page.keyboard.press("Home")
    expect(pic).to_have_attribute("data-step", "0")
    assert not page.problems


def test_a_row_sent_along_is_shown_and_another_is_refused_honestly(visit, address):
    page = visit(address + FIRST)
    small, large = picture(page), picture(page, 1)
    type_in(small, "mat")  # of no step, and sent along as the table is small
    expect(small).to_have_attribute("data-row", "6")
    type_in(small, "elephant")
    refuses(small, NO_KERNEL)
    expect(small).to_have_attribute("data-row", "6")
    before = drawing(large)
    type_in(large, "a text of my own")
    refuses(large, NO_KERNEL)
    page.wait_for_timeout(4500)  # longer than a silent kernel is waited for
    refuses(large, NO_KERNEL)
    assert drawing(large) == before
    for _ in range(2):  # it stood at rest
        large.get_by_role("button", name="next step").click()
    expect(large).to_have_attribute("data-step", "1")
    assert not page.problems


def test_a_question_answers_and_its_answer_is_nowhere_in_sight(visit, address):
    page = visit(address + FIRST)
    assert "right=" not in page.locator("article").inner_text()
    page.evaluate(DOWN)
    question = page.locator(".lookup.question").first
    press(question, "Seven")
    says(question, "✗ Not quite. The table has seven rows")
    press(question, "Three")
    says(question, "✓ Right. Rows 0, 4 and 5")


def test_pictures_follow_the_pages_own_switch_and_paper_is_white(visit, address):
    ground = "node => getComputedStyle(node).backgroundColor"
    light, dark = "rgb(255, 255, 255)", "rgb(17, 17, 17)"
    page = visit(address + FIRST)
    pic = picture(page)
    body = page.locator("body")
    switch = page.locator(".theme-toggle-content button")
    seen = []
    for _ in range(3):  # first as the reader's system has it, then after each press of the switch
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
def test_links_have_the_courses_colours_and_can_be_read_on_paper_and_code(visit, address, theme):
    page = visit(address + FIRST, dark=theme == "dark")
    assert colour_of(page, "brand-content") == palette(theme)["pos"]
    for link in ("brand-content", "brand-visited"):  # no browser tells who was visited
        assert colour_of(page, link) in palette(theme).values()
        for ground in ("background-primary", "background-secondary"):
            assert contrast(colour_of(page, link), colour_of(page, ground)) >= 4.5, (link, ground)


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


def test_the_sites_mark_is_drawn_in_the_courses_colours(quick):
    text = (quick / "_static/row.svg").read_text(encoding="utf-8")
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
    for gone in (*drawers, ".reading", ".related-pages", ".lookup .bar"):
        assert not any(node.is_visible() for node in page.locator(gone).all()), gone
    for shown in ("article h1", "article pre", ".lookup svg", ".lookup .title", "details summary"):
        assert page.locator(shown).first.is_visible(), shown
    assert page.evaluate(
        "[...document.querySelectorAll('pre')].every((pre) => pre.scrollWidth <= pre.clientWidth)"
    )


def test_without_scripts_the_stored_stills_are_there(visit, address):
    page = visit(address + FIRST, script=False)
    assert page.locator(".alive .still").count() == page.locator(".alive").count() == 5
    assert page.get_by_text("out[cat] = W[4]").is_visible()


def test_search_finds_a_word_of_a_notebook(visit, address):
    page = visit(address + "search.html?q=blorf")
    expect(page.locator("#search-results a").first).to_have_attribute(
        "href", re.compile("00_start_here")
    )


def assert_leads_somewhere(folder):
    """Every address in the site's pages is a file and a place of it; none loads from elsewhere."""
    pages = {
        path: BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
        for path in folder.rglob("*.html")
    }
    assert {path.stem for path in pages} >= {
        "index",
        "search",
        "questions",
        "teaching",
        *(p.stem for p in NOTEBOOKS),
    }
    ids = {path: {node["id"] for node in page.select("[id]")} for path, page in pages.items()}
    for path, page in pages.items():
        for node in page.select("[href], [src]"):
            target, place = urldefrag(urljoin(path.as_uri(), node.get("href", node.get("src"))))
            scheme = urlsplit(target).scheme
            if scheme != "file":
                chart = scheme == "data" and "lookup-chart" in node.get("class", [])
                assert chart or node.name == "a", f"{path.name} loads {target[:80]}"
                continue
            file = Path(unquote(urlsplit(target).path))
            assert file.is_file(), f"{path.name} leads to {file.name}"
            assert file.is_relative_to(folder)
            assert not place or unquote(place) in ids[file], f"{path.name}: {file.name}#{place}"


def test_every_link_leads_somewhere(quick):
    assert_leads_somewhere(quick)


def test_the_pages_are_in_order_and_each_leads_to_the_next(quick):
    names = [
        "index",
        *(f"notebooks/{path.stem}" for path in NOTEBOOKS),
        "notebooks/questions",
        "notebooks/teaching",
    ]
    for name, after in itertools.pairwise(names):
        page = BeautifulSoup((quick / f"{name}.html").read_text(encoding="utf-8"), "html.parser")
        assert page.select_one("a.next-page")["href"].endswith(f"{Path(after).name}.html")
        assert len(page.select(".sidebar-tree a.reference")) == len(names) - 1


def test_a_folder_of_something_else_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(website, "source", lambda *_: pytest.fail("nothing is run"))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("all of it")
    (tmp_path / "file").write_text("a file")
    (tmp_path / "branch" / "_static").mkdir(parents=True)  # a site that git keeps
    for name in (website.MARK, ".git"):
        (tmp_path / "branch" / name).write_text("")
    for name in ("mine", "file", "branch"):
        rule = "the folder must be new, empty or hold such a site"
        refused = f"No site: {rule}, not {str(tmp_path / name)!r}."
        assert website.main([str(tmp_path / name)]) == refused
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "all of it"


def page_of(text):
    """What writes a source of one page."""

    def write(folder, _):
        (folder / "static").mkdir()
        (folder / "static/without_kernel.js").write_text("")
        (folder / "index.md").write_text(text)

    return write


def test_a_site_is_replaced_whole_or_not_at_all(tmp_path, monkeypatch):
    site = tmp_path / "my site"
    (site / "_static").mkdir(parents=True)
    for name in (website.MARK, "old.html"):
        (site / name).write_text("")
    monkeypatch.setattr(website, "source", page_of("# Second"))
    assert website.main([str(site)]) is None
    assert not (site / "old.html").exists()
    monkeypatch.setattr(website, "source", page_of("# Third\n\n[nowhere](gone.md)"))
    assert re.match(r"No site: Sphinx says: .*index\.md:3: .*gone\.md", website.main([str(site)]))
    assert "Second" in (site / "index.html").read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["my site"], "nothing is left beside it"


def test_the_command_says_where_the_site_is(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(website, "build", Mock())
    assert website.main([str(tmp_path / "site")]) is None
    website.build.assert_called_once_with(tmp_path / "site")
    assert capsys.readouterr().out == f"{tmp_path}/site/index.html\n"


def test_what_is_missing_or_wrong_is_one_sentence(tmp_path, monkeypatch, capsys):
    said = "cell 1 of 00.ipynb stores 1 widgets, a run of it shows 0"
    monkeypatch.setattr(website, "source", Mock(side_effect=ValueError(said)))
    assert website.main([str(tmp_path / "site")]) == f"No site: {said}."
    monkeypatch.setitem(sys.modules, "furo", None)
    assert website.main([str(tmp_path / "site")]).endswith(
        "pip install -r binder/publish/requirements.txt"
    )
    with pytest.raises(ValueError, match="What it asks of a machine"):
        website.start("# No such heading", {})
    with pytest.raises(SystemExit) as ended:
        website.main(["--help"])
    assert ended.value.code == 0
    assert "FOLDER must be new" in capsys.readouterr().out
    assert not any(tmp_path.iterdir())


def test_the_examples_are_true():
    assert doctest.testmod(website).failed == 0


@pytest.mark.long
def test_the_whole_site_is_alive(visit, tmp_path, lived):
    site = tmp_path / "a course, to read"
    website.build(site, lived)
    assert_leads_somewhere(site)
    with served(site) as address:
        for path in NOTEBOOKS:
            assert_sound(visit, f"{address}notebooks/{path.stem}.html")
        learned = visit(f"{address}notebooks/05_learned_rows.html")
        pic = picture(learned)
        press(pic, "next step")
        expect(pic).to_have_attribute("data-step", "1")
