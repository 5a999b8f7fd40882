"""Exact motif tensors: plan, count, store."""

from motifcnn.tensor.count import count
from motifcnn.tensor.tensor import MotifTensor, RoleMatrix

__all__ = ["MotifTensor", "RoleMatrix", "count"]
