"""Labels of a graph as a Parquet table: one row per label."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.graph.io.arrow import numbers, texts
from motifcnn.graph.io.parquet_table import read_table, write_table
from motifcnn.graph.labels import Labels
from motifcnn.sealed import SealedFolder
from motifcnn.sealed.limits import unpacked_limit

if TYPE_CHECKING:
    from motifcnn.graph.io.graph_document import ClassesDocument


def write_labels(graph: Graph, path: Path) -> dict[str, Any]:
    """Writes one row per label; returns the classes of each type, for `graph.json`."""
    types: list[str] = []
    nodes: list[npt.NDArray[np.int64]] = []
    classes: list[npt.NDArray[np.int64]] = []
    about = {}
    for node_type, labels in graph.labels.items():
        rows, codes = (
            np.nonzero(labels.y) if labels.multi_label else (np.arange(len(labels.nodes)), labels.y)
        )
        # A labelled multi-label node may have no class: it is written as class -1.
        bare = (
            np.flatnonzero(~labels.y.any(axis=1)) if labels.multi_label else np.empty(0, np.int64)
        )
        types += [node_type] * (len(rows) + len(bare))
        nodes += [labels.nodes[rows], labels.nodes[bare]]
        classes += [np.asarray(codes, np.int64), np.full(len(bare), -1)]
        about[node_type] = {"classes": list(labels.classes), "multi_label": labels.multi_label}
    write_table(
        {"type": types, "node": np.concatenate(nodes), "class": np.concatenate(classes)}, path
    )
    return about


def read_labels(folder: SealedFolder, about: Mapping[str, ClassesDocument]) -> dict[str, Labels]:
    """The labels that `write_labels` wrote, from its file and what it returned."""
    table = read_table(folder, "labels.parquet", ("type", "node", "class"))
    types, nodes, codes = (
        texts(table.column("type")),
        numbers(table.column("node")),
        numbers(table.column("class")),
    )
    for name, values in (("node", nodes), ("class", codes)):
        if values.dtype != np.int64:
            raise GraphError(
                f"{folder.path / 'labels.parquet'}: column {name!r} is {values.dtype}, expected "
                "int64"
            )
    result = {}
    for node_type, entry in about.items():
        of_type = types == node_type
        rows, inverse = np.unique(nodes[of_type], return_inverse=True)
        classes = tuple(entry.classes)
        chosen = codes[of_type]
        if len(chosen) and not -1 <= chosen.min() <= chosen.max() < len(classes):
            raise GraphError(
                f"{folder.path / 'labels.parquet'}: class {chosen.max()} of type {node_type}, "
                f"expected 0 to {len(classes) - 1}"
            )
        if len(rows) * len(classes) > unpacked_limit(folder.sizes.get("labels.parquet", 0)):
            raise GraphError(
                f"{folder.path / 'labels.parquet'}: {len(rows):,} nodes in {len(classes):,} "
                "classes; the folder was altered. Write it again"
            )
        y: npt.NDArray[Any]
        if entry.multi_label:
            y = np.zeros((len(rows), len(classes)), bool)
            y[inverse[chosen >= 0], chosen[chosen >= 0]] = True
        else:
            if len(rows) < len(chosen):
                raise GraphError(
                    f"{folder.path / 'labels.parquet'}: a node of type {node_type} has two "
                    "classes, but is not multi-label"
                )
            y = chosen[np.argsort(inverse)]
        result[node_type] = Labels(rows, y, classes)
    return result
