"""A graph as plain values for JSON, and as tables: node types, relations, splits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from motifcnn.cli.show.screen import show_table

if TYPE_CHECKING:
    from motifcnn.graph import Graph

MANY_CLASSES = 10  # more are counted, not listed


def describe_graph(graph: Graph) -> dict[str, Any]:
    """Node types and relations with their sizes, labels, and the splits that come with it."""
    return {
        "name": graph.name,
        "node_types": [_describe_type(graph, node_type) for node_type in graph.counts],
        "relations": [
            {
                "source": r.source,
                "name": r.name,
                "target": r.target,
                "directed": r.directed,
                "edges": graph.num_edges(r),
            }
            for r in graph.schema.relations
        ],
        "splits": [
            {
                "name": name,
                "node_type": split.node_type,
                "train": len(split.train),
                "val": len(split.val),
                "test": len(split.test),
            }
            for name, split in graph.splits.items()
        ],
    }


def show_graph(described: dict[str, Any]) -> None:
    """Prints node types and relations of a graph that `describe_graph` described."""
    show_table(
        f"{described['name']}: node types",
        ("node type", "nodes", "features", "labelled", "classes"),
        (
            (
                t["node_type"],
                t["nodes"],
                "-" if t["features"] is None else f"{t['features']:,}",
                t["labelled"],
                _classes(t["classes"]),
            )
            for t in described["node_types"]
        ),
    )
    show_table(
        f"{described['name']}: relations",
        ("source", "relation", "target", "directed", "edges"),
        (
            (r["source"], r["name"], r["target"], "yes" if r["directed"] else "no", r["edges"])
            for r in described["relations"]
        ),
    )


def show_splits(described: dict[str, Any]) -> None:
    """Prints the splits of a graph, if any: ``--split`` takes their names."""
    if described["splits"]:
        show_table(
            f"{described['name']}: splits",
            ("split", "node type", "training", "validation", "test"),
            (split.values() for split in described["splits"]),
        )


def _describe_type(graph: Graph, node_type: str) -> dict[str, Any]:
    features, labels = graph.features.get(node_type), graph.labels.get(node_type)
    return {
        "node_type": node_type,
        "nodes": graph.counts[node_type],
        "features": None if features is None else int(features.shape[1]),
        "labelled": 0 if labels is None else len(labels.nodes),
        "classes": [] if labels is None else list(labels.classes),
    }


def _classes(classes: list[str]) -> str:
    return ", ".join(classes) if len(classes) <= MANY_CLASSES else f"{len(classes)} classes"
