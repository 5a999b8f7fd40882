"""Engine: one way to count instances, as a value that the plan compares with the others."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.graph.cache import Cache
from motifcnn.tensor.pattern.estimate import Estimate
from motifcnn.tensor.pattern.problem import MatchingProblem

T = TypeVar("T")
Progress = Callable[[float], None]
Counted = tuple[npt.NDArray[np.int64], list[sparse.csr_array]]


class Keep(Protocol):
    """Where an engine keeps what it derives from a problem, for the next count of it."""

    def __call__(self, name: Hashable, make: Callable[[], T], /) -> T:
        """What is kept under this name; `make()`, kept from now on, if there is nothing."""
        ...


@dataclass(frozen=True, eq=False)
class Engine:
    """One way to count instances. An engine is a file of this package and an entry in `ENGINES`.

    Parameters
    ----------
    name : str
        What callers ask for: ``count(..., engine=name)``.
    motifs : str
        The motifs that it can count, in words; completes "it counts ...".
    can : function of a MatchingProblem
        Whether it can count this one.
    seconds : function of an Estimate
        The time that the count would take from now on, loading and compiling included.
    bytes : function of an Estimate
        Upper bound on the memory that it takes beside its result.
    run : function of an Estimate, a Keep and an optional Progress
        Counts: the instances per target, (n_target,) int64, and one int64 CSR matrix per role,
        (n_target, n_type). Reports the share of the work that is done.
    """

    name: str
    motifs: str
    can: Callable[[MatchingProblem], bool]
    seconds: Callable[[Estimate], float]
    bytes: Callable[[Estimate], int]
    run: Callable[[Estimate, Keep, Progress | None], Counted]


def keep_with(cache: Cache, known: Estimate) -> Keep:
    """Keeps what is derived for an estimate in the cache of its graph."""

    def keep(name: Hashable, make: Callable[[], T], /) -> T:
        return cache.get((known, name), make)

    return keep


def keep_nothing(name: Hashable, make: Callable[[], T], /) -> T:
    """For a problem that is counted once."""
    return make()
