from __future__ import annotations

import numpy as np
import pytest

from motifcnn.explain.importance import motif_importance
from motifcnn.report.heat import heat_step
from motifcnn.report.motif_list import motif_list, numbered_sources, source_weights
from motifcnn.train import Run
from motifcnn.train.split import labels_of


def test_numbers_follow_the_weight_and_are_the_same_in_drawings_and_tables(run: Run) -> None:
    importance = motif_importance(run)
    drawn = motif_list(run, importance)
    weights = [motif["weight"] for motif in drawn]
    assert weights == sorted(weights, reverse=True)
    assert sum(weights) == pytest.approx(1.0, abs=1e-5)
    assert [motif["number"] for motif in drawn] == [1, 2, 3]
    rows = source_weights(run, run.graph, importance)["rows"]
    assert [(row["number"], row["name"]) for row in rows] == [
        (motif["number"], motif["text"]) for motif in drawn
    ]


def test_attention_is_shown_for_every_motif_and_layer(deep_run: Run) -> None:
    found = source_weights(deep_run, deep_run.graph, motif_importance(deep_run))
    assert (found["kind"], found["layers"]) == ("attention", 2)
    assert {len(row["weights"]) for row in found["rows"]} == {2}
    assert {row["name"] for row in found["rows"]} == {str(motif) for motif in deep_run.motifs}


def test_cells_by_class_are_means_over_the_test_nodes_of_the_class(run: Run) -> None:
    importance = motif_importance(run)
    found = source_weights(run, run.graph, importance)
    (table,) = found["by_class"]
    frame = importance.attention
    y = labels_of(run.graph.labels["paper"], run.split.test)
    for c, row in enumerate(table["rows"]):
        nodes = run.ids[run.split.test[y == c]]
        for source, cell in zip(found["rows"], row["cells"], strict=True):
            chosen = frame[(frame["motif"] == source["name"]) & frame["node"].isin(nodes)]
            mean = float(chosen["weight"].astype(np.float64).mean())
            assert float(cell["text"]) == pytest.approx(100 * mean, abs=0.51)
            assert cell["step"] == heat_step(mean)


def test_a_wide_network_has_contributions_of_motifs_and_other_sources(wide_run: Run) -> None:
    importance = motif_importance(wide_run)
    found = source_weights(wide_run, wide_run.graph, importance)
    assert found["kind"] == "contributions"
    names = {*map(str, wide_run.motifs), "own inputs", "propagated features"}
    assert {row["name"] for row in found["rows"]} == names
    shares = [row["weights"][0] for row in found["rows"]]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1.0, abs=1e-5)
    assert found["sources"].startswith("motifs ")
    numbers = numbered_sources(wide_run, importance)
    assert {m["text"]: m["number"] for m in motif_list(wide_run, importance)}.items() <= (
        numbers.items()
    )


def test_a_baseline_has_neither_motifs_nor_weights(baseline: Run) -> None:
    importance = motif_importance(baseline)
    assert motif_list(baseline, importance) == []
    assert source_weights(baseline, baseline.graph, importance) is None
