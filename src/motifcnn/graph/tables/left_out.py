"""What a graph does not have of its tables, in sentences."""

from __future__ import annotations

from collections.abc import Mapping as MappingOf

from motifcnn.graph.tables.links import ends_of
from motifcnn.graph.tables.mapping import Mapping
from motifcnn.graph.tables.raw import RawTable
from motifcnn.readable import plural


def left_out(mapping: Mapping, tables: MappingOf[str, RawTable]) -> list[str]:
    """A sentence for every table and column that the graph does not have."""
    said = []
    for name, table in tables.items():
        if name not in mapping.tables:
            said.append(f"{table.file}: not in the mapping, so it is left out")
            continue
        part = mapping.tables[name]
        ends = {end.column for end in ends_of(mapping, tables) if end.table == name}
        kept = {column for r in mapping.relations if r.table == name for column in r.columns}
        used = ends | {part.key, part.name}
        if mapping.label is not None and mapping.label.table == name:
            used |= {mapping.label.column, mapping.label.split}
        for column in table.columns:
            kind = part.columns.get(column)
            if column in used:
                continue
            if kind is None:
                said.append(f"{table.file}: column {column!r} is not in the mapping, so left out")
            elif kind.kind == "skip":
                said.append(f"{table.file}: column {column!r} is skipped")
            elif part.type is None and column not in kept:
                said.append(f"{table.file}: column {column!r} of links is left out")
        if part.type is not None and not any(
            part.type in (r.source_type, r.target_type) for r in mapping.relations
        ):
            rows = plural(len(table), "node")
            said.append(f"{table.file}: nothing links its {rows} of type {part.type}")
    return said
