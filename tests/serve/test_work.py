from __future__ import annotations

import pytest

from motifcnn.errors import GraphError
from motifcnn.graph import Graph
from motifcnn.serve.requests import NewNodes
from motifcnn.serve.work import predict_new
from motifcnn.train import Run


def test_answers_follow_the_order_of_the_request(run: Run, papers: Graph) -> None:
    nodes = [{"id": i, "name": str(i), "features": {"1": 1.0}} for i in (700, 50, 600)]
    found = predict_new(run, papers, NewNodes.model_validate({"nodes": {"paper": nodes}}))
    assert [row["node"] for row in found["predictions"]] == [700, 50, 600]
    assert [row["name"] for row in found["predictions"]] == ["700", "50", "600"]


def test_a_request_without_a_node_to_classify_is_an_error(run: Run, papers: Graph) -> None:
    request = NewNodes.model_validate({"nodes": {"author": [{"id": 900}]}})
    with pytest.raises(GraphError, match="no new node of type paper"):
        predict_new(run, papers, request)
