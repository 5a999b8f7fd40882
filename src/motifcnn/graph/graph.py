"""Graph: typed nodes, relations as sparse matrices, features, labels.

A graph is immutable and validated when made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.cache import Cache
from motifcnn.graph.columns import Column, LinkTable, checked_columns, same_columns
from motifcnn.graph.ids import checked_ids, checked_names
from motifcnn.graph.labels import Labels, Split, read_only
from motifcnn.graph.schema import Relation, Schema

if TYPE_CHECKING:
    from motifcnn.graph.encode import TableEncoder

RelationKey = tuple[str, str, str]
Features = Any  # csr_array or (n, d) float32 array; scipy has no types
_VALUES_AT_ONCE = 1 << 22  # of features, checked in one step


@dataclass(frozen=True, eq=False)
class Graph:
    """A typed graph.

    Row i of every matrix, array and label of a type is the i-th node of that type in increasing id
    order.

    Parameters
    ----------
    schema : Schema
    adjacency : mapping of (source type, name, target type) to (n_source, n_target) sparse matrix
        Boolean; repeated links count once. An undirected relation is stored in both directions.
    counts : mapping of node type to int
    ids : mapping of node type to (n,) array, optional
        The source's ids, integers or texts, increasing; 0..n-1 where the source has none.
    names : mapping of node type to (n,) array of str, optional
    features : mapping of node type to (n, d) sparse or dense float matrix, optional
        A type that is missing here has one-hot inputs. A float32 `numpy.memmap` is not copied; its
        file must not change.
    labels : mapping of node type to Labels, optional
    splits : mapping of name to Split, optional
    columns : mapping of node type to mapping of name to (n,) array, optional
        What the source says about nodes, as it is; `features` are made from it.
    link_columns : mapping of relation to LinkTable, optional
        What the source says about links.
    encoders : mapping of node type to TableEncoder, optional
        How `columns` become `features`, for rows that arrive later.
    name : str, optional

    Examples
    --------
    >>> written_by = Relation("paper", "written-by", "author")
    >>> schema = Schema(("author", "paper"), (written_by,))
    >>> Graph(schema, {written_by.key: np.eye(2)}, {"author": 2, "paper": 2})
    Graph(author 2, paper 2; written-by 2)
    """

    schema: Schema
    adjacency: Mapping[RelationKey, sparse.csr_array]
    counts: Mapping[str, int]
    ids: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)
    names: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)
    features: Mapping[str, Features] = field(default_factory=dict)
    labels: Mapping[str, Labels] = field(default_factory=dict)
    splits: Mapping[str, Split] = field(default_factory=dict)
    columns: Mapping[str, Mapping[str, Column]] = field(default_factory=dict)
    link_columns: Mapping[RelationKey, LinkTable] = field(default_factory=dict)
    encoders: Mapping[str, TableEncoder] = field(default_factory=dict)
    name: str = ""
    cache: Cache = field(init=False, repr=False, default_factory=Cache)  # never part of the value

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise GraphError(f"the graph's name is {self.name!r}; expected a text")
        counts = {t: int(self.counts[t]) for t in self._typed("counts", self.counts, complete=True)}
        if sum(counts.values()) == 0:
            raise GraphError("the graph is empty: it has no nodes")
        self._set("counts", counts)
        if extra := set(self.adjacency) - {r.key for r in self.schema.relations}:
            raise GraphError(f"adjacency: relation {min(extra)} is not in the schema")
        self._set("adjacency", {r.key: self._links(r) for r in self.schema.relations})
        self._typed("ids", self.ids)
        ids = {
            t: checked_ids(self.ids[t], f"ids of type {t}") if t in self.ids else np.arange(n)
            for t, n in counts.items()
        }
        for node_type, values in ids.items():
            self._rows("ids", node_type, values)
            if len(values) > 1 and not (values[1:] > values[:-1]).all():
                raise GraphError(f"ids of type {node_type} must be increasing, each once")
        self._set("ids", {t: read_only(values) for t, values in ids.items()})
        names = {
            t: checked_names(self.names[t], f"names of type {t}")
            for t in self._typed("names", self.names)
        }
        for node_type, values in names.items():
            self._rows("names", node_type, values)
        self._set("names", {t: read_only(values) for t, values in names.items()})
        features = {t: self._feature_matrix(t) for t in self._typed("features", self.features)}
        self._set("features", features)
        for node_type in self._typed("labels", self.labels):
            nodes = self.labels[node_type].nodes
            if len(outside := nodes[(nodes < 0) | (nodes >= counts[node_type])]):
                raise GraphError(
                    f"labels: row {outside[0]} of type {node_type} does not exist; "
                    f"expected 0 to {counts[node_type] - 1}"
                )
        self._set("labels", dict(self.labels))
        for split_name, split in self.splits.items():
            self._check_split(split_name, split)
        self._set("splits", dict(self.splits))
        tables = {t: self.columns[t] for t in self._typed("columns", self.columns)}
        tables = {
            t: checked_columns(table, counts[t], f"columns of type {t}")
            for t, table in tables.items()
        }
        self._set("columns", tables)
        for key, table in self.link_columns.items():
            self._check_link_table(key, table)
        self._set("link_columns", dict(self.link_columns))
        self._typed("encoders", self.encoders)
        self._set("encoders", dict(self.encoders))

    def _set(self, attribute: str, value: dict[Any, Any]) -> None:
        object.__setattr__(self, attribute, MappingProxyType(value))

    def _typed(self, what: str, values: Mapping[str, Any], *, complete: bool = False) -> list[str]:
        for node_type in values:
            self.schema.require_type(node_type, what)
        if complete and (missing := [t for t in self.schema.node_types if t not in values]):
            raise GraphError(f"{what}: type {missing[0]!r} of the schema is missing")
        return [t for t in self.schema.node_types if t in values]

    def _rows(self, what: str, node_type: str, values: Any) -> None:
        if values.shape[0] != self.counts[node_type]:
            raise GraphError(
                f"{what} of type {node_type}: {values.shape[0]} rows, "
                f"but there are {self.counts[node_type]} nodes"
            )

    def _links(self, relation: Relation) -> sparse.csr_array:
        if relation.key not in self.adjacency:
            raise GraphError(f"adjacency: relation {relation} of the schema is missing")
        matrix = as_links(self.adjacency[relation.key])
        expected = (self.counts[relation.source], self.counts[relation.target])
        if matrix.shape != expected:
            raise GraphError(
                f"relation {relation}: matrix is {matrix.shape}, "
                f"expected {expected} from the node counts"
            )
        if not relation.directed:
            matrix = matrix + matrix.T
        return canonical(sparse.csr_array(matrix))

    def _feature_matrix(self, node_type: str) -> Features:
        matrix: Features
        given = self.features[node_type]
        if sparse.issparse(given):
            matrix = sparse.csr_array(given, copy=True).astype(np.float32, copy=False)
            matrix.sum_duplicates()
            values = matrix.data
        else:
            # A memory-mapped file is not copied: it may be larger than the memory.
            mapped = isinstance(given, np.memmap) and given.dtype == np.float32
            matrix = values = given.view() if mapped else np.array(given, dtype=np.float32)
            if matrix.ndim != 2:
                raise GraphError(
                    f"features of type {node_type}: expected a matrix, got shape {matrix.shape}"
                )
        self._rows("features", node_type, matrix)
        if (position := _first_not_finite(values)) is not None:
            is_sparse = sparse.issparse(matrix)
            row = (
                int(np.searchsorted(matrix.indptr, position, "right")) - 1
                if is_sparse
                else position // matrix.shape[1]
            )
            value = values.flat[position]
            raise GraphError(
                f"features of type {node_type}: row {row} has the value {value}; "
                "only finite values train"
            )
        for part in _parts(matrix):
            part.flags.writeable = False
        return matrix

    def _check_split(self, split_name: str, split: Split) -> None:
        self.schema.require_type(split.node_type, f"split {split_name!r}")
        labelled = (
            self.labels[split.node_type].nodes
            if split.node_type in self.labels
            else np.empty(0, np.int64)
        )
        for part in ("train", "val", "test"):
            if len(missing := np.setdiff1d(getattr(split, part), labelled)):
                raise GraphError(
                    f"split {split_name!r}: {part} node {missing[0]} of type {split.node_type} has "
                    "no label"
                )

    def _check_link_table(self, key: RelationKey, table: LinkTable) -> None:
        if key not in self.adjacency:
            raise GraphError(f"link_columns: relation {key} is not in the schema")
        if not len(table):
            return
        matrix = self.adjacency[key]
        ends = np.stack([table.source, table.target])
        if ends.min() < 0 or (ends.max(axis=1) >= matrix.shape).any():
            raise GraphError(f"link_columns of {key[1]}: a row names a node that does not exist")
        linked = np.asarray(matrix[table.source, table.target]).ravel()
        if len(missing := np.flatnonzero(~linked)):
            source, target = ends[:, missing[0]].tolist()
            raise GraphError(
                f"link_columns of {key[1]}, row {missing[0]}: {key[0]} {source} and {key[2]} "
                f"{target} are not linked"
            )

    @classmethod
    def from_tables(cls, nodes: Any, edges: Any, **options: Any) -> Graph:
        """Makes a graph from tables with named columns.

        A table is a path, a DataFrame, a pyarrow table or a dict of columns; the options are those
        of `motifcnn.graph.io.tables.graph_from_tables`.

        Examples
        --------
        >>> Graph.from_tables({"id": [1, 2]}, {"source": [1], "target": [2]})
        Graph(node 2; edge 1)
        """
        from motifcnn.graph.io.tables import graph_from_tables  # it imports this module

        return graph_from_tables(nodes, edges, **options)

    @property
    def num_nodes(self) -> int:
        """Number of nodes of all types."""
        return sum(self.counts.values())

    def num_edges(self, relation: Relation | None = None) -> int:
        """Number of links of one relation, or of all; an undirected link counts once."""
        if relation is None:
            return sum(self.num_edges(r) for r in self.schema.relations)
        stored = int(self.adjacency[relation.key].nnz)
        if relation.directed:
            return stored
        return (stored + int(self.adjacency[relation.key].diagonal().sum())) // 2

    @property
    def target_type(self) -> str:
        """The type to classify: the one with the most labelled nodes."""
        if not self.labels:
            raise GraphError(
                "the graph has no labels, so it has no type to classify; name one with `target=`"
            )
        return max(self.labels, key=lambda t: len(self.labels[t].nodes))

    def __repr__(self) -> str:
        nodes = ", ".join(f"{t} {n:,}" for t, n in self.counts.items())
        links = ", ".join(f"{r.name} {self.num_edges(r):,}" for r in self.schema.relations)
        return f"Graph({self.name + ': ' if self.name else ''}{nodes}; {links})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Graph)
            and (self.schema, self.counts, self.name) == (other.schema, other.counts, other.name)
            and all(_same(self.adjacency[key], other.adjacency[key]) for key in self.adjacency)
            and all(
                _same_mapping(getattr(self, part), getattr(other, part))
                for part in ("ids", "names", "features")
            )
            and (dict(self.labels), dict(self.splits)) == (dict(other.labels), dict(other.splits))
            and self.columns.keys() == other.columns.keys()
            and all(same_columns(self.columns[t], other.columns[t]) for t in self.columns)
            and dict(self.link_columns) == dict(other.link_columns)
            and dict(self.encoders) == dict(other.encoders)
        )


def _first_not_finite(values: npt.NDArray[Any]) -> int | None:
    """Position in row order of the first infinite value or NaN; None where all are finite."""
    width = values.shape[1] if values.ndim == 2 else 1
    height = max(1, _VALUES_AT_ONCE // max(1, width))
    for first in range(0, len(values), height):
        finite = np.isfinite(values[first : first + height])
        if not finite.all():
            return first * width + int(np.argmin(finite.ravel()))
    return None


def as_links(given: Any) -> sparse.csr_array:
    """A copy as a boolean CSR matrix, true wherever a given value is not zero.

    Examples
    --------
    >>> as_links(sparse.coo_array(([1, -1], ([0, 0], [1, 1])), shape=(2, 2))).toarray().tolist()
    [[False, True], [False, False]]
    """
    # Boolean before repeated pairs are merged: numbers would be added up, and 1 - 1, or 256 times 1
    # as int8, would be no link.
    return sparse.csr_array(
        given.astype(bool) if sparse.issparse(given) else sparse.csr_array(given).astype(bool)
    )


def canonical(matrix: sparse.csr_array) -> sparse.csr_array:
    """The same boolean matrix with sorted, unique, true entries and read-only arrays."""
    matrix.sum_duplicates()
    if not matrix.data.all():
        matrix.eliminate_zeros()
    if max(matrix.nnz, *matrix.shape) < np.iinfo(np.int32).max:
        # Half the memory traffic of every kernel.
        matrix.indptr = matrix.indptr.astype(np.int32)
        matrix.indices = matrix.indices.astype(np.int32)
    for part in _parts(matrix):
        part.flags.writeable = False
    return matrix


def _parts(matrix: Features) -> tuple[npt.NDArray[Any], ...]:
    return (matrix.indptr, matrix.indices, matrix.data) if sparse.issparse(matrix) else (matrix,)


def _same(one: Features, other: Features) -> bool:
    if sparse.issparse(one) != sparse.issparse(other) or one.shape != other.shape:
        return False
    return all(np.array_equal(a, b) for a, b in zip(_parts(one), _parts(other), strict=True))


def _same_mapping(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
