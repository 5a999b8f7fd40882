"""Graphs, schemas and splits as HTML, for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motifcnn.html import block, table

if TYPE_CHECKING:
    from motifcnn.graph.graph import Graph
    from motifcnn.graph.labels import Split
    from motifcnn.graph.schema import Schema


def graph_html(graph: Graph) -> str:
    """Types with their nodes, features and labels; relations with their links; splits."""
    types = []
    for node_type, nodes in graph.counts.items():
        x, labels = graph.features.get(node_type), graph.labels.get(node_type)
        classes = "" if labels is None else f"{len(labels.nodes):,} in {len(labels.classes)}"
        types.append((node_type, nodes, "none" if x is None else int(x.shape[1]), classes))
    links = [(str(r), graph.num_edges(r)) for r in graph.schema.relations]
    parts = [
        table(("type", "nodes", "features", "labels in classes"), types),
        table(("relation", "links"), links),
    ]
    if graph.splits:
        parts.append(
            table(
                ("split", "type", "train", "val", "test"),
                map(_sizes, graph.splits, graph.splits.values()),
            )
        )
    return block(f"Graph {graph.name}".strip(), *parts)


def schema_html(schema: Schema) -> str:
    """Types, each with the relations at it."""
    rows = [(t, ", ".join(str(r) for r in schema.of(t))) for t in schema.node_types]
    return block("Schema", table(("type", "relations"), rows))


def split_html(split: Split) -> str:
    """How many nodes each part has."""
    columns = ("type", "train", "val", "test")
    return block("Split", table(columns, [_sizes("", split)[1:]]))


def _sizes(name: str, split: Split) -> tuple[str, str, int, int, int]:
    return name, split.node_type, len(split.train), len(split.val), len(split.test)
