"""Schema: which node types there are, and which relations link them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field

from motifcnn.errors import GraphError
from motifcnn.readable import clipped, some


@dataclass(frozen=True, order=True)
class Relation:
    """Links from nodes of type `source` to nodes of type `target`.

    Parameters
    ----------
    source, name, target : str
        The node type that links start from, what the relation is called, and the type they end at.
    directed : bool
        False for links without a direction, which only a relation within one type can have.

    Examples
    --------
    >>> str(Relation("paper", "cites", "paper"))
    '(paper)-[:cites]->(paper)'
    """

    source: str
    name: str
    target: str
    directed: bool = True

    def __post_init__(self) -> None:
        for what, value in (("source", self.source), ("name", self.name), ("target", self.target)):
            if not isinstance(value, str) or not value:
                raise GraphError(f"relation {what} must be a non-empty text, got {value!r}")
        if not self.directed and self.source != self.target:
            raise GraphError(
                f"relation {self.name!r} links {self.source} and {self.target}: only a relation "
                "within one type can be undirected. Leave `directed` at True; "
                "patterns with `--` match it in either direction."
            )

    @property
    def key(self) -> tuple[str, str, str]:
        """(source type, name, target type): what a graph's matrices are stored under."""
        return self.source, self.name, self.target

    def __str__(self) -> str:
        return f"({self.source})-[:{self.name}]-{'>' if self.directed else ''}({self.target})"


@dataclass(frozen=True)
class Schema:
    """Node types and relations, each once, in a fixed order.

    Parameters
    ----------
    node_types : tuple of str
        In the order in which types are numbered.
    relations : tuple of Relation
        Between these types; several may join the same two.

    Examples
    --------
    >>> schema = Schema(("author", "paper"), (Relation("paper", "written-by", "author"),))
    >>> schema.between("author", "paper")
    ((Relation(source='paper', name='written-by', target='author', directed=True), False),)
    """

    node_types: tuple[str, ...]
    relations: tuple[Relation, ...]
    _by_pair: dict[tuple[str, str], tuple[tuple[Relation, bool], ...]] = field(
        init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if not self.node_types:
            raise GraphError("a schema needs at least one node type")
        _refuse_repeats("node type", self.node_types)
        _refuse_repeats("relation", [relation.key for relation in self.relations])
        for relation in self.relations:
            for node_type in (relation.source, relation.target):
                self.require_type(node_type, f"relation {relation}")
        pairs: dict[tuple[str, str], list[tuple[Relation, bool]]] = {}
        for relation in self.relations:
            pairs.setdefault((relation.source, relation.target), []).append((relation, True))
            if relation.directed:
                pairs.setdefault((relation.target, relation.source), []).append((relation, False))
        object.__setattr__(self, "_by_pair", {pair: tuple(links) for pair, links in pairs.items()})

    def between(self, source: str, target: str) -> tuple[tuple[Relation, bool], ...]:
        """Relations between two types, each with True if it leads from `source` to `target`.

        A directed relation within one type appears twice, once per direction; an undirected one
        once.
        """
        return self._by_pair.get((source, target), ())

    def of(self, node_type: str) -> tuple[Relation, ...]:
        """Relations with the type at either end."""
        return tuple(r for r in self.relations if node_type in (r.source, r.target))

    def require_type(self, node_type: str, where: str) -> None:
        """Raises a `GraphError` that names all types, unless `node_type` is one of them."""
        if node_type not in self.node_types:
            raise GraphError(
                f"{where}: unknown node type {node_type!r}{suggestion(node_type, self.node_types)}"
            )

    def __repr__(self) -> str:
        relations = some(str(relation) for relation in self.relations)
        return f"Schema({some(self.node_types)}; {relations or 'no relations'})"

    def _repr_html_(self) -> str:
        from motifcnn.graph.as_html import schema_html

        return schema_html(self)

    def __str__(self) -> str:
        return (
            ", ".join(self.node_types)
            + "\n"
            + "\n".join(str(relation) for relation in self.relations)
        )


def suggestion(word: str, known: Iterable[str]) -> str:
    """The end of an error message: the closest known word, and all known words.

    Examples
    --------
    >>> suggestion("papre", ["paper", "venue"])
    '; did you mean "paper"? Known: paper, venue'
    """
    known = list(known)
    # Comparing long words takes the square of their length, and no one mistypes them.
    short = [name for name in known[:1000] if len(name) <= 100]
    close = difflib.get_close_matches(word, short, n=1) if len(word) <= 100 else []
    names = clipped(", ".join(known), 1000)
    return (f'; did you mean "{close[0]}"?' if close else ".") + f" Known: {names}"


def _refuse_repeats(what: str, values: Iterable[object]) -> None:
    seen: set[object] = set()
    for value in values:
        if value in seen:
            raise GraphError(f"{what} {value!r} appears twice in the schema")
        seen.add(value)
