"""HCC tells metapaths apart."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.errors import MotifError
from motifcnn.graph.graph import Graph
from motifcnn.train import fit
from tests.small_graphs import bibliography


def test_a_metapath_that_says_nothing_does_no_harm_to_one_that_does() -> None:
    graph = bibliography(300)
    rng = np.random.default_rng(0)
    links = dict(graph.adjacency) | {("paper", "by", "author"): rng.random((300, 150)) < 0.05}
    mixed = Graph(graph.schema, links, graph.counts, labels=graph.labels)
    scores = [
        fit(mixed, model=model, split=(0.2, 0.2, 0.6)).test.micro_f1 for model in ("hcc", "ica")
    ]
    assert scores[0] > scores[1] + 0.05


def test_metapaths_may_be_given() -> None:
    graph = bibliography()
    run = fit(graph, ["(t:paper)--(v:venue)--(c:paper)"], model="hcc", split=(0.2, 0.2, 0.6))
    assert len(run.motifs) == 1
    with pytest.raises(MotifError, match="no metapath"):
        fit(graph, ["(t:paper)--(c:venue)"], model="hcc", split=(0.2, 0.2, 0.6))
