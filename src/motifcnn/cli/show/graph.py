"""A graph as tables: its node types, its relations and its splits."""

from __future__ import annotations

from typing import Any

from motifcnn.cli.show.screen import show_table

MANY_CLASSES = 10  # more are counted, not listed


def show_graph(described: dict[str, Any]) -> None:
    """Prints the tables of a graph that `describe_graph` described."""
    show_table(
        f"{described['name']}: node types",
        ("node type", "nodes", "features", "labelled", "classes"),
        (
            (
                t["node_type"],
                t["nodes"],
                "-" if t["features"] is None else f"{t['features']:,}",
                t["labelled"],
                _classes(t),
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
    """Prints the splits that come with a graph, if any: what `--split` takes by name."""
    if described["splits"]:
        show_table(
            f"{described['name']}: splits",
            ("split", "node type", "training", "validation", "test"),
            (split.values() for split in described["splits"]),
        )


def _classes(node_type: dict[str, Any]) -> str:
    classes = node_type["classes"]
    return ", ".join(classes) if len(classes) <= MANY_CLASSES else f"{len(classes)} classes"
