from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motifcnn.explain.usefulness import motif_usefulness
from motifcnn.graph import Graph
from motifcnn.train import Run, fit
from small_graphs import MOTIFS, SCHEMA, bibliography
from tests.small_runs import SHARES


def test_each_row_is_a_fit_without_that_motif(run: Run, graph: Graph) -> None:
    done: list[float] = []
    found = motif_usefulness(run, graph, progress=done.append)
    assert {str(one.motif) for one in found} == set(MOTIFS)
    assert done == pytest.approx([0.25, 0.5, 0.75, 1.0])
    one = found[0]
    others = [text for text in MOTIFS if text != str(one.motif)]
    again = fit(graph, others, split=run.split, settings=run.settings.to_json())
    assert one.without == again.test
    assert one.complete == run.test, "the same settings, split and seed give the same run"
    assert one.micro_f1 == run.test.micro_f1 - again.test.micro_f1


def test_the_motif_that_carries_the_labels_is_missed_most() -> None:
    papers = bibliography(papers=90)
    at = np.zeros((90, 9), dtype=bool)
    at[np.arange(90), papers.labels["paper"].y] = True  # each field has one venue of its own
    by = np.random.default_rng(0).random((90, 45)) < 0.03
    links = {("paper", "by", "author"): by, ("paper", "at", "venue"): at}
    features = {"author": np.eye(45), "paper": np.ones((90, 1)), "venue": np.eye(9)}
    graph = Graph(SCHEMA, links, papers.counts, features=features, labels=dict(papers.labels))
    motifs = ["(t:paper)--(c:venue)", "(t:paper)--(c:author)"]
    run = fit(graph, motifs, preset="preprint", split=SHARES, epochs=60)
    first, last = motif_usefulness(run)
    assert str(first.motif) == motifs[0]
    assert first.micro_f1 > 0.2 > last.micro_f1


def test_most_limits_the_fits_and_a_single_motif_is_never_left_out(run: Run) -> None:
    assert len(motif_usefulness(run, most=1)) == 1
    assert motif_usefulness(replace(run, motifs=run.motifs[:1])) == ()
    assert motif_usefulness(replace(run, motifs=())) == ()
