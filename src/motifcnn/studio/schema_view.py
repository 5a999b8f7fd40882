"""What a graph has: node types with columns and examples, relations with degrees."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation
from motifcnn.readable import clipped
from motifcnn.report.schema_drawing import draw_schema
from motifcnn.studio.answer import Answer

EXAMPLES = 5  # nodes, and values of a column, that are shown


class ColumnView(Answer):
    """A column of a node type, with some of its values."""

    name: str
    kind: str
    examples: list[str]


class TypeView(Answer):
    """A node type."""

    name: str
    nodes: int
    features: int
    labelled: int
    classes: list[str]
    examples: list[str]
    columns: list[ColumnView]


class DegreeBin(Answer):
    """How many nodes have a number of links from `least` to `most`."""

    least: int
    most: int
    nodes: int


class DegreeView(Answer):
    """Links per node at one end of a relation."""

    node_type: str
    mean: float
    most: int
    bins: list[DegreeBin]


class RelationView(Answer):
    """A relation."""

    source: str
    name: str
    target: str
    directed: bool
    links: int
    degrees: list[DegreeView]


class SchemaView(Answer):
    """The schema of a graph; `drawing` is an SVG, empty where there are too many types."""

    graph: str
    target: str
    types: list[TypeView]
    relations: list[RelationView]
    drawing: str


def schema_view(graph: Graph, target: str | None = None) -> SchemaView:
    """Describes a graph to people.

    Parameters
    ----------
    graph : Graph
    target : str, optional
        The type that is marked; None: the one with the most labels, else the first.

    Examples
    --------
    >>> import motifcnn as mc
    >>> view = schema_view(mc.load_dataset("debian"))
    >>> view.target, view.types[1].name, view.types[1].nodes
    ('package', 'library', 534)
    """
    if target is None:
        target = graph.target_type if graph.labels else graph.schema.node_types[0]
    graph.schema.require_type(target, "target")
    return SchemaView(
        graph=graph.name,
        target=target,
        types=[_type(graph, node_type) for node_type in graph.schema.node_types],
        relations=[_relation(graph, relation) for relation in graph.schema.relations],
        drawing=str(draw_schema(graph.schema, target, graph.counts)),
    )


def degree_bins(degrees: npt.NDArray[np.int64]) -> list[DegreeBin]:
    """Numbers of nodes by degree: 0, 1, 2, 3 to 4, 5 to 8 and so on.

    Examples
    --------
    >>> [(b.least, b.most, b.nodes) for b in degree_bins(np.array([0, 1, 1, 4]))]
    [(0, 0, 1), (1, 1, 2), (2, 2, 0), (3, 4, 1)]
    """
    numbers = np.ceil(np.log2(np.maximum(degrees, 1))).astype(np.int64) + (degrees > 0)
    nodes = np.bincount(numbers).tolist()
    edges = [(0, 0), (1, 1), *((2 ** (k - 2) + 1, 2 ** (k - 1)) for k in range(2, len(nodes)))]
    return [
        DegreeBin(least=least, most=most, nodes=n)
        for (least, most), n in zip(edges, nodes, strict=False)
    ]


def node_label(graph: Graph, node_type: str, row: int) -> str:
    """The name of a node, or else its id."""
    names = graph.names.get(node_type)
    name = "" if names is None else str(names[row])
    return name or str(graph.ids[node_type][row])


def _type(graph: Graph, node_type: str) -> TypeView:
    labels, features = graph.labels.get(node_type), graph.features.get(node_type)
    return TypeView(
        name=node_type,
        nodes=graph.counts[node_type],
        features=0 if features is None else int(features.shape[1]),
        labelled=0 if labels is None else len(labels.nodes),
        classes=[] if labels is None else list(labels.classes),
        examples=_examples(graph, node_type),
        columns=[_column(n, values) for n, values in graph.columns.get(node_type, {}).items()],
    )


def _examples(graph: Graph, node_type: str) -> list[str]:
    """Labels of nodes from all over the type; of those with a name, where some have one."""
    rows = np.arange(graph.counts[node_type])
    if node_type in graph.names and len(named := np.flatnonzero(graph.names[node_type] != "")):
        rows = named
    if not len(rows):
        return []
    places = np.unique(np.linspace(0, len(rows) - 1, EXAMPLES).astype(np.int64))
    return [node_label(graph, node_type, int(row)) for row in rows[places]]


def _column(name: str, values: npt.NDArray[Any]) -> ColumnView:
    kinds = {"b": "boolean", "i": "number", "u": "number", "f": "number", "M": "date"}
    seen = dict.fromkeys(clipped(str(v)) for v in values[:200].tolist() if v is not None)
    return ColumnView(
        name=name,
        kind=kinds.get(values.dtype.kind, "text"),
        examples=list(seen)[:EXAMPLES],
    )


def _relation(graph: Graph, relation: Relation) -> RelationView:
    matrix = graph.adjacency[relation.key]
    found = [_degrees(relation.source, np.asarray(matrix.sum(axis=1), dtype=np.int64))]
    if relation.directed:
        found.append(_degrees(relation.target, np.asarray(matrix.sum(axis=0), dtype=np.int64)))
    return RelationView(
        source=relation.source,
        name=relation.name,
        target=relation.target,
        directed=relation.directed,
        links=graph.num_edges(relation),
        degrees=found,
    )


def _degrees(node_type: str, degrees: npt.NDArray[np.int64]) -> DegreeView:
    return DegreeView(
        node_type=node_type,
        mean=float(degrees.mean()) if len(degrees) else 0.0,
        most=int(degrees.max(initial=0)),
        bins=degree_bins(degrees) if len(degrees) else [],
    )
