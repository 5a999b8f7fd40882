"""Motif: a small connected typed pattern with a target and a context."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import permutations, product
from typing import Any

from motifcnn.errors import MotifError
from motifcnn.motif.roles import ROLE_RULES, Role, RoleRule, automorphisms, find_roles

MAX_NODES = 6


@dataclass(frozen=True)
class MotifNode:
    """A node of a motif: its name in the pattern and its type in the graph."""

    name: str
    node_type: str


@dataclass(frozen=True)
class MotifEdge:
    """A link that every instance must have.

    Parameters
    ----------
    source, target : int
        Indices of motif nodes.
    relation : str, optional
        None is any relation between the two types.
    directed : bool
        False matches either direction.
    """

    source: int
    target: int
    relation: str | None = None
    directed: bool = False


@dataclass(frozen=True, eq=False)
class Motif:
    """A small connected typed graph with one target, one context and auxiliary nodes.

    Two motifs are equal if renaming nodes other than the target makes them the same.

    Parameters
    ----------
    nodes : tuple of MotifNode
        Each with a name and a type.
    edges : tuple of MotifEdge
        Each between two nodes, by index, with its relation and direction where they matter.
    target, context : int
        Indices into `nodes`.
    role_rule : {"orbit", "swap", "context", "none"}
        How nodes share a role: orbits of the automorphisms that fix the target (default), single
        swaps (the published paper), the context alone, or no roles but one group per node type.

    Examples
    --------
    >>> nodes = (MotifNode("t", "paper"), MotifNode("a", "author"), MotifNode("c", "paper"))
    >>> motif = Motif(nodes, (MotifEdge(0, 1), MotifEdge(1, 2)), target=0, context=2)
    >>> [role.label for role in motif.roles]
    ['a', 'c']
    """

    nodes: tuple[MotifNode, ...]
    edges: tuple[MotifEdge, ...]
    target: int = 0
    context: int = -1
    role_rule: RoleRule = "orbit"

    def __post_init__(self) -> None:
        n = len(self.nodes)
        if not 2 <= n <= MAX_NODES:
            raise MotifError(f"a motif has 2 to {MAX_NODES} nodes, this one has {n}")
        if self.role_rule not in ROLE_RULES:
            raise MotifError(
                f"roles must be one of {', '.join(ROLE_RULES)}; got {self.role_rule!r}"
            )
        names = [node.name for node in self.nodes]
        if not all(names) or not all(self.types) or any(edge.relation == "" for edge in self.edges):
            raise MotifError(
                "names of motif nodes, types and relations must not be empty; "
                "leave `relation` at None for any relation"
            )
        for name in names:
            if names.count(name) > 1:
                raise MotifError(f"motif node {name!r} is declared twice")
        object.__setattr__(
            self, "context", self.context % n if -n <= self.context < n else self.context
        )
        for what, index in (("target", self.target), ("context", self.context)):
            if not 0 <= index < n:
                raise MotifError(
                    f"{what} {index} is not a node of the motif; nodes are 0 to {n - 1}"
                )
        if self.target == self.context:
            raise MotifError(
                f"target and context are the same node, {names[self.target]!r}; "
                "name another with `context=`"
            )
        for edge in self.edges:
            if not (0 <= edge.source < n and 0 <= edge.target < n):
                raise MotifError(
                    f"edge {edge} names a node that the motif does not have; nodes are 0 to {n - 1}"
                )
            if edge.source == edge.target:
                raise MotifError(
                    f"edge from {names[edge.source]!r} to itself: self-loops never match"
                )
        object.__setattr__(
            self, "edges", tuple(dict.fromkeys(_ordered(edge) for edge in self.edges))
        )
        if stray := sorted(set(range(n)) - self.connected_to(self.target)):
            raise MotifError(
                f"the motif is not connected: no path of edges leads from {names[self.target]!r} "
                f"to {names[stray[0]]!r}"
            )

    def neighbours(self, node: int) -> set[int]:
        """Indices of the nodes that share an edge with `node`."""
        return {
            e.target if e.source == node else e.source
            for e in self.edges
            if node in (e.source, e.target)
        }

    def connected_to(self, node: int, *, without: int | None = None) -> set[int]:
        """Indices of the nodes that a path of edges links to `node`, and `node` itself.

        Parameters
        ----------
        node : int
            Where paths start.
        without : int, optional
            A node that no path may pass.
        """
        seen, queue = {node}, [node]
        while queue:
            ahead = self.neighbours(queue.pop()) - seen - {without}
            seen |= ahead
            queue += ahead
        return seen

    @property
    def types(self) -> tuple[str, ...]:
        """Node type of each node."""
        return tuple(node.node_type for node in self.nodes)

    @property
    def target_type(self) -> str:
        """Node type of the target."""
        return self.nodes[self.target].node_type

    @cached_property
    def automorphisms(self) -> tuple[tuple[int, ...], ...]:
        """The automorphisms that fix the target; g maps node i to g[i]."""
        return automorphisms(self)

    @cached_property
    def roles(self) -> tuple[Role, ...]:
        """The roles of the nodes other than the target, by `role_rule`."""
        return find_roles(self)

    @property
    def key(self) -> tuple[object, ...]:
        """All parts as they are written: unlike ``==``, names and order of nodes count."""
        return self.nodes, self.edges, self.target, self.context, self.role_rule

    def with_roles(self, role_rule: RoleRule) -> Motif:
        """The same motif with another rule for roles."""
        return replace(self, role_rule=role_rule)

    @cached_property
    def canonical(self) -> tuple[object, ...]:
        """A form that is equal for two motifs exactly if renaming makes them the same."""
        # Only nodes with equal surroundings can exchange places: few orders remain to compare.
        looks = self._looks()
        groups: dict[tuple[object, ...], list[int]] = {}
        for node in sorted(
            (i for i in range(len(self.nodes)) if i != self.target), key=looks.__getitem__
        ):
            groups.setdefault(looks[node], []).append(node)
        forms = []
        for parts in product(*(permutations(group) for group in groups.values())):
            order = (self.target, *(node for part in parts for node in part))
            place = {node: position for position, node in enumerate(order)}
            forms.append(
                (tuple(self.types[i] for i in order), place[self.context], self._edge_form(place))
            )
        return (*min(forms), self.role_rule)

    def _looks(self) -> list[tuple[Any, ...]]:
        """Per node its type, its links and the types at their ends, whatever the numbering."""
        around: list[list[tuple[str, str, int, bool, bool]]] = [[] for _ in self.nodes]
        for e in self.edges:
            for node, other, direction in ((e.source, e.target, 1), (e.target, e.source, -1)):
                link = (
                    self.types[other],
                    e.relation or "",
                    direction * e.directed,
                    other == self.target,
                    other == self.context,
                )
                around[node].append(link)
        return [
            (self.types[i], i == self.context, tuple(sorted(links)))
            for i, links in enumerate(around)
        ]

    def _edge_form(self, place: dict[int, int]) -> tuple[tuple[int, int, str, bool], ...]:
        moved = (
            _ordered(replace(e, source=place[e.source], target=place[e.target])) for e in self.edges
        )
        return tuple(sorted((e.source, e.target, e.relation or "", e.directed) for e in moved))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Motif) and self.canonical == other.canonical

    def __hash__(self) -> int:
        return hash(self.canonical)

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        target: str | None = None,
        context: str | None = None,
        roles: RoleRule = "orbit",
    ) -> Motif:
        """Reads an openCypher path pattern, such as ``(t:paper)-[:cites]->(c:paper)``.

        ``--`` and ``-[:name]-`` match in either direction, ``-->`` and ``<--`` in one. Commas
        separate several paths, which share nodes by name.

        Parameters
        ----------
        text : str
            Each node has a type where it is met first.
        target, context : str, optional
            Names of nodes. Default: the node that is met first is the target, the one that is met
            last the context.
        roles : {"orbit", "swap", "context", "none"}
            How nodes share a role, see `Motif`.

        Raises
        ------
        MotifError
            With the place in the text and what was expected there.

        Examples
        --------
        >>> Motif.parse("(t:author)--(p:paper)--(c:venue)").types
        ('author', 'paper', 'venue')
        """
        from motifcnn.motif.parse import parse

        return parse(text, target=target, context=context, roles=roles)

    @classmethod
    def from_json(
        cls, document: str | dict[str, Any], node_types: Sequence[str] | None = None
    ) -> Motif:
        """Reads the Motif-CNN authors' JSON; `node_types` names the type numbers.

        Examples
        --------
        >>> document = '{"v": [0, 1], "e": [[0, 1]], "a": [[0], [1]], "m": [[0, 1]]}'
        >>> str(Motif.from_json(document, ["paper", "author"]))
        '(t:paper)-->(c:author)'
        """
        from motifcnn.motif.authors_json import read

        return read(document, node_types)

    def to_json(self, node_types: Sequence[str] | None = None) -> dict[str, object]:
        """The motif in the authors' JSON; types are numbers where `node_types` is given."""
        from motifcnn.motif.authors_json import write

        return write(self, node_types)

    def to_dict(self) -> dict[str, Any]:
        """The motif as plain values, nodes in their own order; `from_dict` reads it back."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Motif:
        """The motif that `to_dict` wrote; a `MotifError` where the values are none.

        Examples
        --------
        >>> motif = Motif.parse("(t:paper)--(a:author)--(c:paper)", roles="swap")
        >>> Motif.from_dict(motif.to_dict()) == motif
        True
        """
        from motifcnn.motif.document import motif_of

        return motif_of(values)

    def to_svg(self) -> str:
        """A self-contained SVG drawing."""
        from motifcnn.motif.draw import draw

        return draw(self)

    def _repr_html_(self) -> str:
        from markupsafe import Markup

        from motifcnn.html import block

        return block(self, Markup(f"<div>{self.to_svg()}</div>"))

    def __str__(self) -> str:
        from motifcnn.motif.write import write

        return write(self)

    def __repr__(self) -> str:
        roles = "" if self.role_rule == "orbit" else f", roles={self.role_rule!r}"
        return f"Motif.parse({str(self)!r}{roles})"


def _ordered(edge: MotifEdge) -> MotifEdge:
    if edge.directed or edge.source < edge.target:
        return edge
    return replace(edge, source=edge.target, target=edge.source)
