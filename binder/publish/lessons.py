"""The site's page of lessons: each plan's deck and handout, to open and to download.

And the tables of the plans on the teacher's page, whose rows open slides there.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Template

from decks import deck_assets
from paper import print_pdf
from plan import PLANS, Plan, clock, read_plan
from plan_deck import cells_of, deck_of, handout_of
from quiz import GIFT, QTI
from without_kernel import HERE, NOTEBOOKS

TITLE = "Slides and handouts"
TABLE = r"(### {} minutes, by the clock\n(?:(?![|#]).*\n)+)(?:\|.*\n)+"


def plans() -> list[Plan]:
    """The plans, the shortest lesson first."""
    found = [read_plan(path) for path in PLANS.glob("*.toml")]
    return sorted(found, key=lambda plan: plan.minutes)


def table(plan: Plan, deck: str = "") -> Iterator[str]:
    """The lines of a plan's table on the teacher's page.

    deck: where its deck is, to link each row to its first slide; or "" for no such links.
    """
    yield "| from | part | slides | learners | if late |"
    yield "|---|---|---|---|---|"
    past = 0
    for part in plan.parts:
        first, past = past + 1, past + len(part.slides)
        slides = {0: "–", 1: str(past)}.get(len(part.slides), f"{first}–{past}")
        if deck and part.slides:
            slides = f'<a href="{deck}#/{part.slides[0].anchor}">{slides}</a>'
        name = part.name
        if part.sections:
            name += f": {part.notebook} {', '.join(_sections(part))}"
        cells = [clock(part.start), name, slides, part.learners or "–"]
        yield f"| {' | '.join([*cells, part.late or '–'])} |"
    yield f"| {clock(plan.minutes)} | **the end** | **{past} slides** | | |"


def _sections(part):
    """Links to the sections that a part is about."""
    (path,) = NOTEBOOKS.glob(f"{part.notebook}_*.ipynb")
    for section in part.sections:
        yield f"[{section}]({path.name}#{section.replace(' ', '-')})"


def link_slides(page: str, plans: Iterable[Plan]) -> str:
    """The teacher's page as the site shows it: each row of a plan's table opens its first slide.

    A plan of which the page has no table leaves it as it is.
    """
    for plan in plans:
        rows = "\n".join(table(plan, f"../slides/{file_of(plan)}"))
        shown = re.search(TABLE.format(plan.name), page)
        if shown:
            page = f"{page[: shown.end(1)]}{rows}\n{page[shown.end() :]}"
    return page


def file_of(plan: Plan) -> str:
    """The name of the file that holds a plan's deck."""
    return f"plan_{plan.name}.html"


def write_lessons(folder: Path, plans: list[Plan]) -> list[str]:
    """Write the deck and the handout of each plan into `folder`; the rows of a table of them.

    Without a browser that prints, a printed line says so, and there are no handouts.
    """
    folder.mkdir(parents=True)
    rows = []
    for plan in plans:
        print(f"The lesson of {plan.minutes} minutes:", flush=True)
        cells = cells_of(plan)
        deck = folder / file_of(plan)
        deck.write_text(deck_of(plan, cells, deck_assets), encoding="utf-8")
        handout = deck.with_suffix(".pdf")
        try:
            print_pdf(handout_of(plan, cells, deck_assets), handout)
        except ValueError as error:
            print(f"The site has no handout of {plan.minutes} minutes: {error}.")
        rows.append(row(plan, deck, handout if handout.is_file() else None))
    return rows


def row(plan: Plan, deck: Path, handout: Path | None) -> str:
    """A row of the table: the lesson, and links to its files, which lie below the page."""
    slides = f"{deck.parent.name}/{deck.name}"
    cells = [
        f"**{plan.minutes} minutes**",
        f'<a href="{slides}">{len(plan.slides)} slides</a>',
        f'<a href="{slides}" download>{deck.stat().st_size / 1000:,.0f} kB</a>',
    ]
    if handout:
        paper = f"{handout.parent.name}/{handout.name}"
        size = f"{handout.stat().st_size / 1000:,.0f} kB"
        cells.append(f'<a href="{paper}">PDF</a>, {size}')
    else:
        cells.append("–")
    return f"| {' | '.join(cells)} |"


def page(rows: list[str]) -> str:
    """The page's source, in Markdown; templates/lessons.md.template has its words.

    >>> page(["| **45 minutes** | 22 slides | 250 kB | – |"]).splitlines()[0]
    '# Slides and handouts'
    """
    words = Template(
        (HERE / "templates/lessons.md.template").read_text(encoding="utf-8")
    )
    return words.substitute(title=TITLE, rows="\n".join(rows), gift=GIFT, qti=QTI)
