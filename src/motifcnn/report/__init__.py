"""Reports: why a node got its class, and one self-contained page about a run."""

from motifcnn.report.attention import attention_by_class, mean_attention, mean_sources
from motifcnn.report.doubt import least_sure
from motifcnn.report.explain import Explanation, Neighbour, explain
from motifcnn.report.html import render_report, write_report

__all__ = [
    "Explanation",
    "Neighbour",
    "attention_by_class",
    "explain",
    "least_sure",
    "mean_attention",
    "mean_sources",
    "render_report",
    "write_report",
]
