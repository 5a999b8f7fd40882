from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix

from motifcnn.report.page import page_content
from motifcnn.train import Run


def test_confusion_and_scores_per_class_are_those_of_scikit_learn(run: Run) -> None:
    content = page_content(run, run.graph, {})
    y = run.graph.labels["paper"].y[run.split.test]
    expected = confusion_matrix(
        y, run.probabilities[run.split.test].argmax(axis=1), labels=range(3)
    )
    assert [
        [cell["count"] for cell in row["cells"]] for row in content["confusion"]
    ] == expected.tolist()
    hits = np.diag(expected)
    for c, row in enumerate(content["per_class"]):
        assert (row["hits"], row["missed"], row["wrong"]) == (
            hits[c],
            expected[c].sum() - hits[c],
            expected[:, c].sum() - hits[c],
        )
        assert row["recall"] == pytest.approx(hits[c] / max(expected[c].sum(), 1))


def test_several_classes_per_node_have_counts_instead_of_a_confusion_matrix(
    multi_label_run: Run,
) -> None:
    content = page_content(multi_label_run, multi_label_run.graph, {})
    assert content["confusion"] is None
    marked = multi_label_run.graph.labels["paper"].y[multi_label_run.split.test]
    assert [row["hits"] + row["missed"] for row in content["per_class"]] == marked.sum(
        axis=0
    ).tolist()


def test_attention_is_shown_for_every_motif_layer_and_class(deep_run: Run) -> None:
    attention = page_content(deep_run, deep_run.graph, {})["attention"]
    assert attention["layers"] == 2
    assert {len(row["weights"]) for row in attention["rows"]} == {2}
    assert {row["name"] for row in attention["rows"]} == {str(motif) for motif in deep_run.motifs}
    assert all(0 <= cell["share"] <= 1 for row in attention["rows"] for cell in row["cells"])


def test_a_baseline_has_neither_motifs_nor_attention(baseline: Run) -> None:
    content = page_content(baseline, baseline.graph, {})
    assert content["attention"] is content["contributions"] is None
    assert content["motifs"] == []


def test_the_heaviest_motif_is_drawn_first(run: Run) -> None:
    weights = [motif["weight"] for motif in page_content(run, run.graph, {})["motifs"]]
    assert weights == sorted(weights, reverse=True)
    assert sum(weights) == pytest.approx(1.0, abs=1e-5)


def test_a_wide_network_has_contributions_and_no_attention(wide_run: Run) -> None:
    content = page_content(wide_run, wide_run.graph, {})
    assert content["attention"] is None
    found = content["contributions"]
    assert {row["name"] for row in found["rows"]} == {
        *map(str, wide_run.motifs),
        "own inputs",
        "propagated features",
    }
    shares = [row["weights"][0] for row in found["rows"]]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1.0, abs=1e-5)
    assert found["sources"].startswith("motifs ")
    drawn = {motif["text"]: motif["weight"] for motif in content["motifs"]}
    assert drawn == pytest.approx(
        {row["name"]: row["weights"][0] for row in found["rows"] if row["name"] in drawn}
    )


def test_the_settings_are_those_of_the_run(run: Run, wide_run: Run) -> None:
    for each in (run, wide_run):
        assert page_content(each, each.graph, {})["settings"] == each.settings.to_json()
