from __future__ import annotations

import numpy as np
import pytest
import torch

from motifcnn.explain.evidence import motif_evidence
from motifcnn.graph import Graph
from motifcnn.train import Run, fit
from motifcnn.train.loop.loop import predict_logits
from motifcnn.train.run.trained import trained_classifier


def test_attention_and_contributions_are_those_of_the_run(run: Run) -> None:
    entries, sources = motif_evidence(run, run.graph, 7)
    assert sources == {}
    for frame, motif, value in (
        (run.attention(), "motif", "weight"),
        (run.contributions(), "source", "contribution"),
    ):
        own = frame[frame["node"] == 7].set_index(motif)[value]
        for entry in entries:
            assert entry[value] == pytest.approx(own[entry["motif"]], abs=1e-5)
    weights = [entry["weight"] for entry in entries]
    assert weights == sorted(weights, reverse=True)


def test_only_the_last_layer_has_contributions(deep_run: Run) -> None:
    entries, _ = motif_evidence(deep_run, deep_run.graph, 7)
    assert [entry["layer"] for entry in entries] == [1, 1, 1, 2, 2, 2]
    assert ["contribution" in entry for entry in entries] == [False] * 3 + [True] * 3


def test_contributions_and_the_bias_are_the_logit_of_the_predicted_class(deep_run: Run) -> None:
    entries, _ = motif_evidence(deep_run, deep_run.graph, 7)
    classifier = trained_classifier(deep_run, deep_run.graph)
    logits = predict_logits(classifier, np.array([7]), torch.device("cpu"))[0]
    added = sum(entry.get("contribution", 0.0) for entry in entries)
    bias = deep_run.weights["output.bias"][deep_run.probabilities[7].argmax()]
    assert added + bias == pytest.approx(float(logits.max()), abs=1e-5)


def test_motifs_that_are_averaged_are_told_by_what_they_add(averaging_run: Run) -> None:
    entries, _ = motif_evidence(averaging_run, averaging_run.graph, 7)
    added = [entry["contribution"] for entry in entries if entry["layer"] == 2]
    assert len({entry["weight"] for entry in entries if entry["layer"] == 2}) == 1
    assert sorted(added, key=abs, reverse=True) == added
    classifier = trained_classifier(averaging_run, averaging_run.graph)
    logits = predict_logits(classifier, np.array([7]), torch.device("cpu"))[0]
    assert sum(added) == pytest.approx(float(logits.max()), abs=1e-5)


def test_shares_of_a_wide_network_are_those_of_the_run(wide_run: Run) -> None:
    entries, sources = motif_evidence(wide_run, wide_run.graph, 7)
    frame = wide_run.contributions()
    own = frame[frame["node"] == 7].set_index("source")
    for entry in entries:
        assert entry["share"] == pytest.approx(own["share"][entry["motif"]], abs=1e-5)
        assert "weight" not in entry
    assert sources["own inputs"] == pytest.approx(own["share"]["own inputs"], abs=1e-5)
    assert sum(sources.values()) == pytest.approx(1.0)


def test_methods_without_parts_by_motif_have_no_evidence(baseline: Run, graph: Graph) -> None:
    paths = fit(graph, ["(t:paper)--(a:author)--(c:paper)"], model="lp-metapath")
    for run in (baseline, paths):
        assert motif_evidence(run, run.graph, 0) == ([], {})
