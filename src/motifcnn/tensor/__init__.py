"""Exact motif tensors: plan, count, store."""

from motifcnn.tensor.count import count
from motifcnn.tensor.operator.policy import OperatorPlan, plan_operator
from motifcnn.tensor.plan import Plan, plan
from motifcnn.tensor.sampling.sample import SampledRole, SampledTensor
from motifcnn.tensor.store import load_tensor, save_tensor
from motifcnn.tensor.tensor import MotifTensor, RoleMatrix

__all__ = [
    "MotifTensor",
    "OperatorPlan",
    "Plan",
    "RoleMatrix",
    "SampledRole",
    "SampledTensor",
    "count",
    "load_tensor",
    "plan",
    "plan_operator",
    "save_tensor",
]
