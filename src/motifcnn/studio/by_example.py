"""By example: the motifs in which given nodes appear together, rarest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np
from scipy import sparse

from motifcnn.errors import MotifCNNError
from motifcnn.graph.find_node import find_row
from motifcnn.graph.graph import Graph
from motifcnn.motif.catalogue import catalogue
from motifcnn.motif.motif import Motif
from motifcnn.studio.answer import Answer
from motifcnn.studio.card import Card, make_card
from motifcnn.studio.workbench import Workbench
from motifcnn.tensor.pattern.images import images
from motifcnn.tensor.pattern.problem import MatchingProblem, make_problem

MOST = 1000  # instances of one motif that are told apart
Example = tuple[str, int]
"""Node type and row."""


class Shared(Answer):
    """A motif in which the examples appear together, and in how many instances; at most `MOST`."""

    card: Card
    together: int


class ByExample(Answer):
    """The motifs; those that are not measured yet come last, and `waiting` counts them."""

    examples: list[str]
    waiting: int
    motifs: list[Shared]


def by_example(bench: Workbench, examples: Sequence[tuple[str, str]]) -> ByExample:
    """Motifs with the first example as their target and the others among their nodes.

    Motifs of up to three nodes are looked at; of three examples also those of four nodes whose
    links name no relation.

    Parameters
    ----------
    bench : Workbench
    examples : sequence of (node type, id or name)
        Two or three different nodes.

    Examples
    --------
    >>> import motifcnn as mc
    >>> bench = Workbench(mc.load_dataset("debian"), "debian")
    >>> found = by_example(bench, [("package", "gimp"), ("tag", "implemented-in::c")])
    >>> any(shared.card.words == "packages with a tag" for shared in found.motifs)
    True
    """
    graph, schema = bench.graph, bench.graph.schema
    if not 2 <= len(examples) <= 3:
        raise MotifCNNError(f"by example takes two or three nodes, got {len(examples)}")
    nodes = [_row(graph, node_type, name) for node_type, name in examples]
    if len(set(nodes)) < len(nodes):
        raise MotifCNNError("by example takes different nodes; one of them is given twice")
    key = ("by example", *nodes)
    found = bench.kept(key, lambda: dict(_shared(graph, nodes)))
    bench.measurements.look_at(found)
    known = {motif: bench.measurements.get(motif) for motif in found}

    def rarity(motif: Motif) -> float:
        measured = known[motif]
        if measured is None or measured.instances is None:
            return float("inf")
        return measured.instances

    return ByExample(
        examples=[name for _, name in examples],
        waiting=sum(measured is None for measured in known.values()),
        motifs=[
            Shared(card=make_card(motif, schema, known[motif]), together=found[motif])
            for motif in sorted(found, key=rarity)
        ],
    )


def count_together(graph: Graph, motif: Motif, target: int, others: Sequence[Example]) -> int:
    """Instances with a given target, by its row, that have all the other nodes; at most `MOST`.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> motif = Motif.parse("(t:package)--(m:maintainer)--(c:package)")
    >>> int(mc.count(graph, motif).roles[1].matrix[955, 957])
    7
    >>> count_together(graph, motif, 955, [("package", 957)])
    7
    """
    problem = make_problem(graph, motif, induced=False)
    total = 0
    # An instance holds each example at one motif node, so it is met once among the assignments.
    for places in permutations(range(1, len(problem.types)), len(others)):
        if any(problem.types[p] != t for p, (t, _) in zip(places, others, strict=True)):
            continue
        rows = {place: row for place, (_, row) in zip(places, others, strict=True)}
        total += len(images(_pinned(problem, rows), target, limit=MOST - total))
    return total


def around(graph: Graph, nodes: Sequence[Example]) -> tuple[Graph, list[Example]]:
    """The links among some nodes and their neighbours, and where the nodes are in that graph.

    An instance that has all of the nodes and at most one other lies within it: motifs are
    connected, so the other one is a neighbour.

    Examples
    --------
    >>> chain = Graph.from_tables({"id": [1, 2, 3, 4]}, {"source": [1, 2, 3], "target": [2, 3, 4]})
    >>> small, nodes = around(chain, [("node", 2), ("node", 3)])
    >>> small.counts["node"], nodes
    (3, [('node', 1), ('node', 2)])
    """
    found: dict[str, set[int]] = {t: set() for t in graph.schema.node_types}
    for node_type, row in nodes:
        found[node_type].add(row)
        for (source, _, target), matrix in graph.adjacency.items():
            if source == node_type:
                found[target].update(matrix[[row]].indices.tolist())
            if target == node_type:
                found[source].update(matrix[:, [row]].tocoo().coords[0].tolist())
    rows = {t: np.array(sorted(own), dtype=np.int64) for t, own in found.items()}
    links = {key: m[rows[key[0]]][:, rows[key[2]]] for key, m in graph.adjacency.items()}
    small = Graph(graph.schema, links, {t: len(own) for t, own in rows.items()})
    return small, [(t, int(np.searchsorted(rows[t], row))) for t, row in nodes]


def _shared(whole: Graph, examples: Sequence[Example]) -> Iterator[tuple[Motif, int]]:
    graph, nodes = around(whole, examples)
    (target, row), *others = nodes
    motifs = catalogue(graph.schema, target, 3)
    if len(nodes) == 3:
        motifs += catalogue(graph.schema, target, 4, min_nodes=4, relations="any")
    needed = [t for t, _ in others]
    for motif in dict.fromkeys(motifs):
        types = [motif.types[i] for i in range(len(motif.nodes)) if i != motif.target]
        if any(types.count(t) < needed.count(t) for t in needed) or not all(
            graph.counts[t] for t in types
        ):
            continue
        if together := count_together(graph, motif, row, others):
            yield motif, together


def _row(graph: Graph, node_type: str, name: str) -> Example:
    graph.schema.require_type(node_type, "by example")
    return node_type, find_row(name, node_type, graph.ids[node_type], graph.names.get(node_type))


def _pinned(problem: MatchingProblem, rows: Mapping[int, int]) -> MatchingProblem:
    """The problem in which some motif nodes have one possible image each."""
    linked = dict(problem.linked)
    for node, row in rows.items():
        for a, b in problem.linked:
            if node in (a, b):
                linked[a, b] = _only(linked[a, b], row, by_row=node == a)
    return replace(problem, linked=linked)


def _only(matrix: sparse.csr_array, row: int, *, by_row: bool) -> sparse.csr_array:
    """The matrix without all other rows, or all other columns."""
    kept = np.zeros(matrix.shape[0 if by_row else 1], dtype=bool)
    kept[row] = True
    coo = matrix.tocoo()
    keep = kept[coo.coords[0 if by_row else 1]]
    places = (coo.coords[0][keep], coo.coords[1][keep])
    return sparse.csr_array((np.ones(int(keep.sum()), dtype=bool), places), shape=matrix.shape)
