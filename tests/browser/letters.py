"""How long the lines of a page's prose are."""

# How many letters stand in a full line of each paragraph of three lines or more.
LETTERS = """() => [
    ...document.querySelectorAll(".jp-RenderedMarkdown > p, article section > p"),
].flatMap(p => {
    const lines = Math.round(p.clientHeight / parseFloat(getComputedStyle(p).lineHeight));
    if (lines < 3) return [];
    const range = document.createRange();
    range.selectNodeContents(p);
    const boxes = [...range.getClientRects()];
    const bottom = Math.max(...boxes.map(box => box.bottom));
    const last = boxes.filter(box => bottom - box.bottom < 6).map(box => box.right);
    const end = Math.max(...last) - p.getBoundingClientRect().left;
    return [p.textContent.length / (lines - 1 + end / p.clientWidth)];
})"""
