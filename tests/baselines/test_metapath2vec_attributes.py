"""The variant with attributes sees words as well."""

from __future__ import annotations

import numpy as np

from motifcnn.graph.graph import Graph
from motifcnn.train import fit
from tests.small_graphs import bibliography

SMALL = {"dimension": 8, "length": 10, "walks": 2, "epochs": 2}


def test_words_help_where_links_say_nothing() -> None:
    graph = bibliography(300)
    rng = np.random.default_rng(0)
    links = {key: rng.random(matrix.shape) < 0.05 for key, matrix in graph.adjacency.items()}
    noise = Graph(graph.schema, links, graph.counts, features=graph.features, labels=graph.labels)
    scores = {
        model: fit(noise, model=model, split=(0.3, 0.2, 0.5), settings=SMALL).test.micro_f1
        for model in ("metapath2vec", "metapath2vec-attributes")
    }
    assert scores["metapath2vec"] < 0.5 < scores["metapath2vec-attributes"]


def test_without_words_it_is_metapath2vec() -> None:
    graph = bibliography()
    bare = Graph(graph.schema, graph.adjacency, graph.counts, labels=graph.labels)
    one, two = (
        fit(bare, model=m, split=(0.2, 0.2, 0.6), settings=SMALL)
        for m in ("metapath2vec", "metapath2vec-attributes")
    )
    assert np.array_equal(one.probabilities, two.probabilities)
