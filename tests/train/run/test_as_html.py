"""Runs in notebooks, and in a few lines of text."""

from __future__ import annotations

import numpy as np

from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels
from motifcnn.readable import percent
from motifcnn.train import fit
from tests.notebook import EVIL, shown, tables, tags
from tests.small_graphs import MOTIFS, bibliography


def test_a_run_is_a_few_lines_of_text() -> None:
    run = fit(bibliography(), MOTIFS, epochs=2, settings={"filters": [8]})
    lines = repr(run).splitlines()
    assert len(lines) == 3 and len(repr(run)) < 300
    assert lines[0] == "Run(motif-cnn, 3 motifs, seed 0: paper in db, ml, ir;"
    assert f"epoch {run.best} of 2" in lines[1]
    assert f"test {percent(run.test.micro_f1)} / {percent(run.test.macro_f1)}" in lines[2]
    assert len(repr(fit(bibliography(), model="majority")).splitlines()) == 3


def test_a_notebook_shows_scores_motifs_and_candidates() -> None:
    run = fit(bibliography(), epochs=2)
    facts, scores, motifs, tried = tables(shown(run))
    assert dict(facts)["model"] == "motif-cnn"
    test = run.test
    figures = [percent(v) for v in (test.micro_f1, test.macro_f1, test.accuracy)]
    assert scores[2] == ["test", *figures, str(test.nodes)]
    assert [row[0] for row in motifs[1:]] == [str(motif) for motif in run.motifs]
    assert [row[0] for row in tried[1:]] == [one.name for one in run.tried]
    assert [row[3] for row in tried].count("kept") == 1


def test_names_from_data_are_escaped() -> None:
    graph: Graph = bibliography(60)
    labels = Labels(np.arange(60), graph.labels["paper"].y, (EVIL, "b", "c"))
    run = fit(graph.with_labels({"paper": labels}), model="majority")
    assert "script" not in tags(shown(run))
    assert dict(tables(shown(run))[0])["classes"] == f"{EVIL}, b, c"
