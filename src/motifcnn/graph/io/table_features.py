"""Features from columns of the nodes tables, or from matrices in the order of their rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.ids import shown
from motifcnn.graph.io.table_nodes import NodeTable
from motifcnn.graph.schema import suggestion


def features_by_type(
    tables: Mapping[str, NodeTable], features: Sequence[str] | Mapping[str, Any] | None
) -> Mapping[str, Any]:
    """What is given for each type: names of columns, or a matrix."""
    if features is None:
        return {}
    if not isinstance(features, Mapping):
        features = {
            t: features for t, table in tables.items() if all(c in table.columns for c in features)
        }
        if not features:
            raise GraphError("features: no nodes table has all the named columns")
    for node_type in features:
        if node_type not in tables:
            raise GraphError(
                f"features: unknown node type {node_type!r}{suggestion(node_type, tables)}"
            )
    return features


def are_columns(given: Any) -> bool:
    """Whether the features of a type are names of columns, as opposed to a matrix."""
    return isinstance(given, Sequence) and all(isinstance(column, str) for column in given)


def feature_matrices(tables: Mapping[str, NodeTable], given: Mapping[str, Any]) -> dict[str, Any]:
    """The features of each type by increasing id."""
    result: dict[str, Any] = {}
    for node_type, features in given.items():
        table = tables[node_type]
        if are_columns(features):
            result[node_type] = np.stack([_numbers(table, column) for column in features], axis=1)
            continue
        matrix = sparse.csr_array(features) if sparse.issparse(features) else np.asarray(features)
        if matrix.ndim != 2 or matrix.shape[0] != len(table.ids):
            raise GraphError(
                f"features of type {node_type}: shape {matrix.shape}, "
                f"but there are {len(table.ids)} nodes"
            )
        result[node_type] = matrix[table.order]
    return result


def _numbers(table: NodeTable, column: str) -> npt.NDArray[np.float32]:
    values = table.column(column)
    try:
        numbers = values.astype(np.float64).astype(np.float32)
    except (TypeError, ValueError):
        numbers = np.array([_number(v) for v in values.tolist()], np.float32)
    if (bad := np.flatnonzero(~np.isfinite(numbers))).size:
        raise GraphError(
            f"{table.place(int(bad[0]))}: feature {column!r} is {shown(values, bad[0])}; "
            "expected a finite number"
        )
    return numbers


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return float("nan")
