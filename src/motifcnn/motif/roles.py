"""Roles: which nodes of a motif are equivalent, seen from its target."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Literal, get_args

from motifcnn.motif.tokens import quoted

if TYPE_CHECKING:
    from motifcnn.motif.motif import Motif

RoleRule = Literal["orbit", "swap", "context", "none"]
ROLE_RULES: tuple[str, ...] = get_args(RoleRule)


@dataclass(frozen=True)
class Role:
    """A set of motif nodes that are counted together.

    Parameters
    ----------
    label : str
        The names of its members, joined by "+". Names that are not plain words stand in back
        quotes where two labels would be equal otherwise.
    node_type : str
        Of all its members.
    members : tuple of int
        Indices of the motif's nodes.
    """

    label: str
    node_type: str
    members: tuple[int, ...]


def automorphisms(motif: Motif) -> tuple[tuple[int, ...], ...]:
    """All permutations of the nodes that keep the target, the types and the edges."""
    others = [i for i in range(len(motif.nodes)) if i != motif.target]
    edges = _edge_set(motif, tuple(range(len(motif.nodes))))
    found = []
    for order in permutations(others):
        image = [motif.target] * len(motif.nodes)
        for node, goes_to in zip(others, order, strict=True):
            image[node] = goes_to
        if (
            all(motif.types[i] == motif.types[image[i]] for i in others)
            and _edge_set(motif, tuple(image)) == edges
        ):
            found.append(tuple(image))
    return tuple(found)


def find_roles(motif: Motif) -> tuple[Role, ...]:
    """The roles of a motif under its rule, in the order of their first member."""
    others = [i for i in range(len(motif.nodes)) if i != motif.target]
    if motif.role_rule == "none":
        groups = [
            [i for i in others if motif.types[i] == t]
            for t in dict.fromkeys(motif.types[i] for i in others)
        ]
    elif motif.role_rule == "swap":
        groups = _classes(others, _swaps(motif))
    else:
        groups = _classes(others, motif.automorphisms)
        if motif.role_rule == "context":
            groups = [group for group in groups if motif.context in group]
    names = [[motif.nodes[i].name for i in group] for group in groups]
    labels = ["+".join(group) for group in names]
    if len(set(labels)) < len(labels):
        labels = ["+".join(map(quoted, group)) for group in names]
    return tuple(
        Role(label, motif.types[group[0]], tuple(group))
        for label, group in zip(labels, groups, strict=True)
    )


def role_symmetries(motif: Motif) -> tuple[tuple[int, ...], ...]:
    """The automorphisms that fix the target and map every role onto itself.

    Two embeddings that differ by one of them are the same instance.
    """
    role_of = {member: k for k, role in enumerate(motif.roles) for member in role.members}
    return tuple(
        g
        for g in motif.automorphisms
        if all(role_of.get(i) == role_of.get(j) for i, j in enumerate(g))
    )


def _swaps(motif: Motif) -> list[tuple[int, ...]]:
    return [g for g in motif.automorphisms if sum(i != j for i, j in enumerate(g)) == 2]


def _classes(
    nodes: list[int], symmetries: list[tuple[int, ...]] | tuple[tuple[int, ...], ...]
) -> list[list[int]]:
    """Classes of nodes that a symmetry maps to each other.

    The symmetries are a group, or all transpositions of one.
    """
    groups: list[list[int]] = []
    for node in nodes:
        for group in groups:
            if any(g[group[0]] == node for g in symmetries):
                group.append(node)
                break
        else:
            groups.append([node])
    return groups


def _edge_set(motif: Motif, image: tuple[int, ...]) -> Counter[tuple[object, str | None, bool]]:
    return Counter(
        (
            (image[e.source], image[e.target])
            if e.directed
            else frozenset((image[e.source], image[e.target])),
            e.relation,
            e.directed,
        )
        for e in motif.edges
    )
