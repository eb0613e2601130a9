"""Links that launch this very checkout, a fork too: `python binder/links.py [--branch NAME] [--hub URL] [--write]`.

They are made of the remote `origin` and the branch, and printed; --write puts them into the README, between two marks,
and tells every notebook from where it fetches the course on Colab. Needs nothing but Python and git. What cannot be linked to is said in one sentence, with exit status 1.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote, urlencode

ROOT = Path(__file__).resolve().parents[1]
FIRST = "notebooks/00_start_here.ipynb"
BEGIN, END = "<!-- links: python binder/links.py --write -->", "<!-- end of links -->"
FETCH = re.compile(
    rb"(?<=git clone -qb )[^ ]+ https://github\.com/[^ ]+(?= course)"
)  # in a notebook's set-up cell
GITHUB = re.compile(
    r"(?:https://(?:[^/]*@)?(?:www\.)?github\.com/|git@github\.com:/?"
    r"|ssh://git@(?:github\.com(?::22)?|ssh\.github\.com:443)/)"
    r"(?P<owner>[\w-][\w.-]*)/(?P<repository>[\w.-]+?)(?:\.git)?/?",
    re.ASCII | re.IGNORECASE,
)


def repository(remote: str) -> tuple[str, str]:
    """(owner, name) of the GitHub repository that a remote names, by https or ssh; any other is a ValueError.

    >>> repository("git@github.com:a-school/one-row.at-a-time.git")
    ('a-school', 'one-row.at-a-time')
    """
    match = GITHUB.fullmatch(remote)
    if match is None or match["repository"] in (".", "..", ".git"):
        shown = re.sub(r"//(?!git@)[^/]*@", "//", remote)  # without a password
        rule = "https://github.com/OWNER/NAME or git@github.com:OWNER/NAME.git"
        raise ValueError(f"a remote of the form {rule} can be linked to, not {shown!r}")
    return match["owner"], match["repository"]


def links(owner: str, name: str, branch: str, hub: str = "") -> dict[str, str]:
    """{service: address} at which Binder, nbgitpuller and Colab open the first notebook of a GitHub repository.

    nbgitpuller's is a path behind the address of a JupyterHub, `hub`, which begins with https:// or
    http://; another address is a ValueError.

    >>> links("a-school", "one-row", "main")["Colab"]
    'https://colab.research.google.com/github/a-school/one-row/blob/main/notebooks/00_start_here.ipynb'
    """
    if hub and not re.fullmatch(r"https?://[\w.:-]+(/[\w.~%/-]*)?", hub, re.ASCII):
        raise ValueError(f"the address of a JupyterHub begins with https://, not {hub!r}")
    pulled = {
        "repo": f"https://github.com/{owner}/{name}",
        "branch": branch,
        "urlpath": f"lab/tree/{name}/{FIRST}",
    }
    binder = f"https://mybinder.org/v2/gh/{owner}/{name}/{_quoted(branch)}"
    return {
        "Binder": f"{binder}?{urlencode({'urlpath': f'lab/tree/{FIRST}'}, quote_via=_quoted)}",
        "nbgitpuller": f"{hub.rstrip('/')}/hub/user-redirect/git-pull?{urlencode(pulled, quote_via=_quoted)}",
        "Colab": f"https://colab.research.google.com/github/{owner}/{name}/blob/{quote(branch)}/{FIRST}",
    }


def _quoted(text: str, *_: object) -> str:
    """A text as one part of an address, in which no slash is a folder and no bracket ends a link of Markdown."""
    return quote(text, safe="")


def paragraph(addresses: dict[str, str]) -> str:
    """The links as Markdown; an address that still lacks its hub is shown, and leads nowhere.

    >>> print(paragraph({"Binder": "https://b.org", "Colab": "https://c.org", "nbgitpuller": "/hub/user-redirect"}))
    Nothing to install: [open on Binder](https://b.org) or [in Colab](https://c.org).
    <BLANKLINE>
    On a JupyterHub with nbgitpuller: `/hub/user-redirect` behind your hub's address.
    """
    pulled = addresses["nbgitpuller"]
    hub = (
        f"`{pulled}` behind your hub's address"
        if pulled.startswith("/")
        else f"[this link]({pulled})"
    )
    return (
        f"Nothing to install: [open on Binder]({addresses['Binder']}) or [in Colab]({addresses['Colab']}).\n\n"
        f"On a JupyterHub with nbgitpuller: {hub}."
    )


def written(text: str, between: str) -> str:
    """A text with a paragraph in the place of what stood between the two marks; not one pair of them is a ValueError.

    >>> written(f"# Course\\n{BEGIN}\\nold\\n{END}\\n", "new") == f"# Course\\n{BEGIN}\\n\\nnew\\n\\n{END}\\n"
    True
    """
    before, begin, rest = text.partition(BEGIN)
    old, end, after = rest.partition(END)
    if not end or BEGIN in old + after or END in before + after:
        raise ValueError(f"the README must hold {BEGIN!r} and then {END!r}, each once")
    lines = f"\n\n{between}\n\n".replace("\n", "\r\n" if rest.startswith("\r\n") else "\n")
    return f"{before}{begin}{lines}{end}{after}"


def fetching(notebook: bytes, owner: str, name: str, branch: str) -> bytes:
    """A notebook file that fetches the course from this repository; one that fetches none or several is a ValueError.

    >>> fetching(b'system("git clone -qb main https://github.com/OWNER/NAME course")', "a-school", "one-row", "spring/1")
    b'system("git clone -qb spring/1 https://github.com/a-school/one-row course")'
    """
    if not re.fullmatch(r"[\w./+-]+", branch, re.ASCII):  # it becomes part of a shell's command
        raise ValueError(
            f"a branch is written into notebooks with letters, digits and . / + - _ only, not {branch!r}"
        )
    changed, count = FETCH.subn(f"{branch} https://github.com/{owner}/{name}".encode(), notebook)
    if count != 1:
        raise ValueError(
            f"a notebook must fetch the course in one line, 'git clone -qb …', not in {count}"
        )
    return changed


def write(root: Path, addresses: dict[str, str], *source: str) -> None:
    """Put links into the README of the checkout in `root`, and their source into its notebooks: all, or none."""
    readme = root / "README.md"  # as bytes, so that line ends stay
    files = {readme: written(readme.read_bytes().decode(), paragraph(addresses)).encode()}
    for notebook in sorted(root.glob("notebooks/*.ipynb")):
        try:
            files[notebook] = fetching(notebook.read_bytes(), *source)
        except ValueError as error:
            raise ValueError(f"{notebook.name}: {error}") from None
    for path, content in files.items():
        path.write_bytes(content)


def git(root: Path, *arguments: str) -> str:
    """What git prints of the checkout in the folder `root`; what it cannot say, or no git, is a ValueError.

    >>> git(ROOT, "--version").startswith("git version")
    True
    """
    try:
        ran = subprocess.run(
            ["git", *arguments], cwd=root, capture_output=True, encoding="utf-8", errors="replace"
        )
    except OSError as error:
        raise ValueError(f"git cannot be run here ({error.strerror or error})") from None
    if ran.returncode:
        told = ran.stderr.strip().splitlines()
        raise ValueError(f"git says of this folder: {told[0] if told else ran.returncode}")
    return ran.stdout.strip()


def found(root: Path, branch: str | None = None) -> tuple[str, str, str]:
    """(owner, name, branch) of the checkout in the folder `root`, which is git's own; else a ValueError."""
    if git(root, "rev-parse", "--show-prefix"):
        raise ValueError(
            "this folder is a part of another repository, and no checkout of the course"
        )
    if "origin" not in git(root, "remote").splitlines():
        raise ValueError(
            "this checkout has no remote called 'origin', so there is nothing that links could lead to"
        )
    branch = branch or git(root, "branch", "--show-current")
    if not branch:
        raise ValueError("this checkout is on no branch: name one with --branch")
    return *repository(git(root, "remote", "get-url", "origin")), branch


def main(arguments: list[str] | None = None, root: Path = ROOT) -> str | None:
    """Print the links of the checkout in the folder `root`, and write them if asked; what went wrong, or None."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0].partition(":")[0])
    parser.add_argument("--branch", help="another than the one checked out")
    parser.add_argument("--hub", default="", help="the address of a JupyterHub, for nbgitpuller")
    parser.add_argument(
        "--write", action="store_true", help="put them into README and notebooks, too"
    )
    options = parser.parse_args(arguments)
    try:
        source = found(root, options.branch)
        addresses = links(*source, options.hub)
        if options.write:
            write(root, addresses, *source)
    except (OSError, ValueError) as error:
        return f"No links: {error}."
    print("\n".join(f"{service:12} {address}" for service, address in addresses.items()))
    return None


if __name__ == "__main__":
    sys.exit(main())
