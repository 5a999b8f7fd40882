"""Graphs from a folder of tables, or from DataFrames."""

from __future__ import annotations

import warnings
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import suggestion
from motifcnn.graph.tables.build import build_graph
from motifcnn.graph.tables.check import mapping_problems
from motifcnn.graph.tables.decisions import Decision
from motifcnn.graph.tables.detect import detect
from motifcnn.graph.tables.files import MAPPING_FILE, Found, find_tables
from motifcnn.graph.tables.label_column import locate_label
from motifcnn.graph.tables.labels import is_split, label_problem, label_separator
from motifcnn.graph.tables.mapping import LabelMapping, Mapping
from motifcnn.graph.tables.problems import TableError, TableProblem, TableWarning, refuse
from motifcnn.graph.tables.toml import mapping_from_toml, mapping_text

if TYPE_CHECKING:
    from motifcnn.graph.encode import TableEncoder

TablesSource = str | Path | MappingOf[str, Any]


@dataclass(frozen=True, eq=False)
class TablePlan:
    """Tables and how they become a graph, before anything is built.

    Parameters
    ----------
    found : Found
    mapping : Mapping
    decisions : tuple of Decision
        Empty where the mapping was given.
    reasons : mapping of what to reason
    text : str or None
        Of the mapping file, to name its lines.
    """

    found: Found
    mapping: Mapping
    decisions: tuple[Decision, ...] = ()
    reasons: MappingOf[str, str] | None = None
    text: str | None = None

    @property
    def unsure(self) -> tuple[Decision, ...]:
        """Decisions that somebody should look at."""
        return tuple(decision for decision in self.decisions if not decision.sure)

    def graph(
        self,
        *,
        unknown: str | None = None,
        partial: bool = False,
        encoders: MappingOf[str, TableEncoder] | None = None,
    ) -> tuple[Graph, list[str]]:
        """The graph, and what was left out or added, in sentences."""
        mapping = self.mapping
        if unknown is not None:
            if unknown not in ("error", "drop", "add"):
                message = f"unknown = {unknown!r} is no way to treat unknown keys"
                raise TableError([TableProblem("tables", message, "choose error, drop or add")])
            mapping = mapping.changed(unknown=unknown)
        tables = {table.name: table for table in self.found.tables}
        refuse(mapping_problems(mapping, tables, partial=partial, text=self.text))
        graph, report = build_graph(mapping, tables, partial=partial, encoders=encoders)
        return graph, [*self.found.left_out, *report]


def read_tables(
    tables: TablesSource,
    mapping: Mapping | str | Path | None = None,
    *,
    label: str | None = None,
    unknown: str | None = None,
    partial: bool = False,
    encoders: MappingOf[str, TableEncoder] | None = None,
    report: list[str] | None = None,
) -> Graph:
    """Reads a graph from tables with any names of columns.

    Parameters
    ----------
    tables : folder, or mapping of table name to DataFrame
        A folder has CSV, TSV or TXT files (any delimiter and encoding, plain, `.gz` or `.zip`),
        Parquet files or Excel workbooks.
    mapping : Mapping, or path of a `motifcnn.toml`, optional
        How the tables become a graph. Default: the `motifcnn.toml` in the folder, else it is found
        from the tables; what is unsure is a `TableWarning`.
    label : str, optional
        "table.column" with the classes to learn.
    unknown : {"error", "drop", "add"}, optional
        What to do with a key that its table does not have; default: what the mapping says, which is
        "error" where it is found.
    partial : bool
        For tables that arrive later: tables of the mapping, labels and splits may be missing, and
        keys may name nodes of other tables, which become nodes without columns.
    encoders : mapping of node type to TableEncoder, optional
        Fitted encoders to apply, instead of fitting them to these tables.
    report : list of str, optional
        Gets a sentence for everything that was left out or added.

    Raises
    ------
    TableError
        With all problems of the tables, each with its file, line, column and remedy.

    Examples
    --------
    >>> import pandas as pd
    >>> movies = pd.DataFrame({"id": [1, 2], "year": [1994, 2001], "genre": ["drama", "war"]})
    >>> cast = pd.DataFrame({"movie_id": [1, 1, 2], "actor_id": ["ann", "bob", "ann"]})
    >>> read_tables({"movies": movies, "cast": cast}, label="movies.genre")
    Graph(movie 2, actor 2; cast 3)
    """
    plan = plan_tables(tables, mapping, label=label, partial=partial)
    graph, said = plan.graph(unknown=unknown, partial=partial, encoders=encoders)
    guesses = [f"{d.about} = {d.choice!r} is a guess: {d.reason}" for d in plan.unsure]
    if report is not None:
        report += [*guesses, *said]
    elif guesses:
        warnings.warn("; ".join(guesses), TableWarning, stacklevel=2)
    return graph


def mapping_of(tables: TablesSource, *, label: str | None = None) -> Mapping:
    """The mapping of a folder: that in its `motifcnn.toml`, else the one found from its tables.

    Examples
    --------
    >>> import pandas as pd
    >>> mapping_of({"movies": pd.DataFrame({"id": [1, 2]})}).tables["movies"].key
    'id'
    """
    return plan_tables(tables, label=label).mapping


def plan_tables(
    tables: TablesSource,
    mapping: Mapping | str | Path | None = None,
    *,
    label: str | None = None,
    answers: MappingOf[str, str] | None = None,
    partial: bool = False,
) -> TablePlan:
    """Reads the tables and finds how they become a graph; see `read_tables`.

    Parameters
    ----------
    tables, mapping, label, partial
        As for `read_tables`.
    answers : mapping of what to choice, optional
        Decisions that are made already: {"movies.key": "id"}.
    """
    if not isinstance(tables, str | Path | MappingOf):
        message = f"got {type(tables).__name__}, expected a folder or a mapping of name to table"
        remedy = 'name each table, such as {"customers": customers, "orders": orders}'
        raise TableError([TableProblem("tables", message, remedy)])
    text = None
    folder = None if isinstance(tables, MappingOf) else Path(tables)
    if mapping is None and folder is not None and (folder / MAPPING_FILE).is_file():
        mapping = folder / MAPPING_FILE
    if isinstance(mapping, str | Path):
        path = Path(mapping)
        text = mapping_text(path)
        mapping = mapping_from_toml(text, path.name)
    found = find_tables(tables, None if mapping is None else mapping.reading())
    if mapping is None:
        name = "" if folder is None else folder.resolve().name
        detected = detect(found.tables, label, answers, name)
        _require_known(answers or {}, detected.decisions)
        return TablePlan(found, detected.mapping, detected.decisions, detected.reasons)
    if label is not None:
        mapping = with_label(mapping, found, label)
    return TablePlan(found, mapping, text=text)


def with_label(mapping: Mapping, found: Found, label: str) -> Mapping:
    """The mapping with another label; the column is no longer an input or an end of links."""
    table, column = locate_label(found.tables, label)
    separator = label_separator(table.frame[column], column)
    problem = label_problem(table, column, separator)
    refuse([problem] if problem else [])
    split = next((c for c in table.columns if c != column and is_split(c, table.frame[c])), None)
    if table.name in mapping.tables:
        for each in (column, split):
            mapping = mapping if each is None else mapping.without_column(table.name, each)
    about = LabelMapping(table=table.name, column=column, separator=separator, split=split)
    return mapping.changed(label=about)


def _require_known(answers: MappingOf[str, str], decisions: tuple[Decision, ...]) -> None:
    known = [decision.about for decision in decisions]
    for about in answers:
        if about not in known and not about.endswith(".type"):
            raise GraphError(f"no decision is about {about!r}{suggestion(about, known)}")
