"""Terms of the report, each explained in the section where it first stands."""

from __future__ import annotations

TERMS = {
    "test nodes": "nodes whose labels took no part in training or in any choice. Scores are of "
    "these, unless they say validation.",
    "validation": "nodes with known labels that training does not learn from; they choose which "
    "epoch and which settings are kept.",
    "epoch": "one pass of training over the training nodes.",
    "Micro-F1": "how many of all decisions are right, so that large classes count most. With one "
    "class per node it is the share of nodes that are right.",
    "Macro-F1": "the same for each class by itself, then the mean over classes, so that small "
    "classes count as much as large ones.",
    "95 % interval": "range that holds the score in 95 of 100 cases when the test nodes are drawn "
    "again from themselves (bootstrap, 1,000 draws). Training is not repeated for it.",
    "threshold": "least probability at which a class is given to a node.",
    "precision": "of the nodes that got the class, the share that have it.",
    "recall": "of the nodes that have the class, the share that got it.",
    "F1": "balance of precision and recall: their harmonic mean.",
    "probability": "what the model states for a class, between 0 and 100 %.",
    "expected calibration error": "mean distance between the stated probability and the share that "
    "is right, in points; 0 is perfect.",
    "motif": "a small pattern of linked node types, such as two packages with one maintainer.",
    "instance": "a place in the graph where a motif occurs.",
    "target": "the node of a motif that is to be classified.",
    "context": "the node of a motif at its other end, drawn in yellow.",
    "role": "nodes of a motif that can be exchanged without changing it share a role; the model "
    "learns one filter (a set of weights) per role.",
    "attention": "how much a node listens to each motif; over all motifs it adds up to 100 %.",
    "layer": "one step of the network; a second layer sees the neighbours of neighbours.",
    "contribution": "what a source adds to the score of the predicted class; its share is of the "
    "sum of all contributions without their signs.",
    "own inputs": "what the node itself feeds in, such as its columns.",
    "propagated features": "inputs of other nodes, averaged along links of any kind.",
    "margin": "how far a prediction is from another one: the gap between the two most probable "
    "classes or, where a node may have several, the least change of a probability that gives or "
    "takes a class.",
    "node type": "a kind of node, such as package or maintainer.",
    "relation": "a kind of link between two node types.",
    "features": "numbers that describe a node, such as words of its description.",
    "loss": "what training makes small: how far the stated probabilities are from the labels.",
    "coverage": "share of the nodes that have an instance of the motif.",
    "agreement": "how well the labels of other training nodes, reached through the motif, predict "
    "a training node's own; 0 is chance.",
    "gain": "what the motif adds to the share of the validation labels that a quick linear model "
    "explains.",
    "split": "which nodes are for training, validation and test.",
    "seed": "the number that random choices start from; the same seed gives the same run.",
    "preset": "a named set of settings.",
}


class Terms:
    """Explanations that are given once: a term that stood in an earlier section is left out.

    Examples
    --------
    >>> terms = Terms()
    >>> [name for name, _ in terms("split", "seed")], terms("seed")
    (['split', 'seed'], [])
    """

    def __init__(self) -> None:
        self._explained: set[str] = set()

    def __call__(self, *names: str | None) -> list[tuple[str, str]]:
        """Pairs of name and explanation of those that were not asked for before; None is none."""
        new = [name for name in names if name and name not in self._explained]
        self._explained.update(new)
        return [(name, TERMS[name]) for name in new]
