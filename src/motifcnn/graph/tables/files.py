"""The tables of a folder, whatever form their files have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motifcnn.errors import GraphError
from motifcnn.graph.io.parquet_bytes import table_of
from motifcnn.graph.io.read import holds_graph
from motifcnn.graph.tables.delimited_table import read_delimited_table
from motifcnn.graph.tables.encoding import read_bytes, read_file
from motifcnn.graph.tables.excel import read_workbook
from motifcnn.graph.tables.problems import TableError, TableProblem, refuse
from motifcnn.graph.tables.raw import RawTable
from motifcnn.readable import clipped

MAPPING_FILE = "motifcnn.toml"
TEXTS = (".csv", ".tsv", ".txt", ".tab", ".psv", ".dat")
FORMS = "CSV, TSV, TXT (plain, .gz or .zip), Parquet or Excel (.xlsx)"
_PROSE = ("readme", "license", "licence", "notice", "changelog", "requirements", "manifest")


@dataclass(frozen=True, eq=False)
class Found:
    """The tables of a folder, and what was left out and why.

    Parameters
    ----------
    tables : tuple of RawTable
    left_out : tuple of str
        Sentences.
    """

    tables: tuple[RawTable, ...]
    left_out: tuple[str, ...] = ()


def holds_tables(folder: Path) -> bool:
    """Whether a folder has tables and is not a graph already.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "movies.csv").write_text("id,year")
    >>> holds_tables(folder)
    True
    """
    if not folder.is_dir() or holds_graph(folder):
        return False
    return (folder / MAPPING_FILE).is_file() or any(_form(path) for path in folder.iterdir())


def find_tables(
    source: str | Path | Mapping[str, Any],
    options: Mapping[str, Mapping[str, Any]] | None = None,
) -> Found:
    """Reads every table of a folder, or takes those given.

    Parameters
    ----------
    source : folder, or mapping of table name to DataFrame
    options : mapping of table name to mapping, optional
        `encoding`, `delimiter` and `header` of text files, where they are not to be found.

    Raises
    ------
    TableError
        With the problems of all files.

    Examples
    --------
    >>> import pandas as pd
    >>> find_tables({"movies": pd.DataFrame({"id": [1, 2]})}).tables[0].columns
    ['id']
    """
    if isinstance(source, Mapping):
        return Found(_given(source))
    folder = Path(source)
    if not folder.is_dir():
        what = "not a folder" if folder.exists() else "no such folder"
        raise TableError([TableProblem(str(folder), what, f"name a folder with tables: {FORMS}")])
    tables: list[RawTable] = []
    problems: list[TableProblem] = []
    left_out: list[str] = []
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "~$")) or path.name == MAPPING_FILE:
            continue
        form = _form(path)
        if form is None:
            what = "a folder" if path.is_dir() else "not a table"
            left_out.append(f"{path.name}: {what}; tables are {FORMS}")
            continue
        try:
            for table in _read(path, form, options or {}):
                if form == ".txt" and _is_prose(table):
                    left_out.append(f"{path.name}: sentences without a delimiter are no table")
                else:
                    tables.append(table)
        except TableError as error:
            problems += error.problems
    problems += _same_names(tables)
    refuse(problems)
    if not tables:
        there = "; ".join(left_out) or "it is empty"
        message = f"no tables here ({there})"
        raise TableError([TableProblem(str(folder), message, f"put tables into it: {FORMS}")])
    return Found(tuple(tables), tuple(left_out))


def table_name(path: Path) -> str:
    """The name of the table in a file: the file's name without what says its form.

    Examples
    --------
    >>> table_name(Path("data/movies.csv.gz"))
    'movies'
    """
    name = path.name
    for packed in (".gz", ".zip"):
        name = name.removesuffix(packed)
    return Path(name).stem


def _is_prose(table: RawTable) -> bool:
    """Whether a text file without a delimiter has lines of several words."""
    if len(table.columns) > 1:
        return False
    lines = [*table.columns, *table.frame.iloc[:, 0].tolist()]
    return sum(len(line.split()) > 1 for line in lines) > len(lines) / 2


def _form(path: Path) -> str | None:
    name = path.name.lower().removesuffix(".gz").removesuffix(".zip")
    form = Path(name).suffix
    if not path.is_file() or name.startswith(_PROSE):
        return None
    plain = name == path.name.lower()
    return form if form in TEXTS or (plain and form in (".parquet", ".xlsx")) else None


def _read(path: Path, form: str, options: Mapping[str, Mapping[str, Any]]) -> list[RawTable]:
    if form == ".xlsx":
        return read_workbook(path)
    name = table_name(path)
    if form == ".parquet":
        return [_parquet(name, path)]
    return [read_delimited_table(name, path.name, read_bytes(path), **options.get(name, {}))]


def _parquet(name: str, path: Path) -> RawTable:
    import pyarrow as pa

    data = read_file(path)
    try:
        frame = table_of(data, path.name).to_pandas(ignore_metadata=True)
    except (GraphError, pa.ArrowException, ValueError, OverflowError) as error:
        reason = clipped(str(error).removeprefix(f"{path.name}: "))
        raise TableError([TableProblem(path.name, reason, "write the file again")]) from error
    return _checked(RawTable(name, path.name, frame))


def _given(tables: Mapping[str, Any]) -> tuple[RawTable, ...]:
    if not tables:
        raise TableError([TableProblem("tables", "there are none", "give at least one DataFrame")])
    found = []
    for name, table in tables.items():
        if hasattr(table, "to_pandas"):
            table = table.to_pandas()
        if not hasattr(table, "iloc") or not hasattr(table, "columns"):
            message = f"{type(table).__name__} is no DataFrame"
            remedy = "give a mapping of table name to DataFrame, or a folder"
            raise TableError([TableProblem(f"table {name}", message, remedy)])
        if table.index.name is not None or table.index.nlevels > 1:
            table = table.reset_index()
        found.append(_checked(RawTable(str(name), f"table {name}", table.reset_index(drop=True))))
    return tuple(found)


def _checked(table: RawTable) -> RawTable:
    """The table with names of columns that are texts, each once."""
    names = [str(name).strip() for name in table.frame.columns]
    problems = [
        table.problem(
            f"two columns are called {name!r}", "give each a name of its own", column=name
        )
        for name in dict.fromkeys(names)
        if names.count(name) > 1
    ]
    if not names:
        problems.append(table.problem("the table has no columns", "remove it"))
    refuse(problems)
    frame = table.frame.copy(deep=False)
    frame.columns = names
    return RawTable(table.name, table.file, frame)


def _same_names(tables: list[RawTable]) -> list[TableProblem]:
    first: dict[str, RawTable] = {}
    problems = []
    for table in tables:
        if table.name in first:
            message = f"its table {table.name!r} is also in {first[table.name].file}"
            problems.append(TableProblem(table.file, message, "rename or remove one of the two"))
        first.setdefault(table.name, table)
    return problems
