"""metapath2vec learns classes from links alone, and says how it goes."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.baselines.metapath2vec import CONFIG, embeddings
from motifcnn.baselines.metapaths import symmetric_metapaths
from motifcnn.graph.graph import Graph
from motifcnn.nn.settings import with_settings
from motifcnn.train import Epoch, fit
from motifcnn.train.stopping import best_epoch
from tests.small_graphs import bibliography

SMALL = {"dimension": 16, "length": 20, "walks": 5}


class Listener:
    def __init__(self) -> None:
        self.heard: list[object] = []

    def start(self, epochs: int) -> None:
        self.heard.append(epochs)

    def epoch(self, epoch: Epoch) -> None:
        self.heard.append(epoch.number)

    def end(self) -> None:
        self.heard.append("end")


def test_classes_are_learned_from_links_alone() -> None:
    graph = bibliography(300)
    bare = Graph(graph.schema, graph.adjacency, graph.counts, labels=graph.labels)
    run = fit(bare, model="metapath2vec", split=(0.2, 0.2, 0.6), settings=SMALL)
    assert run.test.micro_f1 > 0.7
    with_words = fit(graph, model="metapath2vec", split=(0.2, 0.2, 0.6), settings=SMALL)
    assert np.array_equal(run.probabilities, with_words.probabilities)  # words are not looked at


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
    assert run.best == best_epoch(run.history, run.config) + 1
    assert run.validation.micro_f1 == pytest.approx(run.history[run.best - 1].val_micro_f1)


def test_vectors_have_length_one_or_none() -> None:
    graph = bibliography()
    config = with_settings(CONFIG, SMALL)
    parts = embeddings(graph, symmetric_metapaths(graph.schema, "paper"), "paper", config, 0)
    assert len(parts) == 2
    for part, key in zip(parts, graph.adjacency, strict=True):
        part.epoch(1)
        linked = np.diff(graph.adjacency[key].indptr) > 0
        np.testing.assert_allclose(np.linalg.norm(part.rows(120), axis=1), linked, rtol=1e-5)
