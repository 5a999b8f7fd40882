"""Importance of motifs in a run: attention or contributions, whichever its method has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from motifcnn.graph.graph import Graph
from motifcnn.methods import NotApplicable, get_method
from motifcnn.train.run.run import Run

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Importance:
    """At most one of the two is given; a method without either has neither.

    Parameters
    ----------
    attention : DataFrame, optional
        What `Run.attention` returned.
    contributions : DataFrame, optional
        What `Run.contributions` returned.
    """

    attention: pd.DataFrame | None = None
    contributions: pd.DataFrame | None = None


def motif_importance(run: Run, graph: Graph | None = None) -> Importance:
    """How much each motif counts for each node of the target type.

    Parameters
    ----------
    run : Run
        A run of a method with motifs.
    graph : Graph, optional
        The training graph; a loaded run needs it.

    Examples
    --------
    >>> import motifcnn as mc
    >>> run = mc.fit(mc.load_dataset("debian"), model="majority")
    >>> motif_importance(run).attention is None
    True
    """
    if not get_method(run.model).uses_motifs:
        return Importance()
    try:
        return Importance(attention=run.attention(graph))
    except NotApplicable:
        pass
    try:
        return Importance(contributions=run.contributions(graph))
    except NotApplicable:
        return Importance()
