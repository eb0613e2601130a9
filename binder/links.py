"""Links that launch this very checkout, a fork too: `python binder/links.py [--write]`.

They are made from the remote `origin` (or `--repository OWNER/NAME`) and the branch (or `--branch
NAME`), and printed; `--site` adds its GitHub Pages, `--hub URL` a JupyterHub.
`--write` puts them into the README, between two marks, and tells every notebook from where to fetch
the course on Colab: GitHub runs it on each push to a default branch. Needs nothing but Python and
git. If there is nothing to link to, one sentence says why, and the exit status is 1.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote, urlencode

ROOT = Path(__file__).resolve().parents[1]
FIRST = "notebooks/00_start_here.ipynb"
BEGIN, END = "<!-- links: python binder/links.py --write -->", "<!-- end of links -->"
# In a notebook's set-up cell: before any repository has filled it in, and afterwards.
UNFILLED = b"# In a copy on GitHub the command that fetches the course stands here."
FILLED = rb'os\.system\(\\?"git clone -qb [^ ]+ https://github\.com/[^ ]+ course\\?"\)'
FETCH = re.compile(re.escape(UNFILLED) + b"|" + FILLED)
NAMED = re.compile(r"([\w-]+)/((?!\.\.?$)[\w.-]+)(?<!\.git)", re.ASCII)
GITHUB = re.compile(
    r"(https://([^/]*@)?github\.com/|git@github\.com:)(?P<named>.+?)(\.git)?/?"
)
HUB = re.compile(r"https?://[\w.:-]+(?P<path>(/[\w.~%/-]*)?)", re.ASCII)


def repository(remote: str) -> tuple[str, str]:
    """(owner, name) of the GitHub repository that a remote names in one of the two usual forms.

    Raises ValueError for any other remote.

    >>> repository("git@github.com:a-school/one-row.at-a-time.git")
    ('a-school', 'one-row.at-a-time')
    """
    match = GITHUB.fullmatch(remote)
    if match is None:
        rule = "https://github.com/OWNER/NAME or git@github.com:OWNER/NAME.git"
        raise ValueError(
            f"a remote of the form {rule} can be linked to, not {_quoted(remote)}"
        )
    return owner_and_name(match["named"])


def _quoted(address):
    """An address as an error quotes it: without a password."""
    return repr(re.sub(r"//(?!git@)[^/]*@", "//…@", address))


def owner_and_name(repository: str) -> tuple[str, str]:
    """(owner, name) of a repository that is named as GITHUB_REPOSITORY names it.

    Raises ValueError for any other text.

    >>> owner_and_name("a-school/one-row.at-a-time")
    ('a-school', 'one-row.at-a-time')
    """
    match = NAMED.fullmatch(repository)
    if match is None:
        rule = "a repository is named OWNER/NAME, with letters, digits and - _ . only, no .git"
        raise ValueError(f"{rule}, not {repository!r}")
    return match[1], match[2]


def pages(owner: str, name: str) -> str:
    """The address of a repository's GitHub Pages.

    >>> pages("A-School", "one-row")
    'https://a-school.github.io/one-row/'
    """
    host = f"{owner.lower()}.github.io"
    return f"https://{host}/" if name.lower() == host else f"https://{host}/{name}/"


def links(owner: str, name: str, branch: str, hub: str = "") -> dict[str, str]:
    """{service: address} at which each service opens the first notebook, or the course.

    owner, name: of a GitHub repository.
    hub: the address of a JupyterHub; without it, nbgitpuller's link is only the path behind one.
    Raises ValueError if `hub` is no such address.

    >>> links("a-school", "one-row", "main")["Colab"]
    'https://colab.research.google.com/github/a-school/one-row/blob/main/notebooks/00_start_here.ipynb'
    """
    if hub:
        _check_hub(hub)
    pulled = {
        "repo": f"https://github.com/{owner}/{name}",
        "branch": branch,
        "urlpath": f"lab/tree/{name}/{FIRST}",
    }
    pull = f"{hub.rstrip('/')}/hub/user-redirect/git-pull"
    # Quoted whole: a branch may hold a #, and Binder reads a quoted slash as well as a plain one.
    binder = f"https://mybinder.org/v2/gh/{owner}/{name}/{quote(branch, safe='')}"
    colab = (
        f"https://colab.research.google.com/github/{owner}/{name}/blob/{quote(branch)}"
    )
    return {
        "Binder": f"{binder}?{urlencode({'urlpath': f'lab/tree/{FIRST}'}, quote_via=quote)}",
        "nbgitpuller": f"{pull}?{urlencode(pulled, quote_via=quote)}",
        "Colab": f"{colab}/{FIRST}",
        "Codespaces": f"https://codespaces.new/{owner}/{name}/tree/{quote(branch)}",
    }


def _check_hub(hub):
    """Raise ValueError for what is no address of a JupyterHub."""
    match = HUB.fullmatch(hub)
    if match is None:
        rule = "the address of a JupyterHub is https://HOST or https://HOST/PATH"
        raise ValueError(f"{rule}, without spaces, ? or @, not {_quoted(hub)}")
    if "hub" in match["path"].strip("/").split("/")[-2:]:  # as in https://HOST/hub/home
        raise ValueError(
            f"give the address of the JupyterHub without /hub, not {hub!r}"
        )


def paragraph(addresses: dict[str, str]) -> str:
    """The links as Markdown, without nbgitpuller's as long as it lacks a hub.

    >>> print(paragraph({"Binder": "https://b", "Colab": "https://c", "nbgitpuller": "/hub/user"}))
    **Or open it in the browser:** [Binder](https://b) · [Colab](https://c)
    """
    shown = [(name, to) for name, to in addresses.items() if to.startswith("http")]
    return "**Or open it in the browser:** " + " · ".join(
        f"[{name}]({to})" for name, to in shown
    )


def put_between(text: str, between: str) -> str:
    """A text with a paragraph in place of what stood between the two marks.

    Raises ValueError unless there is exactly one pair of marks.

    >>> put_between(f"{BEGIN}\\nold\\n{END}\\n", "new") == f"{BEGIN}\\n\\nnew\\n\\n{END}\\n"
    True
    """
    before, begin, rest = text.partition(BEGIN)
    old, end, after = rest.partition(END)
    if not end or BEGIN in old + after or END in before + after:
        raise ValueError(f"the README must hold {BEGIN!r} and then {END!r}, each once")
    lines = f"\n\n{between}\n\n"
    if rest.startswith("\r\n"):
        lines = lines.replace("\n", "\r\n")
    return f"{before}{begin}{lines}{end}{after}"


def with_source(notebook: bytes, owner: str, name: str, branch: str) -> bytes:
    """A notebook file that fetches the course from this repository and branch.

    Raises ValueError if it does not fetch the course in exactly one place, or if the branch has a
    character that a shell might read.

    >>> with_source(UNFILLED, "a", "b", "spring/1").decode()
    'os.system(\\\\"git clone -qb spring/1 https://github.com/a/b course\\\\")'
    """
    if not re.fullmatch(
        r"[\w./+-]+", branch, re.ASCII
    ):  # it becomes part of a shell's command
        rule = (
            "a branch is written into notebooks with letters, digits and . / + - _ only"
        )
        raise ValueError(f"{rule}, not {branch!r}")
    command = f"git clone -qb {branch} https://github.com/{owner}/{name} course"
    in_json = f"os.system({json.dumps(command)})".replace('"', r"\"").encode()
    # By a function, as re.sub would read the backslashes of a text as escapes.
    changed, count = FETCH.subn(lambda _: in_json, notebook)
    if count != 1:
        rule = "a notebook must fetch the course in one line, 'git clone -qb …'"
        raise ValueError(f"{rule}, not in {count}")
    return changed


def write(root: Path, addresses: dict[str, str], *source: str) -> list[Path]:
    """Put links into the README of a checkout and their source into its notebooks: all, or none.

    source: owner, name and branch.
    Returns the files that changed.
    """
    readme = root / "README.md"
    # Read and written as bytes, so that line ends stay.
    files = {
        readme: put_between(readme.read_bytes().decode(), paragraph(addresses)).encode()
    }
    for notebook in sorted(root.glob("notebooks/*.ipynb")):
        try:
            files[notebook] = with_source(notebook.read_bytes(), *source)
        except ValueError as error:
            raise ValueError(f"{notebook.name}: {error}") from None
    changed = [path for path, content in files.items() if path.read_bytes() != content]
    for path in changed:
        _put(path, files[path])
    return changed


def _put(path, content):
    """Replace a file whole: whoever stops this keeps each notebook, old or new."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    os.replace(part, path)


def git(root: Path, *arguments: str) -> str:
    """What git prints about the checkout in the folder `root`.

    Raises ValueError if git fails, or cannot be run.

    >>> git(ROOT, "--version").startswith("git version")
    True
    """
    try:
        ran = subprocess.run(
            ["git", *arguments],
            cwd=root,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as error:
        raise ValueError(
            f"git cannot be run here ({error.strerror or error})"
        ) from None
    if ran.returncode:
        complaint = ran.stderr.strip().splitlines() or [str(ran.returncode)]
        raise ValueError(f"git says of this folder: {complaint[0]}")
    return ran.stdout.strip()


def source_of(
    root: Path, branch: str | None = None, repository_name: str | None = None
) -> tuple[str, str, str]:
    """(owner, name, branch) of the checkout in the folder `root`, as far as they are not given.

    Raises ValueError if it is no checkout of its own, or has no `origin` on GitHub, or no branch.
    """
    if git(root, "rev-parse", "--show-prefix"):
        rule = (
            "this folder is a part of another repository, and no checkout of the course"
        )
        raise ValueError(rule)
    if repository_name is None and "origin" not in git(root, "remote").splitlines():
        rule = "this checkout has no remote called 'origin', so there is nothing that links could"
        raise ValueError(f"{rule} lead to")
    branch = branch or git(root, "branch", "--show-current")
    if not branch:
        raise ValueError("this checkout is on no branch: name one with --branch")
    if repository_name is None:
        return *repository(git(root, "remote", "get-url", "origin")), branch
    return *owner_and_name(repository_name), branch


def main(arguments: list[str] | None = None, root: Path = ROOT) -> str | None:
    """Print the links of a checkout, and write them if asked; what went wrong, or None."""
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0].partition(":")[0]
    )
    parser.add_argument(
        "--repository", help="OWNER/NAME on GitHub, where it is not `origin`"
    )
    parser.add_argument("--branch", help="another than the one checked out")
    parser.add_argument(
        "--hub", default="", help="the address of a JupyterHub, for nbgitpuller"
    )
    parser.add_argument(
        "--site", action="store_true", help="its GitHub Pages show the site"
    )
    parser.add_argument(
        "--write", action="store_true", help="put them into README and notebooks, too"
    )
    options = parser.parse_args(arguments)
    changed = []
    try:
        source = source_of(root, options.branch, options.repository)
        addresses = links(*source, options.hub)
        if options.site:
            addresses = {"to read": pages(*source[:2]), **addresses}
        if options.write:
            changed = write(root, addresses, *source)
    except (OSError, ValueError) as error:
        return f"No links: {error}."
    for service, address in addresses.items():
        print(f"{service:12} {address}")
    if options.write:
        for path in changed:
            print(f"changed      {path.relative_to(root).as_posix()}")
        print(f"{len(changed)} files changed; the others held these links already.")
    return None


if __name__ == "__main__":
    sys.exit(main())
