"""What notebook 00 says of its cells: its first section runs wherever there is PyTorch."""

import ast
import re
import subprocess
import sys

from course import NOTEBOOKS, code_cells, read

# What the answer in five minutes says of where Embedding and Linear part, and where it leads.
PART = r"also part at an infinity .*\(01_.* how they round .* begin \(\[02\]\(02_"
ALONE = 'from importlib.util import find_spec\nassert find_spec("lookup") is None\n'


def shows(cell):
    """The source of a cell as a script, which prints what its last line gives, if it gives any."""
    *lines, last = ast.parse(cell.source).body
    if isinstance(last, ast.Expr) and cell.outputs[0].output_type != "stream":
        last = ast.parse(f"print({ast.unparse(last)})")
    return "\n".join(map(ast.unparse, [*lines, last]))


def test_the_cells_of_in_five_minutes_can_be_pasted_anywhere(tmp_path):
    cells = [
        cell for cell in code_cells(read(NOTEBOOKS[0])) if cell.id.startswith("00-five")
    ]
    assert len(cells) >= 4
    script = ALONE + "\n".join(map(shows, cells))
    command = [
        sys.executable,
        "-I",
        "-c",
        script,
    ]  # -I: no folder of ours is on the path
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    stored = [
        output.get("text") or output["data"]["text/plain"] + "\n"
        for cell in cells
        for output in cell.outputs
    ]
    assert ran.stdout == "".join(stored)


def test_the_answer_says_where_the_two_part():
    (answer,) = (
        cell.source for cell in read(NOTEBOOKS[0]).cells if cell.id == "00-five-close"
    )
    assert re.search(PART, answer)
