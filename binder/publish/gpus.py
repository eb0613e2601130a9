"""The site's page on the reader's own GPU, and a wall of those that others have measured."""

import sys
from pathlib import Path
from string import Template

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "notebooks"))

from lookup import browser_gpu, recorded_gpus
from without_kernel import HERE, picture_html

TITLE = "Your own GPU"


def page(form: str = "") -> str:
    """The page's source, in Markdown; templates/gpu.md.template has its words.

    form: the address of a form that takes a file, "" where none is known.

    >>> page("https://example.org/new").count('data-draws="BrowserGpu"') > 1
    True
    """
    words = Template((HERE / "templates/gpu.md.template").read_text(encoding="utf-8"))
    where = f"by [this form]({form})" if form else "to whoever sent you here"
    wall = "\n".join(_alive(gpu) for gpu in recorded_gpus())
    return words.substitute(mine=_alive(browser_gpu()), where=where, wall=wall)


def _alive(picture) -> str:
    """A picture as a block of HTML that the site's script wakes."""
    block = picture_html(picture.to_html(), picture.get_state())
    return f"```{{raw}} html\n{block}\n```\n"
