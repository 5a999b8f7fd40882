"""The factored roles of a motif: A_k = (sum over members v of inj(M; t, v)) / symmetries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from motifcnn.motif.motif import Motif
from motifcnn.motif.roles import role_symmetries
from motifcnn.tensor.operator.factored.apply import diagonal_of
from motifcnn.tensor.operator.factored.counts import Counts, Vector
from motifcnn.tensor.operator.factored.elimination import Chain, eliminate
from motifcnn.tensor.operator.factored.forms import Forms, make_forms
from motifcnn.tensor.operator.factored.gather import gather
from motifcnn.tensor.operator.factored.quotients import Quotient, quotients
from motifcnn.tensor.operator.factored.role import FactoredRole
from motifcnn.tensor.pattern.estimate import Estimate
from motifcnn.tensor.pattern.problem import MatchingProblem
from motifcnn.tensor.plan import require_int64


def factored_roles(
    known: Estimate,
    motif: Motif,
    *,
    by_role: bool,
    require_fit: Callable[[], None],
    fill_limit: float | None = None,
) -> tuple[FactoredRole, ...]:
    """The roles of a motif, in the order of `motif.roles`; nothing is computed yet.

    Parameters
    ----------
    by_role : bool
        Normalise each role by its own row sums instead of the instances.
    fill_limit : float, optional
        Entries up to which a product that no link closes is stored; see `Forms`.
    """
    problem = known.problem
    require_int64(motif, known.instances, problem.symmetries)
    forms = make_forms(problem, fill_limit)
    ways = list(quotients(problem))
    instances = Counts(problem.n_targets, lambda: _instances(problem, forms, ways))
    orbits = _orbits(motif)
    roles = []
    for role, members in zip(motif.roles, problem.roles, strict=True):
        chains = []
        for v, times in Counter(min(orbits[member]) for member in members).items():
            chains += [
                replace(chain, times=times * chain.times) for chain in _chains(forms, ways, v)
            ]
        roles.append(
            FactoredRole(
                label=role.label,
                node_type=role.node_type,
                members=len(members),
                shape=(problem.n_targets, problem.sizes[members[0]]),
                chains=tuple(chains),
                symmetries=problem.symmetries,
                instances=instances,
                divide_by=len(members) if by_role else 1,
                require_fit=require_fit,
            )
        )
    return tuple(roles)


def _chains(forms: Forms, ways: list[Quotient], v: int) -> list[Chain]:
    """Chains that add up to the injective maps per (target, image of v)."""
    chains = []
    for way in ways:
        chain = eliminate(way, forms, v)
        if chain is None:
            return [Chain(1, (None, None), (forms.counted(v),))]
        chains.append(chain)
    return chains


def _instances(problem: MatchingProblem, forms: Forms, ways: list[Quotient]) -> Vector:
    """D: injective maps per target, over the symmetries."""
    chains = [chain for way in ways if (chain := eliminate(way, forms, 0)) is not None]
    if len(chains) < len(ways):
        maps = forms.counted(problem.neighbours(0)[0]).fold(None)
    else:
        maps = diagonal_of(gather(chains, (problem.n_targets, problem.n_targets)))
    return maps // problem.symmetries


def _orbits(motif: Motif) -> dict[int, set[int]]:
    """The orbit of each node under the symmetries of the roles, numbered as in `MatchingProblem`.

    Nodes of one orbit have the same injective maps.
    """
    order = [motif.target, *(i for i in range(len(motif.nodes)) if i != motif.target)]
    place = {node: position for position, node in enumerate(order)}
    group = role_symmetries(motif)
    return {place[node]: {place[g[node]] for g in group} for node in order}
