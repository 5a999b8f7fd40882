"""What rows can see is enough for them, and no more than they need."""

from __future__ import annotations

import numpy as np
import torch

from motifcnn.baselines.gcn import stacked_inputs
from motifcnn.baselines.graph_cnn import CONFIG, GraphCNNClassifier
from motifcnn.baselines.graph_cnn_reach import Reaches
from motifcnn.baselines.slices import places, slices
from motifcnn.train.problem import Problem
from tests.small_graphs import bibliography

ROWS = np.array([50, 4, 119])


def reaches(count: int) -> Reaches:
    graph = bibliography()
    features = stacked_inputs(Problem(graph, "paper", (), 3, CONFIG))[1]
    place = places(graph)
    return Reaches(
        slices(graph), tuple(place.values()), features, list(place).index("paper"), count
    )


def test_what_is_seen_gives_the_values_of_the_whole() -> None:
    found, torch_rows = reaches(3), torch.Generator().manual_seed(0)
    weights = [torch.randn(5, 5, generator=torch_rows) for _ in range(5)]
    x = torch.tensor(found.features.toarray()) @ torch.randn(
        found.features.shape[1], 5, generator=torch_rows
    )
    results = []
    for reach in (found.whole(ROWS), found.seen(ROWS)):
        h = x[reach.enter]
        for layer in reach.layers:
            h = torch.tanh(layer.times(h, weights, torch.zeros(5)))
        results.append(h)
    torch.testing.assert_close(*results)
    assert results[0].shape == (3, 5)


def test_one_layer_sees_the_neighbours_and_nodes_that_feed_in_the_same_enter_once() -> None:
    found, graph = reaches(1), bibliography()
    place = places(graph)
    neighbours = set(ROWS + place["paper"].start)
    for part in slices(graph):
        if part.rows == place["paper"]:
            neighbours |= set(part.matrix.csr[ROWS].indices + part.columns.start)
    x = found.features.toarray()
    enter = found.seen(ROWS).enter
    assert set(enter) <= neighbours
    assert {x[i].tobytes() for i in enter} == {x[i].tobytes() for i in neighbours}
    featureless = [t for t in graph.schema.node_types if t not in graph.features]
    assert featureless
    for t in featureless:
        assert sum(place[t].start <= i < place[t].stop for i in enter) <= 1


def test_training_normalises_over_all_nodes() -> None:
    torch.manual_seed(0)
    graph = bibliography()
    classifier = GraphCNNClassifier(Problem(graph, "paper", (), 3, CONFIG))
    classifier.module.input_dropout = 0.0
    view = classifier.view(ROWS, torch.device("cpu"))
    classifier.module.train()(view)
    first = torch.tensor(classifier.features.toarray()) @ classifier.module.first
    torch.testing.assert_close(
        classifier.module.norms[0].running_mean, 0.1 * first.mean(dim=0), rtol=1e-4, atol=1e-6
    )
