"""Results written by hand, so that what tables make of them can be computed by hand as well."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from motifcnn.experiments.cell import Cell
from motifcnn.experiments.experiment import Column, Experiment, Row
from motifcnn.experiments.store import write_cell

DEFAULT, GCN, DCNN = Row("default", "motif-cnn"), Row("gcn", "gcn"), Row("mlp", "mlp")
DBLP, MOVIE = Column("dblp-a", "dblp-a"), Column("movie", "movie")
TABLE = Experiment(
    "table-hetero", "Typed graphs", (DBLP, MOVIE), (DEFAULT, GCN, DCNN), splits=3, trials=0
)


def result(micro: float, macro: float, **more: Any) -> dict[str, Any]:
    """A result with those test scores."""
    scores = {"micro_f1": micro, "macro_f1": macro, "accuracy": micro, "nodes": 10}
    return {
        "test": scores,
        "validation": scores,
        "seconds": {"prepare": 1.0, "train": 2.0, "score": 0.1},
        "epochs": 3,
        "val_loss": [1.0, 0.5, 0.6],
        "epoch_seconds": [0.9, 0.1, 0.2],
        "wall_seconds": 4.0,
        "peak_bytes": 1000,
        "trials": [],
    } | more


def write_scores(
    folder: Path, column: Column, row: Row, scores: Sequence[tuple[float, float]], **more: Any
) -> None:
    """Results of splits 0, 1, ..."""
    for split, (micro, macro) in enumerate(scores):
        write_cell(folder, Cell(column, row, split, TABLE.trials), result(micro, macro, **more))
