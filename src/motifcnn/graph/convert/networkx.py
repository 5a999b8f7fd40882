"""Graphs from and to networkx."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.graph.io.tables import graph_from_tables
from motifcnn.graph.labels import Split
from motifcnn.graph.schema import Relation, suggestion
from motifcnn.graph.schema_json import schema_from_json, schema_to_json


def from_networkx(
    graph: Any,
    *,
    type: str = "type",
    relation: str = "relation",
    label: str = "label",
    features: str = "x",
    name: str | None = None,
) -> Graph:
    """Makes a graph from a networkx graph of any kind.

    Parameters
    ----------
    graph : Graph, DiGraph, MultiGraph or MultiDiGraph
        Links of an undirected graph have no direction within a type; between two types they point
        from the type that comes first among the nodes to the other.
    type, relation : str
        Attributes of nodes and links; without them there is one type "node", one relation "edge".
    label : str
        Attribute with a class, or a list of classes.
    features : str
        Attribute with a vector, or a mapping of column to value (sparse); on all nodes of a type or
        on none.

    The graph's own attribute `classes` is the list of all classes, or a mapping of node type to
    such a list.

    Node ids are the attribute `id` where given, else the networkx nodes where these are integers or
    texts.

    Examples
    --------
    >>> import networkx as nx
    >>> from_networkx(nx.path_graph(3))
    Graph(node 3; edge 2)
    """
    if not all(hasattr(graph, part) for part in ("graph", "nodes", "edges")):
        raise GraphError(
            f"from_networkx: expected a networkx graph, got {graph.__class__.__name__}"
        )
    carried = graph.graph.get("schema")
    schema = (
        schema_from_json(carried, "networkx graph attribute 'schema'")
        if carried is not None
        else None
    )
    members: dict[str, list[Any]] = {t: [] for t in schema.node_types} if schema else {}
    for node, attributes in graph.nodes(data=True):
        node_type = attributes.get(type, "node")
        if schema is not None and node_type not in members:
            raise GraphError(
                f"networkx node {node!r}: unknown type "
                f"{node_type!r}{suggestion(str(node_type), members)}"
            )
        members.setdefault(str(node_type), []).append(node)
    nodes, type_of, id_of = {}, {}, {}
    for node_type, listed in members.items():
        ids = [graph.nodes[n].get("id", n) for n in listed]
        if not all(
            isinstance(i, int | str | np.integer | np.str_) and not isinstance(i, bool) for i in ids
        ):
            ids = [str(i) for i in ids]
        table: dict[str, Any] = {"id": _plain(ids)}
        for attribute, column in (("name", "name"), (label, "label")):
            if any(attribute in graph.nodes[n] for n in listed):
                table[column] = _objects([graph.nodes[n].get(attribute) for n in listed])
        nodes[node_type] = table
        for n, i in zip(listed, ids, strict=True):
            type_of[n], id_of[n] = node_type, i
    links: dict[Relation, tuple[list[Any], list[Any]]] = (
        {r: ([], []) for r in schema.relations} if schema else {}
    )
    position = {t: i for i, t in enumerate(members)}
    declared = {r.key: r for r in links}
    for u, v, attributes in graph.edges(data=True):
        source, target = u, v
        if not graph.is_directed() and position[type_of[u]] > position[type_of[v]]:
            source, target = v, u
        key = type_of[source], str(attributes.get(relation, "edge")), type_of[target]
        if key not in declared and (key[2], key[1], key[0]) in declared and not graph.is_directed():
            source, target, key = target, source, (key[2], key[1], key[0])
        if key not in declared:
            if schema is not None:
                raise GraphError(
                    f"networkx link {u!r} - {v!r}: relation {key} is not in the schema that the "
                    "graph carries"
                )
            declared[key] = Relation(*key, directed=graph.is_directed() or key[0] != key[2])
        ends = links.setdefault(declared[key], ([], []))
        ends[0].append(id_of[source])
        ends[1].append(id_of[target])
    result = graph_from_tables(
        nodes,
        {r: {"source": _plain(s), "target": _plain(t)} for r, (s, t) in links.items()},
        features=_features(graph, members, features),
        classes=graph.graph.get("classes"),
        name=graph.graph.get("name", "") if name is None else name,
    )
    return _with_splits(graph, result, members, id_of)


def to_networkx(graph: Graph) -> Any:
    """The graph as a networkx graph, which `from_networkx` converts back.

    Parameters
    ----------
    graph : Graph

    Returns
    -------
    MultiGraph or MultiDiGraph
        A MultiGraph where no relation is directed; else a MultiDiGraph, in which an undirected link
        points both ways. Its nodes are the ids where no two types share one, else (type, id).
        Nodes have the attributes `type` and `id`, and where given `name`, `label`, `x` and
        `split`; links have `relation`. `x` is a (d,) array, or a dict of column to value where
        features are sparse; `split` maps a split's name to "train", "val" or "test".

    Examples
    --------
    >>> graph = Graph.from_tables({"id": ["a", "b"]}, {"source": ["a"], "target": ["b"]})
    >>> to_networkx(graph).nodes["a"]["type"]
    'node'
    """
    import networkx as nx

    undirected = bool(graph.schema.relations) and not any(
        r.directed for r in graph.schema.relations
    )
    result: Any = nx.MultiGraph() if undirected else nx.MultiDiGraph()
    result.graph.update(name=graph.name, schema=schema_to_json(graph.schema))
    every = [i for t in graph.counts for i in graph.ids[t].tolist()]
    shared = len(set(every)) < len(every)
    keys = {t: [(t, i) if shared else i for i in graph.ids[t].tolist()] for t in graph.counts}
    for node_type in graph.counts:
        for row, node in enumerate(keys[node_type]):
            result.add_node(
                node,
                type=node_type,
                id=graph.ids[node_type][row].item(),
                **_name(graph, node_type, row),
            )
        if node_type in graph.features:
            result.graph.setdefault("columns", {})[node_type] = graph.features[node_type].shape[1]
            _put_features(result, keys[node_type], graph.features[node_type])
    for node_type, labels in graph.labels.items():
        result.graph.setdefault("classes", {})[node_type] = list(labels.classes)
        for row, y in zip(labels.nodes.tolist(), labels.y, strict=True):
            result.nodes[keys[node_type][row]]["label"] = labels.named(y)
    for split_name, split in graph.splits.items():
        for part in ("train", "val", "test"):
            for row in getattr(split, part).tolist():
                result.nodes[keys[split.node_type][row]].setdefault("split", {})[split_name] = part
    for relation in graph.schema.relations:
        matrix = graph.adjacency[relation.key]
        links = sparse.triu(matrix).tocoo() if undirected else matrix.tocoo()
        for s, t in zip(*(ends.tolist() for ends in links.coords), strict=True):
            result.add_edge(
                keys[relation.source][s], keys[relation.target][t], relation=relation.name
            )
    return result


def _objects(values: list[Any]) -> Any:
    result = np.empty(len(values), object)
    result[:] = values
    return result


def _plain(values: list[Any]) -> Any:
    return (
        np.array(values)
        if values and len({isinstance(v, str) for v in values}) == 1
        else _objects(values)
    )


def _name(graph: Graph, node_type: str, row: int) -> dict[str, str]:
    return {"name": graph.names[node_type][row]} if node_type in graph.names else {}


def _put_features(result: Any, nodes: list[Any], matrix: Any) -> None:
    for row, node in enumerate(nodes):
        if sparse.issparse(matrix):
            part = slice(matrix.indptr[row], matrix.indptr[row + 1])
            result.nodes[node]["x"] = dict(
                zip(matrix.indices[part].tolist(), matrix.data[part].tolist(), strict=True)
            )
        else:
            result.nodes[node]["x"] = matrix[row].copy()


def _features(graph: Any, members: dict[str, list[Any]], attribute: str) -> dict[str, Any] | None:
    result: dict[str, Any] = {}
    for node_type, nodes in members.items():
        vectors = [graph.nodes[n].get(attribute) for n in nodes]
        if all(v is None for v in vectors):
            continue
        for node, vector in zip(nodes, vectors, strict=True):
            if vector is None:
                raise GraphError(
                    f"networkx node {node!r} of type {node_type} has no {attribute!r}, "
                    "but others of its type have"
                )
        if all(isinstance(v, dict) for v in vectors):
            rows = [row for row, v in enumerate(vectors) for _ in v]
            columns = [int(c) for v in vectors for c in v]
            width = graph.graph.get("columns", {}).get(node_type, max(columns, default=-1) + 1)
            if columns and not 0 <= min(columns) <= max(columns) < width:
                raise GraphError(
                    f"networkx features of type {node_type}: "
                    f"column {max(columns)}, expected 0 to {width - 1}"
                )
            values = np.array([x for v in vectors for x in v.values()], np.float32)
            result[node_type] = sparse.csr_array(
                (values, (rows, columns)), shape=(len(nodes), width)
            )
        else:
            widths = {np.size(v) for v in vectors}
            if len(widths) > 1:
                raise GraphError(
                    f"networkx features of type {node_type}: "
                    f"{min(widths)} to {max(widths)} values; expected one width"
                )
            result[node_type] = np.stack([np.asarray(v, np.float32).ravel() for v in vectors])
    return result or None


def _with_splits(
    graph: Any, made: Graph, members: dict[str, list[Any]], id_of: dict[Any, Any]
) -> Graph:
    parts: dict[str, dict[str, list[int]]] = {}
    types: dict[str, str] = {}
    for node_type, nodes in members.items():
        row_of = {i: row for row, i in enumerate(made.ids[node_type].tolist())}
        for node in nodes:
            for split_name, part in graph.nodes[node].get("split", {}).items():
                if types.setdefault(split_name, node_type) != node_type:
                    raise GraphError(
                        f"networkx node {node!r}: split {split_name!r} is of {types[split_name]}, "
                        f"not {node_type}"
                    )
                parts.setdefault(split_name, {"train": [], "val": [], "test": []})[part].append(
                    row_of[id_of[node]]
                )
    if not parts:
        return made
    splits = {
        n: Split(types[n], *(np.array(p[k], np.int64) for k in ("train", "val", "test")))
        for n, p in parts.items()
    }
    return replace(made, splits=splits)
