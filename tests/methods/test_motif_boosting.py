"""Motif boosting grows the trees of boosting on what nodes see through motifs."""

from __future__ import annotations

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from motifcnn.methods import get_method
from motifcnn.methods.motif_boosting import MotifBoostingSettings, columns_of
from motifcnn.motif.motif import Motif
from motifcnn.nn.inputs import node_inputs
from motifcnn.tensor import count
from motifcnn.train import fit
from tests.small_graphs import MOTIFS, bibliography, planted_roles

TRIANGLE = "(t:node)-->(a:node)-->(c:node), (t)-->(c)"


def test_columns_are_log_instances_own_inputs_and_means_over_roles() -> None:
    graph, motifs = bibliography(60), [Motif.parse(text) for text in MOTIFS[:2]]
    found = columns_of(graph, "paper", motifs, node_inputs(graph, MotifBoostingSettings()))
    words = graph.features["paper"]
    tensors = [count(graph, motif) for motif in motifs]
    (papers,) = (role.matrix.toarray() for role in tensors[1].roles if role.node_type == "paper")
    sums = papers.sum(axis=1, keepdims=True)
    mean = np.divide(papers @ words, sums, out=np.zeros_like(words), where=sums > 0)
    logs = [np.log1p(tensor.instances)[:, None] for tensor in tensors]
    np.testing.assert_allclose(found, np.hstack([*logs, words, mean]), rtol=1e-5)


def test_probabilities_are_those_of_scikit_learn_at_the_best_round() -> None:
    graph = bibliography(200)
    settings = {"rounds": 8, "text": "given", "leaf_nodes": 4, "l2": 0.5}
    run = fit(graph, MOTIFS, model="motif-boosting", split=(0.4, 0.2, 0.4), settings=settings)
    x = columns_of(graph, "paper", run.motifs, node_inputs(graph, run.settings))
    model = HistGradientBoostingClassifier(
        max_iter=8,
        max_leaf_nodes=run.settings.leaves,
        min_samples_leaf=4,
        l2_regularization=0.5,
        early_stopping=False,
    ).fit(x[run.split.train], graph.labels["paper"].y[run.split.train])
    theirs = list(model.staged_predict_proba(x))[run.best - 1]
    np.testing.assert_allclose(run.probabilities, theirs, rtol=1e-4, atol=1e-6)


def test_roles_that_plain_links_confuse_are_told_apart() -> None:
    graph, split = planted_roles(120), (0.4, 0.2, 0.4)
    seen = fit(graph, [TRIANGLE], model="motif-boosting", split=split, settings={"rounds": 10})
    plain = fit(graph, model="boosting", split=split, settings={"rounds": 10})
    assert seen.test.micro_f1 > 0.95 > 0.75 > plain.test.micro_f1


def test_what_chooses_motifs_is_tuned_only_where_none_are_named() -> None:
    method = get_method("motif-boosting")
    assert "motif_nodes" in method.space(None, motifs_named=False)
    assert "motif_nodes" not in method.space(None, motifs_named=True)
