"""The cells of notebook 06 as the tests of its facts read them."""

from course import NOTEBOOKS, code_cells, read

PATH = next(path for path in NOTEBOOKS if path.stem.startswith("06_"))


def source(needle):
    (cell,) = (cell for cell in code_cells(read(PATH)) if needle in cell.source)
    return cell.source


def stored(id):
    """What a cell has stored, as text."""
    (cell,) = (cell for cell in code_cells(read(PATH)) if cell.id == id)
    output = cell.outputs[-1]
    return output.get("text") or output["data"]["text/plain"]


def prose():
    """All that the notebook says in prose."""
    return "\n".join(
        cell.source for cell in read(PATH).cells if cell.cell_type == "markdown"
    )
