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
MOTIFS = [
    {"motif": "(t:a)--(c:b)", "attention": 0.25, "test": {}, "lost_macro_f1": 0.02},
    {"motif": "(t:a)--(c:a)", "attention": 0.75, "test": {}, "lost_macro_f1": -0.01},
]


def result(micro: float, macro: float, **more: Any) -> dict[str, Any]:
    """A result with those test scores."""
    scores = {"micro_f1": micro, "macro_f1": macro, "accuracy": micro, "nodes": 10}
    return {
        "test": scores,
        "validation": scores,
        "seconds": {"prepare": 1.0, "train": 2.0, "score": 0.1},
        "epochs": 3,
        "patterns": ["(t:a)--(c:b)"],
        "val_loss": [1.0, 0.5, 0.6],
        "epoch_seconds": [0.9, 0.1, 0.2],
        "wall_seconds": 4.0,
        "peak_bytes": 1000,
    } | more


def write_scores(
    folder: Path, column: Column, row: Row, scores: Sequence[tuple[float, float]], **more: Any
) -> None:
    """Results of splits 0, 1, ..."""
    for split, (micro, macro) in enumerate(scores):
        write_cell(folder, Cell(column, row, split, TABLE.trials), result(micro, macro, **more))


LONG = (
    "mlp would need 93 GB for its inputs, and 2 GB are free; choose fewer columns or another method"
)


def write_folder(folder: Path) -> Path:
    """Scores, a method that is over budget, one that is not applicable and one that was not run."""
    write_scores(folder, DBLP, DEFAULT, [(0.90, 0.88), (0.91, 0.90), (0.89, 0.86)])
    write_scores(folder, DBLP, GCN, [(0.84, 0.80), (0.82, 0.81), (0.83, 0.82)])
    write_scores(folder, MOVIE, GCN, [(0.5, 0.4)])
    over = {"reason": "BudgetError", "message": LONG}
    not_applicable = {"reason": "NotApplicable", "message": "one class | each"}
    for split in range(3):
        write_cell(folder, Cell(DBLP, DCNN, split), over)
        write_cell(folder, Cell(MOVIE, DCNN, split), not_applicable)
    return folder
