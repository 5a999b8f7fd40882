"""A graph is validated when made, immutable, and equal by value."""

from __future__ import annotations

import dataclasses
import pickle
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph import Graph, Labels, Relation, Schema, Split
from tests.graph.folders import rich_graph

SCHEMA = Schema(("a", "b"), (Relation("a", "r", "b"), Relation("a", "s", "a", directed=False)))
PARTS: dict[str, Any] = {
    "schema": SCHEMA,
    "adjacency": {
        ("a", "r", "b"): np.array([[1, 0, 0], [0, 0, 2]]),
        ("a", "s", "a"): np.array([[0, 1], [0, 0]]),
    },
    "counts": {"a": 2, "b": 3},
}


def test_links_are_boolean_and_undirected_ones_go_both_ways() -> None:
    graph = Graph(**PARTS)
    assert graph.adjacency["a", "r", "b"].dtype == bool
    assert graph.adjacency["a", "r", "b"].toarray().tolist() == [
        [True, False, False],
        [False, False, True],
    ]
    assert graph.adjacency["a", "s", "a"].toarray().tolist() == [[False, True], [True, False]]
    assert graph.num_edges() == 3
    assert graph.num_nodes == 5


def test_parallel_links_and_stored_zeros_count_once_and_never() -> None:
    twice = sparse.coo_array(([1, 1, 0], ([0, 0, 1], [2, 2, 1])), shape=(2, 3))
    graph = Graph(SCHEMA, {**PARTS["adjacency"], ("a", "r", "b"): twice}, PARTS["counts"])
    assert graph.adjacency["a", "r", "b"].nnz == 1


@pytest.mark.parametrize(
    "make", [sparse.coo_array, sparse.coo_matrix, sparse.csr_array, sparse.csc_array]
)
@pytest.mark.parametrize(
    "weights", [np.ones(256, np.int8), np.array([1, -1]), np.array([0.5, 0, -0.5])], ids=str
)
def test_parallel_links_whose_weights_add_up_to_nothing_are_a_link(make: Any, weights: Any) -> None:
    n = len(weights)
    if make in (sparse.coo_array, sparse.coo_matrix):
        matrix = make((weights, (np.zeros(n, int), np.full(n, 2))), shape=(2, 3))
    else:
        fast, slow = (2, 0) if make is sparse.csr_array else (0, 2)
        starts = np.repeat([0, n], [slow + 1, (2 if make is sparse.csr_array else 3) - slow])
        matrix = make((weights, np.full(n, fast), starts), shape=(2, 3))
    graph = Graph(SCHEMA, {**PARTS["adjacency"], ("a", "r", "b"): matrix}, PARTS["counts"])
    assert graph.adjacency["a", "r", "b"].toarray().tolist() == [
        [False, False, True],
        [False, False, False],
    ]
    assert matrix.nnz == n, "what was given is as it was"


def test_an_undirected_self_loop_is_one_link() -> None:
    graph = Graph(
        SCHEMA, {**PARTS["adjacency"], ("a", "s", "a"): np.array([[1, 1], [0, 0]])}, PARTS["counts"]
    )
    assert graph.num_edges(SCHEMA.relations[1]) == 2


def test_a_graph_cannot_be_changed() -> None:
    graph = rich_graph()
    with pytest.raises(dataclasses.FrozenInstanceError):
        graph.name = "x"  # type: ignore[misc]
    with pytest.raises(TypeError):
        graph.counts["user"] = 9  # type: ignore[index]
    for values in (
        graph.ids["user"],
        graph.names["user"],
        graph.features["tag"],
        graph.features["user"].data,
        graph.labels["user"].y,
    ):
        with pytest.raises(ValueError, match="read-only"):
            values[0] = values[1]
    with pytest.raises(ValueError, match="read-only"):
        graph.adjacency["user", "uses", "tag"].data[0] = False


def test_a_graph_does_not_change_with_what_it_was_made_from() -> None:
    features = np.ones((2, 2), np.float32)
    matrix = sparse.csr_array(np.array([[True, False, False], [False, False, True]]))
    graph = Graph(
        SCHEMA,
        {**PARTS["adjacency"], ("a", "r", "b"): matrix},
        PARTS["counts"],
        features={"a": features},
    )
    features[:] = 7
    matrix.data[:] = False
    assert graph.features["a"].tolist() == [[1, 1], [1, 1]]
    assert graph.adjacency["a", "r", "b"].nnz == 2


@pytest.mark.parametrize(
    "part", ["ids", "names", "features", "labels", "splits", "name", "adjacency"]
)
def test_equality_sees_every_part(part: str) -> None:
    graph = rich_graph()
    fields = {f.name: getattr(graph, f.name) for f in dataclasses.fields(graph) if f.init}
    changed = {
        "ids": {"user": np.array(["a", "bb", "d"])},
        "names": {},
        "features": {},
        "labels": {"user": Labels(np.array([0, 1, 2]), np.array([0, 1, 0]), ("red", "blue"))},
        "splits": {},
        "name": "other",
        "adjacency": {**graph.adjacency, ("user", "follows", "user"): np.zeros((3, 3))},
    }
    assert Graph(**fields) == graph
    assert Graph(**{**fields, part: changed[part]}) != graph


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no nodes": ({"counts": {"a": 0, "b": 0}}, "empty"),
    "unknown type": ({"counts": {"a": 2, "b": 3, "c": 1}}, "unknown node type 'c'"),
    "type without count": ({"counts": {"a": 2}}, "type 'b' of the schema is missing"),
    "relation without matrix": ({"adjacency": {("a", "r", "b"): np.zeros((2, 3))}}, "is missing"),
    "matrix of a wrong shape": (
        {"adjacency": {**PARTS["adjacency"], ("a", "r", "b"): np.zeros((3, 2))}},
        r"expected \(2, 3\)",
    ),
    "relation outside the schema": (
        {"adjacency": {**PARTS["adjacency"], ("b", "r", "a"): np.zeros((3, 2))}},
        "not in the schema",
    ),
    "repeated ids": ({"ids": {"a": np.array([4, 4])}}, "increasing"),
    "falling ids": ({"ids": {"a": np.array([4, 3])}}, "increasing"),
    "too many ids": ({"ids": {"a": np.arange(3)}}, "3 rows, but there are 2 nodes"),
    "too few names": ({"names": {"b": np.array(["x"])}}, "1 rows, but there are 3 nodes"),
    "wrong feature rows": ({"features": {"a": np.ones((3, 1))}}, "3 rows, but there are 2 nodes"),
    "features of one dimension": ({"features": {"a": np.ones(2)}}, "expected a matrix"),
    "nan": ({"features": {"a": np.array([[1, 2], [3, np.nan]])}}, "row 1 has the value nan"),
    "sparse infinity": (
        {"features": {"a": sparse.csr_array(np.array([[0, 0], [0, np.inf]]))}},
        "row 1 has the value inf",
    ),
    "label of a missing node": (
        {"labels": {"a": Labels(np.array([5]), np.array([0]), ("x",))}},
        "row 5 of type a",
    ),
    "label of a negative row": (
        {"labels": {"a": Labels(np.array([-3, 1]), np.array([0, 0]), ("x",))}},
        "row -3 of type a does not exist; expected 0 to 1",
    ),
    "ids that are floats": (
        {"ids": {"a": np.array([0.5, 1.5])}},
        "ids of type a, row 0: 0.5 is neither an integer nor a text",
    ),
    "ids that are objects": (
        {"ids": {"a": np.array([1, 2], object)}},
        "ids of type a, row 0: 1 is neither a text nor",
    ),
    "ids that are bytes": ({"ids": {"a": np.array([b"x", b"y"])}}, "ids of type a, row 0: b'x'"),
    "ids that are flags": ({"ids": {"a": np.array([False, True])}}, "ids of type a, row 0: False"),
    "ids past 64 bit": (
        {"ids": {"a": np.array([1, 2**63], np.uint64)}},
        f"ids of type a, row 1: {2**63} is past 64 bit",
    ),
    "ids of two dimensions": (
        {"ids": {"a": np.array([[1], [2]])}},
        r"ids of type a: an array of shape \(2, 1\)",
    ),
    "an id that no file holds": (
        {"ids": {"a": np.array(["a", "\ud800"])}},
        "ids of type a, row 1: .* is not Unicode",
    ),
    "a name that is a number": (
        {"names": {"a": np.array(["x", 5], object)}},
        "names of type a, row 1: 5 is not a text",
    ),
    "a name that is nothing": (
        {"names": {"a": np.array([None, "x"], object)}},
        "names of type a, row 0: None is not a text",
    ),
    "a name that no file holds": (
        {"names": {"a": np.array(["\udfff", "x"])}},
        "names of type a, row 0: .* is not Unicode",
    ),
    "a graph called by a number": ({"name": 5}, "name is 5; expected a text"),
    "split of an unlabelled node": (
        {"splits": {"s": Split("a", np.array([0]), np.array([]), np.array([]))}},
        "node 0 of type a has no label",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_a_graph_is_validated_when_made(case: str) -> None:
    changes, message = BAD[case]
    with pytest.raises(GraphError, match=message):
        Graph(**{**PARTS, **changes})


def test_the_target_type_has_the_most_labels() -> None:
    graph = Graph(
        **PARTS,
        labels={
            "a": Labels(np.array([0]), np.array([0]), ("x",)),
            "b": Labels(np.array([0, 1]), np.array([0, 0]), ("x",)),
        },
    )
    assert graph.target_type == "b"
    with pytest.raises(GraphError, match="no labels"):
        _ = Graph(**PARTS).target_type


def test_a_type_without_nodes_takes_ids_of_any_kind() -> None:
    parts = {
        **PARTS,
        "counts": {"a": 2, "b": 0},
        "adjacency": {**PARTS["adjacency"], ("a", "r", "b"): np.zeros((2, 0))},
    }
    assert Graph(**parts, ids={"b": np.array([])}).ids["b"].dtype == np.int64


def test_with_other_labels_all_else_is_shared() -> None:
    graph = Graph(**PARTS, labels={"a": Labels(np.array([0]), np.array([0]), ("x",))})
    labels = Labels(np.array([1]), np.array([0]), ("y",))
    split = Split("b", np.array([1]), np.array([]), np.array([]))
    other = graph.with_labels({"b": labels}, {"s": split})
    assert (dict(other.labels), dict(other.splits)) == ({"b": labels}, {"s": split})
    assert other.cache is graph.cache
    assert other.adjacency is graph.adjacency
    assert list(graph.labels) == ["a"] and not graph.splits
    with pytest.raises(GraphError, match="row 7 of type b does not exist"):
        graph.with_labels({"b": Labels(np.array([7]), np.array([0]), ("y",))})
    with pytest.raises(GraphError, match="node 1 of type b has no label"):
        graph.with_labels({}, {"s": split})


def test_a_copy_of_a_graph_is_the_graph_and_another_process_gets_an_equal_one() -> None:
    graph = Graph(**PARTS)
    assert deepcopy(graph) is graph
    assert deepcopy({"graph": [graph]})["graph"][0] is graph
    sent = pickle.loads(pickle.dumps(graph))
    assert sent == graph and sent.cache is not graph.cache


def test_a_graph_with_other_columns_derives_its_values_anew() -> None:
    graph = rich_graph()
    graph.cache.get("degrees", lambda: [1])
    described = dataclasses.replace(graph, columns={"tag": {"year": [1984, 1999]}})
    assert described.columns["tag"]["year"].tolist() == [1984, 1999]
    assert "degrees" not in described.cache
    assert dataclasses.replace(described, name="rich") == described
