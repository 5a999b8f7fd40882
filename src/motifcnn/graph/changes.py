"""Changes: edges to insert and to delete, and the graph after that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph, RelationKey
from motifcnn.graph.schema import Relation, Schema, suggestion

Pairs = npt.NDArray[np.int64]  # (n, 2): rows of source and target


@dataclass(frozen=True, eq=False)
class Changes:
    """Edges to insert and to delete; an edge to insert may exist already, one to delete may not.

    Parameters
    ----------
    insert, delete : mapping of (source type, name, target type) to (n, 2) int64
        Rows of source and target: sorted, each once, and none in both. An edge of an undirected
        relation has its smaller row first. `make_changes` brings edges into this form.
    """

    insert: Mapping[RelationKey, Pairs] = field(default_factory=dict)
    delete: Mapping[RelationKey, Pairs] = field(default_factory=dict)

    @property
    def keys(self) -> tuple[RelationKey, ...]:
        """The relations that change."""
        return tuple(dict.fromkeys([*self.insert, *self.delete]))

    def __len__(self) -> int:
        return sum(len(pairs) for part in (self.insert, self.delete) for pairs in part.values())

    def then(self, later: Changes) -> Changes:
        """Both changes as one; for an edge in both the later one decides.

        Examples
        --------
        >>> cites = ("paper", "cites", "paper")
        >>> first = Changes({cites: np.array([[0, 1], [0, 2]])})
        >>> both = first.then(Changes(delete={cites: np.array([[0, 1]])}))
        >>> both.insert[cites].tolist(), both.delete[cites].tolist()
        ([[0, 2]], [[0, 1]])
        """
        insert, delete = dict(self.insert), dict(self.delete)
        for mine, added, other in ((insert, later.insert, delete), (delete, later.delete, insert)):
            for key, pairs in added.items():
                mine[key] = _merged(mine[key], pairs) if key in mine else pairs
                if key in other:
                    other[key] = other[key][~in_pairs(other[key], pairs)]
        return Changes(
            *(
                {key: pairs for key, pairs in part.items() if len(pairs)}
                for part in (insert, delete)
            )
        )


def _each_once(pairs: Pairs) -> Pairs:
    """The pairs sorted, each once."""
    if not len(pairs):
        return pairs
    width = 1 + int(pairs[:, 1].max())
    return np.stack(np.divmod(np.unique(pairs[:, 0] * width + pairs[:, 1]), width), axis=1)


def _merged(pairs: Pairs, more: Pairs) -> Pairs:
    """Union of sorted pairs in linear time: a stream of changes merges few into many."""
    cells, wanted = _cells(pairs, more)
    place = np.searchsorted(cells, wanted)
    new = np.append(cells, -1)[place] != wanted
    return np.insert(pairs, place[new], more[new], axis=0)


def in_pairs(wanted: Pairs, pairs: Pairs) -> npt.NDArray[np.bool_]:
    """Whether each wanted pair is among the sorted pairs.

    Examples
    --------
    >>> in_pairs(np.array([[2, 3], [0, 1]]), np.array([[1, 1], [2, 3]])).tolist()
    [True, False]
    """
    cells, sought = _cells(pairs, wanted)
    found: npt.NDArray[np.bool_] = np.append(cells, -1)[np.searchsorted(cells, sought)] == sought
    return found


def _cells(*parts: Pairs) -> list[npt.NDArray[np.int64]]:
    """One number per pair, in the order of the pairs."""
    width = 1 + max((int(pairs[:, 1].max()) for pairs in parts if len(pairs)), default=0)
    return [pairs[:, 0] * width + pairs[:, 1] for pairs in parts]


def make_changes(
    graph: Graph, insert: Mapping[Any, Any] | None = None, delete: Mapping[Any, Any] | None = None
) -> Changes:
    """Changes in rows of a graph, validated against its schema and its counts.

    Parameters
    ----------
    graph : Graph
    insert, delete : mapping of relation to (n, 2) rows of source and target
        A relation is its name, or (source type, name, target type) where several share the name. An
        edge listed twice counts once; one that is both inserted and deleted is an error, because
        their order is not known.

    Examples
    --------
    >>> friend = Relation("user", "friend", "user", directed=False)
    >>> graph = Graph(Schema(("user",), (friend,)), {friend.key: np.zeros((3, 3))}, {"user": 3})
    >>> make_changes(graph, {"friend": [(2, 0), (0, 2)]}).insert[friend.key].tolist()
    [[0, 2]]
    """
    parts = []
    for what, given in (("insert", insert), ("delete", delete)):
        if given is not None and not isinstance(given, Mapping):
            raise GraphError(
                f"{what}: expected a mapping of relation to pairs, "
                f'such as {{"cites": [(0, 1)]}}, got {given!r}'
            )
        found: dict[RelationKey, list[Pairs]] = {}
        for name, pairs in (given or {}).items():
            relation = find_relation(graph.schema, name, what)
            found.setdefault(relation.key, []).append(_pairs(graph, relation, pairs, what))
        joined = {key: _each_once(np.concatenate(pairs)) for key, pairs in found.items()}
        parts.append({key: pairs for key, pairs in joined.items() if len(pairs)})
    for key in parts[0].keys() & parts[1].keys():
        if (both := in_pairs(parts[0][key], parts[1][key])).any():
            source, target = parts[0][key][both][0].tolist()
            raise GraphError(
                f"relation {key[1]}: edge {source} -> {target} is both inserted and deleted, "
                "and their order is not known; make two updates of it"
            )
    return Changes(*parts)


def find_relation(schema: Schema, name: Any, where: str) -> Relation:
    """The relation with a name, or with (source type, name, target type)."""
    key = tuple(name) if isinstance(name, tuple | list) else None
    found = [r for r in schema.relations if (r.key == key if key is not None else r.name == name)]
    if len(found) == 1:
        return found[0]
    if found:
        keys = ", ".join(str(r.key) for r in found)
        raise GraphError(
            f"{where}: several relations are called {name!r}; name one as a whole: {keys}"
        )
    raise GraphError(
        f"{where}: unknown relation "
        f"{name!r}{suggestion(str(name), [r.name for r in schema.relations])}"
    )


def _pairs(graph: Graph, relation: Relation, given: Any, what: str) -> Pairs:
    where = f"{what}, relation {relation.name}"
    values = np.asarray(given)
    if values.size == 0:
        return np.empty((0, 2), np.int64)
    if values.ndim != 2 or values.shape[1] != 2 or values.dtype.kind not in "iu":
        raise GraphError(
            f"{where}: {values.dtype} of shape {values.shape}, expected integers of shape (n, 2): "
            "rows of source and target"
        )
    pairs = values.astype(np.int64)
    for column, node_type in enumerate((relation.source, relation.target)):
        bad = np.flatnonzero((pairs[:, column] < 0) | (pairs[:, column] >= graph.counts[node_type]))
        if len(bad):
            raise GraphError(
                f"{where}, pair {bad[0]}: there is no {node_type} in row {pairs[bad[0], column]}; "
                f"expected 0 to {graph.counts[node_type] - 1}. New nodes need a new graph"
            )
    return pairs if relation.directed else np.sort(pairs, axis=1)


def changed_graph(graph: Graph, changes: Changes) -> Graph:
    """The graph after the changes; everything but the edges and their columns stays.

    Examples
    --------
    >>> graph = Graph.from_tables({"id": [0, 1]}, {"source": [0], "target": [1]})
    >>> changes = make_changes(graph, insert={"edge": [(1, 0)]}, delete={"edge": [(0, 1)]})
    >>> changed_graph(graph, changes).adjacency["node", "edge", "node"].toarray().astype(int)
    array([[0, 0],
           [1, 0]])
    """
    adjacency, link_columns = dict(graph.adjacency), dict(graph.link_columns)
    for relation in graph.schema.relations:
        if relation.key in changes.keys:
            adjacency[relation.key] = _changed(graph.adjacency[relation.key], relation, changes)
    for key, table in graph.link_columns.items():  # the rows of deleted links go with them
        link_columns[key] = table.only(table.linked(adjacency[key]))
    return replace(graph, adjacency=adjacency, link_columns=link_columns)


def _changed(matrix: sparse.csr_array, relation: Relation, changes: Changes) -> sparse.csr_array:
    for part, value in ((changes.insert, True), (changes.delete, False)):
        pairs = both_ways(part.get(relation.key, np.empty((0, 2), np.int64)), relation)
        named = sparse.csr_array(
            (np.ones(len(pairs), bool), (pairs[:, 0], pairs[:, 1])), shape=matrix.shape
        )
        matrix = matrix + named if value else matrix > named  # boolean "or", and "and not"
    return sparse.csr_array(matrix)


def both_ways(pairs: Pairs, relation: Relation) -> Pairs:
    """The entries of the pairs in the relation's matrix: two per undirected edge."""
    if relation.directed or not len(pairs):
        return pairs
    return _each_once(np.concatenate([pairs, pairs[:, ::-1]]))
