"""Sampled neighbourhoods: a few instances per target and motif, unbiased for D^-1 A_k X."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import cast

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import BudgetError
from motifcnn.graph.graph import Graph
from motifcnn.nn.blocks import Rows
from motifcnn.nn.sparse.aggregate import Role
from motifcnn.tensor.operator import FactoredRole, MotifOperator, RoleOperator
from motifcnn.tensor.sampling.instances import DrawnInstances, draw_instances, walks_of
from motifcnn.tensor.sampling.walks import TreeWalks


def sampled_rows(
    rows: sparse.csr_array, sample: int, generator: np.random.Generator
) -> sparse.csr_array:
    """Replaces each row of more than `sample` entries by draws in proportion to its values.

    Values must not be negative. A draw has the value (sum of the row) / `sample`, so the
    expectation of the result is the row itself.

    Examples
    --------
    >>> rows = sparse.csr_array(np.array([[0.5, 0.25, 0.25], [0.0, 1.0, 0.0]], np.float32))
    >>> drawn = sampled_rows(rows, 2, np.random.default_rng(0))
    >>> drawn.sum(axis=1).tolist(), int(np.diff(drawn.indptr).max()) <= 2
    ([1.0, 1.0], True)
    """
    length = np.diff(rows.indptr)
    long = np.flatnonzero(length > sample)
    if not len(long):
        return rows
    reached = np.concatenate([[0.0], np.cumsum(rows.data, dtype=np.float64)])
    begin, end = rows.indptr[long].astype(np.int64), rows.indptr[long + 1].astype(np.int64)
    total = reached[end] - reached[begin]
    drawn = reached[begin, None] + generator.random((len(long), sample)) * total[:, None]
    place = np.searchsorted(reached, drawn.ravel(), side="right").reshape(drawn.shape) - 1
    # Rounding may put a draw on the border of its row.
    place = np.clip(place, begin[:, None], end[:, None] - 1)
    short = np.repeat(length <= sample, length)
    row = np.repeat(np.arange(rows.shape[0]), length)[short]
    return _summed(
        np.concatenate([row, np.repeat(long, sample)]),
        np.concatenate([rows.indices[short], rows.indices[place.ravel()]]),
        np.concatenate([rows.data[short], np.repeat(total / sample, sample)]),
        rows.shape,
    )


class SampledNeighbourhoods:
    """At most `sample` instances per target and motif; targets that have fewer keep all.

    Rows of a tensor are drawn from role by role. Where there is no tensor, whole instances are
    drawn backward from the target.

    Parameters
    ----------
    graph : Graph
    operators : sequence of MotifOperator
    sample : int
    """

    def __init__(self, graph: Graph, operators: Sequence[MotifOperator], sample: int) -> None:
        self.graph, self.operators, self.sample = graph, operators, sample
        self.generator = np.random.default_rng(0)
        self._walks: dict[int, TreeWalks | None] = {}

    def drawn_by(self, generator: np.random.Generator) -> SampledNeighbourhoods:
        """The same with draws from this generator."""
        drawing = copy(self)  # walks are shared, draws are not
        drawing.generator = generator
        return drawing

    def rows(self, motif: int, rows: Rows) -> tuple[Role, ...]:
        """Rows of D^-1 A_k for each role, thinned out."""
        operator = self.operators[motif]
        walks = self._walks_of(motif) if operator.factored else None
        if walks is None:
            each = (role.rows(rows) for role in operator.roles)
            drawn = [sampled_rows(exact, self.sample, self.generator) for exact in each]
        else:
            drawn = self._drawn_instances(operator, walks, rows)
        return tuple(
            RoleOperator(role.label, role.node_type, matrix)
            for role, matrix in zip(operator.roles, drawn, strict=True)
        )

    def _drawn_instances(
        self, operator: MotifOperator, walks: TreeWalks, rows: Rows
    ) -> list[sparse.csr_array]:
        roles = cast(tuple[FactoredRole, ...], operator.roles)
        instances = roles[0].instances.value[rows]
        many = np.flatnonzero(instances > self.sample)
        drawn = draw_instances(walks, rows[many], self.sample, self.generator)
        few = np.flatnonzero((instances > 0) & (instances <= self.sample))
        whole = np.sort(np.concatenate([few, many[~drawn.complete]]))
        return [
            self._role(role, walks.problem.roles[k], rows, many, drawn, whole)
            for k, role in enumerate(roles)
        ]

    def _role(
        self,
        role: FactoredRole,
        members: tuple[int, ...],
        rows: Rows,
        many: Rows,
        drawn: DrawnInstances,
        whole: Rows,
    ) -> sparse.csr_array:
        exact = sampled_rows(role.rows(rows[whole]), self.sample * role.members, self.generator)
        column = np.concatenate([drawn.nodes[member] for member in members])
        row = np.tile(many[drawn.owner], len(members))
        value = np.full(len(column), 1.0 / (self.sample * role.divide_by))
        return _summed(
            np.concatenate([row, np.repeat(whole, np.diff(exact.indptr))]),
            np.concatenate([column, exact.indices]),
            np.concatenate([value, exact.data]),
            (len(rows), role.shape[1]),
        )

    def _walks_of(self, motif: int) -> TreeWalks | None:
        if motif not in self._walks:
            try:
                self._walks[motif] = walks_of(self.graph, self.operators[motif].motif)
            except BudgetError:
                self._walks[motif] = None  # rows are written out instead, and then drawn from
        return self._walks[motif]


def _summed(
    row: Rows, column: Rows, value: npt.NDArray[np.float64], shape: tuple[int, int]
) -> sparse.csr_array:
    found = sparse.csr_array(sparse.coo_array((value, (row, column)), shape=shape))
    found.sum_duplicates()
    return found.astype(np.float32)
