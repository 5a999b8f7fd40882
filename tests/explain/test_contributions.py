from __future__ import annotations

import pytest

from motifcnn.explain.contributions import mean_sources
from motifcnn.train import Run


def test_mean_shares_are_those_of_the_nodes_and_sum_to_one(run: Run) -> None:
    sources = run.sources()
    means = mean_sources(sources)
    for name, share in means.items():
        assert share == pytest.approx(sources[sources["source"] == name]["weight"].mean())
    assert sum(means.values()) == pytest.approx(1.0, abs=1e-5)


def test_a_model_that_gives_none_has_none(baseline: Run) -> None:
    assert mean_sources(baseline.sources()) == {}
