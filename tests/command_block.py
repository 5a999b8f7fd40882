"""Runs the command lines of a page: as they stand, but with fewer epochs, splits and trials."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

from typer.testing import CliRunner

from motifcnn.cli.app import app

ROOT = Path(__file__).parents[1]
# Of an option that is given twice the last one counts, so these shorten what the page asks for.
SHORTER = {
    "train": ["--epochs", "2"],
    "evaluate": ["--epochs", "2", "--splits", "2"],
    "tune": ["--epochs", "2", "--trials", "1"],
    "reproduce": ["--trials", "0", "--method", "gcn"],
}
REQUIREMENT = re.compile(r"(?:motifcnn|\.)(?:\[([\w,]+)\])?")


def command_lines(block: str) -> list[list[str]]:
    """The words of each command of a block; a line that ends with a backslash goes on."""
    lines = block.replace("\\\n", " ").splitlines()
    return [words for words in (shlex.split(line, comments=True) for line in lines) if words]


def run_command(words: list[str]) -> None:
    """Runs one command in the current folder; an AssertionError says how it failed."""
    program, *rest = words
    if program == "motifcnn":
        result = CliRunner().invoke(app, shorter(rest), env={"COLUMNS": "200"})
        assert result.exit_code == 0, f"{shlex.join(words)}: {result.output} {result.exception!r}"
    elif program == "torchrun":
        run = [sys.executable, "-m", "torch.distributed.run", *shorter(rest)]
        run_program(run, env={**os.environ, "OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"})
    elif program == "make":  # what it would do: the targets install and test everything
        run_program(["make", "--dry-run", "--directory", str(ROOT), *rest])
    elif words[:2] == ["pip", "install"]:  # not installed here, but there to be installed
        check_requirements(words[2:])
    else:
        raise AssertionError(f"{shlex.join(words)}: no way to run {program!r}; see {__file__}")


def run_program(words: list[str], env: dict[str, str] | None = None) -> None:
    done = subprocess.run(words, capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, f"{shlex.join(words)}: {done.stdout}{done.stderr}"


def shorter(words: list[str]) -> list[str]:
    """The arguments, with those that shorten the verb among them."""
    verb = next((word for word in words if word in SHORTER), None)
    return [*words, *SHORTER.get(verb or "", [])]


def check_requirements(requirements: list[str]) -> None:
    """Whether the package has the extras that are asked for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for requirement in requirements:
        found = REQUIREMENT.fullmatch(requirement)
        assert found, f"pip install {requirement}: not this package"
        extras = set(found[1].split(",")) if found[1] else set()
        missing = extras - set(project["optional-dependencies"])
        assert not missing, f"pip install {requirement}: no extra {missing}"
