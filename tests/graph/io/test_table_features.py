from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.io.table_features import are_columns, feature_matrices, features_by_type
from motifcnn.graph.io.table_nodes import node_tables

TABLES = node_tables(
    {"film": {"id": [2, 1], "year": ["1984", 1999]}, "user": {"id": [1]}}, id="id", type="type"
)


def test_columns_are_features_of_the_types_that_have_them() -> None:
    given = features_by_type(TABLES, ["year"])
    assert feature_matrices(TABLES, given)["film"].tolist() == [[1999], [1984]]
    assert list(given) == ["film"]
    assert features_by_type(TABLES, None) == {}


@pytest.mark.parametrize("kind", [np.array, sparse.csr_array])
def test_rows_of_a_matrix_follow_the_table(kind: Any) -> None:
    found = feature_matrices(TABLES, {"film": kind([[1.0, 0], [0, 2]])})["film"]
    assert (found if kind is np.array else found.toarray()).tolist() == [[0, 2], [1, 0]]


def test_names_of_columns_are_told_from_a_matrix() -> None:
    assert are_columns(["year", "land"])
    assert not are_columns([[1.0], [2.0]])
    assert not are_columns(np.eye(2))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["land"], "no nodes table has all the named columns"),
        ({"films": ["year"]}, "unknown node type 'films'"),
        ({"film": np.eye(3)}, r"shape \(3, 3\), but there are 2 nodes"),
        ({"film": ["land"]}, "column 'land' is missing"),
    ],
)
def test_features_that_do_not_fit_are_refused(given: Any, message: str) -> None:
    with pytest.raises(GraphError, match=message):
        feature_matrices(TABLES, features_by_type(TABLES, given))
