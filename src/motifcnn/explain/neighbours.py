"""Neighbours of one node through a motif: how many instances, and who plays which role in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from motifcnn.explain.node import plain
from motifcnn.graph.graph import Graph
from motifcnn.methods.motif_cnn_classifier import counted
from motifcnn.motif.motif import Motif
from motifcnn.tensor.operator import FactoredRole, operator
from motifcnn.train.run.run import Run


@dataclass(frozen=True)
class Neighbour:
    """A node that plays a role in instances of a motif.

    Parameters
    ----------
    role, node_type : str
    node : id
    name : str
    instances : int
        Instances of the motif in which it plays the role.
    share : float
        Of all instances of the target, between 0 and 1.
    """

    role: str
    node_type: str
    node: Any
    name: str
    instances: int
    share: float


def model_motif(run: Run, motif: Motif) -> Motif:
    """A motif with the roles that the model of a run tells apart."""
    return counted(motif, getattr(run.settings, "roles", True))


def motif_roles(run: Run, graph: Graph, motif: Motif) -> tuple[FactoredRole, ...]:
    """Roles of a motif as the model of a run has them.

    They are factored: the rows of one node are exact, and the tensor of all nodes is not counted.
    """
    factored = operator(graph, model_motif(run, motif), engine="factored")
    return cast(tuple[FactoredRole, ...], factored.roles)


def instance_count(roles: tuple[FactoredRole, ...], row: int) -> int:
    """Instances of a motif with that target."""
    return int(roles[0].instances.value[row])


def neighbours(
    graph: Graph, roles: tuple[FactoredRole, ...], row: int, limit: int
) -> list[Neighbour]:
    """Nodes in the instances of one target, role by role, most instances first.

    Parameters
    ----------
    graph : Graph
    roles : tuple of FactoredRole
        Of a motif with instances of that target.
    row : int
        Of the target.
    limit : int
        Most neighbours per role.
    """
    found = []
    total = instance_count(roles, row)
    for role in roles:
        of_row = role.counts(np.array([row]))
        columns, counts = of_row.indices, of_row.data
        names = graph.names.get(role.node_type)
        for place in np.lexsort((columns, -counts))[:limit]:  # by row among equals
            column, instances = int(columns[place]), int(counts[place])
            name = str(names[column]) if names is not None else ""
            node = plain(graph.ids[role.node_type][column])
            share = instances / total
            found.append(Neighbour(role.label, role.node_type, node, name, instances, share))
    return found
