"""Notebooks are kept without outputs; they run when the site is built."""

from __future__ import annotations

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_valid_and_kept_without_outputs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert notebook.cells[0].source.startswith("# ")
    for cell in notebook.cells:
        assert "```" not in cell.source
        if cell.cell_type == "code":
            assert not cell.outputs
            assert cell.execution_count is None


def test_there_are_three() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["paper", "roles", "tables"]
