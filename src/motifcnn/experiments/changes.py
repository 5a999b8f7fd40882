"""Changes of graphs by name, so that a column of a table is plain data."""

from __future__ import annotations

from collections.abc import Callable

from motifcnn.experiments.component import largest_component
from motifcnn.experiments.social import largest_groups, without_features
from motifcnn.graph.graph import Graph


def _groups_without_features(graph: Graph) -> Graph:
    return without_features(largest_groups(graph))


CHANGES: dict[str, Callable[[Graph], Graph]] = {
    "ten largest groups, no features": _groups_without_features,
    "largest component": largest_component,
    "no features": without_features,
}
