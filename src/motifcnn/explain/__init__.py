"""Why a run predicts what it predicts: attention, what predictions rest on, single nodes.

Names are imported when first used: `motifcnn` loads this package to keep its own function `explain`
apart from it, and must not load torch by that.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from motifcnn.explain.attention import attention_by_class, mean_attention
    from motifcnn.explain.contributions import mean_sources
    from motifcnn.explain.explanation import Explanation, explain
    from motifcnn.explain.instances import Neighbour
    from motifcnn.explain.uncertain import least_sure

__all__ = [
    "Explanation",
    "Neighbour",
    "attention_by_class",
    "explain",
    "least_sure",
    "mean_attention",
    "mean_sources",
]

_MODULE_OF = {
    "Explanation": "explanation",
    "Neighbour": "instances",
    "attention_by_class": "attention",
    "explain": "explanation",
    "least_sure": "uncertain",
    "mean_attention": "attention",
    "mean_sources": "contributions",
}


def __getattr__(name: str) -> Any:
    if name in _MODULE_OF:
        return getattr(import_module(f"motifcnn.explain.{_MODULE_OF[name]}"), name)
    raise AttributeError(f"module 'motifcnn.explain' has no attribute {name!r}")
