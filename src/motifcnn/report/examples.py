"""Explained examples: the surest right prediction, the surest wrong one and the least sure one."""

from __future__ import annotations

from typing import Any

import numpy as np

from motifcnn.explain.by_class import class_members
from motifcnn.explain.explanation import explain
from motifcnn.explain.uncertain import margins
from motifcnn.graph.graph import Graph
from motifcnn.methods.scores import decide
from motifcnn.train.run.run import Run
from motifcnn.train.split import labels_of

MOTIFS, NEIGHBOURS = 3, 4


def example_rows(run: Run, graph: Graph) -> dict[str, int]:
    """Rows of test nodes by what they are an example of; each node is shown once.

    Sure means a large margin. There is no wrong one where all are right, and the reverse.
    """
    test, classes = run.split.test, len(run.classes)
    if not len(test):
        return {}
    p = run.probabilities[test]
    y = class_members(labels_of(graph.labels[run.target], test), classes)
    given = class_members(decide(p, run.multi_label, run.threshold), classes)
    right = (y == given).all(axis=1)
    margin = margins(p, run.multi_label, run.threshold)
    found: dict[str, int] = {}
    for title, some, sign in (
        ("Surest right prediction", right, -1),
        ("Surest wrong prediction", ~right, -1),
        ("Least sure prediction", np.ones_like(right), 1),
    ):
        places = np.flatnonzero(some)
        if len(places):
            row = int(test[places[np.argmin(sign * margin[places])]])
            if row not in found.values():
                found[title] = row
    return found


def explained_examples(run: Run, graph: Graph) -> list[dict[str, Any]]:
    """The explanation of each example.

    Returns
    -------
    list of dict
        Keys title, found (an `Explanation`), motifs (the heaviest ones with instances) and roles
        (mapping of role to neighbours).
    """
    rows = []
    for title, row in example_rows(run, graph).items():
        found = explain(run, run.ids[row], graph, limit=NEIGHBOURS)
        last = max((entry.get("layer", 1) for entry in found.motifs), default=1)
        motifs = [
            entry for entry in found.motifs if entry["instances"] and entry.get("layer", 1) == last
        ]
        roles: dict[str, list[Any]] = {}
        for neighbour in found.neighbours:
            roles.setdefault(f"{neighbour.role}: {neighbour.node_type}", []).append(neighbour)
        rows.append({"title": title, "found": found, "motifs": motifs[:MOTIFS], "roles": roles})
    return rows
