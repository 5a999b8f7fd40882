"""Graphs from folders of tables: what each column is, written to a file that people edit."""

from __future__ import annotations

from motifcnn.graph.tables.mapping import Mapping
from motifcnn.graph.tables.problems import TableError, TableProblem, TableWarning
from motifcnn.graph.tables.read import TablePlan, mapping_of, plan_tables, read_tables
from motifcnn.graph.tables.toml import (
    mapping_from_toml,
    mapping_to_toml,
    read_mapping,
    write_mapping,
)

__all__ = [
    "Mapping",
    "TableError",
    "TablePlan",
    "TableProblem",
    "TableWarning",
    "mapping_from_toml",
    "mapping_of",
    "mapping_to_toml",
    "plan_tables",
    "read_mapping",
    "read_tables",
    "write_mapping",
]
