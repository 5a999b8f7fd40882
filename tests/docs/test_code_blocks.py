"""Every block of the README and the docs runs, in the order of its page, in one folder."""

from __future__ import annotations

import doctest
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import motifcnn as mc
from command_block import command_lines, run_command
from small_tables import write_shop

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
FENCE = re.compile(r"^ *```(.*)\n((?:.*\n)*?) *```$", re.MULTILINE)
INDENTED = re.compile(r"\n\n {4}(\S.*)")
PYTHON, COMMANDS = ("python", "pycon"), ("sh",)
READ = {
    "json": json.loads,
    "toml": tomllib.loads,
    "motif": lambda text: [mc.Motif.parse(line) for line in text.splitlines()],
    "text": str,
    "bash": str,  # curl against a running server, in test_serving.py
}


def blocks(page: Path) -> list[tuple[int, str, str]]:
    """Line, language and text of each block of a page."""
    text = page.read_text(encoding="utf-8")
    return [
        (text.count("\n", 0, found.start(2)) + 1, found[1], found[2])
        for found in FENCE.finditer(text)
    ]


def run_block(code: str, names: dict[str, Any], page: Path, line: int) -> None:
    """Runs a block; one with prompts must also print what it shows."""
    if ">>>" not in code:
        exec(compile("\n" * (line - 1) + code, str(page), "exec", dont_inherit=True), names)
        return
    example = doctest.DocTestParser().get_doctest(code, names, page.name, str(page), line - 1)
    example.globs = names  # get_doctest copies; later blocks need the names of this one
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    failed = runner.run(example, out=report.append, clear_globs=False).failed
    assert not failed, "".join(report)


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_block_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if page.name == "README.md":
        write_shop(tmp_path / "shop", customers=60)  # "your own tables"
        write_shop(tmp_path / "new-tables", customers=3, first=60, labelled=False)
    names: dict[str, Any] = {"__name__": "__main__"}
    for line, language, text in blocks(page):
        if language in PYTHON:
            run_block(text, names, page, line)
        elif language in COMMANDS:
            for words in command_lines(text):
                run_command(words)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_what_does_not_run_is_no_command(page: Path) -> None:
    for line, language, text in blocks(page):
        if language in (*PYTHON, *COMMANDS):
            continue
        assert language in READ, f"{named(page)}, line {line}: a block of {language!r}"
        READ[language](text)
        assert not re.search(r"^\s*(\$|motifcnn|make|pip|python) ", text, re.MULTILINE)
    unfenced = FENCE.sub("", page.read_text(encoding="utf-8"))
    assert not [found[1] for found in INDENTED.finditer(unfenced) if " -m " in found[1]]


def test_the_readme_has_a_tour_to_run() -> None:
    assert {"python", "sh"} <= {language for _, language, _ in blocks(ROOT / "README.md")}


def test_a_block_that_prints_something_else_fails(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="Expected"):
        run_block(">>> 1 + 1\n3\n", {}, tmp_path / "page.md", 1)


def test_names_last_from_block_to_block(tmp_path: Path) -> None:
    names: dict[str, Any] = {}
    for code in ("x = 2\n", ">>> y = x + 1\n", ">>> y\n3\n"):
        run_block(code, names, tmp_path / "page.md", 1)


@pytest.mark.parametrize(
    "command",
    ["motifcnn sing", "motifcnn count debian '(t:package)--'", "pip install motifcnn[wings]", "ls"],
)
def test_a_command_that_fails_is_found(command: str) -> None:
    with pytest.raises(AssertionError):
        for words in command_lines(f"{command}  # and why\n"):
            run_command(words)


def test_a_command_may_go_on_in_the_next_line() -> None:
    assert command_lines("a \\\n  --b 'c d'\n# no command\n\ne # f\n") == [
        ["a", "--b", "c d"],
        ["e"],
    ]
