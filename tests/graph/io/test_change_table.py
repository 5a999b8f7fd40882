"""Changes come from tables with the ids of the source, and go back into one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.graph.io.change_table import read_changes, write_changes

SCHEMA = Schema(
    ("paper", "author"), (Relation("paper", "cites", "paper"), Relation("paper", "by", "author"))
)
TABLE = {
    "op": ["insert", "delete", "insert"],
    "relation": ["cites", "by", "by"],
    "source": [30, 10, 20],
    "target": ["10", "ada", "bob"],
}
INSERTED = {("paper", "cites", "paper"): [[2, 0]], ("paper", "by", "author"): [[1, 1]]}
DELETED = {("paper", "by", "author"): [[0, 0]]}


@pytest.fixture
def graph() -> Graph:
    adjacency = {
        ("paper", "cites", "paper"): np.zeros((3, 3)),
        ("paper", "by", "author"): np.zeros((3, 2)),
    }
    ids = {"paper": np.array([10, 20, 30]), "author": np.array(["ada", "bob"])}
    return Graph(SCHEMA, adjacency, {"paper": 3, "author": 2}, ids=ids)


def plain(part: Any) -> dict[Any, list[list[int]]]:
    return {key: pairs.tolist() for key, pairs in part.items()}


def test_ids_become_rows(graph: Graph) -> None:
    changes = read_changes(graph, TABLE)
    assert plain(changes.insert) == INSERTED
    assert plain(changes.delete) == DELETED


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
def test_a_text_file_reads_the_same(graph: Graph, tmp_path: Path, suffix: str) -> None:
    comma = "," if suffix == ".csv" else "\t"
    lines = [
        comma.join(TABLE),
        *(comma.join(map(str, row)) for row in zip(*TABLE.values(), strict=True)),
    ]
    (tmp_path / f"changes{suffix}").write_text("\n".join(lines) + "\n")
    changes = read_changes(graph, tmp_path / f"changes{suffix}")
    assert (plain(changes.insert), plain(changes.delete)) == (INSERTED, DELETED)


def test_what_was_written_reads_back(graph: Graph, tmp_path: Path) -> None:
    write_changes(graph, read_changes(graph, TABLE), tmp_path / "changes.parquet")
    changes = read_changes(graph, tmp_path / "changes.parquet")
    assert (plain(changes.insert), plain(changes.delete)) == (INSERTED, DELETED)


def test_a_graph_with_one_relation_needs_no_relation_column() -> None:
    graph = Graph(
        Schema(("u",), (Relation("u", "r", "u"),)), {("u", "r", "u"): np.zeros((2, 2))}, {"u": 2}
    )
    assert plain(read_changes(graph, {"op": ["insert"], "source": [0], "target": [1]}).insert) == {
        ("u", "r", "u"): [[0, 1]]
    }


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"op": ["insert", "remove", "insert"]},
            'changes, row 1: op \'remove\'; expected "insert" or "delete"',
        ),
        ({"relation": ["cites", "bye", "by"]}, "row 1: unknown relation 'bye'"),
        (
            {"source": [30, 10, 25]},
            "row 2: source 25 is not the id of a node of type paper; new nodes need a new graph",
        ),
        (
            {"op": ["insert", "delete", "delete"], "target": ["10", "ada", None]},
            "row 2: target None is not the id",
        ),
    ],
)
def test_a_wrong_row_is_named(graph: Graph, change: dict[str, Any], message: str) -> None:
    with pytest.raises(GraphError, match=message):
        read_changes(graph, TABLE | change)


def test_a_missing_column_is_named(graph: Graph) -> None:
    with pytest.raises(GraphError, match="changes: column 'op' is missing"):
        read_changes(graph, {name: values for name, values in TABLE.items() if name != "op"})


def test_a_file_of_another_form_is_refused(graph: Graph, tmp_path: Path) -> None:
    (tmp_path / "changes.parquet").write_text("not parquet")
    with pytest.raises(GraphError, match=r"changes\.parquet: not a Parquet table"):
        read_changes(graph, tmp_path / "changes.parquet")
