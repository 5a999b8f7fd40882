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
from functools import partial, reduce
from operator import matmul
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.sparse.linalg import LinearOperator, aslinearoperator

from motifcnn.graph.graph import Graph
from motifcnn.motif.catalogue import catalogue
from motifcnn.motif.motif import Motif
from motifcnn.motif.shape import holds_without_target, is_path
from motifcnn.nn.inputs.structure import rows_to_one
from motifcnn.tensor import count, plan

Floats32: TypeAlias = npt.NDArray[np.float32]

_log = logging.getLogger(__name__)


def metagraphs(graph: Graph, target: str, max_nodes: int) -> tuple[Motif, ...]:
    """Metagraphs of at most `max_nodes` nodes whose context has the target's type.

    An edge stands for any relation. Metagraphs that fall apart without their target are left out,
    as the piece with the context says the same. Of those with a context of another type there are
    the paths of three nodes: there and back they have five.

    Examples
    --------
    >>> import motifcnn as mc
    >>> for motif in metagraphs(mc.load_dataset("debian"), "tag", 3):
    ...     print(motif)
    (t:tag)--(p:package)--(c:tag)
    (t:tag)--(p:package)--(c:library)
    (t:tag)--(p:package)--(c:maintainer)
    (t:tag)--(p:package)--(c:package)
    """
    every = catalogue(graph.schema, target, max_nodes=max_nodes, relations="any")
    own = [m for m in every if m.types[m.context] == target and holds_without_target(m)]
    other = [m for m in every if m.types[m.context] != target and len(m.nodes) == 3 and is_path(m)]
    return tuple(motif.with_roles("context") for motif in (*own, *other))


def walks_along(
    graph: Graph, motifs: Sequence[Motif], target: str, max_entries: int
) -> list[LinearOperator]:
    """The transitions P, (n, n), of each metagraph of the target type that has instances.

    Their factors are kept with the graph. Rows sum to 1, or to 0 where the metagraph has no
    instance. A metagraph whose matrix could hold more than `max_entries` entries is left out, and a
    warning in the log says so.
    """
    found = [
        graph.cache.get(
            ("metagraph walk", motif, max_entries), partial(_steps, graph, motif, max_entries)
        )
        for motif in (m.with_roles("context") for m in motifs if m.target_type == target)
    ]
    return [reduce(matmul, map(aslinearoperator, steps)) for steps in found if steps]


def _steps(graph: Graph, motif: Motif, max_entries: int) -> list[sparse.csr_array]:
    """There, (n, m), and back, (m, n), if the context has another type; none without instances."""
    if (bound := sum(plan(graph, motif).nonzeros)) > max_entries:
        _log.warning(
            f"metagraph {motif} left out: up to {bound:,} entries, max_entries is {max_entries:,}"
        )
        return []
    (role,) = count(graph, motif).roles
    ways = [role.matrix]
    if role.node_type != motif.target_type:
        ways.append(sparse.csr_array(role.matrix.T))
    return [rows_to_one(way) for way in ways] if role.matrix.nnz else []


def propagate(
    walk: LinearOperator, seeds: Floats32, stay: float, tolerance: float = 1e-3
) -> Floats32:
    """F = (1 - stay) sum_h stay^h P^h seeds: (n, c).

    The sum ends when the rest is at most a `tolerance` of it.

    Examples
    --------
    >>> step = aslinearoperator(np.array([[0, 1], [1, 0]], dtype=np.float32))
    >>> propagate(step, np.array([[1], [0]], dtype=np.float32), 0.5, 1e-7).round(2)
    array([[0.67],
           [0.33]], dtype=float32)
    """
    moved = seeds * np.float32(1 - stay)
    total = moved.copy()
    for _ in range(int(np.ceil(np.log(tolerance) / np.log(stay)))):
        moved = (walk @ moved) * np.float32(stay)
        total += moved
    return total
