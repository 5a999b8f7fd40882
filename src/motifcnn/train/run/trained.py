"""The classifier of a run with its trained weights, on the training graph or another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.graph.ids import locate_ids
from motifcnn.methods import Classifier, Problem, get_method
from motifcnn.train.device import repeatable
from motifcnn.train.loop.loop import load_weights
from motifcnn.train.run.encoders import encoded
from motifcnn.train.run.room import RoomFor

if TYPE_CHECKING:
    from motifcnn.train.run.run import Run


def trained_classifier(run: Run, graph: Graph) -> Classifier:
    """The classifier of a run on a graph with its schema.

    Raises
    ------
    GraphError
        If the schema is another, or if the method knows only the nodes that it was trained on.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> run = mc.fit(graph, model="majority")
    >>> trained_classifier(run, graph).logits(np.arange(3), torch.device("cpu")).shape
    torch.Size([3, 8])
    """
    run.require_schema(graph)
    method = get_method(run.model)
    if method.transductive and not np.array_equal(graph.ids[run.target], run.ids):
        raise GraphError(
            f"{run.model} predicts only the {len(run.ids):,} nodes of type {run.target} of "
            f"its training graph; this graph has others ({graph.counts[run.target]:,}). Fit "
            "it on this graph, or use a model that transfers, such as motif-cnn, wide-motif, "
            "gcn or boosting."
        )
    graph = encoded(graph, run.encoders)
    classes, own = len(run.classes), run.inputs
    problem = Problem(graph, run.target, run.motifs, classes, run.settings, run.seed, own)
    room = RoomFor(run.weights, sum(graph.counts.values()) * (classes + 1))
    # The caller's random numbers stay theirs.
    with repeatable(run.seed, torch.device("cpu")), room:
        classifier = method.build(problem)
    rows = locate_ids(run.ids, graph.ids[run.target])
    load_weights(classifier.module, classifier.placed(run.weights, rows))
    return classifier
