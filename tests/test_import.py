"""The package loads quickly, and only what a verb needs."""

from __future__ import annotations

import inspect
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import motifcnn
from undescribed import undescribed

ROOT = Path(__file__).parents[1]

RUN_VERB = """
import sys
from motifcnn.cli import main
sys.argv = ["motifcnn", *sys.argv[1:]]
try:
    main()
except SystemExit as stop:
    assert not stop.code, stop.code
heavy = sorted({"torch", "torch_geometric", "networkx"} & sys.modules.keys())
assert not heavy, f"imported {heavy}"
"""


def run_python(code: str, *arguments: str) -> str:
    """Standard output of a new interpreter that runs `code`."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def cpu_seconds_of(statement: str) -> float:
    """CPU time of a statement in a new interpreter, the least of three."""
    code = f"import time; began = time.process_time(); {statement}; "
    code += "print(time.process_time() - began)"
    return min(float(run_python(code)) for _ in range(3))


def test_import_takes_less_than_a_second_of_cpu() -> None:
    assert cpu_seconds_of("import motifcnn") < 1.0


def test_import_with_every_public_name_takes_less_than_a_second_of_cpu() -> None:
    assert cpu_seconds_of("from motifcnn import *") < 1.0


@pytest.mark.parametrize(
    "arguments",
    [
        ("motifs", "debian", "--json"),
        ("count", "debian", "(t:package)--(l:library)--(c:package)", "--plan"),
        ("count", "debian", "(t:package)--(l:library)--(c:package)", "--json"),
        ("instances", "debian", "(t:package)--(l:library)--(c:package)", "gimp", "--json"),
    ],
    ids=["motifs", "plan", "count", "instances"],
)
def test_motifs_and_count_never_import_torch(arguments: tuple[str, ...]) -> None:
    run_python(RUN_VERB, *arguments)


def test_every_public_name_can_be_used() -> None:
    for name in motifcnn.__all__:
        assert getattr(motifcnn, name) is not None
    assert set(motifcnn.__all__) <= set(dir(motifcnn))


@pytest.mark.parametrize("name", sorted(set(dir(motifcnn)) - {"__version__", "errors"}))
def test_every_public_name_tells_its_parameters_and_shows_an_example(name: str) -> None:
    text = inspect.getdoc(getattr(motifcnn, name)) or ""
    assert "\nParameters\n---" in text
    assert ">>> " in text.split("\nExamples\n---")[-1]
    assert undescribed(text) == []


@pytest.mark.parametrize(
    "first", ["motifcnn.explain", "motifcnn.explain.explanation", "motifcnn.report"]
)
def test_explain_is_the_function_whichever_module_is_imported_first(first: str) -> None:
    code = "import importlib, sys, motifcnn; importlib.import_module(sys.argv[1]); "
    assert run_python(code + "print(type(motifcnn.explain).__name__)", first) == "function\n"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'metapath'"):
        motifcnn.metapath  # noqa: B018


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert motifcnn.__version__ == project["version"]


def test_threads_wait_without_spinning_whichever_module_loads_torch_first() -> None:
    code = "import os, sys; import motifcnn; loaded = 'torch' in sys.modules; "
    code += "print(loaded, os.environ['OMP_WAIT_POLICY'])"
    assert run_python(code).split() == ["False", "PASSIVE"]
