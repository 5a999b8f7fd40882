"""A small good TSV folder, and a graph that uses everything a graph can have."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from scipy import sparse

from motifcnn.graph import Graph, Labels, Relation, Schema, Split

NODES = "id\ttype\tname\n0\tpaper\tOne\n1\tpaper\tTwo\n2\tauthor\tAda\n3\tpaper\tThree\n"
EDGES = "src\tdst\trelation\n0\t2\twritten-by\n1\t2\twritten-by\n0\t1\tcites\n3\t0\tcites\n"
LABELS = "node\tlabels\n0\t5\n3\t2\n"
META = {
    "name": "small",
    "node_types": {"paper": 3, "author": 1},
    "relations": [
        {"name": "written-by", "src": "paper", "dst": "author"},
        {"name": "cites", "src": "paper", "dst": "paper"},
    ],
    "labeled_types": ["paper"],
    "multi_label": False,
    "class_names": {"2": "databases"},
    "features": {"paper": [{"file": "features_words.npz"}]},
}


def write_good_folder(folder: Path) -> Path:
    """Three papers, an author, two relations, two labels, features and a split."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "nodes.tsv").write_text(NODES)
    (folder / "edges.tsv").write_text(EDGES)
    (folder / "labels.tsv").write_text(LABELS)
    (folder / "meta.json").write_text(json.dumps(META))
    sparse.save_npz(
        folder / "features_words.npz",
        sparse.csr_array(np.array([[0, 2], [1, 0], [3, 4]], np.uint8)),
    )
    (folder / "splits").mkdir()
    (folder / "splits" / "train.txt").write_text("3\n")
    (folder / "splits" / "test.txt").write_text("0\n")
    return folder


def rich_graph(*, names: bool = True) -> Graph:
    """Ids and relations of every kind, sparse and dense features, multi-label, splits."""
    schema = Schema(
        ("user", "tag", "empty"),
        (
            Relation("user", "friend", "user", directed=False),
            Relation("user", "follows", "user"),
            Relation("user", "uses", "tag"),
            Relation("tag", "uses", "tag"),
            Relation("user", "is", "empty"),
        ),
    )
    friend = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
    follows = np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]])  # symmetric, and yet directed
    uses = np.array([[1, 0], [1, 1], [0, 0]])
    adjacency = {
        ("user", "friend", "user"): friend,
        ("user", "follows", "user"): follows,
        ("user", "uses", "tag"): uses,
        ("tag", "uses", "tag"): np.zeros((2, 2)),
        ("user", "is", "empty"): np.zeros((3, 0)),
    }
    return Graph(
        schema,
        adjacency,
        {"user": 3, "tag": 2, "empty": 0},
        ids={"user": np.array(["a", "bb", "ç"]), "tag": np.array([7, 100])},
        names={"user": np.array(["Ann", "", 'Bob\t"x"'], object)} if names else {},
        features={
            "user": sparse.csr_array(np.array([[0, 1.5, 0], [0, 0, 0], [2, 0, 0]])),
            "tag": np.array([[1.0, -2], [0, 0.1]]),
        },
        labels={
            "user": Labels(np.array([0, 1, 2]), np.array([[1, 1], [0, 0], [0, 1]]), ("red", "blue"))
        },
        splits={
            "public": Split("user", np.array([0]), np.array([1]), np.array([2])),
            "other": Split("user", np.array([2]), np.array([], int), np.array([0])),
        },
        name="rich",
    )


def single_label() -> Graph:
    """Unlabelled nodes, a class that no node has, ids that two types share."""
    graph = Graph.from_tables(
        {"a": {"id": [1, 5, 7], "label": ["x", None, "z"]}, "b": {"id": [1, 2]}},
        {Relation("a", "r", "b"): {"source": [1, 7], "target": [2, 1]}},
        classes=["x", "y", "z"],
        features={"a": np.array([[1.0], [2], [3]])},
        name="single",
    )
    assert graph.labels["a"] == Labels(np.array([0, 2]), np.array([0, 2]), ("x", "y", "z"))
    return graph


def two_labelled_types() -> Graph:
    """Classes of their own on each of two types, one of them multi-label."""
    labels = {
        "a": Labels(np.array([0, 1]), np.array([2, 0]), ("x", "y", "z")),
        "b": Labels(np.array([1]), np.array([[True, False]]), ("red", "blue")),
    }
    schema = Schema(("a", "b"), (Relation("a", "r", "b"),))
    return Graph(schema, {("a", "r", "b"): np.eye(2)}, {"a": 2, "b": 2}, labels=labels, name="two")


GRAPHS = {
    "rich": rich_graph,
    "single label": single_label,
    "two labelled types": two_labelled_types,
}
