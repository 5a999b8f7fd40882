"""Inputs of a table: what nodes feed in, the same for every method that has inputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PAPER_INPUTS: Mapping[str, Any] = {
    "text": "rows",
    "project": 0,
    "featureless": "one-hot",
    "structure_everywhere": False,
    "borrow": False,
    "diffusion": 0.0,
}
"""As in the paper: given features, rows normalised; one-hot elsewhere."""

OUR_INPUTS: Mapping[str, Any] = {
    "text": "tf-idf",
    "project": 128,
    "featureless": "structure",
    "structure": 64,
    "structure_decay": 1.5,
    "structure_everywhere": True,
    "borrow": False,
    "diffusion": 0.1,
}
"""Those of our own recipe: words weighted and projected, an embedding of the graph, diffusion."""

INPUT_CHOICES: Mapping[str, Mapping[str, Any]] = {
    "coarse structure": OUR_INPUTS,
    "fine structure": {**OUR_INPUTS, "structure": 128, "structure_decay": 0.5},
    "words": {
        "text": "tf-idf",
        "project": 0,
        "featureless": "one-hot",
        "structure_everywhere": False,
        "borrow": False,
        "diffusion": 0.0,
    },
}
"""Inputs that graphs disagree on, for tables in which every method chooses. Structure helps where
few nodes have features and harms where many have; "words" are given features in full width, and a
learned row per node elsewhere."""

DECAYED: Mapping[str, Mapping[str, Any]] = {
    "words, more decay": {**INPUT_CHOICES["words"], "weight_decay": 5e-4}
}
"""For graphs of a few labels per class, which the original GCN is trained on with this decay."""

FASTER: Mapping[str, Mapping[str, Any]] = {
    f"{name}, faster": {**INPUT_CHOICES[name], "learning_rate": 0.05, "weight_decay": 0.0}
    for name in ("words", "fine structure")
}
"""For graphs of several classes per node and no features. Gradients are small there: 200 epochs at
the recipes' rates end before a graph CNN has learned, and weight decay outweighs them."""

IN_WORDS = (
    (PAPER_INPUTS, "given features, rows normalised; one-hot elsewhere"),
    (OUR_INPUTS, "tf-idf features projected, structural embedding of every type, diffusion"),
)
