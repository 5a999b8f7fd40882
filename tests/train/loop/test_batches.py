"""Mini-batches: dealt by the seed, the full step when they are all, and as good in the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from motifcnn.graph import Graph, Labels, random_split
from motifcnn.methods import Problem, get_method
from motifcnn.methods import motif_cnn_classifier as module_of_method
from motifcnn.methods.validation import loss_of
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import ConfigError
from motifcnn.tensor.operator import operator as operator_of
from motifcnn.train import Run, fit
from motifcnn.train.loop.batches import Batching
from motifcnn.train.loop.loop import predict_logits
from tests.small_graphs import MOTIFS, bibliography, planted_roles
from tests.stop_after import StopAfter

SPLIT = (0.4, 0.2, 0.4)
CPU = torch.device("cpu")
GRAPH = bibliography(240)


def same_bits(one: Run, two: Run) -> bool:
    return all(np.array_equal(one.weights[k], two.weights[k]) for k in one.weights)


def classifier_of(preset: str, **changes: Any) -> Any:
    torch.manual_seed(0)
    method = get_method("motif-cnn")
    motifs = tuple(map(Motif.parse, MOTIFS))
    settings = method.configured(preset, changes)
    return method.build(Problem(bibliography(), "paper", motifs, 3, settings))


@pytest.fixture
def factored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Operators without a tensor, as large graphs have them."""

    def build(graph: Graph, motif: Motif, normaliser: Any = "instances", **_: Any) -> Any:
        return operator_of(graph, motif, normaliser, engine="factored")

    monkeypatch.setattr(module_of_method, "operator", build)


def test_every_node_is_in_one_batch_and_epochs_differ() -> None:
    batching = Batching(7, None, seed=3)
    one, two = batching.deal(50, 1), batching.deal(50, 2)
    assert np.array_equal(np.sort(np.concatenate(one)), np.arange(50))
    assert max(map(len, one)) <= 7
    assert max(map(len, one)) - min(map(len, one)) <= 1
    assert not all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    again = Batching(7, None, seed=3).deal(50, 1)
    assert all(np.array_equal(a, b) for a, b in zip(one, again, strict=True))


def test_draws_depend_on_seed_epoch_and_batch_and_on_nothing_else() -> None:
    class Noting:
        def batch(self, rows: Any, device: Any, sample: Any, generator: Any) -> float:
            return float(generator.random())

    def drawn(seed: int, epoch: int, number: int) -> float:
        return Batching(4, 2, seed).view(Noting(), np.arange(3), CPU, epoch, number)

    places = [(s, e, n) for s in (0, 1) for e in (1, 2) for n in (0, 1)]
    assert len({drawn(*place) for place in places}) == len(places)
    assert [drawn(*place) for place in places] == [drawn(*place) for place in places]


@pytest.mark.parametrize("filters", [(6,), (6, 5)])
def test_one_batch_of_all_nodes_has_the_gradient_of_the_full_step(
    filters: tuple[int, ...],
) -> None:
    classifier = classifier_of("asonam", filters=filters, dropout=0.0)
    rows, y = np.arange(60), torch.arange(60) % 3
    (places,) = Batching(60, None, seed=1).deal(60, 1)
    views = [
        classifier.view(rows, CPU),
        Batching(60, None, seed=1).view(classifier, rows[places], CPU, 1, 0),
    ]
    parameters = list(classifier.module.parameters())
    gradients = [
        torch.autograd.grad(loss_of(classifier(v), y, None), parameters, allow_unused=True)
        for v in views
    ]
    for one, other in zip(*gradients, strict=True):
        if one is not None:
            torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("sample", [None, 4])
def test_batches_reach_the_score_of_full_steps(sample: int | None) -> None:
    scores = {}
    options: dict[str, Any] = {"preset": "asonam", "split": SPLIT, "epochs": 20}
    for name, batches in {"full": {}, "batches": {"batch_size": 32, "sample": sample}}.items():
        runs = [fit(GRAPH, MOTIFS, seed=seed, **options, **batches) for seed in range(2)]
        scores[name] = np.array([run.test.micro_f1 for run in runs])
    noise = scores["full"].std(ddof=1) + scores["batches"].std(ddof=1)
    assert scores["full"].mean() > 0.8
    assert scores["batches"].mean() > scores["full"].mean() - 0.02 - noise


def test_batches_solve_the_planted_roles() -> None:
    motif = "(t:node)-->(a:node)-->(c:node), (t)-->(c)"
    options = {"preset": "asonam", "split": SPLIT, "seed": 1, "batch_size": 32, "sample": 5}
    assert fit(planted_roles(), [motif], epochs=25, **options).test.accuracy > 0.95


@pytest.mark.usefixtures("factored")
def test_factored_operators_train_in_batches_as_tensors_do() -> None:
    options = {"preset": "asonam", "split": SPLIT, "epochs": 12, "batch_size": 40}
    run = fit(bibliography(200), MOTIFS, **options)
    assert all(operator.factored for operator in classifier_of("asonam").operators)
    sampled = fit(bibliography(200), MOTIFS, sample=3, **options)
    assert run.test.micro_f1 > 0.8
    assert sampled.test.micro_f1 > 0.75


@pytest.mark.usefixtures("factored")
@pytest.mark.parametrize("mask", [False, True])
def test_predictions_layer_by_layer_are_those_of_views(mask: bool) -> None:
    classifier = classifier_of("preprint", mask=mask)
    some = np.array([1, 5, 70])
    found = predict_logits(classifier, np.arange(120), CPU)[torch.as_tensor(some)]
    with torch.no_grad():
        expected = classifier(classifier.view(some, CPU))
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    "options",
    [
        {"preset": "asonam"},
        {"preset": "asonam", "sample": 3},
        {"preset": "default"},
        {"model": "wide-motif"},
    ],
    ids=["asonam", "sampled", "default", "wide"],
)
def test_an_interrupted_run_in_batches_ends_with_the_same_bits(
    options: dict[str, Any], tmp_path: Path
) -> None:
    options = {"split": SPLIT, "seed": 5, "epochs": 7, "batch_size": 16} | options
    whole = fit(bibliography(), MOTIFS, **options)
    options |= {"checkpoint": tmp_path / "c", "checkpoint_every": 2}
    with pytest.raises(KeyboardInterrupt):
        fit(bibliography(), MOTIFS, callbacks=[StopAfter(5)], **options)
    resumed = fit(bibliography(), MOTIFS, **options)
    assert same_bits(whole, resumed)
    assert whole.test == resumed.test


@pytest.mark.parametrize(("model", "least"), [("gcn", 0.6), ("mlp", 0.5)])
def test_other_models_learn_in_batches_too(model: str, least: float) -> None:
    run = fit(bibliography(200), model=model, split=SPLIT, batch_size=32, epochs=40)
    assert run.test.micro_f1 > least


def test_features_may_stay_in_their_file(tmp_path: Path) -> None:
    plain = bibliography()
    np.save(tmp_path / "x.npy", plain.features["paper"])
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    graph = Graph(
        plain.schema, plain.adjacency, plain.counts, features={"paper": mapped}, labels=plain.labels
    )
    assert np.shares_memory(graph.features["paper"], mapped)
    options = {"preset": "asonam", "split": SPLIT, "epochs": 3, "batch_size": 16, "sample": 3}
    assert same_bits(fit(plain, MOTIFS, **options), fit(graph, MOTIFS, **options))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"batch_size": 0}, "batch_size must be a whole number of at least 1, got 0"),
        ({"batch_size": True}, "batch_size must be a whole number of at least 1, got True"),
        ({"batch_size": 2.0}, "batch_size must be a whole number of at least 1, got 2.0"),
        ({"batch_size": 4, "sample": -1}, "sample must be"),
        ({"sample": 3}, "give a batch_size"),
        ({"batch_size": 4, "sample": 3, "model": "tiny-network"}, "no neighbourhoods to sample"),
        ({"batch_size": 4, "sample": 3}, "no neighbourhoods to sample.*preset='asonam'"),
    ],
)
def test_impossible_batches_are_refused(options: dict[str, Any], said: str) -> None:
    motifs = None if "model" in options else MOTIFS
    with pytest.raises(ConfigError, match=said):
        fit(bibliography(), motifs, split=SPLIT, epochs=1, **options)


def test_sizes_may_be_numbers_of_numpy() -> None:
    assert Batching(np.int64(3), np.int64(2), 0).deal(4, 1)[0].shape == (2,)


@pytest.mark.parametrize("batch_norm", [False, True])
def test_batches_of_one_node_train(batch_norm: bool) -> None:
    options = {"preset": "asonam", "epochs": 1, "batch_size": 1, "split": (0.05, 0.05, 0.9)}
    run = fit(bibliography(), MOTIFS, settings={"batch_norm": batch_norm}, **options)
    assert np.isfinite(run.probabilities).all()


def test_labels_of_a_batch_are_those_of_its_nodes() -> None:
    """A graph whose class is its only feature is learned only if nodes and labels match."""
    plain = bibliography(90)
    y = np.arange(90) % 3
    labels = Labels(np.arange(90), y, ("a", "b", "c"))
    graph = Graph(
        plain.schema,
        plain.adjacency,
        plain.counts,
        features={"paper": np.eye(3)[y]},
        labels={"paper": labels},
    )
    split = random_split(labels, "paper", train=0.5, val=0.2, seed=0)
    run = fit(graph, model="tiny-network", split=split, batch_size=7, epochs=60)
    assert run.test.micro_f1 == 1.0


def test_steps_and_ranks_have_seeds_of_their_own() -> None:
    batching = Batching(4, None, seed=3)
    steps = [(1, 0), (1, 1), (2, 0), (1, 0, 0, 2), (1, 0, 1, 2), (1, 0, 0, 3)]
    seeds = [batching.step_seed(*step) for step in steps]
    assert len(set(seeds)) == len(steps)
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert seeds == [Batching(9, None, seed=3).step_seed(*step) for step in steps]
