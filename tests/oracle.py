"""Brute force: the definition of an instance, spelled out, to hold every counting engine against.

No group theory and no matrices: every injective map is tried, and maps with the same image and the
same roles are one instance.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif, MotifEdge

Node = tuple[str, int]
Links = dict[tuple[Node, Node], set[str]]


def brute_force(
    graph: Graph, motif: Motif, *, induced: bool = False
) -> tuple[np.ndarray, list[np.ndarray]]:
    """Instances per target, (n_target,), and per role a dense (n_target, n_type), int64."""
    instances = np.zeros(graph.counts[motif.target_type], dtype=np.int64)
    roles = [
        np.zeros((len(instances), graph.counts[role.node_type]), dtype=np.int64)
        for role in motif.roles
    ]
    present = _present(graph)
    for target in range(len(instances)):
        seen = set()
        for image in _maps(graph, motif, present, target):
            if induced and not _is_induced(graph, motif, present, image):
                continue
            instance = _instance(motif, image)
            if instance in seen:
                continue
            seen.add(instance)
            instances[target] += 1
            for k, role in enumerate(motif.roles):
                for member in role.members:
                    roles[k][target, image[member]] += 1
    return instances, roles


def _present(graph: Graph) -> Links:
    """Names of the relations from one node to another; an undirected one in both directions."""
    links: Links = {}
    for relation in graph.schema.relations:
        for i, j in zip(*graph.adjacency[relation.key].nonzero(), strict=True):
            links.setdefault(((relation.source, int(i)), (relation.target, int(j))), set()).add(
                relation.name
            )
    return links


def _asked(
    graph: Graph, edge: MotifEdge, present: Links, x: Node, y: Node
) -> set[tuple[str, Node, Node]]:
    """The links between x and y that satisfy an edge from x to y."""
    links = {(name, x, y) for name in present.get((x, y), ())}
    if edge.directed:
        directed = {r.name for r in graph.schema.relations if r.directed}
        links = {link for link in links if link[0] in directed}
    else:
        links |= {(name, y, x) for name in present.get((y, x), ())}
    return {link for link in links if edge.relation in (None, link[0])}


def _maps(graph: Graph, motif: Motif, present: Links, target: int) -> Iterator[list[int]]:
    image: list[int | None] = [None] * len(motif.nodes)
    image[motif.target] = target

    def ok(node: int) -> bool:
        for other, row in enumerate(image):
            if other != node and row == image[node] and motif.types[other] == motif.types[node]:
                return False
        for edge in motif.edges:
            a, b = image[edge.source], image[edge.target]
            if node in (edge.source, edge.target) and a is not None and b is not None:
                x, y = (motif.types[edge.source], a), (motif.types[edge.target], b)
                if not _asked(graph, edge, present, x, y):
                    return False
        return True

    def place(node: int) -> Iterator[list[int]]:
        if node == len(image):
            yield list(image)
        elif node == motif.target:
            yield from place(node + 1)
        else:
            for row in range(graph.counts[motif.types[node]]):
                image[node] = row
                if ok(node):
                    yield from place(node + 1)
            image[node] = None

    yield from place(0)


def _is_induced(graph: Graph, motif: Motif, present: Links, image: list[int]) -> bool:
    nodes = [(t, row) for t, row in zip(motif.types, image, strict=True)]
    asked = set()
    for edge in motif.edges:
        asked |= _asked(graph, edge, present, nodes[edge.source], nodes[edge.target])
    inside = {
        (name, x, y) for x in nodes for y in nodes if x != y for name in present.get((x, y), ())
    }
    return inside <= asked


def _instance(motif: Motif, image: list[int]) -> tuple[frozenset, frozenset]:
    nodes = [(t, row) for t, row in zip(motif.types, image, strict=True)]
    edges = frozenset(
        (
            e.relation,
            e.directed,
            (nodes[e.source], nodes[e.target])
            if e.directed
            else frozenset((nodes[e.source], nodes[e.target])),
        )
        for e in motif.edges
    )
    in_role = frozenset(
        (k, nodes[member]) for k, role in enumerate(motif.roles) for member in role.members
    )
    return edges, in_role
