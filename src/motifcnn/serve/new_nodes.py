"""New nodes of a request as a graph that extends the training graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph, RelationKey
from motifcnn.graph.ids import as_integers, locate_ids
from motifcnn.graph.schema import Relation, Schema, suggestion
from motifcnn.readable import shown, some
from motifcnn.serve.new_columns import columns_of
from motifcnn.serve.new_features import features_of
from motifcnn.serve.requests import NewNode, NewNodes

Ids = npt.NDArray[Any]
Pairs = tuple[Ids, Ids]


@dataclass(frozen=True, eq=False)
class Members:
    """Nodes of one type in a request: the new ones, and known ones at the ends of links.

    Parameters
    ----------
    ids : (n,) array
        Increasing.
    known : (n,) int64
        Row in the training graph, -1 for a new node.
    given : mapping of row to NewNode
    """

    ids: Ids
    known: npt.NDArray[np.int64]
    given: Mapping[int, NewNode]


def graph_of_new(request: NewNodes, graph: Graph) -> Graph:
    """The graph of a request: its new nodes, its links, and the known nodes that these reach.

    Parameters
    ----------
    request : NewNodes
    graph : Graph
        The training graph, with encoders where columns become features.

    Raises
    ------
    GraphError
        If a type, relation or column is unknown, an id is known already or given twice, an end of
        a link is neither known nor new, or features are missing.

    Examples
    --------
    >>> graph = Graph.from_tables({"id": [1, 2]}, {"source": [1], "target": [2]})
    >>> request = NewNodes(nodes={"node": [NewNode(id=7)]}, links={"edge": [(7, 2)]})
    >>> graph_of_new(request, graph).ids["node"].tolist()
    [2, 7]
    """
    for node_type in request.nodes:
        if node_type not in graph.counts:
            hint = suggestion(node_type, graph.schema.node_types)
            raise GraphError(f"nodes: {shown(node_type)} is not a type of the graph{hint}")
    links = {
        relation.key: _pairs(request.links[text], relation, graph)
        for text in request.links
        for relation in [find_relation(graph.schema, text)]
    }
    members = {t: _members(t, request.nodes.get(t, []), links, graph) for t in graph.counts}
    return Graph(
        graph.schema,
        {key: _matrix(key, links.get(key), members) for key in graph.adjacency},
        {t: len(of_type.ids) for t, of_type in members.items()},
        ids={t: of_type.ids for t, of_type in members.items()},
        names={t: _names(of_type) for t, of_type in members.items()},
        features={
            t: features_of(t, members[t].known, members[t].given, graph) for t in graph.features
        },
        columns={
            t: columns_of(t, members[t].known, members[t].given, graph.columns.get(t, {}))
            for t in members
            if t in graph.columns or any(node.columns for node in members[t].given.values())
        },
    )


def find_relation(schema: Schema, text: str) -> Relation:
    """The relation with that name or that pattern.

    Examples
    --------
    >>> schema = Schema(("a", "b"), (Relation("a", "to", "b"), Relation("b", "to", "a")))
    >>> find_relation(schema, "(b)-[:to]->(a)").source
    'b'
    >>> find_relation(schema, "to")
    Traceback (most recent call last):
    motifcnn.errors.GraphError: links: 2 relations are named 'to'; name one of (a)-[:to]->(b), ...
    """
    for relation in schema.relations:
        if str(relation) == text:
            return relation
    named = [relation for relation in schema.relations if relation.name == text]
    if len(named) == 1:
        return named[0]
    if named:
        choices = some(str(relation) for relation in named)
        raise GraphError(
            f"links: {len(named)} relations are named {shown(text)}; name one of {choices}"
        )
    choices = some(relation.name for relation in schema.relations)
    raise GraphError(
        f"links: {shown(text)} is not a relation of the graph; expected one of {choices}"
    )


def ids_like(known: Ids, values: Sequence[int | str], where: str) -> Ids:
    """Ids in the form of the known ones: "8" is 8 where those are integers, else 8 is "8".

    Examples
    --------
    >>> ids_like(np.array([1, 2]), ["8", 3], "nodes").tolist()
    [8, 3]
    """
    if len(known) and known.dtype.kind in "iu":
        numbers, whole = as_integers(np.array(values, dtype=object))
        if not whole.all():
            wrong = values[int(np.argmin(whole))]
            raise GraphError(
                f"{where}: {shown(wrong)} is not an integer, as known ids are, such as {known[0]}"
            )
        return numbers
    if not len(known) and all(isinstance(value, int) for value in values):
        return np.array(values, dtype=np.int64)
    return np.array([str(value) for value in values], dtype=object)


def _pairs(pairs: Sequence[tuple[int | str, int | str]], relation: Relation, graph: Graph) -> Pairs:
    source, target = (
        ids_like(graph.ids[t], [pair[end] for pair in pairs], f"links of {relation}, {t}")
        for end, t in enumerate((relation.source, relation.target))
    )
    return source, target


def _members(
    node_type: str, nodes: Sequence[NewNode], links: Mapping[RelationKey, Pairs], graph: Graph
) -> Members:
    known = graph.ids[node_type]
    own = ids_like(known, [node.id for node in nodes], f"new nodes of type {node_type}")
    given = dict(zip(own.tolist(), nodes, strict=True))
    if len(given) < len(own):
        raise GraphError(f"new nodes of type {node_type}: an id is given twice; give each once")
    for value, row in zip(own.tolist(), locate_ids(known, own).tolist(), strict=True):
        if row >= 0:
            raise GraphError(
                f"new nodes of type {node_type}: {shown(value)} is known already; name it in links "
                "alone, or ask for it with ids"
            )
    ends = {
        value
        for (source, _, target), pair in links.items()
        for end, t in zip(pair, (source, target), strict=True)
        if t == node_type
        for value in end.tolist()
    }
    whole = sorted(ends | given.keys())
    ids = np.array(whole, dtype=own.dtype)
    rows = locate_ids(known, ids)
    for value, row in zip(whole, rows.tolist(), strict=True):
        if row < 0 and value not in given:
            raise GraphError(
                f"links: {shown(value)} is neither a known nor a new node of type {node_type}; "
                f"add it to nodes.{node_type}"
            )
    return Members(ids, rows, {row: given[v] for row, v in enumerate(whole) if v in given})


def _matrix(key: RelationKey, pairs: Pairs | None, members: Mapping[str, Members]) -> Any:
    source, target = members[key[0]].ids, members[key[2]].ids
    shape = len(source), len(target)
    if pairs is None:
        return sparse.csr_array(shape, dtype=bool)
    ends = locate_ids(source, pairs[0]), locate_ids(target, pairs[1])
    return sparse.csr_array((np.ones(len(ends[0]), bool), ends), shape=shape)


def _names(members: Members) -> npt.NDArray[Any]:
    names = np.full(len(members.ids), "", dtype=object)
    for row, node in members.given.items():
        names[row] = node.name
    return names
