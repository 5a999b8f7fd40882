from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.explain import explain
from motifcnn.explain.training_graph import training_graph
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.report import render_report
from motifcnn.train import Run
from small_graphs import bibliography


def test_the_given_graph_wins_over_the_one_that_the_run_holds(run: Run, graph: Graph) -> None:
    again = replace(graph)
    assert training_graph(run, again, "explain(run, node, graph)") is again
    assert training_graph(run, None, "explain(run, node, graph)") is run.graph


def test_a_loaded_run_says_how_to_give_its_graph(run: Run) -> None:
    with pytest.raises(GraphError, match=r"give it, `explain\(run, node, graph\)`"):
        training_graph(replace(run, graph=None), None, "explain(run, node, graph)")


def test_a_graph_without_the_target_type_is_another_schema_and_no_key_error(run: Run) -> None:
    relation = Relation("user", "knows", "user", directed=False)
    other = Graph(
        Schema(("user",), (relation,)), {relation.key: np.ones((3, 3)) - np.eye(3)}, {"user": 3}
    )
    for asked in (lambda: explain(run, 0, other), lambda: render_report(run, other)):
        with pytest.raises(GraphError, match="another schema"):
            asked()


def test_other_nodes_are_refused(run: Run) -> None:
    with pytest.raises(GraphError, match=r"80 nodes of type paper, this graph has others \(30\)"):
        training_graph(run, bibliography(papers=30), "explain(run, node, graph)")
