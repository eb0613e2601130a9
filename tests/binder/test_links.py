"""The links that launch a checkout: what they are made from, and where they are written."""

import doctest
import re
import shutil
import subprocess
import sys
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

import links
from course import NOTEBOOKS, ROOT, code_cells, git, read

README = f"# A course\n\n{links.BEGIN}\nold\n{links.END}\n\tThe rest, naïve: [x](y)  "
FORMS = [
    "https://github.com/{}",  # as a CI checkout has it
    "https://github.com/{}.git",
    "git@github.com:{}",
    "git@github.com:{}.git",
    "https://github.com/{}/",
    "https://github.com/{}.git/",
    "https://me:sec@ret@github.com/{}.git",
]
OTHERS = [
    "",
    "/srv/course",
    "https://gitlab.com/a/b.git",
    "https://github.com.example.org/a/b",
    "https://github.com/",
    "ssh://git@github.com/a/b.git",
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "name", ["a/b", "a-school/one-row.at-a-time", "x/course.git-2.0"]
)
def test_a_github_remote_of_either_form_names_owner_and_repository(form, name):
    assert links.repository(form.format(name)) == tuple(name.split("/"))


@pytest.mark.parametrize("remote", OTHERS)
def test_another_remote_is_refused_with_the_rule_and_the_value(remote):
    rule = "a remote of the form https://github.com/OWNER/NAME or git@github.com:OWNER/NAME.git"
    with pytest.raises(
        ValueError, match=f"^{re.escape(rule)} can be linked to"
    ) as refused:
        links.repository(remote)
    assert str(refused.value).endswith(f"not {remote!r}")


@pytest.mark.parametrize("name", ["a", "a/b/c", "a/b)(c", "a/..", "a/b.git.git"])
def test_a_remote_is_held_to_the_rule_for_names(name):
    with pytest.raises(ValueError, match=r"^a repository is named OWNER/NAME, "):
        links.repository(f"https://github.com/{name}")


def test_a_password_is_never_shown():
    with pytest.raises(ValueError, match=r"not 'https://…@gitlab\.com/a/b'$"):
        links.repository("https://me:sec@ret@gitlab.com/a/b")
    with pytest.raises(ValueError, match=r"not 'https://…@hub\.org'$"):
        links.links("a", "b", "main", "https://me:secret@hub.org")


@pytest.mark.parametrize(
    "branch", ["main", "spring-2.0", "lesson/one", "a#b&c=(d)", "été"]
)
def test_every_link_names_the_repository_the_branch_and_the_first_notebook(branch):
    made = {
        name: urlsplit(link)
        for name, link in links.links(
            "a-b", "c.d-e", branch, "https://hub.org/x/"
        ).items()
    }
    assert not any(
        re.search(r"[\s()<>\[\]]", link.geturl()) for link in made.values()
    ), "as Markdown wants it"
    assert (ROOT / links.FIRST).is_file()
    binder, pulled, colab, room = made.values()
    assert binder.netloc == "mybinder.org"
    assert [unquote(part) for part in binder.path.split("/")] == [
        "",
        "v2",
        "gh",
        "a-b",
        "c.d-e",
        branch,
    ]
    assert parse_qs(binder.query) == {"urlpath": [f"lab/tree/{links.FIRST}"]}
    assert (pulled.netloc, pulled.path) == ("hub.org", "/x/hub/user-redirect/git-pull")
    queried = {
        "repo": ["https://github.com/a-b/c.d-e"],
        "branch": [branch],
        "urlpath": [f"lab/tree/c.d-e/{links.FIRST}"],
    }
    assert parse_qs(pulled.query) == queried
    assert (colab.netloc, colab.query, colab.fragment) == (
        "colab.research.google.com",
        "",
        "",
    )
    assert unquote(colab.path) == f"/github/a-b/c.d-e/blob/{branch}/{links.FIRST}"
    assert (room.netloc, room.query, room.fragment) == ("codespaces.new", "", "")
    assert unquote(room.path) == f"/a-b/c.d-e/tree/{branch}"


@pytest.mark.parametrize(
    "hub",
    [
        "hub.org",
        "ftp://hub.org",
        "https://",
        "https:///x",
        "https://hub.org?x",
        "https://hub.org/a b",
        "https://x)(y",
    ],
)
def test_a_hub_without_an_address_is_refused(hub):
    rule = "the address of a JupyterHub is https://HOST or https://HOST/PATH, without spaces, ? or "
    with pytest.raises(ValueError, match=f"^{re.escape(f'{rule}@, not {hub!r}')}$"):
        links.links("a", "b", "main", hub)


@pytest.mark.parametrize("path", ["/hub", "/hub/", "/x/hub/home"])
def test_the_address_of_a_hubs_own_pages_is_refused(path):
    hub = f"https://hub.org{path}"
    rule = "give the address of the JupyterHub without /hub, not "
    with pytest.raises(ValueError, match=f"^{rule}{re.escape(repr(hub))}$"):
        links.links("a", "b", "main", hub)


def test_only_links_that_lead_somewhere_are_written():
    def shown(addresses):
        return re.findall(r"\]\(([^)]*)\)", links.paragraph(addresses))

    without, with_hub = (
        links.links("a", "b", "main"),
        links.links("a", "b", "main", "https://h.org"),
    )
    assert shown(without) == [
        without[name] for name in ("Binder", "Colab", "Codespaces")
    ]
    assert shown(with_hub) == [*with_hub.values()]


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a",
        "/b",
        "a/",
        "a/b/c",
        "a/..",
        "a/b.git",
        "a/.git",
        "a b/c",
        "a/b)(c",
        "a/b\n",
        "été/b",
        "-/b;reboot",
        "$(a)/b",
    ],
)
def test_a_name_that_no_repository_has_is_refused(name):
    rule = (
        "a repository is named OWNER/NAME, with letters, digits and - _ . only, no .git"
    )
    with pytest.raises(ValueError, match=f"^{re.escape(f'{rule}, not {name!r}')}$"):
        links.owner_and_name(name)


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("one-row", "https://a-school.github.io/one-row/"),
        ("A-School.github.io", "https://a-school.github.io/"),
    ],
)
def test_pages_lie_where_github_puts_them(name, address):
    assert links.pages("A-School", name) == address


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_only_what_stands_between_the_marks_is_written_and_once_is_enough(newline):
    text = README.replace("\n", newline) + "mixed\r\n\nends"
    once = links.put_between(text, "new\n\nlinks")
    assert once == text.replace(
        f"{newline}old{newline}", "\n\nnew\n\nlinks\n\n".replace("\n", newline)
    )
    assert links.put_between(once, "new\n\nlinks") == once
    assert links.put_between(links.put_between(once, "others"), "new\n\nlinks") == once


@pytest.mark.parametrize(
    "text",
    [
        "",
        links.BEGIN,
        links.END,
        links.END + links.BEGIN,
        README + README,
        README + links.END,
        links.BEGIN + README,
    ],
)
def test_a_readme_without_one_pair_of_marks_is_refused(text):
    with pytest.raises(ValueError, match=r"each once$"):
        links.put_between(text, "new")


def test_the_readme_has_a_place_for_the_links():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert (
        "new"
        in links.put_between(text, "new")
        .split(links.BEGIN)[1]
        .split(links.END)[0]
        .split()
    )


needs_git = pytest.mark.skipif(
    not shutil.which("git"), reason="no git: the links are made of a checkout's remote"
)


@pytest.fixture
def checkout(tmp_path):
    """A fork in a folder with spaces, with its own copy of the command."""
    folder = tmp_path / "my course (copy)"
    (folder / "binder").mkdir(parents=True)
    (folder / "binder/links.py").write_bytes((ROOT / "binder/links.py").read_bytes())
    (folder / "README.md").write_bytes(README.encode())
    (folder / "notebooks").mkdir()
    for notebook in NOTEBOOKS[:2]:  # as no repository has filled them in yet
        content = links.FETCH.sub(links.UNFILLED, notebook.read_bytes())
        (folder / "notebooks" / notebook.name).write_bytes(content)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "Begin")
    git(folder, "branch", "-M", "spring-2.0")
    git(
        folder,
        "remote",
        "add",
        "origin",
        "git@github.com:a-school/one-row.at-a-time.git",
    )
    return folder


def call(checkout, *arguments):
    """(exit status, printed, complained of) when the command is run from elsewhere."""
    # With -I nothing of the tests helps.
    command = [sys.executable, "-I", checkout / "binder/links.py", *arguments]
    ran = subprocess.run(
        command, cwd="/", capture_output=True, text=True, encoding="utf-8"
    )
    return ran.returncode, ran.stdout, ran.stderr


@needs_git
def test_a_fork_in_a_folder_with_spaces_prints_its_own_links(checkout):
    status, printed, complaint = call(checkout)
    made = links.links("a-school", "one-row.at-a-time", "spring-2.0")
    assert (status, complaint) == (0, "")
    assert [line.split() for line in printed.splitlines()] == [
        [name, link] for name, link in made.items()
    ]
    assert git(checkout, "status", "--porcelain") == "", (
        "nothing is written unless asked"
    )
    status, printed, _ = call(
        checkout, "--branch", "autumn/1", "--hub", "https://hub.a-school.org"
    )
    assert status == 0
    assert "/autumn%2F1?" in printed
    assert " https://hub.a-school.org/hub/user-redirect/git-pull?" in printed


@needs_git
def test_write_puts_them_into_readme_and_notebooks_and_a_second_time_changes_nothing(
    checkout,
):
    def files():
        return {
            path: path.read_bytes()
            for path in [checkout / "README.md", *checkout.glob("notebooks/*")]
        }

    assert call(checkout, "--write")[0] == 0
    content = files()
    between = links.paragraph(
        links.links("a-school", "one-row.at-a-time", "spring-2.0")
    )
    assert content[checkout / "README.md"].decode() == links.put_between(
        README, between
    )
    changed = git(checkout, "diff", "--numstat").splitlines()
    assert changed == [
        "3\t1\tREADME.md",
        *(f"1\t1\tnotebooks/{path.name}" for path in NOTEBOOKS[:2]),
    ]
    for path in checkout.glob("notebooks/*"):
        (line,) = re.findall(r'system\("(git .*)"\)', code_cells(read(path))[0].source)
        assert (
            line
            == "git clone -qb spring-2.0 https://github.com/a-school/one-row.at-a-time course"
        )
    status, printed, _ = call(checkout, "--write")
    assert (status, printed.splitlines()[-1].split(" ")[0]) == (0, "0")
    assert files() == content
    assert call(checkout, "--branch", "a/b", "--write")[0] == 0
    assert all(
        b"git clone -qb a/b https" in path.read_bytes()
        for path in checkout.glob("notebooks/*")
    )


def test_a_file_that_is_not_replaced_whole_stays_as_it_was(tmp_path, monkeypatch):
    (tmp_path / "README.md").write_text(README)

    def stopped(part, target):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        links.write(tmp_path, links.links("a", "b", "main"), "a", "b", "main")
    assert (tmp_path / "README.md").read_text() == README


@needs_git
@pytest.mark.parametrize("branch", ["a;reboot", "a$b", "été", 'a"b', "a'b", "a b"])
def test_a_branch_that_a_shell_might_run_is_written_nowhere(checkout, branch):
    before = (checkout / "README.md").read_bytes()
    status, printed, complaint = call(checkout, "--write", "--branch", branch)
    assert (status, printed) == (1, "")
    assert complaint.endswith(f"not {branch!r}.\n")
    assert complaint.startswith(
        f"No links: {NOTEBOOKS[0].name}: a branch is written into notebooks with letters"
    )
    assert (checkout / "README.md").read_bytes() == before


@needs_git
def test_a_repository_may_be_named_and_its_site_too(checkout):
    named = ["--repository", "another/fork", "--site"]
    status, printed, _ = call(checkout, *named, "--write")
    assert status == 0
    assert printed.startswith("to read      https://another.github.io/fork/\n")
    assert f"changed      notebooks/{NOTEBOOKS[0].name}\n" in printed
    assert printed.endswith("3 files changed; the others held these links already.\n")
    text = (checkout / "README.md").read_text(encoding="utf-8")
    assert "[to read](https://another.github.io/fork/) · [Binder](" in text
    assert "a-school" not in text
    git(checkout, "remote", "remove", "origin")  # which is not asked
    assert "0 files changed" in call(checkout, *named, "--write")[1]


@needs_git
def test_a_wrong_name_writes_nothing(checkout):
    status, printed, complaint = call(checkout, "--write", "--repository", "a/b;reboot")
    assert (status, printed) == (1, "")
    assert complaint.startswith("No links: a repository is named OWNER/NAME")
    assert git(checkout, "status", "--porcelain") == ""


@needs_git
def test_where_one_notebook_fetches_nothing_none_is_written(checkout):
    last = checkout / "notebooks" / NOTEBOOKS[1].name
    last.write_bytes(last.read_bytes().replace(links.UNFILLED, b"# Nothing."))
    git(checkout, "commit", "-qam", "Fetch nothing")
    status, _, complaint = call(checkout, "--write")
    assert status == 1
    assert complaint.startswith(
        f"No links: {last.name}: a notebook must fetch the course in one line"
    )
    assert git(checkout, "status", "--porcelain") == ""


@needs_git
@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (
            ["remote", "remove", "origin"],
            "this checkout has no remote called 'origin', so there is nothing that",
        ),
        (
            ["remote", "rename", "origin", "upstream"],
            "this checkout has no remote called 'origin', so there is",
        ),
        (
            ["remote", "set-url", "origin", "/srv/course"],
            "a remote of the form https://github.com/OWNER/NAME or",
        ),
        (
            ["checkout", "-q", "--detach"],
            "this checkout is on no branch: name one with --branch",
        ),
        (["mv", "binder", "inner"], "this folder is a part of another repository"),
    ],
)
def test_what_cannot_be_linked_to_is_said_in_one_sentence(checkout, damage, sentence):
    readme = checkout / "README.md"
    git(checkout, *damage)
    if damage[0] == "mv":  # as an archive that was unpacked within another checkout
        (checkout / "course").mkdir()
        (checkout / "inner").rename(checkout / "course/binder")
        checkout = checkout / "course"
    status, printed, complaint = call(checkout, "--write")
    assert (status, printed) == (1, "")
    assert complaint.startswith(f"No links: {sentence}")
    assert complaint.count("\n") == 1
    assert readme.read_bytes() == README.encode()


@needs_git
def test_no_checkout_no_git_and_no_marks_are_said_too(checkout, tmp_path, monkeypatch):
    (checkout / "README.md").write_text("# No marks\n")
    assert links.main(["--write"], checkout).startswith(
        f"No links: the README must hold {links.BEGIN!r}"
    )
    (checkout / "README.md").unlink()
    assert "README.md" in links.main(["--write"], checkout)
    (tmp_path / "unpacked").mkdir()
    assert links.main([], tmp_path / "unpacked").startswith(
        "No links: git says of this folder: "
    )
    monkeypatch.setenv("PATH", "")
    assert links.main([], checkout).startswith("No links: git cannot be run here (")


@needs_git
def test_the_examples_are_true():
    assert doctest.testmod(links).failed == 0
