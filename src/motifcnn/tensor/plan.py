"""Plan: which engine, and what it will cost, before any work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from motifcnn.errors import BudgetError, MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor.engines.memory_bound import ENTRY_BYTES, scratch_bytes
from motifcnn.tensor.engines.startup_cost import startup_seconds
from motifcnn.tensor.pattern.estimate import Estimate, estimate

Engine = Literal["auto", "scipy", "join", "matrix", "enumerate"]
FREE_SHARE = 0.6
ALWAYS_FREE = 64 << 20  # not worth asking the system about
# Seconds per step of the tree of walks, as measured by `python -m benchmarks.counting.costs`.
STEP_SECONDS = {"scipy": 4e-8, "join": 2e-7, "matrix": 5e-9, "enumerate": 2e-8}
COMPILED = ("matrix", "enumerate")


@dataclass(frozen=True, eq=False)
class Plan:
    """What a count will do and at most need.

    Parameters
    ----------
    estimate : Estimate
    engine : str
        "scipy" and "matrix" use formulas, "join" and "enumerate" meet instances one by one; the
        second of each is compiled.
    bytes : int
        Upper bound on the memory for the tensor and the work.
    seconds : float
        Estimate, start-up of the engine included.
    given_limit : int or None
        The memory limit that the caller gave.
    """

    estimate: Estimate
    engine: str
    bytes: int
    seconds: float
    given_limit: int | None

    @property
    def memory_limit(self) -> int:
        """Bytes that the count may take: what the caller gave, or 60 % of what is free now."""
        return free_share() if self.given_limit is None else self.given_limit

    @property
    def fits(self) -> bool:
        """Whether the count is within the memory limit."""
        return (
            self.given_limit is None and self.bytes <= ALWAYS_FREE
        ) or self.bytes <= self.memory_limit

    @property
    def instances(self) -> float:
        """Upper bound on the instances of all targets; exact for trees whose nodes have different types."""
        return self.estimate.instances

    @property
    def nonzeros(self) -> tuple[int, ...]:
        """Upper bound on the entries of each role."""
        return self.estimate.nonzeros


def plan(
    graph: Graph,
    motif: Motif,
    *,
    induced: bool = False,
    engine: Engine = "auto",
    memory_limit: int | None = None,
) -> Plan:
    """What `count` with the same arguments would do and at most need; nothing is counted.

    Parameters
    ----------
    graph, motif, induced, engine, memory_limit
        As in `count`.

    Returns
    -------
    Plan
        `engine`, `bytes` and `seconds`; `instances` and, one per role, `nonzeros`: upper bounds.

    Examples
    --------
    >>> import numpy as np
    >>> from motifcnn.graph import Relation, Schema
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> graph = Graph(schema, {("paper", "by", "author"): np.array([[1, 1], [1, 0], [0, 1]])}, {"author": 2, "paper": 3})
    >>> plan(graph, Motif.parse("(t:paper)--(a:author)--(c:paper)"), engine="scipy").nonzeros
    (4, 7)
    """
    return plan_estimate(estimate(graph, motif, induced=induced), engine, memory_limit)


def plan_estimate(
    known: Estimate, engine: Engine = "auto", memory_limit: int | None = None
) -> Plan:
    """The plan of a count whose estimate is at hand."""
    require_limit(memory_limit)
    tensor_bytes = (
        sum(known.nonzeros) * ENTRY_BYTES + len(known.nonzeros) * 4 * known.problem.n_targets
    )
    seconds = {name: _seconds(known, name) for name in _possible(known, engine)}
    plans = []
    for name in sorted(seconds, key=seconds.__getitem__):
        found = Plan(
            known, name, tensor_bytes + scratch_bytes(known, name), seconds[name], memory_limit
        )
        if found.fits:
            return found
        plans.append(found)
    return min(
        plans, key=lambda refused: refused.bytes
    )  # none fits: the one that asks for the least


def require_fit(plan: Plan, motif: Motif) -> None:
    """Raises a `BudgetError` if a count cannot fit into memory or into int64, with what would fit."""
    if plan.instances >= 2.0**62:
        raise BudgetError(
            f'motif "{motif}" can have up to {plan.instances:.2g} instances here, past what int64 can count exactly (9.2e18). '
            "Use a smaller motif, or name relations so that fewer links match."
        )
    if not plan.fits:
        limit = plan.memory_limit
        sizes = [nonzeros * ENTRY_BYTES for nonzeros in plan.nonzeros]
        fitting = [
            role.label for role, size in zip(motif.roles, sizes, strict=True) if size <= limit
        ]
        advice = ""
        if fitting and len(motif.roles) > 1:
            advice = f" Alone, {' or '.join(fitting)} would fit: make it the context and keep that (roles='context')."
        raise BudgetError(
            f'the tensor of motif "{motif}" needs up to {readable_size(plan.bytes)} ('
            + ", ".join(
                f"role {role.label}: {readable_size(size)}"
                for role, size in zip(motif.roles, sizes, strict=True)
            )
            + f"), over the memory limit of {readable_size(limit)}.{advice} "
            f"Pass memory_limit={plan.bytes} or more to count it all the same, choose a smaller motif, or do without the tensor: "
            "operator(..., engine='factored') multiplies along the motif, and count(..., sample=1_000_000) estimates it."
        )


def _possible(known: Estimate, engine: Engine) -> list[str]:
    """The engines to choose from: those that can count the motif, or the one that was asked for."""
    require_engine(engine)
    possible = ["join", "enumerate"]
    if known.formula is not None:
        possible.append("matrix")
        if len(known.problem.types) <= 3:  # rings and cliques have no scipy form
            possible.append("scipy")
    if engine != "auto" and engine not in possible:
        raise MotifCNNError(
            f"engine {engine!r} cannot count this motif: it has formulas for two and three nodes, rings and cliques, without "
            f"pairs that must not be linked. Engines that can: auto, {', '.join(sorted(possible))}."
        )
    return possible if engine == "auto" else [engine]


def _seconds(known: Estimate, engine: str) -> float:
    return known.steps * STEP_SECONDS[engine] + (
        startup_seconds(engine) if engine in COMPILED else 0.0
    )


def require_engine(engine: str) -> None:
    """Raises a `MotifCNNError` that names the engines there are, unless `engine` is one."""
    if engine not in get_args(Engine):
        raise MotifCNNError(f"engine must be one of {', '.join(get_args(Engine))}; got {engine!r}")


def require_limit(memory_limit: object) -> None:
    """Raises a `MotifCNNError` unless `memory_limit` is a number of bytes or None."""
    if memory_limit is None or (
        isinstance(memory_limit, int | float | np.number) and not isinstance(memory_limit, bool)
    ):
        return
    raise MotifCNNError(
        f"memory_limit must be a number of bytes, such as 1_000_000_000, or None for 60 % of what is free; got {memory_limit!r}"
    )


def free_share() -> int:
    """The default memory limit: 60 % of what is free now, in bytes."""
    import psutil

    return int(FREE_SHARE * psutil.virtual_memory().available)


def readable_size(n_bytes: float) -> str:
    """Bytes for people: "1.5 GB"."""
    for unit in ("B", "kB", "MB", "GB"):
        if n_bytes < 1000:
            return f"{n_bytes:.3g} {unit}"
        n_bytes /= 1000
    return f"{n_bytes:.3g} TB"
