"""LP-Metagraph learns from links alone, and chooses its ensemble on validation."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.graph.graph import Graph
from motifcnn.methods.lp_metagraph import Voters
from motifcnn.methods.metagraph_walks import metagraphs, walks_along
from motifcnn.train import fit
from tests.small_graphs import bibliography

GRAPH = bibliography(200)
BARE = Graph(GRAPH.schema, GRAPH.adjacency, GRAPH.counts, labels=GRAPH.labels)


def test_the_best_ensemble_on_validation_is_kept() -> None:
    runs = {
        name: fit(
            BARE,
            model="lp-metagraph",
            split=(0.25, 0.25, 0.5),
            settings={"ensemble": name, "max_nodes": 3},
        )
        for name in ("svm", "em", "co-training", "best")
    }
    merit = {name: run.validation.micro_f1 + run.validation.macro_f1 for name, run in runs.items()}
    best = max(("svm", "em", "co-training"), key=lambda name: merit[name])
    assert np.array_equal(runs["best"].probabilities, runs[best].probabilities)
    assert min(run.test.micro_f1 for run in runs.values()) > 0.6


def test_votes_on_training_nodes_do_not_know_their_labels() -> None:
    walks = walks_along(GRAPH, metagraphs(GRAPH, "paper", 3), "paper", 10**6)
    voters = Voters(walks, 3, 0.5)
    rows, y = np.arange(40), GRAPH.labels["paper"].y[:40]
    votes, held_out = voters.held_out(rows, y, 4, seed=0)
    np.testing.assert_allclose(votes, voters.spread(rows, y), rtol=1e-5)
    assert (votes[:, rows].argmax(axis=2) == y).mean() > (held_out.argmax(axis=2) == y).mean()
    fold = np.random.default_rng(0).permutation(40) % 4
    other = np.where(fold == 0, (y + 1) % 3, y)
    again = voters.held_out(rows, other, 4, seed=0)[1]
    np.testing.assert_array_equal(again[:, fold == 0], held_out[:, fold == 0])


def test_without_a_metagraph_within_the_budget_it_answers_with_shares() -> None:
    run = fit(BARE, model="lp-metagraph", split=(0.25, 0.25, 0.5), settings={"max_entries": 1})
    assert run.probabilities[0] == pytest.approx(run.probabilities[1])
