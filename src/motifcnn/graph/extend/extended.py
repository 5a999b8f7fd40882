"""extended: a graph with the nodes and links of another one added, matched by id."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motifcnn.errors import GraphError
from motifcnn.graph.extend.attributes import columns_of, features_of, names_of
from motifcnn.graph.extend.labels import labels_of, split_of
from motifcnn.graph.extend.links import link_table_of, links_of
from motifcnn.graph.extend.places import find_places
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Schema, suggestion


def extended(graph: Graph, new: Graph) -> Graph:
    """The union of two graphs: nodes by their ids, type by type, and the links of both.

    Nodes that `graph` has keep what it says about them; a warning names those that `new` describes
    otherwise. Features of the others come from ``new.features``, or where `graph` says how columns
    become features (``graph.encoders``) from ``new.columns``. Rows are in the order of ids, so a
    known node may have another row than before.

    Parameters
    ----------
    graph : Graph
        What is known, such as a training graph. Its schema, classes, splits, feature columns and
        encoders are those of the result.
    new : Graph
        What arrives. Types and relations of the schema that it does not have are empty. Known
        nodes need to be in it only as ends of links.

    Raises
    ------
    GraphError
        If `new` has a type, relation, feature column or kind of id that `graph` does not have.

    Examples
    --------
    >>> graph = Graph.from_tables({"id": [1, 2]}, {"source": [1], "target": [2]})
    >>> new = Graph.from_tables({"id": [0, 2]}, {"source": [0], "target": [2]})
    >>> both = extended(graph, new)
    >>> both.ids["node"].tolist(), both.num_edges()
    ([0, 1, 2], 2)
    """
    _require_part(graph.schema, new.schema)
    nobody = np.empty(0, np.int64)
    places = {t: find_places(graph.ids[t], new.ids.get(t, nobody), t) for t in graph.counts}
    names = {t: names_of(graph.names.get(t), new.names.get(t), t, at) for t, at in places.items()}
    features = {t: features_of(graph, new, t, at) for t, at in places.items()}
    labels = {
        t: labels_of(graph.labels.get(t), new.labels.get(t), t, at) for t, at in places.items()
    }
    return replace(
        graph,
        adjacency={
            (s, name, t): links_of(matrix, new.adjacency.get((s, name, t)), places[s], places[t])
            for (s, name, t), matrix in graph.adjacency.items()
        },
        counts={t: len(at.ids) for t, at in places.items()},
        ids={t: at.ids for t, at in places.items()},
        names={t: found for t, found in names.items() if found is not None},
        features={t: found for t, found in features.items() if found is not None},
        labels={t: found for t, found in labels.items() if found is not None},
        splits={name: split_of(s, places[s.node_type]) for name, s in graph.splits.items()},
        columns={
            t: columns_of(table, new.columns.get(t, {}), t, places[t])
            for t, table in graph.columns.items()
        },
        link_columns={
            (s, name, t): link_table_of(
                table, new.link_columns.get((s, name, t)), places[s], places[t]
            )
            for (s, name, t), table in graph.link_columns.items()
        },
    )


def _require_part(schema: Schema, other: Schema) -> None:
    """Raises a `GraphError` unless every type and relation of the other schema is in this one."""
    for node_type in other.node_types:
        if node_type not in schema.node_types:
            raise GraphError(
                f"new nodes: type {node_type!r} is not in the graph to extend"
                f"{suggestion(node_type, schema.node_types)}"
            )
    known = {relation.key: relation for relation in schema.relations}
    for relation in other.relations:
        if relation.key not in known:
            names = [str(mine) for mine in schema.relations]
            raise GraphError(
                f"new links: relation {relation} is not in the graph to extend; it has "
                f"{', '.join(names) or 'none'}"
            )
        if relation != known[relation.key]:
            kind, mine = (
                "directed" if r.directed else "undirected" for r in (relation, known[relation.key])
            )
            raise GraphError(
                f"new links: relation {relation} is {kind}, in the graph to extend it is {mine}"
            )
