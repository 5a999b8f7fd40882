"""Plans and tensors as HTML, for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from motifcnn.html import block, facts, table
from motifcnn.readable import readable_size

if TYPE_CHECKING:
    from motifcnn.tensor.plan import Plan
    from motifcnn.tensor.tensor import MotifTensor


def plan_html(plan: Plan) -> str:
    """The engine and the bounds of a count."""
    values = {
        "engine": plan.engine,
        "instances, at most": f"{plan.instances:,.0f}",
        "non-zeros, at most": sum(plan.nonzeros),
        "memory, at most": readable_size(plan.bytes),
        "memory limit": readable_size(plan.memory_limit),
        "fits": "yes" if plan.fits else "no",
        "seconds, about": plan.seconds,
    }
    return block("Plan", facts(values))


def tensor_html(tensor: MotifTensor) -> str:
    """The motif as a drawing, its instances, and the matrix of each role."""
    values = {
        "targets": len(tensor.instances),
        "targets with instances": int((tensor.instances > 0).sum()),
        "instances": tensor.total,
        "induced": "yes" if tensor.induced else "no",
    }
    rows = [(r.label, r.node_type, r.members, int(r.matrix.nnz)) for r in tensor.roles]
    roles = table(("role", "type", "members", "non-zeros"), rows)
    drawing = Markup(f"<div>{tensor.motif.to_svg()}</div>")
    return block(f"MotifTensor {tensor.motif}", drawing, facts(values), roles)
