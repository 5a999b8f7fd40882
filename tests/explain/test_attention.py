from __future__ import annotations

import pytest

from motifcnn.explain.attention import attention_by_class, last_layer, mean_attention
from motifcnn.train import Run


def test_mean_weights_of_a_layer_sum_to_one(deep_run: Run) -> None:
    mean = mean_attention(deep_run.attention())
    assert mean.groupby("layer")["weight"].sum().tolist() == pytest.approx([1.0, 1.0], abs=1e-5)


def test_the_heaviest_motif_of_a_layer_comes_first(run: Run) -> None:
    weights = mean_attention(run.attention())["weight"].tolist()
    assert weights == sorted(weights, reverse=True)


def test_a_class_has_the_mean_of_its_test_nodes(run: Run) -> None:
    attention = run.attention()
    found = attention_by_class(run, run.graph, attention)
    labels = run.graph.labels["paper"]
    for c, name in enumerate(run.classes):
        nodes = [int(row) for row in run.split.test if labels.y[row] == c]
        for motif in found.index:
            own = attention[(attention["motif"] == motif) & attention["node"].isin(nodes)]["weight"]
            assert found.loc[motif, name] == pytest.approx(own.mean(), rel=1e-5)


def test_a_node_with_several_classes_counts_in_each(multi_label_run: Run) -> None:
    run = multi_label_run
    attention = run.attention()
    found = attention_by_class(run, run.graph, attention)
    marked = run.graph.labels["paper"].y
    nodes = [int(row) for row in run.split.test if marked[row, 0]]
    own = attention[(attention["motif"] == found.index[0]) & attention["node"].isin(nodes)][
        "weight"
    ]
    assert found.iloc[0, 0] == pytest.approx(own.mean(), rel=1e-5)


def test_the_last_layer_is_the_second_of_two(run: Run, deep_run: Run) -> None:
    assert set(last_layer(deep_run.attention())["layer"]) == {2}
    attention = run.attention()
    assert last_layer(attention).equals(attention)


def test_a_layer_that_averages_its_motifs_says_nothing_about_them(averaging_run: Run) -> None:
    attention = averaging_run.attention()
    assert set(attention["layer"]) == {1, 2}
    assert set(last_layer(attention)["layer"]) == {1}
    assert set(mean_attention(attention)["layer"]) == {1}
    assert attention_by_class(averaging_run, averaging_run.graph, attention).nunique().max() > 1


def test_the_last_layer_is_taken_where_it_weighs_motifs_or_none_does(deep_run: Run) -> None:
    attention = deep_run.attention()
    assert set(last_layer(attention)["layer"]) == {2}
    assert set(last_layer(attention.assign(weight=0.5))["layer"]) == {2}
