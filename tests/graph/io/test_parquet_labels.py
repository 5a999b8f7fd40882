from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from motifcnn.errors import GraphError
from motifcnn.graph import Graph
from motifcnn.graph.io.graph_document import ClassesDocument
from motifcnn.graph.io.parquet_labels import read_labels, write_labels
from motifcnn.graph.io.parquet_table import write_table
from motifcnn.sealed import SealedFolder, new_folder, open_sealed
from tests.graph.folders import GRAPHS


def sealed(path: Path, graph: Graph | None, rows: dict[str, Any]) -> tuple[SealedFolder, Any]:
    about: dict[str, Any] = {}
    with new_folder(path, kind="test", version=1) as folder:
        if graph is not None:
            about = write_labels(graph, folder / "labels.parquet")
        else:
            write_table(rows, folder / "labels.parquet")
    classes = {t: ClassesDocument.model_validate(entry) for t, entry in about.items()}
    return open_sealed(path, kind="test", version=1), classes


@pytest.mark.parametrize("make", GRAPHS.values(), ids=GRAPHS)
def test_labels_come_back_equal(tmp_path: Path, make: Any) -> None:
    folder, about = sealed(tmp_path / "f", make(), {})
    assert read_labels(folder, about) == dict(make().labels)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({"type": ["a"], "node": [0], "class": [7]}, "class 7 of type a, expected 0 to 1"),
        ({"type": ["a"] * 2, "node": [0] * 2, "class": [0, 1]}, "a node of type a has two classes"),
    ],
)
def test_labels_that_cannot_be_are_refused(
    tmp_path: Path, rows: dict[str, Any], message: str
) -> None:
    folder, _ = sealed(tmp_path / "f", None, rows)
    with pytest.raises(GraphError, match=message):
        read_labels(folder, {"a": ClassesDocument(classes=["x", "y"], multi_label=False)})
