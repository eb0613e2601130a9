"""The site's first page: its plot is true, its pictures move by scrolling and by hand."""

import functools
import json
import re
from pathlib import Path

import pytest
import torch
from bs4 import BeautifulSoup
from playwright.sync_api import expect

import plot
import renew_learned
import rights
import website
from bare_page import press
from course import COMPANIONS, CORE, NOTEBOOKS, read
from file_server import served
from site_page import DESK, DOWN, PHONE, assert_sound

pytestmark = pytest.mark.long

SMALL = {"width": 360, "height": 740}
COMMAND = ".venv/bin/python notebooks/start.py"
LOWEST = {"width": 390, "height": 704}  # of the phones on which a picture stays
LOW = {"width": 360, "height": 640}
LYING = {"width": 844, "height": 390}
FORK = {
    "address": "https://a-school.github.io/one-row/",
    "launch": {
        "Binder": f"https://mybinder.org/{CORE[0].stem}.ipynb",
        "Colab": f"https://colab.research.google.com/{CORE[0].stem}.ipynb",
    },
}
BEATS = ["product", "lookup", "bag", "way-back", "learned", "bill"]
# Scroll until a paragraph's middle is a bit above the line at which its picture hears of it.
TO = """(paragraph) => {
    const { top, bottom } = paragraph.getBoundingClientRect();
    const line = getComputedStyle(paragraph.parentElement).getPropertyValue("--line") - 0.1;
    scrollBy({ top: (top + bottom) / 2 - line * innerHeight, behavior: "instant" });
}"""
# Scroll until a paragraph has just moved its picture; where its text and the picture then are.
READ = """(paragraph) => {
    const section = paragraph.parentElement;
    const line = getComputedStyle(section).getPropertyValue("--line") * innerHeight;
    const box = paragraph.getBoundingClientRect();
    scrollBy({ top: (box.top + box.bottom) / 2 - line + 2, behavior: "instant" });
    const text = document.createRange();
    text.selectNodeContents(paragraph);
    const { top, bottom } = text.getBoundingClientRect();
    const picture = section.querySelector(".alive").getBoundingClientRect();
    return [picture.bottom, top, bottom, innerHeight];
}"""
STAYS = "holder => getComputedStyle(holder).position === 'sticky'"
# The px of the smallest letter that each picture's drawing has on the screen.
SMALLEST = """() => [...document.querySelectorAll(".beat .lookup svg")].map((svg) => {
    const sizes = [...svg.querySelectorAll("text")].map((text) =>
        parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a);
    return Math.min(...sizes);
})"""
SHIFTS = """() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The first page of a fork's site; the pages that it leads to are empty."""
    folder = tmp_path_factory.mktemp("landing")
    pages, out = folder / "pages", folder / "a site"
    (pages / "notebooks").mkdir(parents=True)
    cards = [website.card(path, read(path)) for path in NOTEBOOKS]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(website, "repository", lambda: FORK)
        website.first_page(pages, cards, COMMAND)
    stems = [f"notebooks/{path.stem}" for path in NOTEBOOKS]
    others = ["questions", "terms", "teaching", "course_page", "on_your_hub"]
    others = [*(f"notebooks/{name}" for name in others), "lessons", "gpu", "start"]
    for stem in [*stems, *others]:
        (pages / f"{stem}.md").write_text(f"# {stem}\n\n```bash\nls\n```\n")
    website.settings(pages)
    website.sphinx(pages, out, folder / "cache")
    return out


@pytest.fixture(scope="module")
def address(site):
    with served(site) as address:
        yield f"{address}index.html"


@pytest.fixture
def scrolled(visit, address):
    """The page of a reader who wants motion; all its pictures are drawn."""
    page = visit(address, motion="no-preference")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    yield page
    assert not page.left + page.problems


@functools.cache
def parsed(path):
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


def beats(site):
    """(section, the state of its picture) of each beat, in order."""
    sections = parsed(site / "index.html").select("section.beat")
    return [
        (section, json.loads(section.select_one("script").text)) for section in sections
    ]


def shows(page, beat, **data):
    root = page.locator(f"#{beat} .lookup.picture")
    for name, value in data.items():
        expect(root).to_have_attribute(f"data-{name}", value)


def scroll_to(page, beat, number):
    """Scroll to a paragraph, until the page has heard of it."""
    paragraph = page.locator(f"#{beat} > p").nth(number)
    paragraph.evaluate(TO)
    expect(paragraph).to_have_class(re.compile(r"\bnow\b"))


def test_six_beats_each_have_a_picture_its_sentences_and_a_way_on(site):
    assert [section["id"] for section, _ in beats(site)] == BEATS
    for section, state in beats(site):
        paragraphs = section.find_all("p", recursive=False)
        assert section.h2.text
        assert 2 <= len(paragraphs) <= 3
        for paragraph in paragraphs:
            step, way = paragraph["data-step"], paragraph.get("data-by")
            assert step == "rest" or 0 <= int(step) < state["spec"]["path"]
            assert way is None or way in state["spec"]["ways"]
        (link,) = section.select("a.on")
        assert link in paragraphs[-1].select("a")
        assert Path(link["href"]).stem in {path.stem for path in CORE}


def wall(page):
    """The wall at the top of the page, drawn."""
    pic = page.locator(".wall .lookup.picture")
    pic.wait_for()
    return pic


def test_the_wall_is_the_table_of_notebook_00_and_comes_after_the_page(site):
    script = (site / "_static/wall.js").read_text(encoding="utf-8")
    state = json.loads(script.removeprefix("globalThis.wall = ").removesuffix(";\n"))
    assert len(script) < 700_000
    (cell,) = (cell for cell in read(CORE[0]).cells if cell.id == plot.WALL)
    assert f'"{plot.SENTENCE}"' in cell.source
    assert f".common({plot.COMMON})" in cell.source
    assert (state["spec"]["V"], state["spec"]["D"]) == (plot.COMMON, 384)
    page = parsed(site / "index.html")
    assert not page.select('script[src*="wall.js"]'), "the page stands before it comes"
    assert page.select_one(".wall .still img")["alt"].startswith("Wall of 414,720")


@pytest.mark.parametrize(("size", "share"), [(DESK, 1), (PHONE, 0.5)])
def test_the_wall_is_above_the_fold_and_nothing_jumps_when_it_comes(
    visit, address, size, share
):
    page = visit(address, size, motion="no-preference")
    page.evaluate(SHIFTS)
    pic = wall(page)
    expect(pic).to_have_attribute("data-phase", "shown")
    assert pic.locator(".drawer .word").all_inner_texts() == plot.SENTENCE.split()
    box = pic.bounding_box()
    assert box["y"] + share * box["height"] <= size["height"]
    assert page.evaluate("shifted") < 0.05
    assert not page.left + page.problems


def test_without_motion_the_wall_rests_until_a_hand_or_a_key_is_at_it(visit, address):
    page = visit(address)
    pic = wall(page)
    expect(pic).to_have_attribute("data-phase", "rest")
    pic.get_by_role("textbox").fill("the old queen")
    pic.get_by_role("textbox").press("Enter")
    expect(pic.locator(".drawer .word").last).to_have_text("queen")
    press(pic, "multiply")
    expect(pic.get_by_role("status")).to_contain_text("The same rows come out")
    assert not page.left + page.problems


def test_without_javascript_the_wall_is_a_still(browser, address):
    page = browser.new_page(java_script_enabled=False)
    page.goto(address)
    expect(page.locator(".wall .still img")).to_be_visible()
    expect(page.locator(".hero .types")).to_be_hidden()
    page.close()


def test_the_wall_of_a_page_opened_from_a_disk_stands(site, browser):
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    wall(page)
    page.close()


def test_it_ends_with_whose_the_walls_rows_are(site):
    last = parsed(site / "index.html").select("main p")[-1]
    assert last.text == rights.sentence()


def test_every_link_leads_to_a_page(site):
    page = parsed(site / "index.html")
    ids = {node["id"] for node in page.select("[id]")}
    for href in {link["href"] for link in page.select("a")}:
        if href.startswith("#"):
            assert href[1:] in ids
        elif not href.startswith("https:"):
            assert (site / href).is_file(), href


def test_what_the_sentences_say_is_what_the_pictures_show(site):
    said = {section["id"]: " ".join(section.text.split()) for section, _ in beats(site)}
    spec = {section["id"]: state["spec"] for section, state in beats(site)}
    V, D = spec["product"]["V"], spec["product"]["D"]
    assert (V, D) == (7, 5)
    assert (
        f"took {V * D} multiplications. Thirty of them were by zero" in said["product"]
    )
    assert (V - 1) * D == 30
    assert "six rows of four numbers: 01 Twenty-four multiplications" in said["product"]
    assert spec["lookup"]["rows"]["6"]["name"] == "the"
    assert spec["lookup"]["rows"]["4"]["name"] == "cat"
    count = len(spec["learned"]["rows"])
    assert f"{count} words" in said["learned"]
    assert "204,800 rows" in said["bill"]
    assert "204,800" in json.dumps(spec["bill"])
    sent = plot.way_back("the cat the dog")
    sent.step = 2
    assert "+5" in sent.to_html()
    assert "1 + 4 = 5" in said["way-back"].replace("\xa0", " ")


def test_blue_begins_among_strangers_and_ends_beside_red():
    picture = plot.on_the_way(plot.LEARNED)
    words = [row["name"] for row in picture.spec["rows"]]
    nearest = {}
    for step in range(picture.spec["path"]):
        picture.step = step
        nearest[step] = words[picture.nearest[0]]
    assert nearest[picture.spec["path"] - 1] == "red"
    assert nearest[0] != "red"
    assert plot.LEARNED.stat().st_size < 50_000


def test_the_stored_moments_are_those_of_the_command():
    vocabulary = {"red": 0, "left": 1, "cpu": 2}
    snapshots = {step: torch.full((3, 2), step / 7) for step in renew_learned.STEPS}
    group = {"red": "colours", "left": "sides", "cpu": "programs"}
    names = {"vocabulary": vocabulary, "snapshots": snapshots, "group": group}
    about, *lines = map(json.loads, renew_learned.content(names).splitlines())
    assert [line["word"] for line in lines] == ["red", "left"]
    assert lines[0]["rows"] == [[round(step / 7, 2)] * 2 for step in about["steps"]]
    stored = json.loads(plot.LEARNED.read_text(encoding="utf-8").splitlines()[0])
    assert stored == about


def test_the_notebooks_are_found_and_companions_are_marked(site):
    items = parsed(site / "index.html").select("#notebooks li")
    assert [Path(item.a["href"]).stem for item in items] == [
        path.stem for path in NOTEBOOKS
    ]
    assert sum("deeper" in item.get("class", []) for item in items) == len(COMPANIONS)
    for item in items:
        assert item.span.text == "deeper" or re.fullmatch(
            r"\d+ minutes", item.span.text
        )


@pytest.mark.parametrize(
    ("motion", "look"), [("reduce", (DESK, False)), ("no-preference", (SMALL, True))]
)
def test_it_is_whole_light_and_readable_by_everyone(visit, address, motion, look):
    assert_sound(functools.partial(visit, motion=motion), address, look)


def test_scrolling_moves_each_picture_to_what_its_paragraph_says(site, scrolled):
    for section, state in beats(site):
        for k, paragraph in enumerate(section.find_all("p", recursive=False)):
            scroll_to(scrolled, section["id"], k)
            step = paragraph["data-step"]
            if step == "rest":
                shows(scrolled, section["id"], step="0", phase="rest")
            else:
                shows(
                    scrolled, section["id"], step=step, phase=re.compile("moving|shown")
                )
            assert scrolled.locator(f"#{section['id']} > p.now").count() == 1
            if "data-by" in paragraph.attrs:
                chosen = scrolled.locator(f"#{section['id']} [aria-pressed=true]")
                expect(chosen).to_have_text(paragraph["data-by"])
                assert chosen.inner_text() != state["by"]
    scroll_to(scrolled, "product", 0)  # and back
    shows(scrolled, "product", phase="rest")


def test_a_hand_goes_before_scrolling_until_the_section_is_left(scrolled):
    scroll_to(scrolled, "lookup", 2)
    shows(scrolled, "lookup", step="2")
    picture = scrolled.locator("#lookup")
    press(picture, "previous step")
    shows(scrolled, "lookup", step="1")
    scroll_to(scrolled, "lookup", 0)
    scroll_to(scrolled, "lookup", 2)
    shows(scrolled, "lookup", step="1")
    scroll_to(scrolled, "bill", 0)
    shows(scrolled, "bill", step="0")
    scroll_to(scrolled, "lookup", 2)
    shows(scrolled, "lookup", step="2")


def test_who_only_passes_by_key_does_not_hold_a_picture_and_arrows_do(scrolled):
    scroll_to(scrolled, "lookup", 0)
    scrolled.locator("#lookup [role=group][tabindex]").focus()
    scrolled.keyboard.press("Tab")
    scroll_to(scrolled, "lookup", 1)
    shows(scrolled, "lookup", step="1")
    said = scrolled.locator("#lookup .say")
    expect(said).to_have_attribute(
        "aria-hidden", "true"
    )  # what was read is not said again
    scrolled.locator("#lookup [role=group][tabindex]").focus()
    scrolled.keyboard.press("ArrowRight")
    shows(scrolled, "lookup", step="2")
    assert said.get_attribute("aria-hidden") is None


@pytest.mark.parametrize("size", [PHONE, LOWEST])
def test_on_a_phone_a_paragraph_is_below_its_picture_when_that_moves(
    visit, address, size
):
    page = visit(address, size, motion="no-preference")
    page.evaluate(DOWN)
    for beat in BEATS:
        assert page.locator(f"#{beat} .alive").evaluate(STAYS), beat
        for paragraph in page.locator(f"#{beat} > p").all():
            picture, top, bottom, window = paragraph.evaluate(READ)
            assert picture <= top, paragraph.inner_text()
            assert bottom <= window, paragraph.inner_text()


@pytest.mark.parametrize(
    ("size", "least"), [(PHONE, 11), (LOWEST, 9.5), (LOW, 10), (LYING, 9.5)]
)
def test_on_a_phone_a_pictures_letters_are_as_large_as_its_screen_lets_them(
    visit, address, size, least
):
    page = visit(address, size, motion="no-preference")
    page.evaluate(DOWN)
    assert min(page.evaluate(SMALLEST)) >= least


def test_the_walls_key_is_whole_on_a_phone(visit, address):
    pic = wall(visit(address, LOW))
    boxes = [
        entry.bounding_box() for entry in pic.locator(".key span:not(.swatch)").all()
    ]
    assert max(box["x"] + box["width"] for box in boxes) <= LOW["width"]


def test_nothing_covers_the_command_on_a_phone(visit, address):
    page = visit(address, PHONE)
    command, button = page.locator("#run pre"), page.locator("#run .copy")
    right = command.evaluate(
        """(pre) => {
            const text = document.createRange();
            text.selectNodeContents(pre);
            return text.getBoundingClientRect().right;
        }"""
    )
    assert right <= button.bounding_box()["x"]


@pytest.mark.parametrize(
    ("size", "motion"),
    [(DESK, "reduce"), (LOW, "no-preference"), (LYING, "no-preference")],
)
def test_scrolling_moves_no_picture_that_cannot_stay_or_should_not_move_and_a_hand_does(
    visit, address, size, motion
):
    page = visit(address, size, motion=motion)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    scroll_to(page, "lookup", 2)
    shows(page, "lookup", step="0", phase="rest")
    press(page.locator("#lookup"), "next step")
    shows(page, "lookup", step="0", phase="shown")
    assert not page.get_by_text("They move as you scroll").is_visible()
    assert not page.problems


@pytest.mark.parametrize("size", [DESK, SMALL])
def test_the_wall_takes_no_more_room_than_is_kept_for_it(visit, address, size):
    page = visit(address, size)
    height = wall(page).bounding_box()["height"]
    kept = "parseFloat(getComputedStyle(document.querySelector('.wall')).minHeight)"
    assert height <= page.evaluate(kept)


@pytest.mark.parametrize("size", [DESK, SMALL])
def test_nothing_jumps(visit, address, size):
    page = visit(address, size, motion="no-preference")
    page.evaluate(SHIFTS)
    for _ in range(40):
        page.mouse.wheel(0, 400)
        page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.evaluate("shifted") < 0.01
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_without_scripts_each_picture_is_a_table_and_asks_for_no_cell(visit, address):
    page = visit(address, script=False)
    # the wall is an image, which folds its table
    tables = page.locator(".alive:not([data-draws=WholeTable]) .still table")
    assert tables.count() == len(BEATS)
    assert all(table.is_visible() for table in tables.all())
    assert "Run the cell" not in page.locator("main").inner_text()


def test_a_fork_launches_itself_and_a_link_to_it_has_a_preview(site):
    for name in ("index", f"notebooks/{CORE[1].stem}"):
        page = parsed(site / f"{name}.html")
        told = {
            tag["property"]: tag["content"] for tag in page.select("meta[property]")
        }
        assert told["og:image"] == f"{FORK['address']}_static/preview.png"
        assert told["og:url"] == f"{FORK['address']}{name}.html"
        assert len(told["og:description"]) > 50
        assert told["og:title"]
    launched = parsed(site / f"notebooks/{CORE[1].stem}.html").select_one(".reading")
    assert f"https://mybinder.org/{CORE[1].stem}.ipynb" in str(launched)
    assert launched.get_text().endswith(
        "\nRun it on your own machine, in Binder or Colab."
    )
    assert FORK["launch"]["Binder"] in str(
        parsed(site / "index.html").select_one(".ways-in")
    )
    image = (site / "_static/preview.png").read_bytes()
    assert image[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)
    assert len(image) < 100_000


def test_the_command_is_copied_by_a_press(visit, address):
    page = visit(address)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(page.locator("#run"), "Copy")
    expect(page.locator("#run .copy")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == COMMAND
