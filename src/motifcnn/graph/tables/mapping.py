"""How tables become a graph: which column is the key, which refer to what, which are inputs."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from motifcnn.graph.encode import ColumnGuess, Kind
from motifcnn.graph.encode.date_formats import ISO
from motifcnn.graph.schema import Relation

Unknown = Literal["error", "drop", "add"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ColumnMapping(_Part):
    """A column that is an input.

    Parameters
    ----------
    kind : {"number", "boolean", "category", "text", "date", "list", "skip"}
    separator : str, optional
        Between the values of one cell, for lists.
    decimal : {".", ","}, optional
        The decimal sign of numbers.
    format : str, optional
        Of dates: "ISO8601" or a format of `strptime`.
    missing : tuple of str
        Texts that mean a missing value in this column, besides NA, null and the like.
    """

    kind: Kind
    separator: str | None = None
    decimal: Literal[".", ","] | None = None
    format: str | None = None
    missing: tuple[str, ...] = ()


class TableMapping(_Part):
    """One table.

    Parameters
    ----------
    type : str, optional
        The node type of its rows; None for a table whose rows are links.
    key : str, optional
        The column with the ids of the nodes; None numbers the rows of a node table.
    name : str, optional
        The column with the names of the nodes.
    columns : mapping of column to ColumnMapping
        The inputs; "number" is short for {"kind": "number"}.
    encoding, delimiter : str, optional
        Of text files; found where they are not given.
    header : bool, optional
        Whether the first line names the columns; found where it is not given.
    """

    type: str | None = None
    key: str | None = None
    name: str | None = None
    columns: dict[str, ColumnMapping] = Field(default_factory=dict)
    encoding: str | None = None
    delimiter: str | None = None
    header: bool | None = None


class RelationMapping(_Part):
    """Links of one relation: each row of a table links the nodes that two of its columns name.

    Parameters
    ----------
    name, table : str
    source, target : str, optional
        Columns; None for the rows of a node table without a key.
    source_type, target_type : str
    directed : bool
    columns : tuple of str
        Columns of the table that are kept on the links.
    """

    name: str
    table: str
    source: str | None = None
    source_type: str
    target: str | None = None
    target_type: str
    directed: bool = True
    columns: tuple[str, ...] = ()

    @property
    def relation(self) -> Relation:
        """The relation of the graph."""
        return Relation(self.source_type, self.name, self.target_type, self.directed)


class LabelMapping(_Part):
    """The classes of nodes.

    Parameters
    ----------
    table, column : str
    separator : str, optional
        Between several classes of one node.
    split : str, optional
        The column of the same table with train, val or test.
    """

    table: str
    column: str
    separator: str | None = None
    split: str | None = None


class Mapping(_Part):
    """How tables become a graph; `read_tables` follows it.

    Parameters
    ----------
    version : int
    name : str
        Of the graph.
    unknown : {"error", "drop", "add"}
        What to do with a key that the table of its type does not have: refuse the tables, leave out
        the link, or add a node without inputs.
    label : LabelMapping, optional
    tables : mapping of table name to TableMapping
    relations : tuple of RelationMapping

    Examples
    --------
    >>> mapping = Mapping(tables={"movies": TableMapping(type="movie", key="id")})
    >>> mapping.table_of("movie")
    'movies'
    """

    version: Literal[1] = 1
    name: str = ""
    unknown: Unknown = "error"
    label: LabelMapping | None = None
    tables: dict[str, TableMapping] = Field(default_factory=dict)
    relations: tuple[RelationMapping, ...] = ()

    def table_of(self, node_type: str) -> str | None:
        """The table of a type; None for a type that only links have."""
        return next((name for name, t in self.tables.items() if t.type == node_type), None)

    def node_types(self) -> tuple[str, ...]:
        """Types of tables in their order, then those that only links have."""
        of_tables = [table.type for table in self.tables.values() if table.type is not None]
        ends = [end for r in self.relations for end in (r.source_type, r.target_type)]
        return tuple(dict.fromkeys([*of_tables, *ends]))

    def reading(self) -> dict[str, dict[str, Any]]:
        """How to read the text files: encoding, delimiter and header of each table."""
        return {
            name: {"encoding": t.encoding, "delimiter": t.delimiter, "header": t.header}
            for name, t in self.tables.items()
        }

    def changed(self, **parts: Any) -> Mapping:
        """The mapping with other parts."""
        return self.model_copy(update=parts)

    def without_column(self, table: str, column: str) -> Mapping:
        """The mapping in which a column is neither an input nor an end of links."""
        known = self.tables[table]
        columns = {name: kind for name, kind in known.columns.items() if name != column}
        name = None if known.name == column else known.name
        tables = {**self.tables, table: known.model_copy(update={"columns": columns, "name": name})}
        relations = tuple(
            r for r in self.relations if r.table != table or column not in (r.source, r.target)
        )
        return self.changed(tables=tables, relations=relations)


def column_mapping(guess: ColumnGuess) -> ColumnMapping:
    """The mapping of a column from a guess of its kind.

    Examples
    --------
    >>> column_mapping(ColumnGuess("list", separator="|")).separator
    '|'
    """
    return ColumnMapping(
        kind=guess.kind,
        separator=guess.separator,
        decimal="," if guess.decimal == "," else None,
        format=None if guess.format == ISO else guess.format,
        missing=guess.also_missing,
    )
