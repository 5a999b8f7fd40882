"""Policy: whether an operator comes from its tensor or is factored, and what either costs.

The one place that decides this. A *materialised* operator counts the tensor once and multiplies by
its entries; a *factored* one multiplies along the motif and never writes the tensor out.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from motifcnn.errors import BudgetError, MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.motif.check import as_motif
from motifcnn.motif.motif import Motif
from motifcnn.readable import readable_size
from motifcnn.tensor.engines.memory_bound import ENTRY_BYTES
from motifcnn.tensor.operator.factored.apply import PANEL_BYTES
from motifcnn.tensor.operator.factored.build import factored_roles
from motifcnn.tensor.operator.factored.pairs import (
    BLOCK_ENTRIES,
    ClosedPairs,
    LinkPairs,
    Pairs,
)
from motifcnn.tensor.operator.factored.role import FactoredRole
from motifcnn.tensor.plan import Plan, plan, require_fit

OperatorEngine = Literal["auto", "materialised", "factored"]
Normaliser = Literal["instances", "role"]
APPLICATIONS = 100  # of an operator in training, unless the caller knows better
COLUMNS = 64  # of the values that a plan assumes, unless given
# Below both of these a tensor is taken without comparing. Counting so many instances takes a
# fraction of a second; so do so many multiplications: a million entries, a hundred times.
MANY_INSTANCES = 20_000_000
MANY_MULTIPLICATIONS = 100_000_000
# A multiplication along the motif costs as much as so many with a stored matrix: sums are in
# float64, and in several passes.
FACTORED_COST = 4
# An entry that is counted anew at every application costs as much as so many that are stored.
WALK_COST = 20


@dataclass(frozen=True)
class FactoredCost:
    """What the factored form of an operator costs.

    Parameters
    ----------
    steps : float
        Upper bound on the multiplications per column of one application.
    bytes : int
        Upper bound on the memory for what it stores and for one application.
    blocked : tuple of str
        Roles some of whose pairs are counted anew, a block of rows at a time, at every application.
    """

    steps: float
    bytes: int
    blocked: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class OperatorPlan:
    """What `operator` with the same arguments would do and at most need.

    Parameters
    ----------
    engine : {"materialised", "factored"}
    counting : Plan
        What the tensor would need.
    factored : FactoredCost or None
        What the factored form would need; None if there was no need to ask.
    columns : int
        Columns of the values that memory is planned for.
    roles : tuple of FactoredRole or None
        The factored form, if finding its cost was the occasion to make it.
    """

    engine: str
    counting: Plan
    factored: FactoredCost | None
    columns: int
    roles: tuple[FactoredRole, ...] | None = None

    @property
    def materialised_steps(self) -> int:
        """Upper bound on the multiplications per column of one application from the tensor."""
        return sum(self.counting.nonzeros)

    @property
    def factored_steps(self) -> float:
        """Upper bound on the multiplications per column of one factored application."""
        return 0.0 if self.factored is None else self.factored.steps

    @property
    def materialised_bytes(self) -> int:
        """Upper bound on the memory for the tensor and the work."""
        return self.counting.bytes

    @property
    def factored_bytes(self) -> int:
        """Upper bound on the memory of the factored form, without values and result."""
        return 0 if self.factored is None else self.factored.bytes

    @property
    def blocked(self) -> tuple[str, ...]:
        """Roles that the factored form counts anew, in part, at every application."""
        return () if self.factored is None else self.factored.blocked


def plan_operator(
    graph: Graph,
    motif: Motif | str,
    normaliser: Normaliser = "instances",
    *,
    engine: OperatorEngine = "auto",
    applications: int = APPLICATIONS,
    memory_limit: int | None = None,
    columns: int = COLUMNS,
) -> OperatorPlan:
    """What `operator` would do; nothing is counted.

    "auto" takes the factored form if the tensor is over the memory limit, or if the multiplications
    along the motif cost less than counting once and multiplying by the tensor's entries:
    ``applications * 4 * factored steps < instances + applications * entries``.

    Parameters
    ----------
    graph, motif, normaliser, engine, applications, memory_limit
        As in `operator`.
    columns : int
        Columns of the values that the memory of the factored form is planned for.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> motif = mc.Motif.parse("(t:package)--(l:library)--(c:package)", roles="context")
    >>> known = plan_operator(graph, motif, engine="factored")
    >>> known.factored_steps < known.materialised_steps
    True
    """
    _require_engine(engine)
    _require_applications(applications)
    motif = as_motif(motif)
    counting = plan(graph, motif, memory_limit=memory_limit)
    kept = operator_key(motif, normaliser, "materialised") in graph.cache
    fits = counting.fits or (kept and memory_limit is None)  # what is kept needs no more memory
    small = counting.instances <= MANY_INSTANCES
    small &= applications * sum(counting.nonzeros) <= MANY_MULTIPLICATIONS
    if engine == "materialised" or (engine == "auto" and fits and small):
        return OperatorPlan("materialised", counting, None, columns)
    roles: list[FactoredRole] = []

    def find_cost() -> FactoredCost:
        roles.extend(make_roles(counting, motif, normaliser))
        return _cost(roles, columns)

    cost = graph.cache.get(("factored cost", motif.key, columns), find_cost)
    found = OperatorPlan("factored", counting, cost, columns, tuple(roles) or None)
    materialised = counting.instances + applications * found.materialised_steps
    if engine == "auto" and fits and materialised <= applications * FACTORED_COST * cost.steps:
        return replace(found, engine="materialised", roles=None)
    return found


def operator_key(
    motif: Motif, normaliser: Normaliser, engine: str, memory_limit: int | None = None
) -> Hashable:
    """Where an operator is kept in the cache of its graph.

    The limit is part of it only for factored roles: they refuse to be written out beyond it.
    """
    return "operator", motif.key, normaliser, engine, memory_limit


def make_roles(
    counting: Plan, motif: Motif, normaliser: Normaliser = "instances"
) -> tuple[FactoredRole, ...]:
    """The factored roles of a motif; nothing is computed yet."""
    return factored_roles(
        counting.estimate,
        motif,
        by_role=normaliser == "role",
        require_fit=lambda: require_fit(counting, motif),
    )


def require_factored_fit(plan: OperatorPlan, motif: Motif) -> None:
    """Raises a `BudgetError` if not even the factored form fits into the memory limit."""
    limit = plan.counting.memory_limit
    if plan.factored_bytes > limit:
        raise BudgetError(
            f'applying motif "{motif}" factored to {plan.columns} columns needs up to '
            f"{readable_size(plan.factored_bytes)}, over the memory limit of "
            f"{readable_size(limit)}; apply it to fewer columns at a time, or pass memory_limit="
            f"{plan.factored_bytes} or more."
        )


def whole_is_cheaper(role: FactoredRole, rows: npt.NDArray[np.int64]) -> bool:
    """Whether all rows of a factored role cost less by one application than these rows cut out."""
    entries = role.members * float(role.instances.value[rows].sum(dtype=np.float64))
    return entries > sum(pairs.bound for chain in role.chains for pairs in chain.pairs)


def _cost(roles: Sequence[FactoredRole], columns: int) -> FactoredCost:
    steps = sum(
        pairs.bound * (1 if pairs.stored else WALK_COST)
        for role in roles
        for chain in role.chains
        for pairs in chain.pairs
    )
    blocked = tuple(
        role.label
        for role in roles
        if any(not pairs.stored for chain in role.chains for pairs in chain.pairs)
    )
    return FactoredCost(steps, _bytes(roles, columns), blocked)


def _bytes(roles: Sequence[FactoredRole], columns: int) -> int:
    stored: dict[int, Pairs] = {}
    values, blocked = 0, False
    for role in roles:
        below = 0
        for chain in role.chains:
            for pairs in chain.pairs:
                blocked |= not pairs.stored
                if pairs.stored and not isinstance(pairs, LinkPairs):
                    stored[id(pairs)] = pairs
            below += sum(pairs.shape[1] for pairs in chain.pairs[:-1]) * columns * 8
        values = max(values, min(below, max(PANEL_BYTES, below * 8 // max(1, columns))))
    written = sum(
        int(p.mask.bound if isinstance(p, ClosedPairs) else p.bound) for p in stored.values()
    )
    counts = sum(8 * role.shape[0] * 4 for role in roles)
    block = 3 * BLOCK_ENTRIES * ENTRY_BYTES if blocked else 0
    return values + 2 * written * ENTRY_BYTES + counts + block


def _require_engine(engine: str) -> None:
    if engine not in get_args(OperatorEngine):
        known = ", ".join(get_args(OperatorEngine))
        raise MotifCNNError(f"operator: engine must be one of {known}; got {engine!r}")


def _require_applications(applications: object) -> None:
    whole = isinstance(applications, int | np.integer) and not isinstance(applications, bool)
    if not whole or applications < 1:  # type: ignore[operator]
        raise MotifCNNError(
            "operator: applications must be how many times you expect to multiply, a whole number "
            f"from 1 on; got {applications!r}"
        )
