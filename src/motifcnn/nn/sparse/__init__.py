"""Sparse matrices in torch: products with gradients, dropout on stored entries, motif operators."""

from motifcnn.nn.sparse.aggregate import aggregate
from motifcnn.nn.sparse.matrix import SparseMatrix
from motifcnn.nn.sparse.one_hot import OneHot

__all__ = ["OneHot", "SparseMatrix", "aggregate"]
