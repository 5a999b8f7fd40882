from __future__ import annotations

import pytest

from motifcnn.explain.importance import Importance, motif_importance
from motifcnn.explain.ranking import mean_importance
from motifcnn.train import Run


def test_the_mean_is_over_nodes_in_the_last_layer(deep_run: Run) -> None:
    found = mean_importance(motif_importance(deep_run))
    frame = deep_run.attention()
    for motif, weight in found.items():
        rows = frame[(frame["motif"] == motif) & (frame["layer"] == 2)]
        assert weight == pytest.approx(rows["weight"].mean())
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_contributions_are_ranked_by_share(wide_run: Run) -> None:
    found = mean_importance(motif_importance(wide_run))
    assert sum(found.values()) == pytest.approx(1.0, abs=1e-5)
    assert "own inputs" in found
    assert mean_importance(Importance()) == {}
