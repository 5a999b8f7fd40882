"""An experiment that runs in a moment, on a graph in a folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from motifcnn.experiments.experiment import Column, Experiment, Row
from motifcnn.graph import Split, write_graph
from tests.small_graphs import bibliography

QUICK = {"epochs": 4}
MAJORITY, LOGISTIC = Row("majority", "majority"), Row("logistic", "logistic", settings=QUICK)
MLP, GCN = Row("mlp", "mlp", settings=QUICK), Row("gcn", "gcn", settings=QUICK)
MOTIF_CNN = Row(
    "default",
    "motif-cnn",
    settings=QUICK | {"filters": [8], "structure": 8},
    motifs=("(t:{t})--(c:author)", "(t:{t})--(v:venue)--(c:{t})"),
)


def papers(folder: Path, *, multi_label: bool = False) -> Column:
    """Papers in three fields, stored as a graph with an official split without validation nodes."""
    graph = bibliography(papers=60, multi_label=multi_label)
    split = Split("paper", np.arange(30), np.empty(0, np.int64), np.arange(30, 60))
    name = "several" if multi_label else "papers"
    write_graph(replace(graph, splits={"official": split}, name=name), folder / name)
    return Column(name, str(folder / name), fractions=(0.3, 0.2, 0.5))


def small(
    folder: Path, rows: tuple[Row, ...] = (MAJORITY, LOGISTIC), *, splits: int = 2, trials: int = 0
) -> Experiment:
    """Two quick methods on two splits."""
    return Experiment(
        "small", "Small graphs", (papers(folder),), rows, splits=splits, trials=trials
    )
