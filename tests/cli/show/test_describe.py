from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.cli.show.describe import busiest_targets, describe_graph, exact_sum
from motifcnn.motif import Motif
from motifcnn.tensor import count


@given(st.lists(st.integers(0, 2**63 - 1), max_size=20))
def test_a_sum_past_int64_is_exact(values: list[int]) -> None:
    assert exact_sum(np.array(values, dtype=np.int64)) == sum(values)


def test_a_graph_is_described_by_its_sizes(graph: Any) -> None:
    described = describe_graph(graph)
    assert [(t["node_type"], t["nodes"], t["labelled"]) for t in described["node_types"]] == [
        ("author", 3, 0),
        ("paper", 4, 2),
    ]
    assert described["relations"] == [
        {"source": "paper", "name": "written-by", "target": "author", "directed": True, "edges": 5}
    ]


def test_the_busiest_come_first_and_those_without_instances_not_at_all(graph: Any) -> None:
    tensor = count(graph, Motif.parse("(t:paper)--(c:author)"))
    assert [row["instances"] for row in busiest_targets(graph, tensor, limit=2)] == [2, 1]
    shared = count(graph, Motif.parse("(t:paper)--(a:author)--(c:paper)"))
    assert 3 not in [row["id"] for row in busiest_targets(graph, shared)]
