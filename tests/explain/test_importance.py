from __future__ import annotations

from dataclasses import replace

import pytest

from motifcnn.errors import GraphError
from motifcnn.explain.importance import motif_importance
from motifcnn.graph import Graph
from motifcnn.train import Run, fit


def test_a_motif_cnn_has_attention_and_no_contributions(run: Run) -> None:
    found = motif_importance(run)
    assert found.contributions is None
    assert found.attention is not None and found.attention.equals(run.attention())


def test_a_wide_network_has_contributions_and_no_attention(wide_run: Run) -> None:
    found = motif_importance(wide_run)
    assert found.attention is None
    assert found.contributions is not None and found.contributions.equals(wide_run.contributions())


def test_other_methods_have_neither_with_motifs_or_without(baseline: Run, graph: Graph) -> None:
    paths = fit(graph, ["(t:paper)--(a:author)--(c:paper)"], model="lp-metapath")
    for run in (baseline, paths):
        found = motif_importance(run)
        assert (found.attention, found.contributions) == (None, None)


def test_a_loaded_run_needs_its_graph(run: Run, graph: Graph) -> None:
    loaded = replace(run, graph=None)
    with pytest.raises(GraphError, match="give it"):
        motif_importance(loaded)
    assert motif_importance(loaded, graph).attention is not None
