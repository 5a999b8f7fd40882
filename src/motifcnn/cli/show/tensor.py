"""Tensors, estimates and plans as plain values for JSON, and as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from motifcnn.cli.show.screen import show_line, show_table
from motifcnn.readable import readable_size

if TYPE_CHECKING:
    from motifcnn.graph import Graph
    from motifcnn.motif import Motif
    from motifcnn.tensor import MotifTensor, Plan, SampledTensor


def describe_tensor(tensor: MotifTensor) -> dict[str, Any]:
    """Totals of a motif tensor: instances, and per role the non-zeros and the sum of its matrix."""
    return {
        "motif": str(tensor.motif),
        "instances": exact_sum(tensor.instances),
        "targets": int(np.count_nonzero(tensor.instances)),
        "roles": [
            {
                "label": role.label,
                "node_type": role.node_type,
                "members": role.members,
                "nonzeros": int(role.matrix.nnz),
                "sum": exact_sum(role.matrix.data),
            }
            for role in tensor.roles
        ],
    }


def show_tensor(
    described: dict[str, Any], tensor: MotifTensor, seconds: float, before: str = ""
) -> None:
    """Prints a tensor that `describe_tensor` described; `before` precedes its instances."""
    show_line(described["motif"])
    show_line(
        f"{before}{described['instances']:,} instances, "
        f"{described['targets']:,} of {len(tensor.instances):,} {tensor.motif.target_type} nodes "
        f"are a target, {seconds:.3f} s"
    )
    show_table(
        "roles",
        ("role", "node type", "members", "non-zeros", "sum"),
        (role.values() for role in described["roles"]),
    )


def describe_sample(tensor: SampledTensor) -> dict[str, Any]:
    """The estimated number of instances with its 95 % interval, and the entries of each role."""
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


def show_sample(described: dict[str, Any], seconds: float) -> None:
    """Prints an estimate that `describe_sample` described."""
    low, high = described["interval"]
    show_line(described["motif"])
    show_line(
        f"about {described['instances']:,.6g} instances, standard error "
        f"{described['standard_error']:,.3g}, 95 % interval {low:,.6g} to {high:,.6g}"
    )
    show_line(
        f"{described['hits']:,} of {described['draws']:,} walks are instances, {seconds:.3f} s"
    )
    show_table(
        "roles",
        ("role", "node type", "members", "entries met"),
        (role.values() for role in described["roles"]),
    )


def describe_plan(plan: Plan, motif: Motif) -> dict[str, Any]:
    """Upper bounds on instances, non-zeros and memory, and the expected time."""
    return {
        "engine": plan.engine,
        "instances": round(plan.instances),
        "nonzeros": sum(plan.nonzeros),
        "bytes": plan.bytes,
        "memory_limit": plan.memory_limit,
        "seconds": float(plan.seconds),
        "roles": [
            {"label": role.label, "node_type": role.node_type, "nonzeros": nonzeros}
            for role, nonzeros in zip(motif.roles, plan.nonzeros, strict=True)
        ],
    }


def show_plan(pattern: str, described: dict[str, Any]) -> None:
    """Prints a plan that `describe_plan` described, and whether it fits into the memory limit."""
    fits = "fits" if described["bytes"] <= described["memory_limit"] else "does not fit"
    show_line(pattern)
    show_line(
        f"engine {described['engine']}, about {described['seconds']:.2g} s, "
        f"at most {described['instances']:,} instances"
    )
    show_line(
        f"at most {readable_size(described['bytes'])}, {fits} into the limit of "
        f"{readable_size(described['memory_limit'])}"
    )
    show_table(
        "roles",
        ("role", "node type", "non-zeros at most"),
        (role.values() for role in described["roles"]),
    )


def busiest_targets(graph: Graph, tensor: MotifTensor, limit: int = 5) -> list[dict[str, Any]]:
    """The targets with most instances, most first; those without any are left out."""
    node_type = tensor.motif.target_type
    order = np.argsort(-tensor.instances, kind="stable")[:limit]
    rows = order[tensor.instances[order] > 0]
    names = graph.names.get(node_type)
    return [
        {
            "id": node,
            "name": "" if names is None else str(names[row]),
            "instances": int(tensor.instances[row]),
        }
        for node, row in zip(graph.ids[node_type][rows].tolist(), rows, strict=True)
    ]


def show_busiest(busiest: list[dict[str, Any]]) -> None:
    """Prints what `busiest_targets` found, if anything."""
    if busiest:
        show_table(
            "targets with most instances",
            ("id", "name", "instances"),
            ((str(row["id"]), row["name"], row["instances"]) for row in busiest),
        )


def exact_sum(values: npt.NDArray[np.int64]) -> int:
    """Sum of non-negative int64 values, also where the total is larger than int64 holds.

    Examples
    --------
    >>> exact_sum(np.array([2**62, 2**62, 2**62])) == 3 * 2**62
    True
    """
    return (int((values >> 32).sum()) << 32) + int((values & 0xFFFFFFFF).sum())
