"""What is installed is what is in the tree."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import motifcnn

ROOT = Path(__file__).parents[1]


WHEEL = runpy.run_path(str(ROOT / ".ci" / "wheel.py"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built: Path = WHEEL["build"]("wheel", ROOT, tmp_path_factory.mktemp("wheel"))
    return built


def test_the_wheel_has_every_module_and_the_embedded_data(wheel: Path) -> None:
    assert WHEEL["faults_of_wheel"](wheel) == []
    names = zipfile.ZipFile(wheel).namelist()
    assert any(name.startswith("motifcnn/datasets/") and ".parquet" in name for name in names)


def test_a_wheel_that_passed_is_kept(wheel: Path, tmp_path: Path) -> None:
    for _ in range(2):  # the second time it replaces the first
        kept = WHEEL["keep"](wheel, tmp_path / "dist")
        assert kept.read_bytes() == wheel.read_bytes()
    assert list((tmp_path / "dist").iterdir()) == [kept]


def test_a_wheel_with_other_files_is_told(wheel: Path, tmp_path: Path) -> None:
    other = tmp_path / wheel.name
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(other, "w") as broken:
        for name in whole.namelist():
            if name != "motifcnn/errors.py":
                broken.writestr(name, whole.read(name))
        broken.writestr("tests/test_wheel.py", "")
    assert WHEEL["faults_of_wheel"](other) == [
        f"{wheel.name} lacks motifcnn/errors.py",
        f"{wheel.name} has tests/test_wheel.py",
    ]


def test_the_source_archive_has_what_it_takes_to_test_and_document_it(tmp_path: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone: git does not say which files belong to it")
    assert WHEEL["faults_of_archive"](WHEEL["build"]("sdist", ROOT, tmp_path)) == []


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
