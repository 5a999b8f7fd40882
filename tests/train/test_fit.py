"""fit: what training sees, repeats, reaches and refuses."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sklearn.metrics import f1_score

from motifcnn.errors import GraphError, MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels, Split
from motifcnn.methods import motif_cnn, motif_cnn_classifier, propagated, wide_motif
from motifcnn.nn.inputs import inputs
from motifcnn.nn.settings import ConfigError
from motifcnn.train import Run, fit, random_split
from motifcnn.train.loop.checkpoint import KIND
from motifcnn.train.run.folder import read_folder
from tests.small_graphs import MOTIFS, bibliography, planted_roles

SPLIT = (0.4, 0.2, 0.4)
ABLATIONS = ("motif-cnn-a", "motif-cnn-no-attention", "motif-cnn-no-roles")
MODELS = [
    ("wide-motif", None),
    *((model, preset) for model in ("motif-cnn", *ABLATIONS) for preset in ("default", "asonam")),
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
    model: str, preset: str | None, multi_label: bool
) -> None:
    graph = bibliography(multi_label=multi_label)
    split = random_split(graph, fractions=SPLIT)
    one = fit(graph, MOTIFS, model=model, preset=preset, split=split, epochs=4)
    other = relabelled(graph, split, 1)
    two = fit(other, MOTIFS, model=model, preset=preset, split=split, epochs=4)
    assert not np.array_equal(graph.labels["paper"].y, other.labels["paper"].y)
    assert same_bits(one, two)
    assert np.array_equal(one.probabilities, two.probabilities)
    assert one.threshold == two.threshold


@pytest.mark.parametrize("model", ["motif-cnn", "wide-motif", "motif-cnn-asonam"])
def test_validation_labels_change_no_weight_of_an_epoch(model: str, tmp_path: Path) -> None:
    graph = bibliography()
    split = random_split(graph, fractions=SPLIT)
    other = relabelled(graph, Split(split.node_type, split.train, split.test, split.val), 1)
    deep = {"model": "motif-cnn", "preset": "asonam"}
    options: dict[str, Any] = deep if model == "motif-cnn-asonam" else {"model": model}
    if model == "motif-cnn":  # validation labels choose the inputs
        options["settings"] = {"choose": False}
    for name, labelled in (("one", graph), ("two", other)):
        folder = {"checkpoint": tmp_path / name, "checkpoint_every": 4}
        fit(labelled, MOTIFS, split=split, epochs=4, **options, **folder)
    states = [
        read_folder(tmp_path / name / "epoch-000004", kind=KIND)[0]["weights"]
        for name in ("one", "two")
    ]
    assert not np.array_equal(graph.labels["paper"].y, other.labels["paper"].y)
    assert states[0].keys() == states[1].keys()
    assert all(np.array_equal(states[0][key], states[1][key]) for key in states[0])


@pytest.mark.parametrize(
    ("model", "preset"),
    [("wide-motif", None), *(("motif-cnn", p) for p in ("preprint", "asonam", "code", "default"))],
)
def test_the_same_seed_gives_the_same_bits_and_another_seed_others(
    model: str, preset: str | None
) -> None:
    split = random_split(bibliography(), fractions=SPLIT)
    runs = [
        fit(bibliography(), MOTIFS, model=model, preset=preset, split=split, seed=seed, epochs=5)
        for seed in (3, 3, 4)
    ]
    assert same_bits(runs[0], runs[1])
    assert np.array_equal(runs[0].probabilities, runs[1].probabilities)
    assert not same_bits(runs[0], runs[2])


IN_THREADS = ("motif-cnn", "wide-motif", "gat", "planetoid-t", "boosting", "ica")


def fitted(model: str, seed: int) -> list[Any]:
    """All that a fit computes, on a graph of its own."""
    motifs = MOTIFS[:1] if "motif" in model else None
    changes = {} if model in ("boosting", "ica") else {"epochs": 3}
    run = fit(bibliography(60), motifs, model=model, split=SPLIT, seed=seed, **changes)
    history = [replace(epoch, seconds=0.0) for epoch in run.history]
    weights = [values.tobytes() for _, values in sorted(run.weights.items())]
    return [history, run.probabilities.tobytes(), weights]


def test_fits_in_four_threads_are_those_of_one_thread_bit_by_bit() -> None:
    work = [(model, seed) for model in IN_THREADS for seed in (0, 1)]
    expected = [fitted(*each) for each in work]
    torch.manual_seed(0)
    after = torch.rand(2)
    torch.manual_seed(0)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda each: fitted(*each), work))
    assert torch.equal(torch.rand(2), after), "the caller's random numbers are left alone"
    for each, one, other in zip(work, expected, found, strict=True):
        assert one == other, each


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_child_fits_what_its_parent_fits() -> None:
    work = [(model, 0) for model in ("motif-cnn", "gat", "boosting")]
    expected = [fitted(*each) for each in work]
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.starmap_async(fitted, work).get(timeout=120) == expected


def test_the_random_numbers_of_the_caller_are_left_alone() -> None:
    graph = bibliography()
    torch.manual_seed(0)
    expected = torch.rand(3)
    torch.manual_seed(0)
    run = fit(graph, MOTIFS, split=SPLIT, epochs=2)
    run.attention()
    run.predict(graph)
    assert torch.equal(torch.rand(3), expected)


@pytest.mark.parametrize(("model", "preset"), MODELS)
@pytest.mark.parametrize("multi_label", [False, True])
def test_every_model_has_one_interface(model: str, preset: str | None, multi_label: bool) -> None:
    graph = bibliography(multi_label=multi_label)
    run = fit(graph, model=model, preset=preset, split=SPLIT, epochs=3)
    assert run.model == model
    assert run.preset == (preset or "")
    rows, found = run.split.test, run.probabilities[run.split.test]
    decided = found >= run.threshold if multi_label else found.argmax(axis=1)
    assert run.test.macro_f1 == f1_score(
        graph.labels["paper"].y[rows], decided, average="macro", zero_division=0
    )
    assert run.test.nodes == len(run.split.test)
    assert run.probabilities.shape == (120, 3)
    assert (run.test_at_half is not None) == multi_label
    assert list(run.predict().columns) == ["node", "name", "predicted", "p(db)", "p(ml)", "p(ir)"]
    assert set(run.seconds) == {"prepare", "train", "score"}


def test_motif_cnn_learns_what_links_and_words_say() -> None:
    graph = bibliography(300)
    scores = {
        model: fit(graph, model=model, split=(0.2, 0.2, 0.6)).test.micro_f1
        for model in ("motif-cnn", "wide-motif", "tiny-network", "tiny-rates")
    }
    assert min(scores["motif-cnn"], scores["wide-motif"]) > 0.9
    assert min(scores["motif-cnn"], scores["wide-motif"]) > scores["tiny-network"]
    assert scores["tiny-network"] > scores["tiny-rates"]


@pytest.mark.parametrize(
    ("model", "settings", "good"),
    [
        ("motif-cnn", {}, True),
        ("motif-cnn-no-roles", {}, False),
        ("wide-motif", {}, True),
        ("wide-motif", {"roles": False}, False),
    ],
)
def test_only_role_filters_solve_the_planted_roles(
    model: str, settings: dict[str, Any], good: bool
) -> None:
    motif = "(t:node)-->(a:node)-->(c:node), (t)-->(c)"
    options = {"split": SPLIT, "seed": 1, "settings": settings}
    accuracy = fit(planted_roles(), [motif], model=model, **options).test.accuracy
    assert accuracy > 0.95 if good else accuracy < 0.7


def test_class_weights_move_the_decision() -> None:
    graph = bibliography(200)
    split = random_split(graph, fractions=SPLIT)
    counts = []
    for weights in (None, {"ml": 50.0}):
        run = fit(graph, model="tiny-network", split=split, epochs=30, class_weights=weights)
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
        fit(graph, model="tiny-network", split=split, epochs=3, class_weights=w)
        for w in ("balanced", weights, None)
    ]
    assert same_bits(runs[0], runs[1])
    assert not same_bits(runs[0], runs[2])


def test_a_class_that_every_training_node_has_is_learned_with_balanced_weights() -> None:
    graph = bibliography(multi_label=True)
    labels = graph.labels["paper"]
    y = labels.y.copy()
    y[:, 0] = True
    everywhere = replace(graph, labels={"paper": Labels(labels.nodes, y, labels.classes)})
    options = {"epochs": 30, "class_weights": "balanced"}
    run = fit(everywhere, model="tiny-network", split=SPLIT, **options)
    assert run.probabilities[:, 0].mean() > 0.8


def test_a_split_without_validation_holds_a_part_of_training_out() -> None:
    split = Split("paper", np.arange(50), np.empty(0, np.int64), np.arange(50, 120))
    run = fit(bibliography(), model="tiny-network", split=split, epochs=2)
    assert len(run.split.val) == 10
    assert set(run.split.val) | set(run.split.train) == set(range(50))


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
    with pytest.raises(MotifCNNError, match="cannot match"):
        fit(graph, ["(t:paper)--(c:paper)"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"seed": 2**40}, "seed must be a whole number from 0"),
        ({"seed": 0.5}, "seed must be a whole number from 0"),
        ({"checkpoint_every": 0}, "checkpoint_every must be at least 1"),
        ({"class_weights": {"db": -1.0}}, "class_weights must be finite, at least 0"),
        ({"class_weights": {"db": 0, "ml": 0, "ir": 0}}, "not all 0"),
        ({"device": "cuda"}, "torch finds no GPU here"),
        ({"motifs": list(MOTIFS)}, "tiny-network uses no motifs; leave them out"),
        ({"motifs": "auto"}, "tiny-network uses no motifs; leave them out"),
        ({"preset": "asonam"}, "tiny-network has no preset 'asonam'.*Known: default"),
        ({"settings": {"filters": (3,)}}, "tiny-network: no setting 'filters'"),
        ({"settings": {"dropout": 2.0}}, "tiny-network: dropout: .*less than 1; got 2.0"),
        ({"epochs": 0}, "tiny-network: epochs: .*greater than 0; got 0"),
        ({"model": "tiny-rates", "batch_size": 4}, "tiny-rates does not train in mini-batches"),
        ({"model": "tiny-rates", "epochs": 4}, "tiny-rates: no setting 'epochs'"),
        ({"model": "motif-cnn", "motifs": []}, "the model needs at least one"),
        ({"model": "motif-cnn", "motifs": "(t:a)"}, r"got the text '\(t:a\)'; write \['\(t:a\)'\]"),
        ({"model": "motif-cnn", "settings": {"most_motifs": 2}}, "no setting 'most_motifs'"),
        ({"model": "wide-motif", "settings": {"heads": 2}}, "wide-motif: no setting 'heads'"),
        ({"model": "wide-motif", "preset": "code"}, "wide-motif has no preset 'code'"),
    ],
)
def test_an_argument_that_cannot_be_is_refused_by_name(
    options: dict[str, Any], message: str
) -> None:
    if "device" in options and torch.cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(ConfigError, match=message):
        fit(bibliography(), **{"model": "tiny-network", "split": SPLIT} | options)


def noted(function: Callable[..., Any], calls: list[str]) -> Callable[..., Any]:
    """The function, whose name is added to a list with every call."""

    def call(*given: Any, **options: Any) -> Any:
        calls.append(function.__name__)
        return function(*given, **options)

    return call


@pytest.mark.parametrize(
    "options",
    [{}, {"preset": "asonam"}, {"model": "wide-motif"}, {"model": "motif-cnn-no-roles"}],
    ids=["default", "asonam", "wide", "no roles"],
)
def test_the_second_split_makes_no_operator_input_or_product_again(
    options: dict[str, Any], made: list[Hashable], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    places = (
        (inputs, ("fit_inputs", "_columns", "structural_embedding", "diffused")),
        (motif_cnn_classifier, ("precomputed",)),
        (motif_cnn, ("choose_motifs",)),
        (wide_motif, ("motif_features", "widespread_motifs")),
        (propagated, ("_made",)),
    )
    for module, names in places:
        for name in names:
            monkeypatch.setattr(module, name, noted(getattr(module, name), calls))
    graph = bibliography()
    first = fit(graph, split="random", seed=0, epochs=2, **options)
    assert {"fit_inputs", "_columns"} <= set(calls)
    assert made
    calls.clear()
    made.clear()
    second = fit(graph, split="random", seed=1, epochs=2, **options)
    assert second.split != first.split
    assert (calls, made) == ([], [])
