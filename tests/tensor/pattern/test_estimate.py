"""Estimates are kept with the graph, but not without end."""

from __future__ import annotations

import numpy as np
import pytest

import motifcnn.tensor.pattern.estimate as module
from motifcnn.motif.catalogue import catalogue
from motifcnn.tensor import plan
from tests.small_graphs import bibliography


def test_only_the_latest_estimates_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 3)
    graph = bibliography(40)
    motifs = catalogue(graph.schema, target="paper", max_nodes=3)
    assert len(motifs) > 3
    before = [plan(graph, motif).nonzeros for motif in motifs]
    assert len(graph.cache["estimates"]) == 3
    latest = module.estimate(graph, motifs[-1], induced=False)
    assert module.estimate(graph, motifs[-1], induced=False) is latest
    assert np.array_equal(
        [sum(plan(graph, motif).nonzeros) for motif in motifs], [sum(found) for found in before]
    )
