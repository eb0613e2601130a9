"""Notebooks that go wrong in every way that we know: none may harm anybody but its owner.

Wanted of each are verdicts, None for any but right.
"""

import json

import nbformat

from learners_notebooks import ALL_RIGHT, NEEDS_IT, notebook

# A cell at the top of a solved notebook 00, which 00-a needs: it ends the kernel or takes too long.
FATAL = {
    "exit": "import os; os._exit(0)",
    "aborted": "import ctypes; ctypes.string_at(0)",
    "killed": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "endless": "while True: pass",
    "deaf": "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: pass",
}
# The same, and no reason to take a right answer away.
HARMLESS = {
    "deleted": "import shutil, os\nshutil.rmtree(os.path.abspath('../..'), ignore_errors=True)",
    "interrupts": "import os, signal; os.kill(os.getppid(), signal.SIGINT)",  # as Ctrl-C, to all
    "closed": "import os\nos.makedirs('a/b/c')\nopen('a/b/x', 'w')\nos.chmod('a/b', 0)",
    "left behind": """
        import os, subprocess, sys, time
        sleep = [sys.executable, "-c", "import time; time.sleep(900)"]
        for how in ({}, {"env": {}, "cwd": "/"}):
            subprocess.Popen(sleep, start_new_session=True, **how)
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(900)
            os._exit(0)
        """,
    "literal": f"x = [{'1,' * 1_000_000}]",
    "deep folders": """
        import os
        for _ in range(3_000):
            os.mkdir("a")
            os.chdir("a")
        """,
    "settings": """
        import random, torch, warnings
        random.seed(0)
        torch.set_default_dtype(torch.float64)
        torch.set_grad_enabled(False)
        warnings.filterwarnings("error")
        """,
    "names": """
        import os
        open("random.py", "w").write("1 / 0")
        check = print = sorted = os = 3
        """,
    "threads": """
        import threading, time
        for _ in range(50):
            threading.Thread(target=time.sleep, args=[900]).start()
        """,
}
# As well, and each takes more than it may; {name: (cell, the limit that it meets)}.
GREEDY = {
    "processes": (
        """
        import subprocess, sys, time
        for _ in range(150):
            subprocess.Popen(["sleep", "900"])
        time.sleep(900)
        """,
        "more than 100 processes",
    ),
    "memory": (
        """
        import os, time
        for _ in range(4):
            if os.fork() == 0:
                try:
                    kept = bytearray(b"x") * 700_000_000
                    time.sleep(900)
                finally:
                    os._exit(1)  # refused its memory, a copy of the kernel would reply as well
        time.sleep(900)
        """,
        "GB of memory",
    ),
    "disk": (
        """
        import os, time
        for k in range(3):
            os.truncate(os.open(f"large{k}", os.O_CREAT | os.O_RDWR), 900_000_000)
        time.sleep(900)
        """,
        "it wrote more than 2 GB",
    ),
    "files": (
        """
        import time
        for k in range(11_000):
            open(f"{k}", "w").close()
        time.sleep(900)
        """,
        "10,000 files",
    ),
    # As the system does where memory ends.
    "parent": (
        """
        import os, signal, subprocess, time
        subprocess.Popen(["sleep", "900"], env={}, cwd=os.getcwd(), start_new_session=True)
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(900)
        """,
        "the process that judged it was ended",
    ),
}
LONG_REASON = {
    "00-a": "def ids_of(words, vocabulary):\n    raise ValueError('x' * 3_000_000)"
}
SPARSE = {
    "00-b": "def rows_of(W, ids):\n    return W[ids].to_sparse()",
    "00-c": "def pieces_of(word, vocabulary):\n    import sys; sys.exit()",
}


def mishaps():
    """{file: (what is handed in, {exercise: verdict})}."""
    wanted = {}
    books = {}
    for name, source in FATAL.items():
        books[f"fatal {name}.ipynb"] = needing(source)
        wanted[f"fatal {name}.ipynb"] = ALL_RIGHT | {"00-a": "could not be checked"}
    for name, source in HARMLESS.items():
        books[f"harmless {name}.ipynb"] = needing(source)
        wanted[f"harmless {name}.ipynb"] = dict(ALL_RIGHT)
    for name, (source, _) in GREEDY.items():
        books[f"greedy {name}.ipynb"] = needing(source)
        wanted[f"greedy {name}.ipynb"] = {
            "00-a": None
        }  # how far it gets, the machine says
    del wanted["harmless literal.ipynb"][
        "00-a"
    ]  # how far it is looked into, the machine says
    books["long reason.ipynb"] = notebook("00", LONG_REASON, solved=True)
    wanted["long reason.ipynb"] = ALL_RIGHT | {"00-a": "not yet"}
    books["sparse.ipynb"] = notebook("00", SPARSE, solved=True)
    wanted["sparse.ipynb"] = ALL_RIGHT | {"00-b": "not yet", "00-c": "not yet"}
    return {file: (books[file], wanted[file]) for file in books}


def needing(source):
    """A solved notebook 00 whose exercises need a cell with this source."""
    return notebook("00", NEEDS_IT, [source], solved=True)


def of_many_cells(count, source="pass"):
    """The text of a solved notebook 00 below very many cells of one source."""
    book = nbformat.writes(notebook("00", solved=True))
    cell = json.dumps(nbformat.v4.new_code_cell(source, id="many"))
    return book.replace('"cells": [', '"cells": [' + f"{cell}, " * count, 1)


NO_NOTEBOOKS = {
    "corrupt 01.ipynb": '{"cells": [',
    "empty.ipynb": "",
    "null.ipynb": "null",
    "list.ipynb": "[1, 2]",
    "deep.ipynb": "[" * 200_000,
    "binary.ipynb": bytes(range(256)),
    "other.ipynb": nbformat.v4.new_notebook(),
    "page.json": '{"name": "no notebook"}',
    "=cmd|' <script>alert(1).ipynb": "<img src=x onerror=alert(1)>",
    "a;=1+1;.ipynb": "",
}
