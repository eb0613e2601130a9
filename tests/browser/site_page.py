"""A page of the site as its readers see it: drawn to its end, light, and readable by everyone."""

from axe_playwright_python.sync_playwright import Axe

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1366, "height": 768}
LOOKS = [(DESK, False), (PHONE, True)]  # each size, and whether it is dark
HEAVIEST = 1_000_000  # bytes of a page with all that it loads
A_TABLE = 620_000  # and of a picture that shows every number of a table
# Until everything is drawn, as a reader would who goes through the page.
DOWN = """async () => {
    for (const holder of document.querySelectorAll(".alive")) {
        holder.scrollIntoView({ behavior: "instant" });
        for (let waited = 0; holder.querySelector(".still"); waited += 10) {
            if (waited > 20_000) throw Error(`not alive: ${holder.textContent.slice(0, 200)}`);
            await new Promise((done) => setTimeout(done, 10));
        }
    }
    scrollTo({ top: 0, behavior: "instant" });
}"""


def assert_sound(visit, url, look):
    """Alive to its end, complete, light, and readable by everyone; as narrow as any screen."""
    page = visit(url, *look, until="networkidle")  # so that all of it is weighed
    page.evaluate(DOWN)
    assert page.locator(".lookup").count() == page.locator(".alive").count()
    assert page.locator(".alive .still").count() == 0
    assert not page.left + page.problems
    tables = page.locator(".lookup.whole").count()
    assert 50_000 < page.weight <= HEAVIEST + A_TABLE * tables, url
    found = Axe().run(page)
    assert not found.response["violations"], found.generate_report()
    for size in (look[0], PHONE, DESK):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
