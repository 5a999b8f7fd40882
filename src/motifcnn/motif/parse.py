"""Reads motifs from text: openCypher path patterns, by recursive descent."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from motifcnn.errors import MotifError
from motifcnn.motif.motif import MAX_NODES, Motif, MotifEdge, MotifNode
from motifcnn.motif.roles import RoleRule
from motifcnn.motif.tokens import Token, pointing_error, quoted, tokenize


def parse(
    text: str, *, target: str | None = None, context: str | None = None, roles: RoleRule = "orbit"
) -> Motif:
    """Reads a motif from comma-separated path patterns.

    Parameters
    ----------
    text : str
        Nodes `(name:Type)`, `(:Type)` or, to come back to a node, `(name)`; links `--`, `-->`,
        `<--`, `-[:relation]-`, `-[:relation]->`, `<-[:relation]-`.
    target, context : str, optional
        Names of nodes; by default the first node and the node introduced last.
    roles : {"orbit", "swap", "context", "none"}

    Examples
    --------
    >>> motif = parse("(t:paper)-[:cites]->(a:paper), (a)-[:cites]->(c:paper), (t)-[:cites]->(c)")
    >>> [role.label for role in motif.roles]
    ['a', 'c']
    >>> str(parse("(:paper)--(:author)--(:paper)"))
    '(paper:paper)--(author:author)--(paper2:paper)'
    """
    reader = _Reader(text)
    reader.pattern()
    names = _distinct_names(reader.nodes)
    reader.refuse_unconnected(names)
    return Motif(
        tuple(
            MotifNode(name, node.node_type) for name, node in zip(names, reader.nodes, strict=True)
        ),
        tuple(reader.edges),
        target=0 if target is None else _index(names, target, "target", text),
        context=len(names) - 1 if context is None else _index(names, context, "context", text),
        role_rule=roles,
    )


@dataclass(frozen=True)
class _Introduced:
    name: str | None
    node_type: str
    at: int


class _Reader:
    """Reads the tokens once and collects `nodes` and `edges`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokenize(text)
        self.position = 0
        self.nodes: list[_Introduced] = []
        self.edges: list[MotifEdge] = []

    @property
    def next(self) -> Token:
        return self.tokens[self.position]

    def take(self) -> Token:
        token = self.next
        self.position += token.kind != "end"
        return token

    def accept(self, kind: str) -> bool:
        found = self.next.kind == kind
        self.position += found
        return found

    def expect(self, kind: str, where: str, next_step: str) -> Token:
        if self.next.kind != kind:
            what = "a name" if kind == "word" else f'"{kind}"'
            raise self.error(self.next, f"expected {what} {where}, found {self.next}", next_step)
        return self.take()

    def error(self, token: Token, problem: str, next_step: str) -> MotifError:
        return pointing_error(self.text, token.at, problem, next_step)

    def pattern(self) -> None:
        if self.next.kind == "end":
            raise self.error(
                self.next, "the pattern is empty", "write a path such as (t:author)--(c:paper)"
            )
        self.path()
        while self.accept(","):
            self.path()
        if self.next.kind != "end":
            raise self.error(
                self.next,
                f'expected a link, "," or the end of the text, found {self.next}',
                "links are --, -->, <--, -[:relation]-, -[:relation]-> and <-[:relation]-; "
                "paths are separated by commas",
            )
        if len(self.nodes) < 2:
            raise self.error(
                self.next,
                "a motif has at least two nodes",
                f"add a link and a node: {self.text.strip()}--(c:type)",
            )

    def path(self) -> None:
        left = self.node()
        while self.next.kind in ("-", "<"):
            link = self.next
            points_left, relation, points_right = self.link()
            right = self.node()
            if left == right:
                raise self.error(
                    link,
                    "a link from a node to itself never matches",
                    "link two different nodes, or leave it out",
                )
            source, target = (right, left) if points_left else (left, right)
            self.edges.append(MotifEdge(source, target, relation, points_left or points_right))
            left = right

    def node(self) -> int:
        opening = self.expect(
            "(", "to begin a node", "a node is (name:type), or (name) to come back to it"
        )
        name = self.take().value if self.next.kind == "word" else None
        node_type = None
        if self.accept(":"):
            node_type = self.expect(
                "word", 'for the type after ":"', "a node is (name:type), as in (t:author)"
            ).value
        shown = f"({quoted(name) if name else ''}{':' + quoted(node_type) if node_type else ''})"
        self.expect(")", "to end the node", f"close the bracket: {shown}")
        known = {node.name: index for index, node in enumerate(self.nodes) if node.name is not None}
        if name is not None and name in known:
            first = self.nodes[known[name]].node_type
            if node_type not in (None, first):
                raise self.error(
                    opening,
                    f'node "{name}" is declared with type "{node_type}" here, but "{first}" before',
                    f"write ({quoted(name)}) to come back to it, or give the new node another name",
                )
            return known[name]
        if node_type is None:
            raise self.untyped(opening, name, list(known))
        if len(self.nodes) == MAX_NODES:
            raise self.error(
                opening,
                f"{shown} is node {MAX_NODES + 1}, a motif has at most {MAX_NODES}",
                "use a smaller motif; to come back to a node write its name alone, as in (t)",
            )
        self.nodes.append(_Introduced(name, node_type, opening.at))
        return len(self.nodes) - 1

    def untyped(self, opening: Token, name: str | None, known: list[str]) -> MotifError:
        if name is None:
            return self.error(opening, "a node without a type", "a node is (name:type) or (:type)")
        close = difflib.get_close_matches(name, known, n=1)
        meant = f"did you mean ({quoted(close[0])})? " if close else ""
        so_far = f"nodes so far: {', '.join(known)}" if known else "it is the first node"
        return self.error(
            opening,
            f'unknown node "{name}", '
            f"expected the name of a node declared before, or a type ({so_far})",
            f"{meant}a new node needs a type: ({quoted(name)}:type)",
        )

    def link(self) -> tuple[bool, str | None, bool]:
        start = self.next
        points_left = self.accept("<")
        relation = None
        self.expect("-", "to begin a link", _LINKS)
        if self.accept("["):
            if self.next.kind == "word":
                raise self.error(
                    self.next,
                    f'expected ":" before the relation, found {self.next}',
                    f"write -[:{quoted(self.next.value)}]-; links have no names of their own",
                )
            if self.accept(":"):
                relation = self.expect(
                    "word",
                    'for the relation after ":"',
                    "a link is -[:relation]-, as in -[:cites]->",
                ).value
            self.expect(
                "]",
                "to end the relation",
                f"close the bracket: [:{quoted(relation)}]" if relation else _LINKS,
            )
        self.expect("-", "to end the link", _LINKS)
        points_right = self.accept(">")
        if points_left and points_right:
            raise self.error(
                start,
                "a link points both ways",
                "for a link in either direction write --; "
                "to demand both, write two: (a)-->(b), (a)<--(b)",
            )
        return points_left, relation, points_right

    def refuse_unconnected(self, names: list[str]) -> None:
        reached = {0}
        for _ in self.nodes:
            for edge in self.edges:
                if edge.source in reached or edge.target in reached:
                    reached |= {edge.source, edge.target}
        for index, node in enumerate(self.nodes):
            if index not in reached:
                raise pointing_error(
                    self.text,
                    node.at,
                    "the motif is not connected: "
                    f'no path leads from "{names[0]}" to "{names[index]}"',
                    f"add a link, for example ({quoted(names[0])})--({quoted(names[index])}), "
                    "if the schema has one",
                )


_LINKS = "links are --, -->, <--, -[:relation]-, -[:relation]-> and <-[:relation]-"


def _distinct_names(nodes: list[_Introduced]) -> list[str]:
    """Names of the nodes; one without a name gets that of its type, numbered if taken."""
    taken = {node.name for node in nodes}
    names = []
    for node in nodes:
        name, number = node.name or node.node_type, 1
        while node.name is None and name in taken:
            number += 1
            name = f"{node.node_type}{number}"
        taken.add(name)
        names.append(name)
    return names


def _index(names: list[str], name: str, what: str, text: str) -> int:
    if name not in names:
        close = difflib.get_close_matches(name, names, n=1)
        meant = f' did you mean "{close[0]}"?' if close else ""
        raise MotifError(
            f'{what} "{name}" is not a node of motif "{text}";{meant} nodes: {", ".join(names)}'
        )
    return names.index(name)
