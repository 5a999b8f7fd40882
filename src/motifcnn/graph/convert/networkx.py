"""Graphs from and to networkx."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from motifcnn.errors import GraphError
from motifcnn.graph.convert.networkx_columns import (
    link_table,
    node_columns,
    put_links,
    put_node_columns,
)
from motifcnn.graph.convert.networkx_features import put_features, read_features
from motifcnn.graph.graph import Graph
from motifcnn.graph.ids import locate_ids
from motifcnn.graph.io.further_columns import KEPT_KINDS
from motifcnn.graph.io.tables import graph_from_tables
from motifcnn.graph.labels import Split
from motifcnn.graph.left_out import warn_left_out
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

    Notes
    -----
    The graph's own attribute `classes` is the list of all classes, or a mapping of node type to
    such a list.

    Further attributes of nodes become `columns` of the graph, those of links `link_columns`.

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
    links: dict[Relation, tuple[list[Any], list[Any], list[Any]]] = (
        {r: ([], [], []) for r in schema.relations} if schema else {}
    )
    tables = dict(zip(links, graph.graph.get("link_columns", ()), strict=False))
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
        if tables.get(declared[key]) is not None and attributes.get("source", source) == target:
            source, target = target, source
        ends = links.setdefault(declared[key], ([], [], []))
        ends[0].append(id_of[source])
        ends[1].append(id_of[target])
        ends[2].append(attributes)
    result = graph_from_tables(
        nodes,
        {r: {"source": _plain(s), "target": _plain(t)} for r, (s, t, _) in links.items()},
        features=read_features(graph, members, features),
        classes=graph.graph.get("classes"),
        name=graph.graph.get("name", "") if name is None else name,
    )
    lost: list[str] = []
    columns = {}
    used = {type, "id", "name", label, features, "split"}
    for node_type, listed in members.items():
        rows = _rows(result, node_type, [id_of[n] for n in listed])
        about = graph.graph.get("node_columns", {}).get(node_type)
        found, not_kept = node_columns([graph.nodes[n] for n in listed], rows, used, about)
        lost += [f"attribute {attribute!r} of {node_type}" for attribute in not_kept]
        if found is not None:
            columns[node_type] = found
    link_columns = {}
    for r, (s, t, cells) in links.items():
        at = _rows(result, r.source, s), _rows(result, r.target, t)
        described, not_kept = link_table(*at, cells, relation, tables.get(r))
        lost += [f"attribute {attribute!r} of {r.name}" for attribute in not_kept]
        if described is not None:
            link_columns[r.key] = described
    warn_left_out("from_networkx", lost, KEPT_KINDS)
    return replace(
        result,
        columns=columns,
        link_columns=link_columns,
        encoders=graph.graph.get("encoders", {}),
        splits=_splits(graph, result, members, id_of),
    )


def to_networkx(graph: Graph) -> Any:
    """The graph as a networkx graph, which `from_networkx` converts back.

    Parameters
    ----------
    graph : Graph
        What to convert.

    Returns
    -------
    MultiGraph or MultiDiGraph
        A MultiGraph where no relation is directed; else a MultiDiGraph, in which an undirected link
        points both ways. Its nodes are the ids where no two types share one, else (type, id).
        Nodes have the attributes `type` and `id`, and where given `name`, `label`, `x` and
        `split`; links have `relation`. Columns are attributes under their own names, or behind an
        underscore where one of these has the name; a pair of nodes has one link per row of its link
        table. `x` is a (d,) array, or a dict of column to value where
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
            put_features(result, keys[node_type], graph.features[node_type])
        if node_type in graph.columns:
            about = put_node_columns(result, keys[node_type], graph.columns[node_type])
            result.graph.setdefault("node_columns", {})[node_type] = about
    if graph.encoders:
        result.graph["encoders"] = dict(graph.encoders)
    for node_type, labels in graph.labels.items():
        result.graph.setdefault("classes", {})[node_type] = list(labels.classes)
        for row, y in zip(labels.nodes.tolist(), labels.y, strict=True):
            result.nodes[keys[node_type][row]]["label"] = labels.named(y)
    for split_name, split in graph.splits.items():
        for part in ("train", "val", "test"):
            for row in getattr(split, part).tolist():
                result.nodes[keys[split.node_type][row]].setdefault("split", {})[split_name] = part
    tables = [put_links(result, graph, relation, keys) for relation in graph.schema.relations]
    if graph.link_columns:
        result.graph["link_columns"] = tables
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


def _rows(made: Graph, node_type: str, ids: list[Any]) -> Any:
    return locate_ids(made.ids[node_type], _plain(ids))


def _splits(
    graph: Any, made: Graph, members: dict[str, list[Any]], id_of: dict[Any, Any]
) -> dict[str, Split]:
    parts: dict[str, dict[str, list[int]]] = {}
    types: dict[str, str] = {}
    for node_type, nodes in members.items():
        rows = _rows(made, node_type, [id_of[n] for n in nodes]).tolist()
        for node, row in zip(nodes, rows, strict=True):
            for split_name, part in graph.nodes[node].get("split", {}).items():
                if types.setdefault(split_name, node_type) != node_type:
                    raise GraphError(
                        f"networkx node {node!r}: split {split_name!r} is of {types[split_name]}, "
                        f"not {node_type}"
                    )
                parts.setdefault(split_name, {"train": [], "val": [], "test": []})[part].append(row)
    return {
        n: Split(types[n], *(np.array(p[k], np.int64) for k in ("train", "val", "test")))
        for n, p in parts.items()
    }
