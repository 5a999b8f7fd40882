"""Writes motifs as text: the target first, the context introduced last, every link once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motifcnn.motif.tokens import quoted

if TYPE_CHECKING:
    from motifcnn.motif.motif import Motif, MotifEdge


def write(motif: Motif) -> str:
    """The pattern text of a motif, which reads back as an equal motif.

    The rule for roles is not part of the text.

    Examples
    --------
    >>> from motifcnn.motif import Motif
    >>> write(Motif.parse("(t:paper)--(a:author)--(c:paper), (t)-->(c)"))
    '(t:paper)--(a:author)--(c:paper), (t)-->(c)'
    >>> write(Motif.parse("(t:paper)--(a:author)--(c:paper)", context="a"))
    '(t:paper), (c:paper)--(a:author), (t)--(a)'
    """
    writer = _Writer(motif)
    writer.introduce(motif.target)
    # Nodes that are reached only through the context start a path of their own, so that the context
    # is introduced last.
    while missing := [i for i in range(len(motif.nodes)) if i not in writer.introduced]:
        start = writer.with_a_way_on()
        if start is None:
            start = next(i for i in missing if i != motif.context)
        writer.introduce(start)
    writer.close()
    return ", ".join(writer.paths)


class _Writer:
    def __init__(self, motif: Motif) -> None:
        self.motif = motif
        self.left = list(motif.edges)
        self.introduced: dict[int, None] = {}
        self.paths: list[str] = []

    def introduce(self, node: int) -> None:
        """Writes a path that begins at `node` and leads through new nodes."""
        path = self.node(node)
        while (edge := self.way_on(node)) is not None:
            node, text = self.step(edge, node)
            path += text
        self.paths.append(path)

    def close(self) -> None:
        """Writes the remaining links, in the order of their nodes."""
        order = {node: place for place, node in enumerate(self.introduced)}
        for edge in sorted(
            self.left, key=lambda edge: sorted((order[edge.source], order[edge.target]))
        ):
            start = (
                edge.source
                if edge.directed
                else min(edge.source, edge.target, key=order.__getitem__)
            )
            self.paths.append(self.node(start) + self.step(edge, start)[1])

    def with_a_way_on(self) -> int | None:
        return next((i for i in self.introduced if self.way_on(i) is not None), None)

    def way_on(self, node: int) -> MotifEdge | None:
        others_missing = (
            len(self.introduced.keys() - {self.motif.context}) < len(self.motif.nodes) - 1
        )
        ways = []
        for edge in self.left:
            if node in (edge.source, edge.target):
                other = edge.target if edge.source == node else edge.source
                if other not in self.introduced and not (
                    other == self.motif.context and others_missing
                ):
                    ways.append((other, edge))
        return min(ways, key=lambda way: way[0])[1] if ways else None

    def step(self, edge: MotifEdge, node: int) -> tuple[int, str]:
        self.left.remove(edge)
        relation = "" if edge.relation is None else f"[:{quoted(edge.relation)}]"
        forward = edge.source == node
        other = edge.target if forward else edge.source
        left = "<" if edge.directed and not forward else ""
        right = ">" if edge.directed and forward else ""
        return other, f"{left}-{relation}-{right}{self.node(other)}"

    def node(self, index: int) -> str:
        node = self.motif.nodes[index]
        if index in self.introduced:
            return f"({quoted(node.name)})"
        self.introduced[index] = None
        return f"({quoted(node.name)}:{quoted(node.node_type)})"
