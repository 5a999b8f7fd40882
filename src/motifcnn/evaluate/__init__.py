"""Evaluation: metrics, repeated splits, significance."""

from motifcnn.evaluate.bootstrap import intervals
from motifcnn.evaluate.metrics import confusion, per_class, score
from motifcnn.evaluate.protocol import Evaluation, evaluate
from motifcnn.evaluate.significance import Comparison, compare
from motifcnn.evaluate.verdict import Verdict, judge

__all__ = [
    "Comparison",
    "Evaluation",
    "Verdict",
    "compare",
    "confusion",
    "evaluate",
    "intervals",
    "judge",
    "per_class",
    "score",
]
