"""What `motifcnn count --sample` shows: an estimate with its standard errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from motifcnn.cli.show.screen import show_json, show_line, show_table

if TYPE_CHECKING:
    from motifcnn.tensor import SampledTensor


def describe_sample(tensor: SampledTensor) -> dict[str, Any]:
    """The estimated total with its interval, and per role what was met."""
    return {
        "instances": tensor.total,
        "standard_error": tensor.total_error,
        "interval": list(tensor.interval),
        "draws": tensor.draws,
        "hits": tensor.hits,
        "roles": [
            {
                "label": role.label,
                "node_type": role.node_type,
                "members": role.members,
                "entries": int(role.matrix.nnz),
            }
            for role in tensor.roles
        ],
    }


def show_sample(
    head: dict[str, Any], tensor: SampledTensor, seed: int, seconds: float, *, as_json: bool
) -> None:
    """Prints an estimate as JSON, or for people."""
    result = head | describe_sample(tensor) | {"seed": seed, "seconds": round(seconds, 6)}
    if as_json:
        show_json(result)
        return
    low, high = tensor.interval
    show_line(
        f"{result['motif']}\nabout {tensor.total:,.6g} instances, standard error {tensor.total_error:,.3g}, 95 % interval "
        f"{low:,.6g} to {high:,.6g}\n{tensor.hits:,} of {tensor.draws:,} walks are instances, {seconds:.3f} s"
    )
    show_table(
        "roles",
        ("role", "node type", "members", "entries met"),
        (role.values() for role in result["roles"]),
    )
