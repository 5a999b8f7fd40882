"""Evaluation: metrics, repeated splits, significance."""

from motifcnn.evaluate.metrics import confusion, per_class, score
from motifcnn.evaluate.protocol import Evaluation, evaluate
from motifcnn.evaluate.significance import Comparison, compare

__all__ = ["Comparison", "Evaluation", "compare", "confusion", "evaluate", "per_class", "score"]
