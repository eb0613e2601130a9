"""What a notebook says of itself in its first cell: its name, its puzzle, its minutes."""

import re
from dataclasses import dataclass
from pathlib import Path

import nbformat

TITLE = re.compile(r"^# (.+)", re.MULTILINE)
NAME = re.compile(r"^\*\*(\d\db? .+?)\*\*", re.MULTILINE)
MINUTES = re.compile(r"^\*\*.+?\*\* · (\d+ minutes)", re.MULTILINE)
COMPANION = re.compile(r"\d\db_")  # its file's name
MARKED = re.compile(r"[*`]|(?<=\])\([^)]*\)|[\[\]]")  # what Markdown has around words


@dataclass(frozen=True)
class Card:
    """A notebook as other pages show it; `minutes` is "" where it is read in parts."""

    stem: str
    name: str
    title: str
    opening: str
    minutes: str
    deeper: bool

    @property
    def listed(self) -> str:
        """Its name in the navigation."""
        return f"{self.name} · deeper" if self.deeper else self.name


def card(path: Path, notebook: nbformat.NotebookNode) -> Card:
    """The card of the notebook at `path`.

    What its first cell does not say is the file's name, or "".

    >>> said = "# Red finds blue\\n\\n**05 Learned rows** · 85 minutes\\n\\nNobody *tells* a row."
    >>> book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(said)])
    >>> shown = card(Path("05_learned_rows.ipynb"), book)
    >>> shown.listed, shown.title, shown.opening, shown.minutes
    ('05 Learned rows', 'Red finds blue', 'Nobody tells a row.', '85 minutes')
    """
    text = notebook.cells[0].source if notebook.cells else ""
    title, name, minutes = (form.search(text) for form in (TITLE, NAME, MINUTES))
    paragraphs = text.split("\n\n")
    return Card(
        stem=path.stem,
        name=name[1] if name else path.stem,
        title=title[1] if title else path.stem,
        opening=MARKED.sub("", paragraphs[2]) if len(paragraphs) > 2 else "",
        minutes=minutes[1] if minutes else "",
        deeper=COMPANION.match(path.stem) is not None,
    )
