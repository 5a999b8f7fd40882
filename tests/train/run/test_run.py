"""A run answers from what is kept with its graph, and says what its method has not."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import torch

from motifcnn.errors import GraphError
from motifcnn.explain import explain
from motifcnn.methods import NotApplicable
from motifcnn.nn.wide_motif import SOURCES
from motifcnn.report import render_report
from motifcnn.train import Run, fit, load_run
from motifcnn.train.loop.loop import predict_logits
from motifcnn.train.run.trained import trained_classifier
from tests.small_graphs import MOTIFS, bibliography

SPLIT = (0.4, 0.2, 0.4)
EXACT = pd.testing.assert_frame_equal


def quick(graph: Any, **options: Any) -> Run:
    return fit(graph, MOTIFS, **{"split": SPLIT, "epochs": 3} | options)


def operators(made: list[Hashable]) -> list[tuple[Any, ...]]:
    return [key for key in made if isinstance(key, tuple) and key[0] == "operator"]


@pytest.mark.parametrize("preset", ["default", "inductive", "asonam", "preprint", "code"])
def test_a_fitted_run_makes_nothing_again(preset: str, made: list[Hashable]) -> None:
    run = quick(bibliography(names=True), preset=preset)
    assert len(operators(made)) == len(MOTIFS)
    made.clear()
    run.attention()
    run.predict(run.graph)
    assert made == []
    render_report(run)
    explain(run, 0)
    assert not [key for key in operators(made) if "materialised" in key]  # nothing is counted


def test_a_fitted_wide_network_makes_nothing_again(made: list[Hashable]) -> None:
    run = quick(bibliography(), model="wide-motif")
    assert len(operators(made)) == len(MOTIFS)
    made.clear()
    run.contributions()
    run.predict(run.graph)
    assert made == []


def test_a_loaded_run_counts_when_it_is_first_asked_and_then_no_more(
    made: list[Hashable], tmp_path: Path
) -> None:
    quick(bibliography()).save(tmp_path / "run")
    made.clear()
    loaded, graph = load_run(tmp_path / "run"), bibliography()  # as another process would
    assert made == []
    loaded.attention(graph)
    assert len(operators(made)) == len(MOTIFS)
    made.clear()
    loaded.attention(graph)
    loaded.predict(graph)
    assert made == []


def test_an_equal_graph_is_another_graph(made: list[Hashable]) -> None:
    run = quick(bibliography())
    made.clear()
    run.attention(bibliography())
    assert len(operators(made)) == len(MOTIFS)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"preset": "asonam"},
        {"preset": "code"},
        {"preset": "asonam", "batch_size": 16, "sample": 2},
    ],
    ids=["default", "asonam", "code", "sampled"],
)
def test_what_is_kept_and_what_is_built_again_say_the_same_to_the_bit(
    options: dict[str, Any], tmp_path: Path
) -> None:
    graph = bibliography()
    run = quick(graph, **options)
    kept = run.attention(), run.predict(graph)
    np.testing.assert_allclose(
        kept[1].iloc[:, 3:].to_numpy(), run.probabilities, rtol=1e-5, atol=1e-7
    )
    run.save(tmp_path / "run")
    loaded = load_run(tmp_path / "run")
    EXACT(loaded.attention(bibliography()), kept[0], check_exact=True)
    EXACT(loaded.predict(bibliography()), kept[1], check_exact=True)


def test_a_run_with_other_weights_says_something_else() -> None:
    run = quick(bibliography())
    before = run.attention()
    changed = replace(run, weights={name: -weights for name, weights in run.weights.items()})
    assert not changed.attention().equals(before)
    EXACT(run.attention(), before, check_exact=True)


@pytest.mark.parametrize("multi_label", [False, True])
def test_predictions_have_the_names_of_nodes_and_classes(multi_label: bool) -> None:
    graph = bibliography(names=True, multi_label=multi_label)
    run = quick(graph)
    frame = run.predict()
    assert frame.node.tolist() == graph.ids["paper"].tolist()
    assert frame.name.tolist() == graph.names["paper"].tolist()
    found = frame[["p(db)", "p(ml)", "p(ir)"]].to_numpy()
    np.testing.assert_array_equal(found, run.probabilities)
    names = np.array(run.classes)
    if multi_label:
        expected = [", ".join(names[row >= run.threshold]) for row in found]
    else:
        expected = names[found.argmax(axis=1)].tolist()
    assert frame.predicted.tolist() == expected


def test_attention_sums_to_one_per_node_and_layer() -> None:
    frame = quick(bibliography(), preset="asonam").attention()
    assert list(frame.columns) == ["node", "motif", "layer", "weight"]
    assert set(frame.layer) == {1, 2}
    assert set(frame.motif) == set(MOTIFS)
    np.testing.assert_allclose(frame.groupby(["node", "layer"]).weight.sum(), 1, rtol=1e-5)


def test_attention_is_of_the_motifs_with_the_target_alone() -> None:
    given = ["(t:author)--(c:paper)", *MOTIFS]
    run = fit(bibliography(), given, preset="asonam", split=SPLIT, epochs=1)
    assert len(run.motifs) == 4
    assert set(run.attention().motif) == set(MOTIFS)


def test_contributions_name_motifs_and_other_sources_and_their_shares() -> None:
    run = quick(bibliography(), model="wide-motif")
    frame = run.contributions()
    assert list(frame.columns) == ["node", "source", "contribution", "share"]
    assert frame.source.tolist()[: len(MOTIFS) + 2] == [*MOTIFS, *SOURCES[1:]]
    np.testing.assert_allclose(frame.groupby("node").share.sum(), 1.0, rtol=1e-5)
    size = frame.contribution.abs()
    total = size.groupby(frame.node).transform("sum")
    np.testing.assert_allclose(frame.share, size / total, rtol=1e-5)


def test_contributions_of_a_motif_that_carries_nothing_are_zero() -> None:
    graph = bibliography()
    given = ["(t:paper)--(a:author)--(c:paper)", "(t:paper)--(c:author)"]
    settings = {"featureless": "none", "diffusion": 0.0}
    options = {"model": "wide-motif", "split": SPLIT, "epochs": 1, "settings": settings}
    frame = fit(graph, given, **options).contributions()
    assert not frame[frame.source == "(t:paper)--(c:author)"].contribution.any()


def test_a_wide_network_has_no_attention_and_points_to_its_contributions() -> None:
    with pytest.raises(NotApplicable, match=r"contributions\(\)"):
        quick(bibliography(), model="wide-motif").attention()


def test_contributions_of_motif_cnn_and_the_bias_add_up_to_the_logit() -> None:
    run = quick(bibliography())
    frame = run.contributions()
    assert frame.source.tolist()[: len(MOTIFS) + 2] == [*MOTIFS, *SOURCES[1:]]
    best = run.probabilities.argmax(axis=1)
    sums = frame.groupby("node").contribution.sum().to_numpy()
    logits = sums + run.weights["output.bias"][best]
    classifier = trained_classifier(run, run.graph)
    expected = predict_logits(classifier, np.arange(len(best)), torch.device("cpu"))
    np.testing.assert_allclose(logits, expected.max(dim=1).values, rtol=1e-5, atol=1e-5)


def test_a_method_without_motifs_has_neither() -> None:
    run = fit(bibliography(), model="tiny-network", split=SPLIT, epochs=1)
    for asked in (run.attention, run.contributions):
        with pytest.raises(NotApplicable, match="this method has no"):
            asked()


@pytest.mark.parametrize("asked", ["attention", "contributions"])
def test_a_run_without_its_graph_asks_for_one(asked: str) -> None:
    run = replace(quick(bibliography()), graph=None)
    with pytest.raises(GraphError, match=rf"does not hold its graph.*run\.{asked}\(graph\)"):
        getattr(run, asked)()
