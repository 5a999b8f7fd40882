"""Graphs, schemas and splits in notebooks, and as a line of text."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels, Split
from motifcnn.graph.schema import Relation, Schema
from tests.notebook import EVIL, shown, tables, tags, title
from tests.small_graphs import bibliography


def test_a_graph_shows_types_relations_and_splits() -> None:
    split = Split("paper", np.arange(5), np.arange(5, 7), np.arange(7, 12))
    graph = replace(bibliography(12), splits={"public": split}, name="papers")
    tree = shown(graph)
    types, relations, splits = tables(tree)
    assert title(tree) == "Graph papers"
    assert types[1:] == [
        ["author", "6", "none", ""],
        ["paper", "12", "30", "12 in 3"],
        ["venue", "9", "none", ""],
    ]
    by = graph.adjacency["paper", "by", "author"].nnz
    assert relations[1] == ["(paper)-[:by]->(author)", f"{by:,}"]
    assert splits[1:] == [["public", "paper", "5", "2", "5"]]


def test_a_schema_shows_the_relations_of_each_type() -> None:
    (rows,) = tables(shown(bibliography(4).schema))
    by, at = "(paper)-[:by]->(author)", "(paper)-[:at]->(venue)"
    assert rows[1:] == [["author", by], ["paper", f"{by}, {at}"], ["venue", at]]


def test_a_split_shows_its_sizes() -> None:
    split = Split("paper", np.arange(1200), np.array([]), np.array([2000]))
    assert tables(shown(split)) == [
        [["type", "train", "val", "test"], ["paper", "1,200", "0", "1"]]
    ]
    assert repr(split) == "Split(paper: 1,200 train, 0 val, 1 test)"


def test_names_from_data_are_escaped() -> None:
    relation = Relation(EVIL, EVIL, EVIL)
    graph = Graph(
        Schema((EVIL,), (relation,)),
        {relation.key: np.eye(2)},
        {EVIL: 2},
        labels={EVIL: Labels(np.array([0]), np.array([0]), (EVIL,))},
        splits={EVIL: Split(EVIL, np.array([0]), np.array([]), np.array([]))},
        name=EVIL,
    )
    for value in (graph, graph.schema, graph.splits[EVIL]):
        assert "script" not in tags(shown(value))
        assert EVIL not in value._repr_html_()


def test_texts_stay_short_however_many_types_there_are() -> None:
    types = tuple(f"type{i:03}" for i in range(200))
    relations = tuple(Relation(t, f"of {t}", types[0]) for t in types)
    schema = Schema(types, relations)
    links = {r.key: np.zeros((1, 1)) for r in relations}
    graph = Graph(schema, links, dict.fromkeys(types, 1))
    assert len(repr(schema)) < 600 and "and 192 others" in repr(schema)
    assert len(repr(graph)) < 600 and "and 192 others" in repr(graph)
    assert len(graph._repr_html_()) < 10_000
