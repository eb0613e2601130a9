"""The colours of the course: browser/look.css names each once; whoever needs one asks here."""

import re
from pathlib import Path

LOOK = Path(__file__).parent.joinpath("browser/look.css").read_text(encoding="utf-8")
_COLOURS = re.compile(r"\{((?:\s*--\w+: #[0-9A-F]{6};)+)\s*\}")


def palette(theme: str = "light") -> dict[str, str]:
    """{role: colour as #RRGGBB} of a theme, "light" or "dark".

    Raises ValueError for any other theme.

    >>> list(palette()) == list(palette("dark"))
    True
    """
    themes = dict(zip(("light", "dark"), _COLOURS.findall(LOOK), strict=True))
    if theme not in themes:
        raise ValueError(f"theme must be 'light' or 'dark', got {theme!r}.")
    return dict(re.findall(r"--(\w+): (#\w+);", themes[theme]))
