"""Why a node got its class is what `explain` says."""

from __future__ import annotations

from pathlib import Path

import pytest

import motifcnn as mc
from motifcnn.errors import MotifCNNError
from motifcnn.graph import Graph
from motifcnn.studio.why_view import why_view


def test_the_view_has_the_explanation(debian: Graph, stored: Path) -> None:
    found = why_view(debian, stored / "1-motif-cnn", "gimp")
    expected = mc.explain(mc.load_run(stored / "1-motif-cnn"), "gimp", debian)
    assert found.predicted == expected.predicted and found.true == ["graphics"]
    assert found.sentences == expected.sentences
    for row, own in zip(found.motifs, expected.motifs, strict=True):
        assert row.motif == own["motif"] and row.weight == own["weight"]
        assert row.instances == mc.instances(debian, row.motif, "gimp", limit=1).total


def test_a_method_without_motifs_has_probabilities_alone(debian: Graph, stored: Path) -> None:
    found = why_view(debian, stored / "2-gcn", "gimp")
    assert found.motifs == [] and sum(c.probability for c in found.probabilities) == pytest.approx(
        1
    )


def test_an_unknown_node_is_refused(debian: Graph, stored: Path) -> None:
    with pytest.raises(MotifCNNError, match="did you mean 'gimp'"):
        why_view(debian, stored / "2-gcn", "gimpp")
