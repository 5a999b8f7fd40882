"""Instances of motifs that hold given nodes, counted from how those are linked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
import numpy.typing as npt

from motifcnn.graph.schema import Schema
from motifcnn.motif.check import matching
from motifcnn.motif.motif import Motif, MotifEdge
from motifcnn.studio.neighbourhood import Neighbourhood, bit


@dataclass(frozen=True, eq=False)
class Demand:
    """What a motif asks of a pair of nodes, for every edge in both directions.

    Parameters
    ----------
    motif : Motif
    types : tuple of str
        Node type of each node.
    edges : tuple of (node, node, int)
        Between two motif nodes there must be one of the links whose bits are set.
    """

    motif: Motif
    types: tuple[str, ...]
    edges: tuple[tuple[int, int, int], ...]


def demands(motifs: Iterable[Motif], schema: Schema) -> list[Demand]:
    """What motifs ask for, prepared once for all examples.

    Examples
    --------
    >>> import motifcnn as mc
    >>> schema = mc.load_dataset("debian").schema
    >>> (found,) = demands([Motif.parse("(t:tag)--(c:package)")], schema)
    >>> len(found.edges), found.types
    (2, ('tag', 'package'))
    """

    @cache
    def masks(relation: str | None, directed: bool, source: str, target: str) -> tuple[int, int]:
        edge = MotifEdge(0, 1, relation, directed)
        found = matching(edge, source, target, schema)
        along = sum({bit(schema, relation, forward) for relation, forward in found})
        return along, sum({bit(schema, relation, not forward) for relation, forward in found})

    made = []
    for motif in motifs:
        types, edges = motif.types, []
        for e in motif.edges:
            along, against = masks(e.relation, e.directed, types[e.source], types[e.target])
            edges += [(e.source, e.target, along), (e.target, e.source, against)]
        made.append(Demand(motif, types, tuple(edges)))
    return made


class Together:
    """Counts instances that have the first example as target and hold the others.

    An instance may have one node that is no example.

    Parameters
    ----------
    hood : Neighbourhood
    types : sequence of str
        Of the examples.

    Examples
    --------
    >>> import motifcnn as mc
    >>> from motifcnn.studio.neighbourhood import find_neighbourhood
    >>> graph = mc.load_dataset("debian")
    >>> motif = Motif.parse("(t:package)--(m:maintainer)--(c:package)")
    >>> int(mc.count(graph, motif).roles[1].matrix[955, 957])
    7
    >>> hood = find_neighbourhood(graph, [("package", 955), ("package", 957)])
    >>> Together(hood, ("package", "package")).count(*demands([motif], graph.schema))
    7
    """

    def __init__(self, hood: Neighbourhood, types: Sequence[str]) -> None:
        self._hood, self._types = hood, tuple(types)
        self._kinds = cache(self._kinds_with)

    def count(self, demand: Demand) -> int:
        """The instances of one motif; 0 where it has no room for all examples."""
        target = demand.motif.target
        places = [node for node in range(len(demand.types)) if node != target]
        free = len(places) - len(self._types) + 1
        if not 0 <= free <= 1:
            return 0
        maps = sum(
            self._maps(demand, (target, *chosen))
            for chosen in permutations(places, len(self._types) - 1)
        )
        # Maps that differ by a symmetry of the motif are one instance.
        return maps // len(demand.motif.automorphisms) if maps else 0

    def _maps(self, demand: Demand, places: tuple[int, ...]) -> int:
        """Ways to map the motif with the examples at given nodes of it."""
        if any(demand.types[p] != t for p, t in zip(places, self._types, strict=True)):
            return 0
        example = {place: number for number, place in enumerate(places)}
        asked = []
        for one, other, mask in demand.edges:
            if one not in example:
                asked.append((example[other], mask))
            elif other in example and not self._hood.between[example[one], example[other]] & mask:
                return 0
        if len(places) == len(demand.types):
            return 1
        (last,) = set(range(len(demand.types))) - example.keys()
        around = self._hood.around[demand.types[last]]
        kinds = [self._kinds(demand.types[last], number, mask) for number, mask in asked]
        return int(around.nodes[np.logical_and.reduce(kinds)].sum())

    def _kinds_with(self, node_type: str, number: int, mask: int) -> npt.NDArray[np.bool_]:
        """Kinds of neighbours that have one of some links to an example."""
        links = self._hood.around[node_type].links
        return np.array([bool(own[number] & mask) for own in links], dtype=bool)
