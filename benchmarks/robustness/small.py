"""Graphs that are small enough to be written hundreds of times."""

from __future__ import annotations

from typing import Any

import numpy as np

from motifcnn.graph import Graph, Labels, Relation, Schema
from motifcnn.motif import Motif

SQUARE = Motif.parse("(t:u)--(a:u)--(b:u)--(c:u)--(t)")
WEDGE = "(t:u)--(m:u)--(c:u)"


def follows(nodes: int = 60, seed: int = 0) -> Graph:
    """Users who follow each other at random, in three classes."""
    rng = np.random.default_rng(seed)
    labels = Labels(np.arange(nodes), rng.integers(3, size=nodes), ("x", "y", "z"))
    return Graph(
        Schema(("u",), (Relation("u", "follows", "u"),)),
        {("u", "follows", "u"): rng.random((nodes, nodes)) < 0.1},
        {"u": nodes},
        labels={"u": labels},
        ids={"u": np.array([f"user {i:03d}" for i in range(nodes)])},
    )


def inserted(source: int, target: int) -> dict[str, list[Any]]:
    """The table of one new edge."""
    return {
        "op": ["insert"],
        "relation": ["follows"],
        "source": [f"user {source:03d}"],
        "target": [f"user {target:03d}"],
    }
