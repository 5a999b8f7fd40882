from __future__ import annotations

import pytest

from motifcnn.explain.contributions import grouped_shares, mean_contributions, shares_by_class
from motifcnn.train import Run


def test_mean_contributions_are_those_of_the_nodes_and_the_largest_share_comes_first(
    wide_run: Run,
) -> None:
    contributions = wide_run.contributions()
    means = mean_contributions(contributions)
    for source, contribution, share in means.itertuples(index=False):
        own = contributions[contributions["source"] == source]
        assert contribution == pytest.approx(own["contribution"].mean(), abs=1e-6)
        assert share == pytest.approx(own["share"].mean(), abs=1e-6)
    assert means["share"].tolist() == sorted(means["share"], reverse=True)


def test_shares_of_motifs_are_added_and_those_of_all_sources_sum_to_one(wide_run: Run) -> None:
    contributions = wide_run.contributions()
    shares = grouped_shares(contributions)
    motifs = [str(motif) for motif in wide_run.motifs]
    through = contributions[contributions["source"].isin(motifs)].groupby("node")["share"].sum()
    assert shares["motifs"] == pytest.approx(through.mean(), abs=1e-6)
    assert list(shares) == ["motifs", "own inputs", "propagated features"]
    assert sum(shares.values()) == pytest.approx(1.0, abs=1e-5)


def test_a_class_has_the_mean_share_of_its_test_nodes(wide_run: Run) -> None:
    contributions = wide_run.contributions()
    found = shares_by_class(wide_run, wide_run.graph, contributions)
    labels = wide_run.graph.labels["paper"]
    for c, name in enumerate(wide_run.classes):
        nodes = [int(row) for row in wide_run.split.test if labels.y[row] == c]
        for source in found.index:
            rows = contributions[
                (contributions["source"] == source) & contributions["node"].isin(nodes)
            ]
            assert found.loc[source, name] == pytest.approx(rows["share"].mean(), abs=1e-6)
