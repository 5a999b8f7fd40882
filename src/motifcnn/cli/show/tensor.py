"""A tensor for people: how many instances and targets, and what each role came to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from motifcnn.cli.show.screen import show_line, show_table

if TYPE_CHECKING:
    from motifcnn.tensor import MotifTensor


def show_tensor(
    described: dict[str, Any], tensor: MotifTensor, seconds: float, before: str = ""
) -> None:
    """Prints a tensor that `describe_tensor` described; `before` stands ahead of its number of instances."""
    show_line(
        f"{described['motif']}\n{before}{described['instances']:,} instances, {described['targets']:,} of "
        f"{len(tensor.instances):,} {tensor.motif.target_type} nodes are a target, {seconds:.3f} s"
    )
    show_table(
        "roles",
        ("role", "node type", "members", "non-zeros", "sum"),
        (role.values() for role in described["roles"]),
    )
