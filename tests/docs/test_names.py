"""What pages name within a sentence exists: names of the package, modules, verbs and flags."""

from __future__ import annotations

import importlib
import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest
import typer

from motifcnn.cli.app import app

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("**/*.md")),
    ROOT / "benchmarks/README.md",
]
INLINE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
DOTTED = re.compile(r"(?:motifcnn|mc)(?:\.\w+)+")
VERBS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def inline(page: Path) -> list[str]:
    """The pieces of code in the sentences of a page."""
    text = re.sub(r"^ *```.*?^ *```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return [" ".join(found.split()) for found in INLINE.findall(text)]


def exists(name: str) -> bool:
    """Whether a dotted name is a module or an attribute of one."""
    package, _, last = re.sub(r"^mc\b", "motifcnn", name).rpartition(".")
    if not package:
        return True
    try:
        module = importlib.import_module(package)
    except ImportError:  # an attribute of a class or a function
        return exists(package)
    return hasattr(module, last) or importlib.util.find_spec(f"{package}.{last}") is not None


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_name_in_a_sentence_exists(page: Path) -> None:
    unknown = [
        name
        for code in inline(page)
        if " -m " not in code and (found := DOTTED.match(code)) is not None
        for name in [found[0]]
        if not name.endswith((".toml", ".md")) and not exists(name)
    ]
    assert unknown == []


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_command_in_a_sentence_exists(page: Path) -> None:
    unknown = []
    for code in inline(page):
        words = code.split()
        if words[0] == "motifcnn" and len(words) > 1 and words[1] in VERBS:
            options = {
                flag for one in VERBS[words[1]].params for flag in (*one.opts, *one.secondary_opts)
            }
            flags = {word.partition("=")[0] for word in words if word.startswith("--")}
            unknown += [code] if flags - options - {"--help"} else []
        elif (
            words[0] == "motifcnn" and len(words) > 1 and words[1].isalpha() and words[1].islower()
        ):
            unknown.append(code)
        elif words[:2] == ["python", "-m"] and words[2].startswith("benchmarks"):
            unknown += [] if importlib.util.find_spec(words[2]) else [code]
    assert unknown == []
