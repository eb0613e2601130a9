"""The deck and the handout of a plan: slides from the notebooks' cells, with notes for each."""

import base64
import gzip
import json
import re
from collections.abc import Callable
from html import escape

import nbformat
from nbconvert.filters import Highlight2HTML, markdown2html

import rights
from plan import LINES, Part, Plan, Slide, cell_of, clock, notebooks_of, seconds_of
from plan_own import PICTURES, solution_of
from without_kernel import HERE, alive, announce

# The helper is found once without_kernel has put notebooks/ on the path.
# isort: split
from lookup.guesses import guess

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
<script type="text/plain" id="packed">{packed}</script>
<script>
{unpack}</script>
</body>
</html>
"""
SMALLEST, LARGEST = 24, 40  # px, of code at 1366 x 768
NARROW = 30  # letters of a line that leaves half of a slide free
FEW = 4  # lines beside a question, which may be large
SHORT, SLIM = 6, 60  # lines and letters of a solution that may be large
SOLVED = 32  # px, of such a one
WIDTH, HEIGHT = 1200, 620  # px, what is left for code below the title
STILL = re.compile(r'(<div class="still">).*(</div>\n<script)', re.DOTALL)
# On paper nothing is scrolled into view, and a whole table needs a moment to be drawn.
DRAWN_AT_ONCE = 'dispatchEvent(new Event("beforeprint"));'
SHAPE = re.compile(r'class="c1"(>[^<]*\(\w+,)')  # a comment with a shape, coloured
WITH_SHAPE = re.compile(r"\s*#.*\(\w+,.*$")
NAME = re.compile(r"([A-Za-z][\w.]*?)(?:\.detach\(\))?\s*(?:#.*)?$")
GRAD_FN = re.compile(r", grad_fn=<\w+>")
COLOURED = Highlight2HTML(pygments_lexer="python3")


def cells_of(plan: Plan) -> dict[str, nbformat.NotebookNode]:
    """{id: cell} of the cells that a plan shows, alive; a line told for each notebook.

    Raises ValueError if a slide names a cell that is not there, gives nothing, or is too long.
    """
    paths = notebooks_of(plan)
    judge(plan, [nbformat.read(path, as_version=4) for path in paths])
    shown = {cell_of(slide) for slide in plan.slides}
    return {
        cell.id: cell for path in announce(paths) for cell in alive(path, shown).cells
    }


def judge(plan: Plan, notebooks: list[nbformat.NotebookNode]) -> None:
    """Raise ValueError if a slide names a cell that is not there, gives nothing, or is too long."""
    cells = {cell.id: cell for notebook in notebooks for cell in notebook.cells}
    for slide in filter(cell_of, plan.slides):
        cell = cells.get(cell_of(slide))
        is_code = cell is not None and cell.cell_type == "code"
        if not is_code or not (cell.outputs or slide.beside):
            rule = "it must name a cell of code that gives something"
            raise ValueError(f"{slide.place}: {rule}, not {cell_of(slide)!r}")
        count = len(code_of(slide, cell))
        shows_code = slide.kind == "cell" or slide.lines or not cell.outputs
        if shows_code and not 1 <= count <= LINES:
            rule = f"1 to {LINES} lines of code; choose them by lines = [first, last]"
            raise ValueError(f"{slide.place}: {rule}, and not {count}")


def code_of(slide: Slide, cell: nbformat.NotebookNode) -> list[str]:
    """The lines of a cell's code that a slide shows; two blank ones count and are shown as one."""
    all_lines = cell.source.splitlines()
    pairs = slide.lines or [1, len(all_lines)]
    lines = [
        line
        for first, last in zip(pairs[::2], pairs[1::2])
        for line in all_lines[first - 1 : last]
    ]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n").splitlines()


def body(slide: Slide, cells: dict[str, nbformat.NotebookNode]) -> str:
    """What a slide shows below its title, as HTML; what is to be guessed is a fragment."""
    task = f'<div class="task">{markdown2html(slide.task)}</div>' if slide.task else ""
    beside = _beside(slide, cells[slide.beside]) if slide.beside else ""
    return beside + _point(slide, cells) + task


def _point(slide, cells):
    """What a slide shows, without what stands above and below it."""
    if slide.kind == "text":
        own = f'<div class="own">{markdown2html(slide.what)}</div>'
        return own + _solution(slide.solution) if slide.solution else own
    if slide.kind == "question":
        question, replies, right, _ = guess(slide.what)
        choices = "".join(_choice(choice, choice == right) for choice in replies)
        return f'<div class="vote"><p>{inline(question)}</p><ol>{choices}</ol></div>'
    if slide.kind == "picture":
        return f'<div class="given">{PICTURES[slide.what]()}</div>'
    cell = cells[slide.what]
    if slide.kind == "output":
        return f'<div class="given">{cell_html(cell)}</div>'
    lines = code_of(slide, cell)
    given = "\n".join(map(output_html, cell.outputs))
    # The shapes in the comments give away what is to be guessed, so they come with it.
    code = SHAPE.sub(
        r'class="c1 fragment" data-fragment-index="0"\1', COLOURED("\n".join(lines))
    )
    source = f'<div class="source">{code}</div>'
    given = f'<div class="given fragment" data-fragment-index="0">{given}</div>'
    return (
        f'<div class="cell" style="--size: {size(lines, cell)}px">{source}{given}</div>'
    )


def _solution(name):
    """The solution of an exercise, which the next key shows."""
    code = solution_of(name)
    lines = code.splitlines()
    fits = len(lines) <= SHORT and max(map(len, lines)) <= SLIM
    px = SOLVED if fits else SMALLEST
    return f'<div class="source fragment" style="--size: {px}px">{COLOURED(code)}</div>'


def _beside(slide, cell):
    """What a slide is about: what a cell gives, or code if that is nothing or lines are named."""
    if cell.outputs and not slide.lines:
        kind, text = "given", cell_html(cell)
        count = sum(len(_plain(output).splitlines()) for output in cell.outputs) + 1
    else:
        lines = [WITH_SHAPE.sub("", line) for line in code_of(slide, cell)]
        kind, text, count = "source", COLOURED("\n".join(lines)), len(lines)
    px = 36 if count <= FEW else 28
    if kind == "given" and _widest(cell) <= NARROW:
        kind, px = "given narrow", 32  # a question has room on its right
    return f'<div class="beside {kind}" style="--size: {px}px">{text}</div>'


def _widest(cell):
    """The letters of the longest line that a cell gives."""
    return max(
        len(line) for output in cell.outputs for line in _plain(output).splitlines()
    )


def cell_html(cell: nbformat.NotebookNode) -> str:
    """What a cell gives, as HTML; above numbers stands the name that the cell's last line asks for.

    >>> cell = nbformat.v4.new_code_cell("W.detach()  # (2,)")
    >>> data = {"text/plain": "tensor([1., 2.])"}
    >>> cell.outputs = [nbformat.v4.new_output("execute_result", data)]
    >>> cell_html(cell)
    '<pre>W =\\ntensor([1., 2.])</pre>'
    """
    given = "\n".join(map(output_html, cell.outputs))
    results = [output.get("data", {}) for output in cell.outputs]
    if not all("text/plain" in data and "text/html" not in data for data in results):
        return given
    name = NAME.match(cell.source.splitlines()[-1])
    return given.replace("<pre>", f"<pre>{name[1]} =\n", 1) if name else given


def size(lines: list[str], cell: nbformat.NotebookNode) -> int:
    """The size of the letters, in px, in which some lines of a cell and what it gives fill a slide.

    It is from SMALLEST to LARGEST, so that long lines are wrapped.
    """
    given = [line for output in cell.outputs for line in _plain(output).splitlines()]
    # Of a letter the width is 0.6 of the size, of a line the height 1.3.
    wide = WIDTH / (0.605 * max(map(len, lines)))
    high = HEIGHT / (1.3 * (len(lines) + len(given) + 2))
    return int(max(SMALLEST, min(LARGEST, wide, high)))


def _plain(output):
    """What a cell gives, as plain text, without PyTorch's note on gradients."""
    text = output.get("text") or output.get("data", {}).get("text/plain", "")
    return GRAD_FN.sub("", text)


def _choice(text, right):
    """A choice of a question; the next key marks the right one."""
    marks = ' class="fragment custom right"' if right else ""
    return f"<li{marks}>{inline(text)}</li>"


def inline(text: str) -> str:
    """A text as HTML, in which what stands between backticks is code.

    >>> inline("`a < b`?")
    '<code>a &lt; b</code>?'
    """
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))


def output_html(output: nbformat.NotebookNode) -> str:
    """What a cell gives, as HTML; a picture without its still, as a deck draws it anyway."""
    if output.output_type == "stream":
        return f"<pre>{escape(_plain(output).rstrip())}</pre>"
    data = output.get("data", {})
    if "text/html" in data:
        return STILL.sub(r"\1\2", data["text/html"])
    return f"<pre>{escape(_plain(output))}</pre>"


def notes(slide: Slide) -> str:
    """The speaker's notes: the clock, what the room does, the words, replies to wrong answers."""
    when = f"{clock(slide.start)} to {clock(slide.start + slide.minutes)}"
    parts = [f"<p><b>{when}</b></p>"]
    if slide.do:
        parts.append(f"<p><b>The room:</b> {inline(slide.do)}</p>")
    parts.append(f"<p>{inline(slide.say.strip())}</p>")
    answers = [f"✗ {answer}" for answer in slide.wrong]
    if slide.kind == "question":
        _, replies, right, _ = guess(slide.what)
        answers += [
            f"{'✓' if choice == right else '✗'} {choice}: {reply}"
            for choice, reply in replies.items()
        ]
    if answers:
        items = "".join(f"<li>{inline(answer)}</li>" for answer in answers)
        parts.append(f"<ul>{items}</ul>")
    if slide.solution:
        code = escape(solution_of(slide.solution), quote=False)
        parts.append(f"<p><b>Solution {slide.solution}:</b></p><pre>{code}</pre>")
    return "\n".join(parts)


def time_left(part: Part) -> str:
    """A line of notes for the last slide of a part: until when there is time for questions."""
    end = part.start + part.minutes
    begins, ends = clock(end - part.questions), clock(end)
    return f"<p><b>{begins} to {ends}</b> questions</p>" if begins != ends else ""


def deck_of(
    plan: Plan, cells: dict[str, nbformat.NotebookNode], shared: Callable
) -> str:
    """The deck of a plan, as the text of one HTML file; `shared` is `deck_assets` of decks.py."""
    seconds = seconds_of(plan)
    sections = []
    for part in plan.parts:
        for slide in part.slides:
            title = f"<h2>{escape(slide.title, quote=False)}</h2>"
            when = f"{clock(slide.start)} of {clock(plan.minutes)}"
            foot = escape(f"{when} · {part.name}")
            last = time_left(part) if slide is part.slides[-1] else ""
            aside = f'<aside class="notes">{notes(slide)}{last}</aside>'
            timing = seconds[slide.anchor]
            place = f'id="{slide.anchor}" data-foot="{foot}" data-timing="{timing}"'
            end = rights.of_plan(plan, cells) if slide is plan.slides[-1] else ""
            if end:
                end += rights.licence()
            below = f'<div class="body">{body(slide, cells)}{end}</div>'
            sections.append(f"<section {place}>\n{title}\n{below}\n{aside}</section>")
    slides = "\n".join(sections)
    deck = f'<div class="reveal plan"><div class="slides">\n{slides}\n</div></div>'
    return _page(plan.title, deck, shared(slides), "plan.css")


def handout_of(
    plan: Plan, cells: dict[str, nbformat.NotebookNode], shared: Callable
) -> str:
    """The handout of a plan for paper: a block for each slide, its notes below it."""
    blocks = [f"<h1>{escape(plan.title)}</h1>", f"<p>Needs {inline(plan.needs)}.</p>"]
    blocks.append(rights.of_plan(plan, cells))
    for part in plan.parts:
        until = clock(part.start + part.minutes)
        blocks.append(f"<h2>{clock(part.start)} to {until} · {escape(part.name)}</h2>")
        for label, text in (("Learners", part.learners), ("If late", part.late)):
            if text:
                starred = re.sub(r"\*(.+?)\*", r"<i>\1</i>", inline(text))
                blocks.append(f'<p class="of-part"><b>{label}:</b> {starred}.</p>')
        for slide in part.slides:
            title = f"<h3>{escape(slide.title, quote=False)}</h3>"
            last = time_left(part) if slide is part.slides[-1] else ""
            said = f'<div class="said">{notes(slide)}{last}</div>'
            blocks.append(f"<article>{title}\n{body(slide, cells)}\n{said}</article>")
    page = "\n".join(blocks)
    assets = shared(page)
    # No reveal.js on paper: only the drawers, and the script that wakes the pictures.
    scripts = [*assets["scripts"][3:], DRAWN_AT_ONCE]
    paper = {"styles": assets["styles"][2:4], "scripts": scripts}
    return _page(plan.title, page, paper, "handout.css")


def _page(title, content, assets, style):
    """A page that holds its styles, and its scripts packed."""
    own = (HERE / "deck" / style).read_text(encoding="utf-8")
    return PAGE.format(
        title=escape(title),
        style="\n".join([*assets["styles"], own]),
        body=content,
        packed=pack(assets["scripts"]),
        unpack=(HERE / "deck/unpack.js").read_text(encoding="utf-8"),
    )


def pack(scripts: list[str]) -> str:
    """Scripts as letters, from which deck/unpack.js makes them again.

    >>> len(pack(["// a comment" * 1000])) < 200
    True
    """
    text = json.dumps(scripts, ensure_ascii=False)
    # Without the time, so that the same scripts give the same bytes.
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()
