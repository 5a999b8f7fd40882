"""How a motif can be changed by a click: what the schema lets it grow by, and what can go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Literal

from motifcnn.errors import MotifError
from motifcnn.graph.schema import Schema
from motifcnn.motif.catalogue import catalogue
from motifcnn.motif.motif import MAX_NODES, Motif, MotifEdge, MotifNode
from motifcnn.studio.answer import Answer


class Offer(Answer):
    """A change of a motif, and the pattern that it leads to.

    Parameters
    ----------
    kind : {"start", "node", "link", "remove", "context"}
        "node" adds a node, "link" joins two nodes of the motif.
    at : str
        Name of the motif node that it starts from; empty for "start".
    to : str
        The type of a new node, or the name of the node at the other end.
    relation : str
        Empty for any.
    direction : {"", "out", "in"}
    pattern : str
    """

    kind: Literal["start", "node", "link", "remove", "context"]
    at: str
    to: str
    relation: str
    direction: Literal["", "out", "in"]
    pattern: str


def starts(schema: Schema, target: str) -> list[Offer]:
    """Motifs of two nodes, to start from.

    Examples
    --------
    >>> import motifcnn as mc
    >>> schema = mc.load_dataset("debian").schema
    >>> [offer.pattern for offer in starts(schema, "tag")]
    ['(t:tag)--(c:package)']
    """
    return [
        Offer(
            kind="start",
            at="",
            to=motif.types[motif.context],
            relation=motif.edges[0].relation or "",
            direction=_way(motif.edges[0], motif.target),
            pattern=str(motif),
        )
        for motif in catalogue(schema, target, 2)
        if len(motif.edges) == 1
    ]


def offers(motif: Motif, schema: Schema) -> list[Offer]:
    """Every change by one node or one link; the new node is the context.

    Examples
    --------
    >>> import motifcnn as mc
    >>> found = offers(Motif.parse("(t:tag)--(c:package)"), mc.load_dataset("debian").schema)
    >>> [offer.pattern for offer in found if offer.kind == "node" and offer.to == "maintainer"]
    ['(t:tag)--(c:package)--(m:maintainer)']
    """
    found = []
    for node in range(len(motif.nodes)):
        if len(motif.nodes) < MAX_NODES:
            found += list(_nodes(motif, node, schema))
    for one, two in combinations(range(len(motif.nodes)), 2):
        if two not in motif.neighbours(one):
            for edge in _links(motif.types[one], motif.types[two], one, two, schema):
                grown = replace(motif, edges=(*motif.edges, edge))
                found.append(_offer("link", grown, motif, one, motif.nodes[two].name, edge))
    for node in range(len(motif.nodes)):
        if node in (motif.target, motif.context):
            continue
        found.append(_offer("context", replace(motif, context=node), motif, node))
    return found + list(_removals(motif))


def _nodes(motif: Motif, node: int, schema: Schema) -> Iterator[Offer]:
    """Every way to link a new node to `node`."""
    last = len(motif.nodes)
    for other in schema.node_types:
        new = MotifNode(_free_name(motif, other), other)
        for edge in _links(motif.types[node], other, node, last, schema):
            grown = replace(
                motif, nodes=(*motif.nodes, new), edges=(*motif.edges, edge), context=last
            )
            yield _offer("node", grown, motif, node, other, edge)


def _links(source: str, target: str, one: int, two: int, schema: Schema) -> Iterator[MotifEdge]:
    """The links that the schema has between two types, written as the catalogue writes them."""
    relations = list(dict.fromkeys(relation for relation, _ in schema.between(source, target)))
    for relation in relations:
        name = relation.name if len(relations) > 1 else None
        if source == target and relation.directed:
            yield MotifEdge(one, two, name, directed=True)
            yield MotifEdge(two, one, name, directed=True)
        else:
            yield MotifEdge(one, two, name)


def _removals(motif: Motif) -> Iterator[Offer]:
    """Nodes without which the rest is still a motif."""
    for node in range(len(motif.nodes)):
        kept = [i for i in range(len(motif.nodes)) if i != node]
        if node == motif.target or len(kept) < 2:
            continue
        place = {old: new for new, old in enumerate(kept)}
        edges = tuple(
            replace(e, source=place[e.source], target=place[e.target])
            for e in motif.edges
            if node not in (e.source, e.target)
        )
        last = next(i for i in reversed(kept) if i != motif.target)
        context = place[last if node == motif.context else motif.context]
        try:
            smaller = replace(
                motif,
                nodes=tuple(motif.nodes[i] for i in kept),
                edges=edges,
                target=place[motif.target],
                context=context,
            )
        except MotifError:  # it falls apart
            continue
        yield _offer("remove", smaller, motif, node)


def _offer(
    kind: Literal["node", "link", "remove", "context"],
    result: Motif,
    motif: Motif,
    node: int,
    to: str = "",
    edge: MotifEdge | None = None,
) -> Offer:
    return Offer(
        kind=kind,
        at=motif.nodes[node].name,
        to=to,
        relation="" if edge is None else edge.relation or "",
        direction="" if edge is None else _way(edge, node),
        pattern=str(result),
    )


def _way(edge: MotifEdge, node: int) -> Literal["", "out", "in"]:
    if not edge.directed:
        return ""
    return "out" if edge.source == node else "in"


def _free_name(motif: Motif, node_type: str) -> str:
    taken = {node.name for node in motif.nodes}
    initial = node_type[:1].lower() if node_type[0].isalnum() else "a"
    names: tuple[str, ...] = (initial, *"abdefgh")
    return next(name for name in names if name not in taken)
