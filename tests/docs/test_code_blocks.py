"""Every Python block in the README and the docs runs, in the order of its page."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
BLOCK = re.compile(r"^```(?:python|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[tuple[int, str]]:
    """Line and text of each Python block of a page."""
    text = page.read_text(encoding="utf-8")
    return [(text.count("\n", 0, block.start(1)) + 1, block[1]) for block in BLOCK.finditer(text)]


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_python_block_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for line, code in blocks(page):
        run_block(code, names, page, line)


def test_the_readme_has_a_tour_to_run() -> None:
    assert blocks(ROOT / "README.md")


def test_a_block_that_prints_something_else_fails(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="Expected"):
        run_block(">>> 1 + 1\n3\n", {}, tmp_path / "page.md", 1)


def test_names_last_from_block_to_block(tmp_path: Path) -> None:
    names: dict[str, Any] = {}
    for code in ("x = 2\n", ">>> y = x + 1\n", ">>> y\n3\n"):
        run_block(code, names, tmp_path / "page.md", 1)
