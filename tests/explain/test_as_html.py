"""Explanations in notebooks, and in a few lines of text."""

from __future__ import annotations

from motifcnn.explain import explain
from motifcnn.explain.words import headline
from motifcnn.train import Run
from tests.notebook import shown, tables, tags, title


def test_an_explanation_shows_classes_motifs_and_neighbours(run: Run) -> None:
    found = explain(run, 3, limit=2)
    tree = shown(found)
    classes, motifs, near = tables(tree)
    assert title(tree) == headline(found)
    assert [row[0] for row in classes[1:]] == [name for name, _ in found.probabilities]
    assert [row[0] for row in motifs[1:]] == [entry["words"] for entry in found.motifs]
    assert [row[2] for row in near[1:]] == [str(n.node) for n in found.neighbours]


def test_a_method_without_motifs_shows_its_classes_alone(baseline: Run) -> None:
    assert len(tables(shown(explain(baseline, 3)))) == 1


def test_it_is_a_few_lines_of_text(run: Run) -> None:
    found = explain(run, 3)
    lines = repr(found).splitlines()
    assert len(lines) < 12 and len(repr(found)) < 1000
    assert lines[0] == headline(found)


def test_names_from_data_are_escaped(hostile: Run) -> None:
    found = explain(hostile, 3)
    assert not {"script", "img"} & tags(shown(found))
    assert found.name in title(shown(found))
