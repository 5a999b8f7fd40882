"""Changes as a table with one row per edge, named by the ids of its ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.changes import Changes, find_relation, make_changes
from motifcnn.graph.graph import Graph, RelationKey
from motifcnn.graph.ids import rows_of_ids
from motifcnn.graph.io.columns import Columns, Table, load_columns
from motifcnn.sealed import write

OPERATIONS = ("insert", "delete")


def read_changes(graph: Graph, table: Table) -> Changes:
    """The changes in a table, in rows of the graph.

    Parameters
    ----------
    graph : Graph
    table : path of a .parquet, .csv or .tsv file, DataFrame, pyarrow table or dict of columns
        Columns `op` ("insert" or "delete"), `relation`, `source` and `target` (ids); `source_type`
        and `target_type` where several relations share a name. `relation` may be missing where the
        graph has only one.

    Examples
    --------
    >>> graph = Graph.from_tables({"id": [17, 42]}, {"source": [17], "target": [42]})
    >>> changes = read_changes(graph, {"op": ["insert"], "source": [42], "target": [17]})
    >>> changes.insert["node", "edge", "node"].tolist()
    [[1, 0]]
    """
    columns = load_columns(table, "changes")
    operations = columns["op"].tolist()
    names = _names(graph, columns)
    groups: dict[tuple[str, Any], list[int]] = {}
    for row, (operation, name) in enumerate(zip(operations, names, strict=True)):
        if operation not in OPERATIONS:
            raise GraphError(
                f'{columns.place(row)}: op {operation!r}; expected "insert" or "delete"'
            )
        groups.setdefault((operation, name), []).append(row)
    found: dict[str, dict[RelationKey, npt.NDArray[np.int64]]] = {
        operation: {} for operation in OPERATIONS
    }
    for (operation, name), members in groups.items():
        relation = find_relation(graph.schema, name, columns.place(members[0]))
        rows = np.array(members)
        ends = [
            _locate(graph, columns, column, node_type, rows)
            for column, node_type in (("source", relation.source), ("target", relation.target))
        ]
        found[operation][relation.key] = np.stack(ends, axis=1)
    return make_changes(graph, found["insert"], found["delete"])


def write_changes(graph: Graph, changes: Changes, path: Path) -> None:
    """Writes changes as a Parquet table that `read_changes` reads."""
    import pyarrow as pa
    from pyarrow import parquet

    parts: dict[str, list[Any]] = {
        c: [] for c in ("op", "source_type", "relation", "target_type", "source", "target")
    }
    for operation, part in zip(OPERATIONS, (changes.insert, changes.delete), strict=True):
        for key, pairs in part.items():
            for column, value in zip(
                ("op", "source_type", "relation", "target_type"), (operation, *key), strict=True
            ):
                parts[column] += [value] * len(pairs)
            for end, (column, node_type) in enumerate((("source", key[0]), ("target", key[2]))):
                parts[column] += graph.ids[node_type][pairs[:, end]].tolist()
    for column in ("source", "target"):
        if any(isinstance(value, str) for value in parts[column]):
            parts[column] = [str(value) for value in parts[column]]
    write(path, lambda file: parquet.write_table(pa.table(parts), file, compression="zstd"))


def _names(graph: Graph, columns: Columns) -> list[Any]:
    """The relation of each row: its name, or (source type, name, target type)."""
    if "relation" not in columns and len(graph.schema.relations) == 1:
        return [graph.schema.relations[0].key] * len(columns)
    names: list[Any] = columns["relation"].tolist()
    if "source_type" in columns and "target_type" in columns:
        return list(
            zip(
                columns["source_type"].tolist(), names, columns["target_type"].tolist(), strict=True
            )
        )
    return names


def _locate(
    graph: Graph, columns: Columns, column: str, node_type: str, rows: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    return rows_of_ids(
        graph.ids[node_type],
        columns[column][rows],
        node_type,
        lambda at: f"{columns.place(int(rows[at]))}: {column}",
        "; new nodes need a new graph",
    )
