"""Exact motif tensors: plan, count, store. Operators are in `motifcnn.tensor.operator`."""

from typing import TYPE_CHECKING, Any

from motifcnn.tensor.count import count
from motifcnn.tensor.instances import Instance, InstanceNode, Instances, instances
from motifcnn.tensor.plan import Plan, plan
from motifcnn.tensor.sampling.sample import SampledRole, SampledTensor
from motifcnn.tensor.store import load_tensor, save_tensor
from motifcnn.tensor.tensor import MotifTensor, RoleMatrix

if TYPE_CHECKING:
    from motifcnn.tensor.operator.policy import OperatorPlan, plan_operator

__all__ = [
    "Instance",
    "InstanceNode",
    "Instances",
    "MotifTensor",
    "OperatorPlan",
    "Plan",
    "RoleMatrix",
    "SampledRole",
    "SampledTensor",
    "count",
    "instances",
    "load_tensor",
    "plan",
    "plan_operator",
    "save_tensor",
]


def __getattr__(name: str) -> Any:
    if name in ("OperatorPlan", "plan_operator"):  # a count does without operators
        from motifcnn.tensor.operator import policy

        return getattr(policy, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
