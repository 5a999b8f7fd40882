"""Claims about ids of node tables: 64-bit integers or texts, never a wrapped or rounded number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph import Graph
from motifcnn.graph.ids import locate_ids

LAST = 2**63 - 1


@pytest.mark.parametrize(
    "ids",
    [
        np.array([3, 2**63], np.uint64),
        np.array([3, 2**64], object),
        np.array([3, -(2**63) - 1], object),
        np.array([3.0, 1e19]),
        [3, 10**400],
    ],
    ids=str,
)
def test_an_id_past_64_bit_is_refused_with_row_and_value(ids: Any) -> None:
    with pytest.raises(GraphError) as caught:
        Graph.from_tables({"id": ids}, {"source": [3], "target": [3]})
    assert "nodes, row 1" in str(caught.value)
    assert repr(
        list(ids)[1].item() if isinstance(list(ids)[1], np.generic) else list(ids)[1]
    ) in str(caught.value)


@pytest.mark.parametrize(
    "end",
    [
        np.array([2**64 - 5], np.uint64),
        np.array([2**64 - 5], object),
        np.array([1e19]),
        [10**400],
        [str(2**64 - 5)],
    ],
    ids=str,
)
def test_the_end_of_a_link_past_64_bit_is_no_node_and_not_another_one(end: Any) -> None:
    nodes = {"id": np.array([-5, 7])}  # -5 is what 2**64 - 5 wraps to
    with pytest.raises(
        GraphError, match=r"edges of edge, row 0: source .* is not the id of a node"
    ):
        Graph.from_tables(nodes, {"edge": {"source": end, "target": [7]}})
    assert locate_ids(np.array([-5, 7]), np.asarray(end)).tolist() == [-1]


def test_the_largest_ids_are_told_apart_in_every_form(tmp_path: Path) -> None:
    ids = np.array([LAST - 1, LAST], np.uint64)
    (tmp_path / "e.csv").write_text(f"source,target\n{LAST - 1},{LAST}\n")
    for edges in (
        {"source": ids[:1], "target": ids[1:]},
        {"source": [LAST - 1], "target": [LAST]},
        tmp_path / "e.csv",
    ):
        graph = Graph.from_tables({"id": ids}, edges)
        assert graph.ids["node"].tolist() == [LAST - 1, LAST]
        assert graph.adjacency["node", "edge", "node"].toarray().tolist() == [
            [False, True],
            [False, False],
        ]
    assert locate_ids(ids, np.array([LAST, LAST - 1, LAST - 2])).tolist() == [1, 0, -1]
