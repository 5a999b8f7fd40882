"""Method: what a module that brings a model says about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import Settings
from motifcnn.train.problem import Classifier, Problem


@dataclass(frozen=True)
class Method:
    """A way to classify nodes.

    Parameters
    ----------
    build : callable
        The classifier of a problem.
    config : Settings
        The settings of the method's own paper; their class says which settings there are.
    space : mapping of setting to tuple
        Values that tuning chooses from.
    multi_label : bool
        Whether a node may have several classes.
    motifs : callable, optional
        Motifs or metapaths for a target type when the user names none; None for a method that uses
        none.
    transductive : bool
        Whether it can only speak of the nodes of the graph it was trained on.
    """

    build: Callable[[Problem], Classifier]
    config: Settings
    space: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    multi_label: bool = True
    motifs: Callable[[Graph, str, Settings], tuple[Motif, ...]] | None = None
    transductive: bool = False
