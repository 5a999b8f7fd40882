"""What a prediction would be without one of its motifs."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from motifcnn.explain.node import predicted_classes
from motifcnn.methods import Classifier
from motifcnn.methods.motif_cnn_classifier import MotifCNNClassifier
from motifcnn.methods.validation import probabilities
from motifcnn.methods.wide_motif import WideMotifClassifier
from motifcnn.nn.wide_motif import WideMotif
from motifcnn.train.run.run import Run


def without_each(run: Run, classifier: Classifier, row: int) -> list[dict[str, Any] | None]:
    """Predictions for a node without each of the target's motifs, in their order.

    In a network with attention the last layer weighs the remaining motifs; in a wide network the
    node sees nothing through the motif.

    Returns
    -------
    list of dict or None
        Keys predicted (class names) and probability (of the most probable class). None where the
        network has no other motif, and for methods that cannot do without one.
    """
    logits = _logits(classifier, row)
    if logits is None:
        return [None for motif in run.motifs if motif.target_type == run.target]
    found = probabilities(logits, run.multi_label)
    return [
        {"predicted": predicted_classes(run, each), "probability": float(each.max())}
        for each in found
    ]


def _logits(classifier: Classifier, row: int) -> torch.Tensor | None:
    """Logits without each motif: (motifs, classes)."""
    if isinstance(classifier, MotifCNNClassifier):
        found = classifier.without(np.array([row]))[0]
        return found if len(found) > 1 else None
    if isinstance(classifier, WideMotifClassifier):
        return _wide_logits(classifier, row)
    return None


def _wide_logits(classifier: WideMotifClassifier, row: int) -> torch.Tensor:
    """A copy of the node for each motif, with zeros where that motif's products are."""
    module: Any = classifier.module
    assert isinstance(module, WideMotif)
    columns, propagated, place = classifier.view(np.array([row]), torch.device("cpu"))
    of_column = np.repeat(module.motifs, module.widths)
    each = columns.repeat(classifier.motifs, 1)
    for motif in range(classifier.motifs):
        each[motif, torch.from_numpy(of_column == motif)] = 0.0
    module.eval()
    with torch.no_grad():
        found: torch.Tensor = module(each, propagated, place.repeat(classifier.motifs))
    return found
