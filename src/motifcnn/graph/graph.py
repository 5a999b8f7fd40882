"""Graph: typed nodes, relations as sparse matrices, features, labels.

A graph is immutable and validated when made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.cache import Cache
from motifcnn.graph.columns import Column, LinkTable, checked_columns, same_columns
from motifcnn.graph.finite import first_not_finite
from motifcnn.graph.ids import checked_ids, checked_names
from motifcnn.graph.labels import Labels, Split, read_only
from motifcnn.graph.links import arrays_of, as_links, canonical
from motifcnn.graph.schema import Relation, Schema
from motifcnn.readable import some

if TYPE_CHECKING:
    from motifcnn.graph.encode import TableEncoder

RelationKey = tuple[str, str, str]
Features = Any  # csr_array or (n, d) float32 array; scipy has no types


@dataclass(frozen=True, eq=False)
class Graph:
    """A typed graph.

    Row i of every matrix, array and label of a type is the i-th node of that type in increasing id
    order.

    Parameters
    ----------
    schema : Schema
        Its node types and relations.
    adjacency : mapping of (source type, name, target type) to (n_source, n_target) sparse matrix
        Boolean; repeated links count once. An undirected relation is stored in both directions.
    counts : mapping of node type to int
        How many nodes each type has.
    ids : mapping of node type to (n,) array, optional
        The source's ids, integers or texts, increasing; 0..n-1 where the source has none.
    names : mapping of node type to (n,) array of str, optional
        What to call nodes in reports and explanations; their ids where there are none.
    features : mapping of node type to (n, d) sparse or dense float matrix, optional
        A type that is missing here has one-hot inputs. A float32 `numpy.memmap` is not copied; its
        file must not change.
    labels : mapping of node type to Labels, optional
        The classes, of one type as a rule.
    splits : mapping of name to Split, optional
        Published divisions into training, validation and test nodes.
    columns : mapping of node type to mapping of name to (n,) array, optional
        What the source says about nodes, as it is; `features` are made from it.
    link_columns : mapping of relation to LinkTable, optional
        What the source says about links.
    encoders : mapping of node type to TableEncoder, optional
        How `columns` become `features`, for rows that arrive later.
    name : str, optional
        What reports call the graph.

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
        self._set_labels(self.labels, self.splits)
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

    def _set_labels(self, labels: Mapping[str, Labels], splits: Mapping[str, Split]) -> None:
        for node_type in self._typed("labels", labels):
            nodes, count = labels[node_type].nodes, self.counts[node_type]
            if len(outside := nodes[(nodes < 0) | (nodes >= count)]):
                raise GraphError(
                    f"labels: row {outside[0]} of type {node_type} does not exist; "
                    f"expected 0 to {count - 1}"
                )
        self._set("labels", dict(labels))
        for split_name, split in splits.items():
            self._check_split(split_name, split)
        self._set("splits", dict(splits))

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
        if (position := first_not_finite(values)) is not None:
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
        for part in arrays_of(matrix):
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
        if len(missing := np.flatnonzero(~table.linked(matrix))):
            source, target = ends[:, missing[0]].tolist()
            raise GraphError(
                f"link_columns of {key[1]}, row {missing[0]}: {key[0]} {source} and {key[2]} "
                f"{target} are not linked"
            )

    @classmethod
    def from_tables(cls, nodes: Any, edges: Any, **options: Any) -> Graph:
        """Makes a graph from tables: paths, DataFrames, pyarrow tables or dicts of columns.

        Parameters
        ----------
        nodes : table, or mapping of node type to table
            With "id", in one table of all types "type", and maybe "name", "label" and "split".
        edges : table, or mapping of relation to table
            With "source" and "target", in one table of all relations "relation".
        **options
            Those of `motifcnn.graph.io.tables.graph_from_tables`: other names, `undirected`, ...

        Examples
        --------
        >>> Graph.from_tables({"id": [1, 2]}, {"source": [1], "target": [2]})
        Graph(node 2; edge 1)
        """
        from motifcnn.graph.io.tables import graph_from_tables  # it imports this module

        return graph_from_tables(nodes, edges, **options)

    def with_labels(
        self, labels: Mapping[str, Labels], splits: Mapping[str, Split] | None = None
    ) -> Graph:
        """The same graph with other labels and splits.

        Nothing is copied, and the cache is shared: what is kept there depends on neither.
        """
        graph = object.__new__(Graph)
        graph.__dict__.update(self.__dict__)
        graph._set_labels(labels, splits or {})
        return graph

    def __deepcopy__(self, memo: dict[int, Any]) -> Graph:
        return self  # it never changes

    def __reduce__(self) -> tuple[Any, ...]:
        parts = {f.name: getattr(self, f.name) for f in fields(self) if f.init}
        return _made, ({name: _plain(part) for name, part in parts.items()},)

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
        nodes = some(f"{t} {n:,}" for t, n in self.counts.items())
        links = some(f"{r.name} {self.num_edges(r):,}" for r in self.schema.relations)
        return f"Graph({self.name + ': ' if self.name else ''}{nodes}; {links})"

    def _repr_html_(self) -> str:
        from motifcnn.graph.as_html import graph_html

        return graph_html(self)

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


def _plain(part: Any) -> Any:
    """Read-only mappings as dictionaries, which a process can be given."""
    if not isinstance(part, MappingProxyType):
        return part
    return {key: _plain(value) for key, value in part.items()}


def _made(parts: dict[str, Any]) -> Graph:
    """The graph that another process sent in parts."""
    return Graph(**parts)


def _same(one: Features, other: Features) -> bool:
    if sparse.issparse(one) != sparse.issparse(other) or one.shape != other.shape:
        return False
    return all(np.array_equal(a, b) for a, b in zip(arrays_of(one), arrays_of(other), strict=True))


def _same_mapping(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
