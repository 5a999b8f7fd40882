from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.experiments import version
from motifcnn.experiments.cell import Cell, fingerprint
from motifcnn.experiments.experiment import Column, Row
from motifcnn.experiments.version import DECIDING, code_version

CELL = Cell(Column("debian", "debian"), Row("gcn", "gcn"), 0)


def write_source(folder: Path, file: str = "", text: str = "") -> Path:
    """A package with one module in each folder; `file` has another text."""
    for name in (*DECIDING, "cli"):
        (folder / name / "inner").mkdir(parents=True)
        (folder / name / "inner" / "module.py").write_text("x = 1\n")
    if file:
        (folder / file).write_text(text)
    return folder


def fingerprint_of(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    with monkeypatch.context() as patch:
        patch.setattr(version, "SOURCE", folder)
        return fingerprint(CELL)


@pytest.mark.parametrize("name", DECIDING)
def test_editing_a_source_file_changes_the_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    before = write_source(tmp_path / "before")
    after = write_source(tmp_path / "after", f"{name}/inner/module.py", "x = 2\n")
    assert fingerprint_of(before, monkeypatch) != fingerprint_of(after, monkeypatch)


def test_the_same_source_elsewhere_has_the_same_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = (write_source(tmp_path / name) for name in ("one", "two"))
    assert fingerprint_of(one, monkeypatch) == fingerprint_of(two, monkeypatch)


def test_renaming_a_file_changes_the_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = (write_source(tmp_path / name) for name in ("one", "two"))
    (two / "nn" / "inner" / "module.py").rename(two / "nn" / "inner" / "other.py")
    assert fingerprint_of(one, monkeypatch) != fingerprint_of(two, monkeypatch)


def test_the_command_line_decides_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = write_source(tmp_path / "before")
    after = write_source(tmp_path / "after", "cli/inner/module.py", "x = 2\n")
    assert fingerprint_of(before, monkeypatch) == fingerprint_of(after, monkeypatch)


def test_files_are_read_once_per_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "SOURCE", write_source(tmp_path / "source"))
    first = code_version()
    monkeypatch.setattr(Path, "read_bytes", lambda self: pytest.fail("read again"))
    assert code_version() == first


def test_the_packages_of_this_tree_are_among_them() -> None:
    here = {folder.name for folder in version.SOURCE.iterdir() if (folder / "__init__.py").exists()}
    assert {"graph", "motif", "tensor", "nn", "methods", "train"} == set(DECIDING) & here
