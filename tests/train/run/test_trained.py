"""The classifier of a run: its weights, on the graphs that it can be asked about."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from motifcnn.errors import GraphError
from motifcnn.methods.validation import probabilities
from motifcnn.train import fit
from motifcnn.train.run.trained import trained_classifier
from tests.small_graphs import MOTIFS, bibliography

SPLIT = (0.4, 0.2, 0.4)


def test_it_gives_the_probabilities_of_the_run_and_leaves_the_caller_s_random_numbers() -> None:
    graph = bibliography()
    run = fit(graph, MOTIFS, split=SPLIT, epochs=2)
    before = torch.random.get_rng_state()
    classifier = trained_classifier(run, graph)
    assert torch.equal(torch.random.get_rng_state(), before)
    classifier.module.eval()
    with torch.no_grad():
        logits = classifier.logits(np.arange(graph.counts["paper"]), torch.device("cpu"))
    found = probabilities(logits, multi_label=False)
    np.testing.assert_allclose(found, run.probabilities, rtol=0, atol=1e-6)


def test_a_transductive_method_refuses_other_nodes() -> None:
    run = fit(bibliography(), model="tiny-rates", split=SPLIT)
    assert len(run.predict(bibliography(seed=3))) == 120  # the same nodes with other links
    with pytest.raises(GraphError, match="tiny-rates predicts only the 120 nodes of type paper"):
        run.predict(bibliography(90))
