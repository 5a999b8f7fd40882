"""A fingerprint differs wherever something differs that decides a result, and only there."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from motifcnn.graph import Graph, Labels, read_graph, write_graph
from motifcnn.graph.changes import changed_graph, make_changes
from motifcnn.graph.columns import LinkTable
from motifcnn.graph.encode import fit_encoder
from motifcnn.graph.fingerprint import fingerprint, graph_fingerprint, structure_fingerprint
from tests.small_graphs import bibliography


def test_plain_values_are_hashed_as_sorted_json() -> None:
    expected = hashlib.sha256(json.dumps(["a", [1, "x"]]).encode())
    expected.update(json.dumps(["b", None]).encode())
    assert fingerprint({"b": None, "a": [1, "x"]}) == expected.hexdigest()


def test_arrays_are_hashed_by_dtype_shape_and_bytes() -> None:
    array = np.arange(6, dtype=np.int32).reshape(2, 3)
    expected = hashlib.sha256(json.dumps(["x", "<i4", [2, 3]]).encode() + array.tobytes())
    assert fingerprint({"x": array}) == expected.hexdigest()
    assert fingerprint({"x": np.asfortranarray(array)}) == expected.hexdigest()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (np.arange(4), np.arange(4, dtype=np.int32)),
        (np.arange(4), np.arange(4).reshape(2, 2)),
        (np.arange(4), np.array([0, 1, 3, 2])),
        (np.zeros((0, 3)), np.zeros((0, 4))),
        (sparse.csr_array(np.eye(2)), sparse.csr_array(2 * np.eye(2))),
        (sparse.csr_array(np.eye(2)), sparse.csr_array(np.eye(2)[::-1])),
        (sparse.csr_array((2, 3)), sparse.csr_array((2, 4))),
        (np.array(["a", "b"]), np.array(["ab"])),
        ({"a": 1, "b": 2}, {"a": 2, "b": 1}),
        (1, "1"),
    ],
)
def test_different_values_have_different_fingerprints(one: Any, other: Any) -> None:
    assert fingerprint({"x": one}) != fingerprint({"x": other})
    assert fingerprint({"x": one}) != fingerprint({"y": one})
    assert fingerprint({"x": one, "y": other}) != fingerprint({"x": other, "y": one})


def test_the_way_in_which_a_value_is_stored_does_not_matter(tmp_path: Path) -> None:
    mapped = np.memmap(tmp_path / "x", np.float32, "w+", shape=(3, 2))
    assert fingerprint({"x": mapped}) == fingerprint({"x": np.zeros((3, 2), np.float32)})
    matrix = sparse.csr_array(np.eye(3))
    assert fingerprint({"x": matrix.tocoo()}) == fingerprint({"x": matrix})
    texts = np.array(["a", "bcd"])
    assert fingerprint({"x": texts.astype(object)}) == fingerprint({"x": texts})


def test_what_json_does_not_hold_is_an_error() -> None:
    with pytest.raises(TypeError):
        fingerprint({"x": object()})


@pytest.mark.parametrize("of_graph", [structure_fingerprint, graph_fingerprint])
def test_a_graph_keeps_its_fingerprint_on_disk(tmp_path: Path, of_graph: Any) -> None:
    graph = bibliography(names=True)
    write_graph(graph, tmp_path / "graph")
    assert of_graph(read_graph(tmp_path / "graph")) == of_graph(graph)


@pytest.mark.parametrize("of_graph", [structure_fingerprint, graph_fingerprint])
def test_one_edge_or_one_id_more_is_another_graph(of_graph: Any) -> None:
    graph = bibliography()
    there = np.argwhere(graph.adjacency["paper", "by", "author"].toarray())[0]
    fewer = changed_graph(graph, make_changes(graph, delete={"by": [there]}))
    other_ids = replace(graph, ids={"paper": np.arange(1, graph.counts["paper"] + 1)})
    text_ids = replace(graph, ids={"venue": np.array(list("abcdefghi"))})
    assert len({of_graph(g) for g in (graph, fewer, other_ids, text_ids)}) == 4
    restored = changed_graph(fewer, make_changes(graph, {"by": [there]}))
    assert of_graph(restored) == of_graph(graph)


def test_features_and_labels_matter_to_a_model_but_not_to_counts() -> None:
    graph = bibliography()
    features, labels = graph.features["paper"].copy(), graph.labels["paper"]
    features[3, 4] += 1
    y = labels.y.copy()
    y[0] = (y[0] + 1) % 3
    others: list[Graph] = [
        replace(graph, features={"paper": features}),
        replace(graph, features={}),
        replace(graph, labels={"paper": Labels(labels.nodes, y, labels.classes)}),
        replace(graph, labels={"paper": Labels(labels.nodes, labels.y, ("db", "ml", "other"))}),
        replace(graph, labels={}),
    ]
    assert len({graph_fingerprint(g) for g in (graph, *others)}) == 6
    assert len({structure_fingerprint(g) for g in (graph, *others)}) == 1


@pytest.mark.parametrize("of_graph", [structure_fingerprint, graph_fingerprint])
def test_names_do_not_matter(of_graph: Any) -> None:
    graph = bibliography(names=True)
    assert of_graph(replace(graph, names={}, name="other")) == of_graph(graph)


def test_columns_and_encoders_do_not_decide_a_model_but_features_made_of_them_do() -> None:
    plain = Graph.from_tables({"id": [1, 2]}, {"source": [1], "target": [2]})
    key = ("node", "edge", "node")
    described = replace(
        plain,
        columns={"node": {"year": [1984, 1999]}},
        link_columns={key: LinkTable([0], [1], {"weight": [0.5]})},
        encoders={"node": fit_encoder(pd.DataFrame({"year": [1984, 1999]}))},
    )
    assert graph_fingerprint(described) == graph_fingerprint(plain)
    encoded = replace(described, features={"node": np.array([[1984.0], [1999.0]])})
    assert graph_fingerprint(encoded) != graph_fingerprint(plain)
