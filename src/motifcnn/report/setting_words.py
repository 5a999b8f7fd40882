"""Settings of a run, each in words for the reader of its report."""

from __future__ import annotations

from typing import Any

from motifcnn.nn.settings import Settings

INPUTS = {
    "text": "how features are scaled: as given, each row by its sum, or so that rare words count "
    "more (tf-idf)",
    "project": "columns to which wider features are reduced; 0 keeps all",
    "featureless": "inputs of node types without features: a learned row per node (one-hot), "
    "their place among the links (structure), or none",
    "structure": "columns that describe the place of a node among the links",
    "structure_decay": "how much those columns favour coarse structure over fine structure",
    "structure_everywhere": "whether all node types have those columns",
    "borrow": "whether types without features take the mean features of their neighbours",
    "diffusion": "chance at each step that a random walk begins again; the mean features on such "
    "walks are inputs too; 0 leaves them out",
    "labels": "whether known labels of other training nodes are inputs",
    "propagate": "steps along links over which features are averaged as further inputs",
    "propagate_rows": "whether node types without features add a learned row per node to these",
}
LEARNING = {
    "optimiser": "rule by which training changes the weights",
    "learning_rate": "size of each change that training makes",
    "weight_decay": "strength with which weights are drawn to 0, against overfitting",
    "halve_after": "epochs without progress after which the learning rate is halved; 0 is never",
    "epochs": "largest number of epochs",
    "stop": "rule that ends training early, by validation",
    "window": "epochs that this rule looks back",
    "select": "score on validation that chooses the epoch to keep",
    "input_dropout": "share of the inputs left out at random in each step, against overfitting",
    "dropout": "share of inner values left out at random in each step, against overfitting",
    "attention_dropout": "share of attention weights left out at random in each step",
    "motif_dropout": "share of motifs left out at random for each node in each step",
    "decay": "which weights are drawn to 0: all, or those of the first layer and the output",
    "batch": "walks or pairs in one step of training",
    "l2": "strength with which the values of trees are drawn to 0",
    "inverse_l2": "weight of fitting the labels against small weights",
}
NETWORKS = {
    "filters": "width of each layer: filters per motif and role",
    "hidden": "width of the hidden layers",
    "layers": "number of layers",
    "first": "width of the first layer",
    "embed": "width of later layers that look at a node alone",
    "conv": "width of layers that look at neighbours",
    "keep": "how much of its input a layer keeps at the start of training",
    "hops": "largest number of steps along links",
    "activation": "function between layers",
    "normaliser": "what sums over neighbours are divided by: instances, or links of the role",
    "combine": "how the motifs of a node become one row of numbers",
    "last_combine": "the same in the last layer; None is as in the others",
    "attention": "whether each motif has its own attention vector or all share one",
    "heads": "kinds of attention side by side",
    "output_heads": "kinds of attention in the last layer",
    "mask": "whether motifs without an instance at a node are left out there",
    "dense": "whether a dense layer makes the prediction; if not, one more layer of motifs does",
    "shared_filters": "whether all motifs and roles share one filter per node type",
    "shared_own": "whether all motifs share the weights for what the node itself feeds in",
    "unit_rows": "whether what a node sees through a role is scaled to length 1",
    "roles": "whether each role has its own filter",
    "bias": "whether layers add a constant",
    "batch_norm": "whether inner values are scaled alike over nodes",
    "choose": "whether several kinds of inputs were tried and validation kept the best",
    "motif_nodes": "most nodes of a motif that was chosen automatically",
    "path_nodes": "most nodes of a path that was chosen automatically",
    "most_motifs": "most motifs that were chosen automatically",
}
OTHERS = {
    "rounds": "how often the method repeats its step",
    "leaves": "most leaves of a tree",
    "leaf_nodes": "fewest training nodes of a leaf",
    "aggregate": "whether neighbours count by number or by share",
    "sweeps": "how often every node is labelled anew",
    "bootstrap": "where the first labels of unlabelled nodes come from",
    "refit": "whether the model is fitted again after each sweep",
    "max_entries": "size from which a metapath or metagraph is left out",
    "ensemble": "how the votes of several metagraphs are joined",
    "max_nodes": "most nodes of a metagraph",
    "stay": "chance that a walk goes on",
    "folds": "parts of the training nodes, each scored from the others",
    "gain": "nodes that a class gains in a round, as a share of its training nodes",
    "alpha": "weight of the training labels against smoothness",
    "shrink": "strength with which scores fade with distance from labels",
    "dimension": "columns of each embedding",
    "size": "columns of an embedding",
    "walks": "random walks from every node",
    "length": "nodes of a walk",
    "walk_length": "nodes of a walk",
    "reach": "most steps between two nodes of a walk that predict each other",
    "negatives": "weight of random nodes against nodes that a walk joins",
    "label_steps": "steps on pairs of equal labels before training begins",
    "turns": "chance of a step on walks before each step on classes",
    "context_rate": "learning rate of the embeddings",
}
WORDS = INPUTS | LEARNING | NETWORKS | OTHERS


def setting_rows(settings: Settings) -> list[tuple[str, Any, str]]:
    """Name, value and explanation of each setting; "" for one of a method of another package.

    Examples
    --------
    >>> from motifcnn.nn.settings import TrainSettings
    >>> setting_rows(TrainSettings())[0]
    ('optimiser', 'adam', 'rule by which training changes the weights')
    """
    return [(name, value, WORDS.get(name, "")) for name, value in settings.to_json().items()]
