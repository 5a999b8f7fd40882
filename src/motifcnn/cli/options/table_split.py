"""The split of tables: 60/20/20 class by class, where neither a column nor a flag names one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from motifcnn.cli.options.training import TrainingOptions
    from motifcnn.graph import Graph

TABLE_SHARES = (0.6, 0.2, 0.2)
"""Train, validation and test of tables without a split of their own."""


def table_split(options: TrainingOptions, graph: Graph) -> Any:
    """The split of tables: named, in a column, or 60/20/20 with the mix of classes of all."""
    from motifcnn.train.split import random_split

    target = options.target or graph.target_type
    if options.split is not None or any(s.node_type == target for s in graph.splits.values()):
        return options.split
    return random_split(graph, target, TABLE_SHARES, seed=options.seed, stratified=True)


def table_shares(options: TrainingOptions) -> tuple[list[float], bool]:
    """Shares of repeated splits of tables, and whether each class is split by itself."""
    if "fractions" in options.model_fields_set:
        return options.fractions, options.stratified
    return list(TABLE_SHARES), True
