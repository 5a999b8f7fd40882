r"""Walks constrained to metagraphs, and labels that travel along them.

A step of the walk goes from a node of the target type to the context of a random instance of the
metagraph with that target; if the context has another type, a second step goes back in the same
way. With C the counts of contexts per target (`count`):

.. math:: P = D^{-1} C \quad or \quad P = D^{-1} C \, E^{-1} C^T

and labels travel as F = (1 - a) (I - a P)^{-1} Y, by iteration.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.graph.graph import Graph
from motifcnn.motif.catalogue import catalogue
from motifcnn.motif.motif import Motif
from motifcnn.motif.shape import holds_without_target
from motifcnn.nn.structure import rows_to_one
from motifcnn.tensor import count, plan
from motifcnn.tensor.operator import operator

_log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class MetagraphWalk:
    """The transition matrix of one metagraph, in one or two steps.

    Parameters
    ----------
    there : (n, m) float32 CSR
        Rows sum to 1, or to 0 where the metagraph has no instance.
    back : (m, n) float32 CSR or None
        None where the context has the target's type: m = n.
    """

    there: sparse.csr_array
    back: sparse.csr_array | None

    def times(self, f: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """P f: (n, c)."""
        found: npt.NDArray[np.float32] = self.there @ (f if self.back is None else self.back @ f)
        return found

    def propagate(
        self, seeds: npt.NDArray[np.float32], stay: float, tolerance: float = 1e-3
    ) -> npt.NDArray[np.float32]:
        """F = (1 - stay) sum_h stay^h P^h seeds: (n, c), until what is left to add is a `tolerance` of it.

        Examples
        --------
        >>> swap = MetagraphWalk(sparse.csr_array(np.array([[0, 1], [1, 0]], dtype=np.float32)), None)
        >>> swap.propagate(np.array([[1], [0]], dtype=np.float32), 0.5, 1e-7).round(2)
        array([[0.67],
               [0.33]], dtype=float32)
        """
        moved = seeds * np.float32(1 - stay)
        total = moved.copy()
        for _ in range(int(np.ceil(np.log(tolerance) / np.log(stay)))):
            moved = self.times(moved) * np.float32(stay)
            total += moved
        return total


def metagraphs(graph: Graph, target: str, max_nodes: int) -> tuple[Motif, ...]:
    """Metagraphs of at most `max_nodes` nodes whose context has the target's type, relations not told apart.

    Those that fall apart without their target are left out, as the piece with the context says the
    same. Of those with a context of another type there are the paths of three nodes: there and back
    they have five.

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("author", "paper", "venue"), (Relation("paper", "by", "author"), Relation("paper", "at", "venue")))
    >>> links = {("paper", "by", "author"): np.eye(2), ("paper", "at", "venue"): np.eye(2)}
    >>> graph = Graph(schema, links, {"author": 2, "paper": 2, "venue": 2})
    >>> for motif in metagraphs(graph, "author", 3):
    ...     print(motif)
    (t:author)--(p:paper)--(c:author)
    (t:author)--(p:paper)--(c:venue)
    """
    every = catalogue(graph.schema, target, max_nodes=max_nodes, relations="any")
    own = [
        motif
        for motif in every
        if motif.types[motif.context] == target and holds_without_target(motif)
    ]
    other = [
        m
        for m in every
        if m.types[m.context] != target and len(m.nodes) == 3 and len(m.edges) == 2 and _is_line(m)
    ]
    return tuple(motif.with_roles("context") for motif in (*own, *other))


def walks_along(
    graph: Graph, motifs: Sequence[Motif], target: str, max_entries: int
) -> list[MetagraphWalk]:
    """The walk of each metagraph of the target type that has instances.

    One whose matrix could have more than `max_entries` entries is left out; a warning in the log
    says so.
    """
    found = []
    for motif in motifs:
        if motif.target_type != target:
            continue
        motif = motif.with_roles("context")
        if (bound := sum(plan(graph, motif).nonzeros)) > max_entries:
            _log.warning(
                "metagraph %s left out: up to %s entries, max_entries is %s",
                motif,
                f"{bound:,}",
                f"{max_entries:,}",
            )
            continue
        walk = _walk(graph, motif)
        if walk.there.nnz:
            found.append(walk)
    return found


def _walk(graph: Graph, motif: Motif) -> MetagraphWalk:
    if motif.types[motif.context] == motif.target_type:
        # Kept with the graph: of all a fit does the counting takes longest, and the next split
        # needs the same.
        (kept,) = operator(graph, motif, "role", engine="materialised").roles
        return MetagraphWalk(kept.matrix, None)
    (role,) = count(graph, motif).roles
    return MetagraphWalk(rows_to_one(role.matrix), rows_to_one(sparse.csr_array(role.matrix.T)))


def _is_line(motif: Motif) -> bool:
    return motif.context not in motif.neighbours(motif.target)
