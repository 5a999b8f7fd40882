"""Mini-batches: dealt by the seed, equal to a full step when they hold all nodes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from motifcnn.graph import Graph, Labels, random_split
from motifcnn.methods import Problem, get_method
from motifcnn.methods import motif_cnn as module_of_classifier
from motifcnn.methods.motif_cnn import MotifCNNClassifier
from motifcnn.methods.validation import loss_of
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import ConfigError, Settings
from motifcnn.tensor.operator import operator as operators_of
from motifcnn.train import Run, fit
from motifcnn.train.loop.batches import Batching
from motifcnn.train.loop.loop import predict_logits
from tests.small_graphs import MOTIFS, bibliography, planted_roles
from tests.stop_after import StopAfter

SPLIT = (0.4, 0.2, 0.4)
CPU = torch.device("cpu")


def same_bits(one: Run, two: Run) -> bool:
    return all(np.array_equal(one.weights[k], two.weights[k]) for k in one.weights)


def preset(name: str, **changes: object) -> Settings:
    return get_method("motif-cnn").preset(name).changed(changes)


def classifier_of(settings: Settings, papers: int = 120) -> MotifCNNClassifier:
    torch.manual_seed(0)
    motifs = tuple(map(Motif.parse, MOTIFS))
    return MotifCNNClassifier(Problem(bibliography(papers), "paper", motifs, 3, settings))


@pytest.fixture
def factored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Operators without a tensor, as large graphs have them."""

    def build(graph, motif, normaliser="instances", **_):  # type: ignore[no-untyped-def]
        return operators_of(graph, motif, normaliser, engine="factored")

    monkeypatch.setattr(module_of_classifier, "operator", build)


def test_every_node_is_in_one_batch_and_epochs_differ() -> None:
    batching = Batching(7, None, seed=3)
    one, two = batching.deal(50, 1), batching.deal(50, 2)
    assert np.array_equal(np.sort(np.concatenate(one)), np.arange(50))
    assert max(map(len, one)) <= 7
    assert max(map(len, one)) - min(map(len, one)) <= 1
    assert not all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    assert all(
        np.array_equal(a, b)
        for a, b in zip(one, Batching(7, None, seed=3).deal(50, 1), strict=True)
    )


@pytest.mark.parametrize("filters", [(6,), (6, 5)])
def test_one_batch_of_all_nodes_has_the_gradient_of_the_full_step(filters: tuple[int, ...]) -> None:
    classifier = classifier_of(preset("asonam", filters=filters, dropout=0.0))
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


def test_a_sample_that_is_never_reached_changes_nothing() -> None:
    classifier = classifier_of(preset("asonam", dropout=0.0))
    rows = np.arange(0, 40)
    with torch.no_grad():
        exact = classifier(classifier.batch(rows, CPU, None, np.random.default_rng(0)))
        sampled = classifier(classifier.batch(rows, CPU, 10_000, np.random.default_rng(0)))
        thin = classifier(classifier.batch(rows, CPU, 1, np.random.default_rng(0)))
    torch.testing.assert_close(sampled, exact, rtol=1e-4, atol=1e-5)
    assert not torch.allclose(thin, exact, atol=1e-4)


@pytest.mark.parametrize("sample", [None, 4])
def test_batches_reach_the_score_of_full_steps(sample: int | None) -> None:
    scores = {}
    for name, options in {"full": {}, "batches": {"batch_size": 20, "sample": sample}}.items():
        runs = [
            fit(
                bibliography(240),
                MOTIFS,
                preset="asonam",
                split=SPLIT,
                seed=seed,
                epochs=30,
                **options,
            )
            for seed in range(3)
        ]
        scores[name] = np.array([run.test.micro_f1 for run in runs])
    noise = scores["full"].std(ddof=1) + scores["batches"].std(ddof=1)
    assert scores["full"].mean() > 0.8
    assert scores["batches"].mean() > scores["full"].mean() - 0.02 - noise


def test_batches_solve_the_planted_roles() -> None:
    motif = "(t:node)-->(a:node)-->(c:node), (t)-->(c)"
    run = fit(
        planted_roles(), [motif], preset="asonam", split=SPLIT, seed=1, batch_size=32, sample=5
    )
    assert run.test.accuracy > 0.95


@pytest.mark.usefixtures("factored")
def test_factored_operators_train_in_batches_as_tensors_do() -> None:
    options = {"preset": "asonam", "split": SPLIT, "epochs": 30, "batch_size": 40}
    run = fit(bibliography(200), MOTIFS, **options)
    assert all(operator.factored for operator in classifier_of(preset("asonam")).operators)
    sampled = fit(bibliography(200), MOTIFS, sample=3, **options)
    assert run.test.micro_f1 > 0.8
    assert sampled.test.micro_f1 > 0.75


@pytest.mark.usefixtures("factored")
def test_predictions_layer_by_layer_are_those_of_views() -> None:
    classifier = classifier_of(preset("preprint"))
    some = np.array([1, 5, 70])
    found = predict_logits(classifier, some, CPU)
    with torch.no_grad():
        expected = classifier(classifier.view(some, CPU))
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(("name", "sample"), [("asonam", None), ("asonam", 3), ("default", None)])
def test_an_interrupted_run_in_batches_ends_with_the_same_bits(
    name: str, sample: int | None, tmp_path: Path
) -> None:
    options = {
        "preset": name,
        "split": SPLIT,
        "seed": 5,
        "epochs": 9,
        "batch_size": 16,
        "sample": sample,
        "checkpoint_every": 2,
    }
    whole = fit(bibliography(), MOTIFS, **options)
    with pytest.raises(KeyboardInterrupt):
        fit(bibliography(), MOTIFS, checkpoint=tmp_path / "c", callbacks=[StopAfter(5)], **options)
    resumed = fit(bibliography(), MOTIFS, checkpoint=tmp_path / "c", **options)
    assert same_bits(whole, resumed)
    assert whole.test == resumed.test


def test_other_models_learn_in_batches_too() -> None:
    scores = {
        m: fit(bibliography(200), model=m, split=SPLIT, batch_size=32, epochs=40).test.micro_f1
        for m in ("gcn", "mlp")
    }
    assert scores["gcn"] > 0.6
    assert scores["mlp"] > 0.5


def test_features_may_stay_in_their_file(tmp_path: Path) -> None:

    plain = bibliography()
    np.save(tmp_path / "x.npy", plain.features["paper"])
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    graph = Graph(
        plain.schema, plain.adjacency, plain.counts, features={"paper": mapped}, labels=plain.labels
    )
    assert np.shares_memory(graph.features["paper"], mapped)
    options = {"preset": "asonam", "split": SPLIT, "epochs": 4, "batch_size": 16, "sample": 3}
    assert same_bits(fit(plain, MOTIFS, **options), fit(graph, MOTIFS, **options))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"batch_size": 0}, "batch_size must be a whole number of at least 1, got 0"),
        ({"batch_size": 4, "sample": -1}, "sample must be"),
        ({"sample": 3}, "give a batch_size"),
        ({"batch_size": 4, "sample": 3, "model": "mlp"}, "no neighbourhoods to sample"),
    ],
)
def test_impossible_batches_are_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        fit(
            bibliography(), None if "model" in options else MOTIFS, split=SPLIT, epochs=1, **options
        )  # type: ignore[arg-type]


def test_labels_of_a_batch_are_those_of_its_nodes() -> None:
    """A graph whose class is its only feature is learned only if nodes and labels stay together."""
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
    assert fit(graph, model="mlp", split=split, batch_size=7, epochs=60).test.micro_f1 == 1.0
