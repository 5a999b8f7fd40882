"""Plan: which engine counts, and what it costs, before any work."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from motifcnn.errors import BudgetError, MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.motif.check import as_motif
from motifcnn.motif.motif import Motif
from motifcnn.readable import readable_size
from motifcnn.tensor.engines import ENGINES
from motifcnn.tensor.engines.engine import Engine, Keep, keep_nothing, keep_with
from motifcnn.tensor.engines.memory_bound import ENTRY_BYTES, TARGET_BYTES
from motifcnn.tensor.pattern.estimate import Estimate, estimate

AUTO = "auto"  # the engine that the plan finds fastest
FREE_SHARE = 0.6
ALWAYS_FREE = 64 << 20  # bytes that fit without asking the system


@dataclass(frozen=True, eq=False)
class Plan:
    """What a count will do and at most need.

    Parameters
    ----------
    estimate : Estimate
        Upper bounds on the steps of an enumeration, on instances and on entries.
    chosen : Engine
        The cheapest that fits the memory limit, or the one that was asked for.
    bytes : int
        Upper bound on the memory for the tensor and the work.
    seconds : float
        Estimate, start-up of the engine included.
    given_limit : int or None
        The memory limit that the caller gave.
    """

    estimate: Estimate
    chosen: Engine
    bytes: int
    seconds: float
    given_limit: int | None

    @property
    def engine(self) -> str:
        """Name of the engine that counts."""
        return self.chosen.name

    @property
    def memory_limit(self) -> int:
        """Bytes that the count may take: what the caller gave, or 60 % of what is free now."""
        return free_share() if self.given_limit is None else self.given_limit

    @property
    def fits(self) -> bool:
        """Whether the count is within the memory limit."""
        if self.given_limit is None and self.bytes <= ALWAYS_FREE:
            return True
        return self.bytes <= self.memory_limit

    @property
    def instances(self) -> float:
        """Upper bound on all instances; exact for trees whose nodes have different types."""
        return self.estimate.instances

    @property
    def nonzeros(self) -> tuple[int, ...]:
        """Upper bound on the entries of each role."""
        return self.estimate.nonzeros

    def __repr__(self) -> str:
        return (
            f"Plan({self.engine}: at most {self.instances:,.0f} instances, "
            f"{sum(self.nonzeros):,} non-zeros, {readable_size(self.bytes)}; "
            f"about {self.seconds:.2g} s)"
        )

    def _repr_html_(self) -> str:
        from motifcnn.tensor.as_html import plan_html

        return plan_html(self)


def plan(
    graph: Graph,
    motif: Motif | str,
    *,
    induced: bool = False,
    engine: str = AUTO,
    memory_limit: int | None = None,
) -> Plan:
    """What `count` with the same arguments would do and at most need; nothing is counted.

    What it takes to know that is kept with the graph, so that asking again costs next to nothing.

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
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> edge = mc.Motif.parse("(t:package)--(c:library)")
    >>> plan(graph, edge, engine="scipy").nonzeros == (mc.count(graph, edge).nonzeros,)
    True
    """
    known = estimate(graph, as_motif(motif), induced=induced)
    return plan_estimate(known, engine, memory_limit, keep_with(graph.cache, known))


def plan_estimate(
    known: Estimate,
    engine: str = AUTO,
    memory_limit: int | None = None,
    keep: Keep = keep_nothing,
) -> Plan:
    """The fastest engine that fits or, if none does, the one that needs the least memory."""
    require_engine(engine)
    require_limit(memory_limit)
    able = keep("engines", lambda: [e for e in ENGINES if e.can(known.problem)])
    if engine != AUTO:
        able = [_named(engine, able)]
    tensor = sum(known.nonzeros) * ENTRY_BYTES
    rows = known.problem.n_targets * (TARGET_BYTES + 4 * len(known.nonzeros))
    seconds = {each: each.seconds(known) for each in able}
    refused = []
    for each in sorted(able, key=seconds.__getitem__):
        work = keep(("bytes", each), partial(each.bytes, known))
        found = Plan(known, each, tensor + rows + work, seconds[each], memory_limit)
        if found.fits:
            return found
        refused.append(found)
    return min(refused, key=lambda plan: plan.bytes)


def require_fit(plan: Plan, motif: Motif) -> None:
    """Raises a `BudgetError` if a count cannot fit into memory or int64, with what would fit."""
    require_int64(motif, plan.instances)
    if plan.fits:
        return
    limit = plan.memory_limit
    sizes = [nonzeros * ENTRY_BYTES for nonzeros in plan.nonzeros]
    fitting = [role.label for role, size in zip(motif.roles, sizes, strict=True) if size <= limit]
    advice = ""
    if fitting and len(motif.roles) > 1:
        advice = (
            f" Alone, {' or '.join(fitting)} would fit: make it the context and keep that "
            "(roles='context')."
        )
    parts = ", ".join(
        f"role {role.label}: {readable_size(size)}"
        for role, size in zip(motif.roles, sizes, strict=True)
    )
    raise BudgetError(
        f'the tensor of motif "{motif}" needs up to {readable_size(plan.bytes)} ({parts}), over '
        f"the memory limit of {readable_size(limit)}.{advice} Pass memory_limit={plan.bytes} or "
        "more to count it all the same, choose a smaller motif, or do without the tensor: "
        "operator(..., engine='factored') multiplies along the motif, and "
        "count(..., sample=1_000_000) estimates it."
    )


def require_int64(motif: Motif, instances: float, symmetries: int = 1) -> None:
    """Raises a `BudgetError` if instances times the maps of each may overflow int64."""
    if instances * symmetries >= 2.0**62:
        raise BudgetError(
            f'motif "{motif}" can have up to {instances:.2g} instances here, past what int64 can '
            "count exactly (9.2e18). Use a smaller motif, or name relations so that fewer links "
            "match."
        )


def _named(name: str, able: list[Engine]) -> Engine:
    """The engine that was asked for; an error that names those that can count the motif."""
    for engine in able:
        if engine.name == name:
            return engine
    asked = next(engine for engine in ENGINES if engine.name == name)
    others = ", ".join(sorted(engine.name for engine in able))
    raise MotifCNNError(
        f"engine {name!r} cannot count this motif: it counts {asked.motifs}. Engines that can: "
        f"{AUTO}, {others}."
    )


def require_engine(engine: str) -> None:
    """Raises a `MotifCNNError` that names the engines there are, unless `engine` is one."""
    names = [each.name for each in ENGINES]
    if engine != AUTO and engine not in names:
        raise MotifCNNError(f"engine must be one of {', '.join([AUTO, *names])}; got {engine!r}")


def require_limit(memory_limit: object) -> None:
    """Raises a `MotifCNNError` unless `memory_limit` is a number of bytes or None."""
    if memory_limit is None or (
        isinstance(memory_limit, int | float | np.number) and not isinstance(memory_limit, bool)
    ):
        return
    raise MotifCNNError(
        "memory_limit must be a number of bytes, such as 1_000_000_000, or None for 60 % of what "
        f"is free; got {memory_limit!r}"
    )


def free_share() -> int:
    """The default memory limit: 60 % of what is free now, in bytes."""
    import psutil

    return int(FREE_SHARE * psutil.virtual_memory().available)
