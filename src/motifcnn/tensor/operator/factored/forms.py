"""Forms: the matrices and vectors of a factored motif, each made once for all its quotients."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from scipy import sparse

from motifcnn.graph.links import canonical
from motifcnn.tensor.operator.factored.corners import Corners
from motifcnn.tensor.operator.factored.counted import CountedPairs
from motifcnn.tensor.operator.factored.counts import Counts, times
from motifcnn.tensor.operator.factored.pairs import ClosedPairs, LinkPairs, Pairs, WalkPairs
from motifcnn.tensor.pattern.problem import MatchingProblem, Pair

Made = TypeVar("Made")
# A product that no link closes is stored if it has at most so many entries, or at most so many
# times the links of the motif.
SMALL_FILL = 1_000_000
FILL_SHARE = 4


@dataclass(frozen=True, eq=False)
class Forms:
    """What the quotients of a motif are made of.

    Parameters
    ----------
    problem : MatchingProblem
    limit : float
        Entries up to which a product that no link closes is stored.
    """

    problem: MatchingProblem
    limit: float
    made: dict[tuple[Any, ...], tuple[Any, ...]] = field(default_factory=dict, repr=False)

    def link(self, pairs: tuple[Pair, ...]) -> Pairs:
        """The links between two blocks that satisfy all of these pairs of motif nodes."""
        there = {id(self.problem.linked[i, j]): self.problem.linked[i, j] for i, j in pairs}
        back = {id(self.problem.linked[j, i]): self.problem.linked[j, i] for i, j in pairs}
        key, backwards = (
            ("link", tuple(sorted(there)), tuple(sorted(back))),
            ("link", tuple(sorted(back)), tuple(sorted(there))),
        )
        if key not in self.made and backwards in self.made:
            found: Pairs = self.made[backwards][-1]
            return found.transposed
        return self._once(
            key, (), lambda: LinkPairs(_all_of(list(there.values())), _all_of(list(back.values())))
        )

    def times(self, one: Counts | None, other: Counts | None) -> Counts | None:
        """Both counts at one node."""
        first, second = sorted((one, other), key=id)
        return self._once(("times", id(first), id(second)), (one, other), lambda: times(one, other))

    def fold(self, pairs: Pairs, ends: Counts | None) -> Counts:
        """The counts at the far end of `pairs`, summed at the near end."""
        return self._once(
            ("fold", id(pairs), id(ends)),
            (pairs, ends),
            lambda: Counts(pairs.shape[0], lambda: pairs.fold(ends)),
        )

    def close(self, mask: Pairs, first: Pairs, middle: Counts | None, second: Pairs) -> Pairs:
        """Walks over a node that a link closes."""

        def make() -> Pairs:
            if isinstance(mask, WalkPairs):
                return WalkPairs((*mask.factors, (first, middle, second)), self.limit)
            return ClosedPairs(mask, first, middle, second)

        return self._turnable("close", mask, first, middle, second, make)

    def fill(self, first: Pairs, middle: Counts | None, second: Pairs) -> Pairs:
        """Walks over a node between two that no link joins."""
        return self._turnable(
            "fill",
            None,
            first,
            middle,
            second,
            lambda: WalkPairs(((first, middle, second),), self.limit),
        )

    def corners(self, base: LinkPairs, one: Pairs, other: Pairs) -> Pairs:
        """Triangles per (link a-b, node), from (a, node) and (b, node)."""
        key = ("corners", id(base), id(one), id(other))
        return self._once(key, (base, one, other), lambda: Corners(base, one, other, self.limit))

    def counted(self, v: int) -> Pairs:
        """Injective maps of the whole motif per (target, image of v), counted by an engine."""
        return self._once(("counted", v), (), lambda: CountedPairs(self.problem, v))

    def _turnable(
        self,
        what: str,
        mask: Pairs | None,
        first: Pairs,
        middle: Counts | None,
        second: Pairs,
        make: Callable[[], Pairs],
    ) -> Pairs:
        key = (what, id(mask), id(first), id(middle), id(second))
        back_mask = None if mask is None else mask.transposed
        backwards = (what, id(back_mask), id(second.transposed), id(middle), id(first.transposed))
        if key not in self.made and backwards in self.made:
            found: Pairs = self.made[backwards][-1]
            return found.transposed
        return self._once(key, (mask, first, middle, second), make)

    def _once(self, key: tuple[Any, ...], parts: tuple[Any, ...], make: Callable[[], Made]) -> Made:
        if key not in self.made:
            # The parts are kept, so that no other object can take their id.
            self.made[key] = (*parts, make())
        found: Made = self.made[key][-1]
        return found


def make_forms(problem: MatchingProblem, limit: float | None = None) -> Forms:
    """Forms with the usual limit: memory stays in proportion to the links."""
    links = sum(int(matrix.nnz) for matrix in problem.linked.values()) / 2
    return Forms(problem, max(SMALL_FILL, FILL_SHARE * links) if limit is None else limit)


def _all_of(matrices: list[sparse.csr_array]) -> sparse.csr_array:
    result = matrices[0]
    for matrix in matrices[1:]:
        result = result * matrix
    return result if len(matrices) == 1 else canonical(sparse.csr_array(result).astype(np.bool_))
