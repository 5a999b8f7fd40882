"""Which column is the label, and which one the split."""

from __future__ import annotations

from dataclasses import replace

from motifcnn.graph.schema import suggestion
from motifcnn.graph.tables.decisions import Decision, Decisions
from motifcnn.graph.tables.keys import NONE
from motifcnn.graph.tables.labels import LABEL_NAMES, is_split, label_problem, label_separator
from motifcnn.graph.tables.mapping import LabelMapping
from motifcnn.graph.tables.names import type_of_table
from motifcnn.graph.tables.problems import TableError, TableProblem, refuse
from motifcnn.graph.tables.raw import RawTable


def find_label(
    tables: tuple[RawTable, ...], label: str | None, decisions: Decisions
) -> LabelMapping | None:
    """The label that was asked for, or the only column that is called label, class or target.

    Raises
    ------
    TableError
        Where the column does not exist or cannot be a label.
    """
    if label is None:
        called = [
            (table, column)
            for table in tables
            for column in table.columns
            if column.casefold() in LABEL_NAMES
            and not {"source", "src"} & {other.casefold() for other in table.columns}
            and label_problem(table, column, None) is None
        ]
        if not called and "label" not in decisions.answers:
            return None
        guess = f"{called[0][0].name}.{called[0][1]}" if called else NONE
        reason = "its name says so"
        if len(called) > 1:
            reason += ", as that of " + ", ".join(f"{t.name}.{c}" for t, c in called[1:])
        others = [*(f"{table.name}.{column}" for table, column in called), NONE]
        label = decisions.decide("label", guess, reason, len(called) == 1, others)
        if label == NONE:
            return None
    table, column = locate_label(tables, label)
    separator = label_separator(table.frame[column], column)
    problem = label_problem(table, column, separator)
    refuse([problem] if problem else [])
    split = next(
        (c for c in table.columns if c != column and is_split(c, table.frame[c])),
        None,
    )
    made = decisions.made.get("label", Decision("label", label, "as you said"))
    reason = made.reason
    if separator is not None:
        reason += f"; cells have several classes, separated by {separator!r}"
    if split is not None:
        reason += f"; {split} says which rows are for training, validation and test"
    decisions.made["label"] = replace(made, choice=f"{table.name}.{column}", reason=reason)
    return LabelMapping(table=table.name, column=column, separator=separator, split=split)


def locate_label(tables: tuple[RawTable, ...], label: str) -> tuple[RawTable, str]:
    """The table and column of "table.column"; the column alone where only one table has it."""
    all_columns = [f"{table.name}.{column}" for table in tables for column in table.columns]
    matches = [
        (table, column)
        for table in tables
        for column in table.columns
        if label in (f"{table.name}.{column}", f"{type_of_table(table.name)}.{column}", column)
    ]
    if not matches:
        lower = {name.casefold(): name for name in all_columns}
        known = [lower[label.casefold()]] if label.casefold() in lower else all_columns
        table_name = label.rpartition(".")[0]
        file = next((t.file for t in tables if t.name == table_name), "the tables")
        remedy = "name it as TABLE.COLUMN" + suggestion(label, known)
        problem = TableProblem(file, f"no column {label!r}", remedy, None, label.rpartition(".")[2])
        raise TableError([problem])
    exact = [match for match in matches if f"{match[0].name}.{match[1]}" == label] or matches
    if len(exact) > 1:
        names = ", ".join(f"{table.name}.{column}" for table, column in exact)
        message = f"{label!r} is a column of several tables: {names}"
        raise TableError([exact[0][0].problem(message, "name it as TABLE.COLUMN", column=label)])
    return exact[0]
