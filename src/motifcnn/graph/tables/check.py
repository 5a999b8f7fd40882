"""Whether a mapping fits the tables: every name in it is one that they have."""

from __future__ import annotations

import difflib
from collections.abc import Collection
from collections.abc import Mapping as MappingOf

from motifcnn.graph.tables.mapping import Mapping
from motifcnn.graph.tables.problems import TableProblem
from motifcnn.graph.tables.raw import RawTable
from motifcnn.graph.tables.toml import line_of

Path = tuple[str | int, ...]


def mapping_problems(
    mapping: Mapping,
    tables: MappingOf[str, RawTable],
    *,
    partial: bool = False,
    file: str = "motifcnn.toml",
    text: str | None = None,
) -> list[TableProblem]:
    """What is wrong with a mapping.

    Parameters
    ----------
    mapping : Mapping
    tables : mapping of name to RawTable
    partial : bool
        Whether tables, and columns that are labels or splits, may be missing.
    file, text : str
        Of the mapping, to name its lines.
    """
    problems: list[TableProblem] = []

    def unknown(path: Path, what: str, name: str, known: Collection[str]) -> None:
        close = difflib.get_close_matches(name, list(known), n=1)
        meant = f"did you mean {close[0]!r}? " if close else ""
        line = None if text is None else line_of(text, path)
        remedy = f"{meant}known: {', '.join(known)}"
        problems.append(
            TableProblem(file, f"no {what} {name!r}", remedy, line, str(path[-1]), name)
        )

    def require_column(path: Path, table: str, column: str | None, optional: bool = False) -> None:
        if column is not None and not optional and column not in tables[table].columns:
            unknown(
                path, f"column of {tables[table].file} is called", column, tables[table].columns
            )

    for name, part in mapping.tables.items():
        if name not in tables:
            if not partial:
                unknown(("tables", name), "table", name, tables)
            continue
        require_column(("tables", name, "key"), name, part.key)
        require_column(("tables", name, "name"), name, part.name)
        for column in part.columns:
            require_column(("tables", name, "columns", column), name, column)
    types = [t.type for t in mapping.tables.values() if t.type is not None]
    for node_type in {t for t in types if types.count(t) > 1}:
        both = [name for name, t in mapping.tables.items() if t.type == node_type]
        line = None if text is None else line_of(text, ("tables", both[1], "type"))
        message = f"{' and '.join(both)} are both tables of type {node_type!r}"
        problems.append(TableProblem(file, message, "give each a type of its own", line, "type"))
    seen: dict[tuple[str, str, str], int] = {}
    for at, relation in enumerate(mapping.relations):
        path: Path = ("relations", at)
        line = None if text is None else line_of(text, path)
        if relation.table not in mapping.tables:
            unknown((*path, "table"), "table", relation.table, mapping.tables)
            continue
        if not relation.directed and relation.source_type != relation.target_type:
            message = f"relation {relation.name!r} links two types, so it has a direction"
            problems.append(TableProblem(file, message, "write directed = true", line, "directed"))
            continue
        if relation.relation.key in seen:
            message = f"relation {relation.name!r} between the same types is there twice"
            problems.append(TableProblem(file, message, "give it another name", line, "name"))
        seen[relation.relation.key] = at
        if relation.table not in tables:
            continue
        rows = mapping.tables[relation.table].type
        for end in ("source", "target"):
            column, node_type = getattr(relation, end), getattr(relation, f"{end}_type")
            if column is None and rows is None:
                message = f"relation {relation.name!r} has no {end} column"
                problems.append(TableProblem(file, message, f"add {end} = ...", line, end))
            elif column is None and rows != node_type:
                message = (
                    f"relation {relation.name!r} has no {end} column, so its {end} are the rows of "
                    f"{relation.table}, which are of type {rows!r}"
                )
                remedy = f"write {end}_type = {rows!r}, or add {end} = ..."
                problems.append(TableProblem(file, message, remedy, line, f"{end}_type", node_type))
            require_column((*path, end), relation.table, column)
        for column in relation.columns:
            require_column((*path, "columns"), relation.table, column)
    label = mapping.label
    if label is not None:
        if label.table not in mapping.tables:
            unknown(("label", "table"), "table", label.table, mapping.tables)
        elif mapping.tables[label.table].type is None:
            message = f"the rows of {label.table} are links, which have no classes"
            remedy = "name a column of a node table, or give the table a type"
            line = None if text is None else line_of(text, ("label", "table"))
            problems.append(TableProblem(file, message, remedy, line, "table", label.table))
        elif label.table in tables:
            require_column(("label", "column"), label.table, label.column, partial)
            require_column(("label", "split"), label.table, label.split, partial)
            if label.column == mapping.tables[label.table].key:
                message = f"{label.column} is the key of {label.table}, so it names nodes"
                remedy = "name a column whose values repeat"
                line = None if text is None else line_of(text, ("label", "column"))
                problems.append(TableProblem(file, message, remedy, line, label.column))
    return problems
