"""Why a run predicts what it predicts: attention, contributions, single nodes.

Names are imported when first used: `motifcnn` loads this package to keep its own function `explain`
apart from it, and must not load torch by that.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from motifcnn.explain.attention import attention_by_class, mean_attention
    from motifcnn.explain.contributions import grouped_shares, mean_contributions
    from motifcnn.explain.explanation import Explanation, explain
    from motifcnn.explain.importance import Importance, motif_importance
    from motifcnn.explain.neighbours import Neighbour
    from motifcnn.explain.uncertain import least_sure

__all__ = [
    "Explanation",
    "Importance",
    "Neighbour",
    "attention_by_class",
    "explain",
    "grouped_shares",
    "least_sure",
    "mean_attention",
    "mean_contributions",
    "motif_importance",
]

_MODULE_OF = {
    "Explanation": "explanation",
    "Importance": "importance",
    "Neighbour": "neighbours",
    "attention_by_class": "attention",
    "explain": "explanation",
    "grouped_shares": "contributions",
    "motif_importance": "importance",
    "least_sure": "uncertain",
    "mean_attention": "attention",
    "mean_contributions": "contributions",
}


def __getattr__(name: str) -> Any:
    if name in _MODULE_OF:
        return getattr(import_module(f"motifcnn.explain.{_MODULE_OF[name]}"), name)
    raise AttributeError(f"module 'motifcnn.explain' has no attribute {name!r}")
