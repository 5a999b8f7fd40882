"""A graph in which one kind of neighbour carries the labels and the others are drawn by lot."""

from __future__ import annotations

import numpy as np

from motifcnn.graph import Graph, Labels, Relation, Schema, Split

SCHEMA = Schema(
    ("club", "item", "shop", "user"),
    (
        Relation("user", "likes", "item"),
        Relation("user", "visits", "shop"),
        Relation("user", "joins", "club"),
    ),
)


def planted(*, users: int = 150, seed: int = 0, multi_label: bool = False) -> tuple[Graph, Split]:
    """Users like items of their class, visit shops at random and join no club; a split in three."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(users) % 3)
    likes = (rng.random((users, 30)) < 0.3) & (y[:, None] == np.arange(30) % 3)
    visits = rng.random((users, 30)) < 0.1
    links = {
        ("user", "likes", "item"): likes,
        ("user", "visits", "shop"): visits,
        ("user", "joins", "club"): np.zeros((users, 4), dtype=bool),
    }
    own = np.eye(3, dtype=bool)[y] if multi_label else y
    labels = {"user": Labels(np.arange(users), own, ("a", "b", "c"))}
    graph = Graph(SCHEMA, links, {"club": 4, "item": 30, "shop": 30, "user": users}, labels=labels)
    third = users // 3
    return graph, Split(
        "user", np.arange(third), np.arange(third, 2 * third), np.arange(2 * third, users)
    )


def relabelled(graph: Graph, nodes: np.ndarray, y: np.ndarray) -> Graph:
    """The same graph with other labels at some users."""
    from dataclasses import replace

    labels = graph.labels["user"]
    changed = labels.y.copy()
    changed[nodes] = y
    return replace(graph, labels={"user": replace(labels, y=changed)})
