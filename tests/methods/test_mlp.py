"""MLP and logistic regression see features and nothing else."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from motifcnn.graph.graph import Graph
from motifcnn.methods.method import Problem
from motifcnn.methods.mlp import MLP
from motifcnn.nn.settings import ConfigError
from motifcnn.train import fit
from tests.small_graphs import bibliography


@pytest.mark.parametrize("model", ["mlp", "logistic"])
def test_links_do_not_matter(model: str) -> None:
    graph = bibliography()
    none = {key: np.zeros(matrix.shape) for key, matrix in graph.adjacency.items()}
    bare = Graph(graph.schema, none, graph.counts, features=graph.features, labels=graph.labels)
    runs = [fit(g, model=model, split=(0.4, 0.2, 0.4), epochs=10) for g in (graph, bare)]
    assert np.array_equal(runs[0].probabilities, runs[1].probabilities)


def test_logits_are_dense_layers_with_relu_between_them() -> None:
    graph = bibliography()
    settings = MLP.settings.changed({"hidden": (5, 4), "text": "given"})
    mlp = MLP().build(Problem(graph, "paper", (), 3, settings))
    net, rows = mlp.module.eval(), np.array([4, 50, 119])
    h = torch.tensor(graph.features["paper"])[rows] @ net.first + net.bias
    for layer in net.rest:
        h = torch.relu(h) @ layer.weight.T + layer.bias
    torch.testing.assert_close(mlp.logits(rows, torch.device("cpu")), h)


def test_other_types_may_have_other_nodes_in_another_graph() -> None:
    graph = bibliography()
    run = fit(graph, model="mlp", split=(0.4, 0.2, 0.4), epochs=2)
    assert set(run.inputs.blocks) == {"paper"}
    assert len(run.predict(bibliography(90, seed=5))) == 90


def test_a_target_that_feeds_in_nothing_is_refused() -> None:
    problem = Problem(bibliography(), "venue", (), 3, MLP.settings.changed({"featureless": "none"}))
    with pytest.raises(ConfigError, match=r"^type venue feeds nothing in"):
        MLP().build(problem)
