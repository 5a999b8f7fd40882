from __future__ import annotations

import numpy as np
import pytest
import torch

from motifcnn.explain.without import without_each
from motifcnn.graph import Graph
from motifcnn.methods.validation import probabilities
from motifcnn.train import Run, fit
from motifcnn.train.run.trained import trained_classifier
from small_graphs import MOTIFS


def test_a_network_with_attention_weighs_the_other_motifs(run: Run) -> None:
    classifier = trained_classifier(run, run.graph)
    found = without_each(run, classifier, 7)
    expected = probabilities(classifier.without(np.array([7]))[0], multi_label=False)
    assert [each["probability"] for each in found] == pytest.approx(expected.max(axis=1))
    assert [each["predicted"] for each in found] == [
        [run.classes[c]] for c in expected.argmax(axis=1)
    ]
    assert len(found) == len(MOTIFS)


def test_a_wide_network_sees_nothing_through_the_motif(wide_run: Run) -> None:
    """A motif less is a weight of zero for all of its products."""
    found = without_each(wide_run, trained_classifier(wide_run, wide_run.graph), 7)
    for motif, each in enumerate(found):
        classifier = trained_classifier(wide_run, wide_run.graph)
        module = classifier.module
        own = np.repeat(module.motifs, module.widths) == motif
        assert own.any()
        with torch.no_grad():
            module.weight[torch.from_numpy(own)] = 0.0
            logits = module.eval()(*classifier.view(np.array([7]), torch.device("cpu")))
        expected = probabilities(logits, multi_label=False)[0]
        assert each["probability"] == pytest.approx(float(expected.max()), rel=1e-5)
        assert each["predicted"] == [wide_run.classes[expected.argmax()]]


def test_without_its_only_motif_nothing_is_said(graph: Graph) -> None:
    one = fit(graph, MOTIFS[:1], epochs=1, settings={"filters": [4], "choose": False})
    assert without_each(one, trained_classifier(one, graph), 0) == [None]


def test_several_classes_are_those_over_the_threshold(multi_label_run: Run) -> None:
    run = multi_label_run
    classifier = trained_classifier(run, run.graph)
    expected = probabilities(classifier.without(np.array([3]))[0], multi_label=True)
    for each, p in zip(without_each(run, classifier, 3), expected, strict=True):
        assert each["predicted"] == [run.classes[c] for c in np.flatnonzero(p >= run.threshold)]
