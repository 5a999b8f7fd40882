"""A motif as plain values for JSON, and its roles in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from motifcnn.motif import Motif


def describe_motif(motif: Motif) -> dict[str, Any]:
    """The pattern, its target and context, and its roles by the names of their members."""
    return {
        "pattern": str(motif),
        "target": motif.nodes[motif.target].name,
        "target_type": motif.target_type,
        "context": motif.nodes[motif.context].name,
        "roles": [
            {
                "label": r.label,
                "node_type": r.node_type,
                "members": [motif.nodes[i].name for i in r.members],
            }
            for r in motif.roles
        ],
    }


def roles_text(roles: list[dict[str, Any]]) -> str:
    """Labels of roles with the node type of their members.

    Examples
    --------
    >>> roles_text([{"label": "a+c", "node_type": "paper"}])
    'a+c:paper'
    """
    return ", ".join(f"{role['label']}:{role['node_type']}" for role in roles)
