from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from motifcnn.evaluate.doubts import doubts
from motifcnn.graph import Graph, Labels, Relation, Schema
from motifcnn.train import fit

IN = Relation("paper", "in", "area")


def graph_with(y: list[int], classes: tuple[str, ...], **parts: Any) -> Graph:
    """Papers, each in one of 20 areas that have nothing to do with their classes."""
    n = len(y)
    links = np.eye(20)[np.random.default_rng(0).integers(20, size=n)]
    schema = Schema(("paper", "area"), (IN,))
    labels = {"paper": Labels(np.arange(n), np.array(y), classes)}
    return Graph(schema, {IN.key: links}, {"paper": n, "area": 20}, labels=labels, **parts)


def warnings_of(graph: Graph, shares: tuple[float, float, float] = (0.5, 0.2, 0.3)) -> str:
    run = fit(graph, model="majority", split=shares)
    return "\n".join(doubts(run, graph))


def test_few_nodes_and_small_classes_are_named() -> None:
    found = warnings_of(
        graph_with([0] * 40 + [1] * 37 + [2] * 3, ("a", "b", "rare")), (0.1, 0.2, 0.7)
    )
    assert "only 8 training nodes for 3 classes" in found
    assert "classes with fewer than 10 members: rare (3)" in found
    assert "only 56 test nodes: intervals are wide" in found
    assert "every test node gets the class" in found


def test_a_class_without_training_nodes_is_named() -> None:
    graph = graph_with([0] * 50 + [1] * 50, ("a", "b"))
    labels = Labels(np.arange(100), graph.labels["paper"].y, ("a", "b", "never"))
    found = warnings_of(replace(graph, labels={"paper": labels}))
    assert "no training node has the class never: it is never predicted" in found


def test_a_column_that_is_the_label_is_found_and_an_honest_one_is_not() -> None:
    rng = np.random.default_rng(1)
    y = rng.integers(2, size=300)
    honest = np.where(rng.random(300) < 0.8, y, 1 - y)
    encoder = SimpleNamespace(
        columns=[SimpleNamespace(name="hint", width=1), SimpleNamespace(name="code", width=1)]
    )
    features = {"paper": np.stack([honest, 1 - y], axis=1).astype(np.float32)}
    graph = graph_with(y.tolist(), ("a", "b"), features=features, encoders={"paper": encoder})
    found = warnings_of(graph)
    assert "the column 'code' alone tells the class of 100.0 % of the validation nodes" in found
    assert "hint" not in found


def test_a_type_that_is_the_label_is_found() -> None:
    y = np.random.default_rng(1).integers(3, size=300)
    graph = graph_with(y.tolist(), ("a", "b", "c"))
    genre = Relation("paper", "of", "genre")
    told = Graph(
        Schema(("paper", "area", "genre"), (IN, genre)),
        {IN.key: graph.adjacency[IN.key], genre.key: np.eye(3)[y]},
        {"paper": 300, "area": 20, "genre": 3},
        labels=graph.labels,
    )
    assert "the link to type 'genre' alone tells the class of 100.0 %" in warnings_of(told)
    assert "the link" not in warnings_of(graph)


def test_a_type_without_nodes_raises_no_doubt() -> None:
    graph = graph_with(np.random.default_rng(1).integers(2, size=300).tolist(), ("a", "b"))
    note = Relation("note", "on", "paper")
    empty = Graph(
        Schema(("paper", "area", "note"), (IN, note)),
        {IN.key: graph.adjacency[IN.key], note.key: np.zeros((0, 300))},
        {"paper": 300, "area": 20, "note": 0},
        labels=graph.labels,
    )
    assert warnings_of(empty) == warnings_of(graph)
