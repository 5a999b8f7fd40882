"""metapath2vec learns classes from links alone, and says how it goes."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.graph.flat import offsets
from motifcnn.graph.graph import Graph
from motifcnn.methods.metapath2vec import Embedding, Metapath2VecSettings, embeddings
from motifcnn.methods.metapaths import links_along, symmetric_metapaths
from motifcnn.methods.validation import best_epoch
from motifcnn.train import fit
from tests.methods.listener import Listener
from tests.small_graphs import bibliography

SMALL = {"dimension": 16, "length": 20, "walks": 5}
SMALLER = {"dimension": 8, "length": 10, "walks": 2, "epochs": 2}


def test_classes_are_learned_from_links_alone() -> None:
    graph = bibliography(300)
    bare = Graph(graph.schema, graph.adjacency, graph.counts, labels=graph.labels)
    run = fit(bare, model="metapath2vec", split=(0.2, 0.2, 0.6), settings=SMALL)
    assert run.test.micro_f1 > 0.7
    with_words = fit(graph, model="metapath2vec", split=(0.2, 0.2, 0.6), settings=SMALL)
    assert np.array_equal(run.probabilities, with_words.probabilities)  # features are not read


def test_progress_is_told_and_the_best_epoch_kept() -> None:
    listener = Listener()
    run = fit(
        bibliography(),
        model="metapath2vec",
        split=(0.2, 0.2, 0.6),
        epochs=3,
        settings=SMALL,
        callbacks=[listener],
    )
    assert listener.heard == [3, 1, 2, 3, "end"]
    assert run.best == best_epoch(run.history, "f1") + 1
    assert run.validation.micro_f1 == pytest.approx(run.history[run.best - 1].val_micro_f1)


def test_vectors_have_length_one_or_none() -> None:
    graph = bibliography()
    settings = Metapath2VecSettings(**SMALL)
    parts = embeddings(graph, symmetric_metapaths(graph.schema, "paper"), "paper", settings, 0)
    assert len(parts) == 2
    for part, key in zip(parts, graph.adjacency, strict=True):
        part.epoch(1)
        linked = np.diff(graph.adjacency[key].indptr) > 0
        np.testing.assert_allclose(np.linalg.norm(part.rows(), axis=1), linked, rtol=1e-5)


@pytest.mark.parametrize("target", ["paper", "author"])
def test_every_step_of_a_walk_is_a_link_of_its_metapath(target: str) -> None:
    graph = bibliography()
    at = offsets(graph)
    for motif in symmetric_metapaths(graph.schema, target):
        links = links_along(graph, motif)
        walks = Embedding(graph, motif, Metapath2VecSettings(length=13, walks=2), 1).walk()
        for s in range(12):
            here, there = (at[motif.types[i % len(links)]].start for i in (s, s + 1))
            assert links[s % len(links)][walks[:, s] - here, walks[:, s + 1] - there].all()


def test_attributes_help_where_links_say_nothing() -> None:
    graph = bibliography(300)
    rng = np.random.default_rng(0)
    links = {key: rng.random(matrix.shape) < 0.05 for key, matrix in graph.adjacency.items()}
    noise = Graph(graph.schema, links, graph.counts, features=graph.features, labels=graph.labels)
    scores = {
        model: fit(noise, model=model, split=(0.3, 0.2, 0.5), settings=SMALLER).test.micro_f1
        for model in ("metapath2vec", "metapath2vec-attributes")
    }
    assert scores["metapath2vec"] < 0.5 < scores["metapath2vec-attributes"]


def test_without_attributes_both_are_the_same() -> None:
    graph = bibliography()
    bare = Graph(graph.schema, graph.adjacency, graph.counts, labels=graph.labels)
    one, two = (
        fit(bare, model=m, split=(0.2, 0.2, 0.6), settings=SMALLER)
        for m in ("metapath2vec", "metapath2vec-attributes")
    )
    assert np.array_equal(one.probabilities, two.probabilities)


def test_the_next_split_finds_the_links() -> None:
    graph = bibliography()
    motifs = symmetric_metapaths(graph.schema, "paper")
    one, two = (
        embeddings(graph, motifs, "paper", Metapath2VecSettings(**SMALL), seed) for seed in (0, 1)
    )
    assert all(a.links is b.links for a, b in zip(one, two, strict=True))
