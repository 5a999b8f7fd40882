from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.sklearn.rows import rows_of
from small_graphs import bibliography


@pytest.fixture(scope="module")
def graph() -> Graph:
    return replace(
        bibliography(4),
        ids={"paper": np.array([10, 20, 30, 40]), "venue": np.array([f"v{i}" for i in range(9)])},
    )


@pytest.mark.parametrize(
    "x",
    [
        [30, 10],
        np.array([[30], [10]]),
        np.array([30.0, 10.0], dtype=np.float32),
        np.array(["30", "10"]),
        np.array([30, "10"], dtype=object),
        pd.Series([30, 10], index=["x", "y"]),
        pd.DataFrame({"paper": [30, 10]}),
    ],
)
def test_ids_of_any_dtype_and_container_find_their_rows(graph: Graph, x: Any) -> None:
    assert rows_of(graph, "paper", x).tolist() == [2, 0]


def test_ids_may_be_texts(graph: Graph) -> None:
    assert rows_of(graph, "venue", ["v3", "v0"]).tolist() == [3, 0]


@pytest.mark.parametrize(
    ("x", "message"),
    [
        ([10, 11, 12], r"sample 1: 11 is not the id .* nor are 1 others; ids are such as 10, 20"),
        ([10.5], "sample 0: 10.5 is not a whole number"),
        ([10.0, np.nan], "sample 1: nan .* is no id"),
        (np.ones((2, 3)), r"shape \(2, 3\); expected ids of nodes of type paper"),
        (np.ones((2, 0)), r"0 feature\(s\)"),
        ([], r"0 sample\(s\)"),
        (sparse.csr_array(np.ones((2, 1))), "sparse matrix"),
        ([1j], "Complex data not supported"),
    ],
)
def test_what_is_no_id_is_refused_with_its_place(graph: Graph, x: Any, message: str) -> None:
    with pytest.raises(GraphError, match=message):
        rows_of(graph, "paper", x)
