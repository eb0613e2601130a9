"""The site's page of lessons: each plan's deck and handout, to open and to download."""

from pathlib import Path
from string import Template

from decks import shared
from plan import PLANS, Plan, read_plan
from plan_deck import cells_of, deck_of, handout_of, print_pdf
from without_kernel import HERE

TITLE = "Slides and handouts"


def write_lessons(folder: Path) -> list[str]:
    """Write the deck and the handout of each plan into `folder`; the rows of a table of them.

    Without a browser that prints, a printed line says so, and there are no handouts.
    """
    folder.mkdir(parents=True)
    plans = [read_plan(path) for path in PLANS.glob("*.toml")]
    rows = []
    for plan in sorted(plans, key=lambda plan: plan.minutes):
        print(f"The lesson of {plan.minutes} minutes:", flush=True)
        cells = cells_of(plan)
        deck = folder / f"plan_{plan.name}.html"
        deck.write_text(deck_of(plan, cells, shared), encoding="utf-8")
        handout = deck.with_suffix(".pdf")
        try:
            print_pdf(handout_of(plan, cells, shared), handout)
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
    return words.substitute(title=TITLE, rows="\n".join(rows))
