"""What a network multiplies by: D^-1 A_k of each role, from the tensor or along the motif."""

from motifcnn.tensor.operator.factored.role import FactoredRole
from motifcnn.tensor.operator.operator import MotifOperator, RoleOperator, normalised, operator
from motifcnn.tensor.operator.policy import OperatorPlan, plan_operator

__all__ = [
    "FactoredRole",
    "MotifOperator",
    "OperatorPlan",
    "RoleOperator",
    "normalised",
    "operator",
    "plan_operator",
]
