"""Lookup: roles of a tensor, an operator or an estimate by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from motifcnn.motif.motif import Motif

T = TypeVar("T")


def role_named(motif: Motif, roles: Sequence[T], label: str) -> T:
    """The one of `roles` with this label, or else that of the motif node with this name.

    `roles` are in the order of `motif.roles`. A name that is neither is a `KeyError`.

    Examples
    --------
    >>> motif = Motif.parse("(t:paper)--(a:author), (t)--(b:author), (b)--(c:paper)")
    >>> role_named(motif, ("first", "second", "third"), "b")
    'second'
    """
    for role, found in zip(motif.roles, roles, strict=True):
        if label == role.label:
            return found
    for role, found in zip(motif.roles, roles, strict=True):
        if any(label == motif.nodes[member].name for member in role.members):
            return found
    raise KeyError(f"no role {label!r}; roles: {', '.join(role.label for role in motif.roles)}")
