"""Social graphs as in the paper: large interest groups as classes, no features."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels


def largest_groups(graph: Graph, groups: int = 10) -> Graph:
    """The multi-label graph with its largest classes alone; a node in none of them has no label.

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("user",), (Relation("user", "knows", "user", directed=False),))
    >>> links = {("user", "knows", "user"): np.eye(3)}
    >>> labels = Labels(np.arange(3), np.array([[1, 0], [1, 0], [0, 1]], bool), ("chess", "go"))
    >>> graph = Graph(schema, links, {"user": 3}, labels={"user": labels})
    >>> largest_groups(graph, 1).labels["user"].nodes.tolist()
    [0, 1]
    """
    target = graph.target_type
    labels = graph.labels[target]
    if not labels.multi_label:
        raise GraphError(
            f"largest groups: nodes of type {target} have one class each; expected a multi-label "
            "graph"
        )
    sizes = np.asarray(labels.y).sum(axis=0)
    kept = np.sort(np.argsort(-sizes, kind="stable")[:groups])
    y = np.asarray(labels.y, dtype=bool)[:, kept]
    member = y.any(axis=1)
    chosen = Labels(labels.nodes[member], y[member], tuple(labels.classes[c] for c in kept))
    return replace(graph, labels={target: chosen}, splits={})


def without_features(graph: Graph) -> Graph:
    """The graph without features: nodes feed in what their method makes of links alone."""
    return replace(graph, features={})
