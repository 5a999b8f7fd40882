"""CountedPairs: pairs that no elimination gives, counted by an engine in blocks of rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.csr import row_starts
from motifcnn.tensor.engines.engine import keep_nothing
from motifcnn.tensor.operator.factored.pairs import Bound, Index, Pairs, stacked, turned
from motifcnn.tensor.pattern.estimate import Estimate, estimate_problem
from motifcnn.tensor.pattern.problem import MatchingProblem
from motifcnn.tensor.plan import plan_estimate


@dataclass(frozen=True, eq=False)
class CountedPairs(Pairs):
    """Injective maps of a motif per (target, image of node v).

    Stored if the motif links v to the target, as then they are no more than the links.
    """

    problem: MatchingProblem
    v: int

    @property
    def shape(self) -> tuple[int, int]:  # type: ignore[override]
        """(n_target, n_v)."""
        return (self.problem.sizes[0], self.problem.sizes[self.v])

    @property
    def stored(self) -> bool:  # type: ignore[override]
        """Whether the motif links v to the target."""
        return (0, self.v) in self.problem.linked

    @cached_property
    def matrix(self) -> sparse.csr_array:
        """All rows, counted in blocks."""
        if "transposed" in self.__dict__ and "matrix" in self.transposed.__dict__:
            return turned(self.transposed.matrix)
        return stacked(
            [self._count(np.arange(first, last)) for first, last in self.blocks()], self.shape
        )

    def rows(self, index: Index) -> sparse.csr_array:
        """Counted anew unless stored."""
        return sparse.csr_array(self.matrix[index]) if self.stored else self._count(index)

    def through(self, ends: Bound) -> Bound:
        """No more than on the link, or than the estimate of the count."""
        if self.stored:
            return np.asarray(self.problem.linked[0, self.v] @ ends)
        return self._estimate.bounds[0].astype(np.float64) * float(ends.max(initial=0.0))

    def flip(self) -> Pairs:
        """The same maps, with v as the target."""
        return CountedPairs(_rerooted(self.problem, self.v), self.v)

    @cached_property
    def _estimate(self) -> Estimate:
        return estimate_problem(replace(self.problem, roles=((self.v,),), symmetries=1, smaller=()))

    def _count(self, index: Index) -> sparse.csr_array:
        wanted = np.zeros(self.shape[0], dtype=bool)
        wanted[index] = True
        problem = self._estimate.problem
        linked = {
            pair: _only(link, wanted) if pair[0] == 0 else link
            for pair, link in problem.linked.items()
        }
        cut = replace(problem, linked=linked)
        bounds = [np.where(wanted, bound, 0) for bound in self._estimate.bounds]
        known = replace(
            self._estimate,
            problem=cut,
            bounds=bounds,
            nonzeros=tuple(int(bound.sum()) for bound in bounds),
            steps=self._estimate.steps * len(index) / max(1, self.shape[0]),
        )
        _, (matrix,) = plan_estimate(known).chosen.run(known, keep_nothing, None)
        matrix.sort_indices()
        return sparse.csr_array(matrix[index])


def _only(link: sparse.csr_array, wanted: npt.NDArray[np.bool_]) -> sparse.csr_array:
    """The link matrix with all other rows empty."""
    keep = np.repeat(wanted, np.diff(link.indptr))
    indptr = row_starts(np.diff(link.indptr) * wanted).astype(link.indptr.dtype)
    return sparse.csr_array((link.data[keep], link.indices[keep], indptr), shape=link.shape)


def _rerooted(problem: MatchingProblem, v: int) -> MatchingProblem:
    """The problem with the numbers of the target and of v exchanged."""
    place = list(range(len(problem.types)))
    place[0], place[v] = v, 0

    def moved(
        pairs: dict[tuple[int, int], sparse.csr_array],
    ) -> dict[tuple[int, int], sparse.csr_array]:
        return {(place[a], place[b]): matrix for (a, b), matrix in pairs.items()}

    return replace(
        problem,
        types=tuple(problem.types[place[node]] for node in range(len(place))),
        sizes=tuple(problem.sizes[place[node]] for node in range(len(place))),
        linked=moved(problem.linked),
        unlinked=moved(problem.unlinked),
        roles=(),
        symmetries=1,
        smaller=(),
    )
