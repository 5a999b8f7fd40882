"""fit: what training sees, repeats and reaches."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from motifcnn.train.checkpoint import KIND
from motifcnn.train.folder import read_folder
from motifcnn.train.models import MOTIF_MODELS, NotApplicable
from sklearn.metrics import f1_score

from motifcnn.errors import GraphError, MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels, Split
from motifcnn.nn.settings import ConfigError
from motifcnn.train import Run, fit, random_split
from tests.small_graphs import MOTIFS, bibliography, planted_roles

SPLIT = (0.4, 0.2, 0.4)
# The default has no attention to leave out.
MODELS = [
    ("motif-cnn", "default"),
    ("motif-cnn-no-roles", "default"),
    *((model, "asonam") for model in MOTIF_MODELS),
]


def same_bits(one: Run, two: Run) -> bool:
    return one.weights.keys() == two.weights.keys() and all(
        np.array_equal(one.weights[k], two.weights[k]) for k in one.weights
    )


def relabelled(graph: Graph, split: Split, seed: int) -> Graph:
    """The graph with the labels of its test nodes shuffled among them."""
    labels = graph.labels["paper"]
    y, rows = labels.y.copy(), np.searchsorted(labels.nodes, split.test)
    y[rows] = y[np.random.default_rng(seed).permutation(rows)]
    changed = {"paper": Labels(labels.nodes, y, labels.classes)}
    return Graph(
        graph.schema, graph.adjacency, graph.counts, features=graph.features, labels=changed
    )


@pytest.mark.parametrize(("model", "preset"), MODELS)
@pytest.mark.parametrize("multi_label", [False, True])
def test_permuting_test_labels_changes_no_bit_of_the_weights(
    model: str, preset: str, multi_label: bool
) -> None:
    graph = bibliography(multi_label=multi_label)
    split = random_split(graph, fractions=SPLIT)
    one = fit(graph, MOTIFS, model=model, preset=preset, split=split, epochs=6)
    other = relabelled(graph, split, 1)
    two = fit(other, MOTIFS, model=model, preset=preset, split=split, epochs=6)
    assert not np.array_equal(graph.labels["paper"].y, other.labels["paper"].y)
    assert same_bits(one, two)
    assert np.array_equal(one.probabilities, two.probabilities)
    assert one.threshold == two.threshold


@pytest.mark.parametrize("batches", [{}, {"batch_size": 16}])
def test_two_passes_make_one_epoch_of_what_were_two(batches: dict[str, int]) -> None:
    graph = bibliography()
    options = {"preset": "asonam", "split": random_split(graph, fractions=SPLIT), **batches}
    one = fit(graph, MOTIFS, settings={"window": 10}, epochs=6, **options)
    two = fit(graph, MOTIFS, settings={"window": 10, "passes": 2}, epochs=3, **options)
    assert [epoch.val_loss for epoch in two.history] == [
        epoch.val_loss for epoch in one.history[1::2]
    ]


@pytest.mark.parametrize("preset", ["preprint", "asonam", "code", "default"])
def test_the_same_seed_gives_the_same_bits_and_another_seed_others(preset: str) -> None:
    graph = bibliography()
    runs = [
        fit(
            graph,
            MOTIFS,
            preset=preset,
            split=random_split(graph, fractions=SPLIT),
            seed=seed,
            epochs=8,
        )
        for seed in (3, 3, 4)
    ]
    assert same_bits(runs[0], runs[1])
    assert not same_bits(runs[0], runs[2])


@pytest.mark.parametrize(("model", "preset"), MODELS)
@pytest.mark.parametrize("multi_label", [False, True])
def test_every_model_has_one_interface(model: str, preset: str, multi_label: bool) -> None:
    graph = bibliography(multi_label=multi_label)
    run = fit(graph, model=model, preset=preset, split=SPLIT, epochs=5)
    assert run.model == model
    rows, chances = run.split.test, run.probabilities[run.split.test]
    decided = chances >= run.threshold if multi_label else chances.argmax(axis=1)
    assert run.test.macro_f1 == f1_score(
        graph.labels["paper"].y[rows], decided, average="macro", zero_division=0
    )
    assert run.test.nodes == len(run.split.test)
    assert run.probabilities.shape == (120, 3)
    assert (run.test_at_half is not None) == multi_label
    assert list(run.predict().columns) == ["node", "name", "predicted", "p(db)", "p(ml)", "p(ir)"]


def test_motif_cnn_learns_what_links_and_words_say() -> None:
    graph = bibliography(300)
    scores = {
        m: fit(graph, model=m, split=(0.2, 0.2, 0.6)).test.micro_f1
        for m in ("motif-cnn", "mlp", "majority")
    }
    assert scores["motif-cnn"] > 0.9
    assert scores["motif-cnn"] > scores["mlp"] > scores["majority"]


@pytest.mark.parametrize(
    ("model", "good"),
    [("motif-cnn", True), ("motif-cnn-no-roles", False), ("gcn", False), ("mlp", False)],
)
def test_only_roles_solve_the_planted_roles(model: str, good: bool) -> None:
    graph = planted_roles()
    motif = "(t:node)-->(a:node)-->(c:node), (t)-->(c)"
    accuracy = fit(graph, [motif], model=model, split=(0.4, 0.2, 0.4), seed=1).test.accuracy
    assert accuracy > 0.95 if good else accuracy < 0.7


@pytest.mark.parametrize("smooth", [1, 5])
def test_the_best_epoch_is_kept(smooth: int) -> None:
    graph = bibliography()
    run = fit(graph, MOTIFS, split=SPLIT, epochs=30, settings={"smooth": smooth})
    merit = [(e.val_micro_f1 + e.val_macro_f1, -e.val_loss) for e in run.history]
    means = {
        i + 1: tuple(np.mean(merit[i + 1 - smooth : i + 1], axis=0))
        for i in range(smooth - 1, len(merit))
    }
    best = run.history[run.best - 1]
    assert means[best.number] == pytest.approx(max(means.values()))
    assert run.validation.micro_f1 == pytest.approx(best.val_micro_f1)
    assert run.validation.macro_f1 == pytest.approx(best.val_macro_f1)


def test_class_weights_move_the_decision() -> None:
    graph = bibliography(200)
    split = random_split(graph, fractions=SPLIT)
    counts = []
    for weights in (None, {"ml": 50.0}):
        run = fit(graph, model="logistic", split=split, epochs=30, class_weights=weights)
        counts.append((run.predict().predicted == "ml").sum())
    assert counts[1] > counts[0] * 1.5


def test_balanced_gives_every_class_the_same_total_weight() -> None:
    graph = bibliography(200)
    split = random_split(graph, fractions=SPLIT)
    members = np.bincount(graph.labels["paper"].y[split.train])
    weights = {
        name: len(split.train) / (3 * n)
        for name, n in zip(graph.labels["paper"].classes, members, strict=True)
    }
    runs = [
        fit(graph, model="logistic", split=split, epochs=3, class_weights=w)
        for w in ("balanced", weights, None)
    ]
    assert same_bits(runs[0], runs[1])
    assert not same_bits(runs[0], runs[2])


def test_a_split_without_validation_holds_a_part_of_training_out() -> None:
    graph = bibliography()
    split = Split("paper", np.arange(50), np.empty(0, np.int64), np.arange(50, 120))
    run = fit(graph, model="mlp", split=split, epochs=2)
    assert len(run.split.val) == 10
    assert set(run.split.val) | set(run.split.train) == set(range(50))


def test_attention_sums_to_one_per_node_and_layer() -> None:
    frame = fit(bibliography(), MOTIFS, preset="asonam", split=SPLIT, epochs=3).attention()
    assert set(frame.columns) == {"node", "motif", "layer", "weight"}
    assert set(frame.layer) == {1, 2}
    assert set(frame.motif) == set(MOTIFS)
    np.testing.assert_allclose(frame.groupby(["node", "layer"]).weight.sum(), 1, rtol=1e-5)


def test_a_class_of_nodes_without_motif_or_label_is_an_error_that_says_so() -> None:
    graph = bibliography()
    with pytest.raises(MotifCNNError, match=r"\(t:paper\)"):
        fit(graph, ["(t:author)--(c:paper)"])
    with pytest.raises(GraphError, match="venue has no labels"):
        fit(graph, target="venue")
    with pytest.raises(MotifCNNError, match='did you mean "motif-cnn"'):
        fit(graph, model="motif-cn")
    with pytest.raises(MotifCNNError, match="unknown class 'ai'"):
        fit(graph, class_weights={"ai": 2.0}, split=SPLIT)


@pytest.mark.parametrize(
    "settings", [{}, {"carry": -1, "diffusion": 0.0}, {"wide": False, "members": 1}]
)
def test_validation_labels_change_no_weight_of_an_epoch(
    settings: dict[str, object], tmp_path: Path
) -> None:
    graph = bibliography()
    split = random_split(graph, fractions=SPLIT)
    other = relabelled(graph, Split(split.node_type, split.train, split.test, split.val), 1)
    for name, labelled in (("one", graph), ("two", other)):
        fit(
            labelled,
            MOTIFS,
            split=split,
            epochs=4,
            settings=settings,
            checkpoint=tmp_path / name,
            checkpoint_every=4,
        )
    states = [
        read_folder(tmp_path / name / "epoch-000004", kind=KIND)[0]["weights"]
        for name in ("one", "two")
    ]
    assert not np.array_equal(graph.labels["paper"].y, other.labels["paper"].y)
    assert states[0].keys() == states[1].keys()
    assert all(np.array_equal(states[0][key], states[1][key]) for key in states[0])


@pytest.mark.parametrize("model", ["motif-cnn-a", "motif-cnn-no-attention"])
def test_a_preset_without_attention_has_no_ablation_of_it(model: str) -> None:
    with pytest.raises(NotApplicable, match="asonam"):
        fit(bibliography(), MOTIFS, model=model, preset="default", split=SPLIT)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"seed": 2**40}, "seed must be a whole number from 0"),
        ({"checkpoint_every": 0}, "checkpoint_every must be at least 1"),
        ({"class_weights": {"db": -1.0}}, "class_weights must be finite, at least 0"),
        ({"class_weights": {"db": 0, "ml": 0, "ir": 0}}, "not all 0"),
        ({"device": "cuda"}, "torch finds no GPU here"),
    ],
)
def test_an_argument_that_cannot_be_is_refused_by_name(
    options: dict[str, Any], message: str
) -> None:
    if "device" in options and torch.cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(ConfigError, match=message):
        fit(bibliography(), model="mlp", split=SPLIT, epochs=1, **options)


def test_a_class_that_every_training_node_has_is_learned_with_balanced_weights() -> None:
    graph = bibliography(multi_label=True)
    labels = graph.labels["paper"]
    y = labels.y.copy()
    y[:, 0] = True
    everywhere = replace(graph, labels={"paper": Labels(labels.nodes, y, labels.classes)})
    run = fit(everywhere, model="mlp", split=SPLIT, epochs=30, class_weights="balanced")
    assert run.probabilities[:, 0].mean() > 0.8


def test_a_motif_that_is_named_twice_counts_once() -> None:
    run = fit(
        bibliography(), [MOTIFS[0], MOTIFS[0].replace("c:", "x:"), MOTIFS[1]], split=SPLIT, epochs=1
    )
    assert len(run.motifs) == 2
    np.testing.assert_allclose(run.attention().groupby("node")["weight"].sum(), 1.0, rtol=1e-5)


@pytest.mark.parametrize("preset", ["inductive", "asonam"])
def test_a_network_that_nothing_is_fed_to_is_refused(preset: str) -> None:
    bare = replace(bibliography(), features={})
    with pytest.raises(ConfigError, match="no node type feeds anything in"):
        fit(bare, MOTIFS, preset=preset, split=SPLIT, epochs=1, settings={"featureless": "none"})
