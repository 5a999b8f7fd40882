"""Social graphs as in the paper: large interest groups as classes, inputs by degree or one-hot."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

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


def degree_features(graph: Graph) -> Graph:
    """The graph with features of the target type that are made from its links, and no others.

    Columns: log(1 + degree), log(1 + mean degree of the neighbours), log(1 + largest degree of a
    neighbour), each divided by its largest value, then one mark for the power of two that the
    degree falls under.
    """
    target = graph.target_type
    degree, mean, largest = _degrees(graph, target)
    scaled = np.log1p(np.stack([degree, mean, largest], axis=1))
    scaled /= np.maximum(scaled.max(axis=0), 1.0)
    power = np.floor(np.log2(degree + 1)).astype(np.int64)
    marks = np.eye(int(power.max()) + 1, dtype=np.float32)[power]
    return replace(graph, features={target: np.hstack([scaled.astype(np.float32), marks])})


def without_features(graph: Graph) -> Graph:
    """The graph without features: nodes feed in what their method makes of links alone."""
    return replace(graph, features={})


def _degrees(
    graph: Graph, target: str
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Degree of each node within the target type, and mean and largest degree of its neighbours."""
    own = [r for r in graph.schema.relations if r.source == r.target == target]
    if not own:
        raise GraphError(
            f"degree features: no relation links {target} to {target}; links: {graph.schema}"
        )
    matrix = sum(graph.adjacency[r.key].astype(np.int64) for r in own)
    links = ((matrix + matrix.T) > 0).tocsr()
    degree = np.diff(links.indptr).astype(np.float64)
    mean = np.divide(links @ degree, degree, out=np.zeros_like(degree), where=degree > 0)
    largest = np.zeros_like(degree)
    np.maximum.at(
        largest, np.repeat(np.arange(len(degree)), np.diff(links.indptr)), degree[links.indices]
    )
    return degree, mean, largest
