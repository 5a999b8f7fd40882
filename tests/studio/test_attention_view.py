"""Weights by motif and class are means over the test nodes of the class."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import motifcnn as mc
from motifcnn.graph import Graph
from motifcnn.studio.attention_view import attention_view


def test_attention_is_the_mean_over_test_nodes_of_a_class(debian: Graph, stored: Path) -> None:
    run = mc.load_run(stored / "1-motif-cnn")
    found = attention_view(debian, stored / "1-motif-cnn")
    assert found.kind == "attention" and found.classes == list(run.classes)
    labels = debian.labels["package"]
    weights = run.attention(debian).set_index(["motif", "node"])["weight"]
    for c, name in enumerate(found.classes):
        rows = np.intersect1d(labels.nodes[labels.y == c], run.split.test)
        for source in found.sources:
            own = weights[source.name].loc[debian.ids["package"][rows]]
            assert source.by_class[c] == pytest.approx(own.mean(), rel=1e-5), name
    assert sum(source.mean for source in found.sources) == pytest.approx(1)
    assert found.sources[0].mean >= found.sources[1].mean


def test_a_method_without_motifs_does_not_say(debian: Graph, stored: Path) -> None:
    assert attention_view(debian, stored / "2-gcn").kind == "none"


def test_a_wide_network_has_shares_of_all_sources(debian: Graph, tmp_path: Path) -> None:
    motifs = ["(t:package)--(c:library)"]
    mc.fit(debian, motifs, model="wide-motif", epochs=2).save(tmp_path / "run")
    found = attention_view(debian, tmp_path / "run")
    assert found.kind == "contributions"
    assert {"", "packages that depend on a library"} == {s.words for s in found.sources}
    assert sum(source.by_class[0] or 0 for source in found.sources) == pytest.approx(1)
