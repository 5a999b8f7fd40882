"""What is installed is what is in the tree."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import motifcnn

ROOT = Path(__file__).parents[1]


def build(target: str, folder: Path) -> Path:
    """The one file that hatchling builds."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target]
    command += ["--directory", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = folder.iterdir()
    return built


def test_the_wheel_has_every_module_and_the_embedded_data(tmp_path: Path) -> None:
    wheel = build("wheel", tmp_path)
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("motifcnn/")}
    in_tree = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "motifcnn").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == in_tree
    assert any(
        name.startswith("motifcnn/datasets/") and name.endswith(".parquet") for name in packed
    )


def test_the_source_archive_has_what_it_takes_to_test_and_document_it(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    tracked = subprocess.run(
        ["git", "ls-files", "src", "tests", "docs", "benchmarks"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if tracked.returncode:
        pytest.skip("not a clone: git does not say which files belong to it")
    assert set(tracked.stdout.split()) - names == set()
    files = ("README.md", "CHANGELOG.md", "LICENSE", "SECURITY.md", "CITATION.cff", "Makefile")
    assert {*files, "mkdocs.yml", "constraints.txt", "pyproject.toml"} <= names
    assert not [name for name in names if "__pycache__" in name or name.startswith("results/")]


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    cited = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert cited is not None
    assert project["version"] == motifcnn.__version__ == cited[1]
    assert f"## [{motifcnn.__version__}] - " in (ROOT / "CHANGELOG.md").read_text()


def test_every_dependency_has_a_lower_bound_that_can_be_tested() -> None:
    command = [sys.executable, str(ROOT / ".ci" / "lowest.py"), "torch"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "pandas==3.0" in done.stdout.split()
