from __future__ import annotations

from pathlib import Path

from motifcnn.doctor import examine
from motifcnn.experiments.cell import Cell
from motifcnn.experiments.experiment import Column, Row
from motifcnn.experiments.store import cell_file, write_cell


def test_cells_that_are_not_what_their_name_says_are_named(tmp_path: Path) -> None:
    cells = [Cell(Column("debian", "debian"), Row("mlp", "mlp"), n, 0) for n in range(3)]
    for cell in cells:
        write_cell(tmp_path, cell, {"test": {"micro_f1": 0.5}})
    (found,) = examine(tmp_path)
    assert (found.kind, found.healthy, len(found.intact)) == ("results", True, 3)
    first, second, third = (cell_file(tmp_path, cell) for cell in cells)
    first.write_text(second.read_text())
    third.write_text("[" * 10**5)
    (found,) = examine(tmp_path)
    assert set(found.damaged) == {str(file.relative_to(tmp_path)) for file in (first, third)}
    assert [each.place for each in found.findings] == sorted([str(first), str(third)])
