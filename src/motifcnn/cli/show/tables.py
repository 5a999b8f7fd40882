"""Tables and what they became: plain values for JSON, and tables for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from motifcnn.cli.show.graph import describe_graph, show_graph, show_splits
from motifcnn.cli.show.screen import show_line, show_table

if TYPE_CHECKING:
    from motifcnn.cli.options.tables import ImportedTables


def describe_import(imported: ImportedTables) -> dict[str, Any]:
    """Tables, columns with their kind and reason, the graph, and what was left out."""
    plan = imported.plan
    reasons = plan.reasons or {}
    tables, columns = [], []
    for table in plan.found.tables:
        part = plan.mapping.tables.get(table.name)
        if part is None:
            continue
        what = "links" if part.type is None else f"nodes of type {part.type}"
        tables.append(
            {
                "table": table.name,
                "file": table.file,
                "rows": len(table),
                "what": what,
                "key": part.key,
                "notes": list(table.notes),
                "reason": reasons.get(table.name, "given in the mapping"),
            }
        )
        columns += [
            {
                "table": table.name,
                "column": name,
                "kind": column.kind,
                "reason": reasons.get(f"{table.name}.{name}", "given in the mapping"),
            }
            for name, column in part.columns.items()
        ]
    label = plan.mapping.label
    return {
        "tables": tables,
        "columns": columns,
        "label": None if label is None else f"{label.table}.{label.column}",
        "split": None if label is None else label.split,
        "graph": describe_graph(imported.graph),
        "left_out": list(imported.said),
        "mapping_file": None if imported.mapping_file is None else str(imported.mapping_file),
    }


def show_import(described: dict[str, Any]) -> None:
    """Prints what `describe_import` described."""
    show_table(
        "tables",
        ("table", "rows", "what they are", "key", "why"),
        (
            (t["table"], t["rows"], t["what"], t["key"] or "-", t["reason"])
            for t in described["tables"]
        ),
    )
    show_table(
        "columns",
        ("table", "column", "kind", "why"),
        (column.values() for column in described["columns"]),
    )
    show_graph(described["graph"])
    show_splits(described["graph"])
    if described["label"] is None:
        show_line("no label: name the column to learn with --label TABLE.COLUMN")
    for sentence in described["left_out"]:
        show_line(sentence)
