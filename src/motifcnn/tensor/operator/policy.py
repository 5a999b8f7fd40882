"""Cost of an operator before any work: from its tensor, or factored; and which of the two is taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from motifcnn.errors import BudgetError, MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor.engines.memory_bound import ENTRY_BYTES
from motifcnn.tensor.operator.factored.apply import PANEL_BYTES
from motifcnn.tensor.operator.factored.build import factored_roles
from motifcnn.tensor.operator.factored.pairs import BLOCK_ENTRIES, ClosedPairs, LinkPairs, Pairs
from motifcnn.tensor.operator.factored.role import FactoredRole
from motifcnn.tensor.plan import Plan, plan, readable_size, require_fit

OperatorEngine = Literal["auto", "materialised", "factored"]
Normaliser = Literal["instances", "role"]
COLUMNS = 64  # of the values that a plan reckons with, unless told otherwise
SMALL_TENSOR = (
    50_000_000  # entries; below that a tensor is quickly counted, and constant products can be kept
)
WORTH_FACTORING = 4  # times fewer multiplications
WALK_COST = 20  # an entry that is counted anew at every application costs as much as so many that are stored


@dataclass(frozen=True, eq=False)
class OperatorPlan:
    """What `operator` with the same arguments would do and at most need.

    Parameters
    ----------
    engine : {"materialised", "factored"}
    counting : Plan
        What the tensor would need.
    roles : tuple of FactoredRole or None
        The factored form; None where nothing asked for it.
    columns : int
        Columns of the values that memory and multiplications are reckoned for.
    """

    engine: str
    counting: Plan
    roles: tuple[FactoredRole, ...] | None
    columns: int

    @property
    def materialised_steps(self) -> int:
        """Upper bound on the multiplications per column of one application from the tensor."""
        return sum(self.counting.nonzeros)

    @property
    def factored_steps(self) -> float:
        """Upper bound on the multiplications per column of one factored application, chains not yet gathered."""
        return sum(_steps(role) for role in self.roles or ())

    @property
    def materialised_bytes(self) -> int:
        """Upper bound on the memory for the tensor and the work."""
        return self.counting.bytes

    @property
    def factored_bytes(self) -> int:
        """Upper bound on the memory for what is stored and for one application, values and result not included."""
        return _bytes(self.roles or (), self.columns)

    @property
    def blocked(self) -> tuple[str, ...]:
        """Roles some of whose pairs are counted anew, a block of rows at a time, at every application."""
        return tuple(
            role.label
            for role in self.roles or ()
            if any(not pairs.stored for chain in role.chains for pairs in chain.pairs)
        )


def plan_operator(
    graph: Graph,
    motif: Motif,
    normaliser: Normaliser = "instances",
    *,
    engine: OperatorEngine = "auto",
    memory_limit: int | None = None,
    columns: int = COLUMNS,
) -> OperatorPlan:
    """What `operator` would do; nothing is counted.

    "auto" takes the factored form where the tensor is over the memory limit, or where it is large
    and applying the factored form takes far fewer multiplications.

    Examples
    --------
    >>> import numpy as np
    >>> from motifcnn.graph import Relation, Schema
    >>> schema = Schema(("paper", "venue"), (Relation("paper", "at", "venue"),))
    >>> graph = Graph(schema, {("paper", "at", "venue"): np.ones((100, 2))}, {"paper": 100, "venue": 2})
    >>> known = plan_operator(graph, Motif.parse("(t:paper)--(v:venue)--(c:paper)", roles="context"), engine="factored")
    >>> known.materialised_steps, known.factored_steps
    (10000, 400.0)
    """
    if engine not in get_args(OperatorEngine):
        raise MotifCNNError(
            f"operator: engine must be one of {', '.join(get_args(OperatorEngine))}; got {engine!r}"
        )
    counting = plan(graph, motif, memory_limit=memory_limit)
    fits = counting.fits
    if engine == "materialised" or (
        engine == "auto" and fits and sum(counting.nonzeros) < SMALL_TENSOR
    ):
        return OperatorPlan("materialised", counting, None, columns)
    roles = factored_roles(
        counting.estimate,
        motif,
        by_role=normaliser == "role",
        require_fit=lambda: require_fit(counting, motif),
    )
    found = OperatorPlan("factored", counting, roles, columns)
    if (
        engine == "auto"
        and fits
        and found.materialised_steps <= WORTH_FACTORING * found.factored_steps
    ):
        return OperatorPlan("materialised", counting, None, columns)
    return found


def require_factored_fit(plan: OperatorPlan, motif: Motif) -> None:
    """Raises a `BudgetError` if not even the factored form fits into the memory limit."""
    limit = plan.counting.memory_limit
    if plan.factored_bytes > limit:
        raise BudgetError(
            f'applying motif "{motif}" factored to {plan.columns} columns needs up to {readable_size(plan.factored_bytes)}, over '
            f"the memory limit of {readable_size(limit)}; apply it to fewer columns at a time, or pass memory_limit="
            f"{plan.factored_bytes} or more."
        )


def _steps(role: FactoredRole) -> float:
    return sum(
        pairs.bound * (1 if pairs.stored else WALK_COST)
        for chain in role.chains
        for pairs in chain.pairs
    )


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
    return (
        values
        + 2 * written * ENTRY_BYTES
        + counts
        + (3 * BLOCK_ENTRIES * ENTRY_BYTES if blocked else 0)
    )
