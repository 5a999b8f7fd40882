from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from motifcnn.explain.neighbour_words import neighbour_sentences
from motifcnn.explain.neighbours import model_motif, motif_roles
from motifcnn.graph import Graph, Split
from motifcnn.motif import Motif
from motifcnn.tensor import count
from motifcnn.tensor.operator import operator
from motifcnn.train import Run, fit

PVP = Motif.parse("(t:paper)--(v:venue)--(c:paper)")
PA = Motif.parse("(t:paper)--(c:author)")


def sentences(run: Run, motif: Motif, row: int, graph: Any = None) -> list[str]:
    own = model_motif(run, motif)
    return neighbour_sentences(
        run, graph or run.graph, own, motif_roles(run, run.graph, motif), row
    )


def others_at_venues(graph: Graph, row: int) -> list[int]:
    at = graph.adjacency["paper", "at", "venue"].toarray()
    return [j for j in range(len(at)) if j != row and (at[row] & at[j]).any()]


def test_known_classes_are_those_of_training_nodes_among_the_neighbours(run: Run) -> None:
    y, at = run.graph.labels["paper"].y, run.graph.adjacency["paper", "at", "venue"].toarray()
    told = 0
    for row in range(80):
        near = others_at_venues(run.graph, row)
        known = np.intersect1d(near, run.split.train)
        if len(near) < 2 or len(known) < 2:
            continue
        (text,) = sentences(run, PVP, row)
        venue = "the same venue as Paper"
        if at[row].sum() == 1:
            venue = f"venue {at[row].argmax()}, like Paper"
        assert text.startswith(f"of {len(near)} papers at {venue} {row}, ")
        shares = np.bincount(y[known], minlength=3) / len(known)
        best = run.classes[shares.argmax()]
        rest = f"{100 * shares.max():.0f} % of the {len(known)} with a known class are {best}"
        assert text.endswith(f", {rest}")
        told += 1
    assert told > 10


def test_labels_of_validation_and_test_nodes_are_never_told(run: Run) -> None:
    """Other labels for all that are no training nodes change no sentence."""
    labels = run.graph.labels["paper"]
    y = (labels.y + 1) % 3
    y[run.split.train] = labels.y[run.split.train]
    other = replace(run.graph, labels={"paper": replace(labels, y=y)})
    for row in range(0, 80, 5):
        if others_at_venues(run.graph, row):
            assert sentences(run, PVP, row) == sentences(run, PVP, row, other)


def test_without_known_classes_that_is_said(run: Run) -> None:
    nobody = Split("paper", np.arange(0), np.arange(0), np.arange(80))
    row = next(row for row in range(80) if len(others_at_venues(run.graph, row)) > 1)
    (text,) = sentences(replace(run, split=nobody), PVP, row)
    assert text.endswith(", none has a known class")


def test_a_single_neighbour_is_named_with_its_class(run: Run) -> None:
    by = run.graph.adjacency["paper", "by", "author"].toarray()
    pap = Motif.parse("(t:paper)--(a:author)--(c:paper)")
    alone = [
        (i, int(np.flatnonzero(near)[0]))
        for i in range(80)
        if (near := (by[i] & by).any(axis=1) & (np.arange(80) != i)).sum() == 1
    ]
    assert alone
    for row, other in alone:
        known = other in run.split.train
        its = run.classes[run.graph.labels["paper"].y[other]] if known else "not known"
        (text,) = sentences(run, pap, row)
        assert text.startswith(f"Paper {other} is the only one of the papers ")
        assert text.endswith(f"its class is {its}")


def test_other_types_are_told_by_their_columns_or_else_by_name(run: Run) -> None:
    by = run.graph.adjacency["paper", "by", "author"].toarray()
    row = int(by.sum(axis=1).argmax())
    authors = np.flatnonzero(by[row])
    (text,) = sentences(run, PA, row)
    assert text.startswith(f"authors of Paper {row}: author {authors[0]}")
    country = np.array(["de"] * by.shape[1], dtype=object)
    country[authors[0]] = None
    columns = {"author": {"country": country, "age": np.arange(by.shape[1])}}
    stand_in = SimpleNamespace(**{f: getattr(run.graph, f) for f in ("names", "ids", "schema")})
    stand_in.columns = columns
    (text,) = sentences(run, PA, row, stand_in)
    share = round(100 * (len(authors) - 1) / len(authors))
    assert text.endswith(f", {share} % have country de")
    assert text.startswith(f"of {len(authors)} authors ")
    alone = int(np.flatnonzero(by.sum(axis=1) == 1)[0])
    author = int(by[alone].argmax())
    country[author], name = "fr", np.array([f"author {a}" for a in range(by.shape[1])])
    columns["author"]["name"] = name
    (text,) = sentences(run, PA, alone, stand_in)
    told = f"author {author} is the only one of the authors of Paper {alone}; it has country fr"
    assert text == told, "without per cents of one node, and without its name again"


def test_a_group_of_nodes_in_different_places_is_told_as_around(graph: Graph) -> None:
    motif = Motif.parse("(t:paper)--(a:author)--(c:paper)--(d:venue)--(e:paper)")
    none = motif.with_roles("none")
    row = int(count(graph, motif).instances.argmax())
    run = fit(graph, ["(t:paper)--(c:author)"], epochs=1, settings={"choose": False})
    roles = operator(graph, none, engine="factored").roles
    (text,) = neighbour_sentences(run, graph, none, roles, row)
    assert f" papers around Paper {row}, " in text


def test_several_classes_count_in_each(multi_label_run: Run) -> None:
    run = multi_label_run
    y = run.graph.labels["paper"].y
    near = {row: others_at_venues(run.graph, row) for row in range(80)}
    known = {row: np.intersect1d(near[row], run.split.train) for row in near}
    row = max(known, key=lambda row: len(known[row]))
    (text,) = sentences(run, PVP, row)
    shares = y[known[row]].mean(axis=0)
    assert text.endswith(
        f"{100 * shares.max():.0f} % of the {len(known[row])} with a known class are "
        f"{run.classes[int(shares.argmax())]}"
    )
