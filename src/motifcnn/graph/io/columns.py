"""One table as named numpy columns: from a file, pandas, pyarrow or a dict of columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.io.arrow import numbers
from motifcnn.graph.io.delimited import TextTable, read_delimited
from motifcnn.graph.io.parquet_bytes import table_of
from motifcnn.graph.schema import suggestion
from motifcnn.sealed import UnreadableError, read_regular

Table = Any  # str, Path, pandas.DataFrame, pyarrow.Table or mapping of name to column


@dataclass(frozen=True, eq=False)
class Columns:
    """Named columns of equal length.

    Parameters
    ----------
    where : str
        What the table is called in messages.
    names : tuple of str
    get : function of a name to an array
    file : TextTable, optional
        The text file that the columns come from: its cells are texts, and its rows have lines.
    """

    where: str
    names: tuple[str, ...]
    get: Callable[[str], npt.NDArray[Any]]
    file: TextTable | None = None

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        if name not in self.names:
            raise GraphError(
                f"{self.where}: column {name!r} is missing{suggestion(name, self.names)}"
            )
        return self.get(name)

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def __len__(self) -> int:
        return len(self.get(self.names[0])) if self.names else 0

    def place(self, row: int) -> str:
        """Where a row stands, for messages: a line of a text file, else a row."""
        return f"{self.where}, row {row}" if self.file is None else self.file.place(row)


def is_table(value: object) -> bool:
    """Whether the value is one table, as opposed to a mapping of tables."""
    if isinstance(value, Mapping):
        tables = (str, Path, Mapping)
        return not any(
            isinstance(v, tables) or hasattr(v, "column_names") or hasattr(v, "columns")
            for v in value.values()
        )
    return True


def load_columns(table: Table, what: str) -> Columns:
    """The columns of a table.

    Text files (`.csv`, `.tsv`, `.txt`, each also `.gz`) give text columns; other forms keep their
    types.

    Examples
    --------
    >>> load_columns({"id": [3, 4]}, "nodes")["id"].tolist()
    [3, 4]
    """
    if isinstance(table, str | Path):
        return _from_file(Path(table))
    if isinstance(table, Mapping):
        columns = {str(name): _array(values) for name, values in table.items()}
        if len({len(values) for values in columns.values()}) > 1:
            raise GraphError(
                f"{what}: columns differ in length: "
                + ", ".join(f"{n} {len(v)}" for n, v in columns.items())
            )
        return Columns(what, tuple(columns), columns.__getitem__)
    if hasattr(table, "column_names"):
        return _from_arrow(table, what)
    if hasattr(table, "columns") and hasattr(table, "iloc"):
        names = _distinct([str(name) for name in table.columns], what)
        return Columns(
            what, names, lambda name: _array(table.iloc[:, names.index(name)].to_numpy())
        )
    raise GraphError(
        f"{what}: {type(table).__name__} is no table; "
        "expected a path, DataFrame, pyarrow table or dict of columns"
    )


def _array(values: Any) -> npt.NDArray[Any]:
    if hasattr(values, "to_numpy"):
        values = values.to_numpy()
    if isinstance(values, np.ndarray):
        return values
    values = list(values)
    if (
        values
        and all(type(v) is type(values[0]) for v in values)
        and isinstance(values[0], int | float | str | np.number)
    ):
        return np.array(values)
    # Lists of labels and mixtures stay one value per row.
    result = np.empty(len(values), object)
    result[:] = values
    return result


def _distinct(names: list[str], what: str) -> tuple[str, ...]:
    if len(set(names)) < len(names):
        raise GraphError(f"{what}: a column name appears twice in {names}")
    return tuple(names)


def _from_arrow(table: Any, what: str) -> Columns:
    import pyarrow as pa

    def column(name: str) -> npt.NDArray[Any]:
        values = table.column(name)
        kind = values.type
        plain = (
            pa.types.is_integer(kind) or pa.types.is_floating(kind)
        ) and not pa.types.is_float16(kind)
        return numbers(values) if plain and not values.null_count else _array(values.to_pylist())

    return Columns(what, _distinct(list(table.column_names), what), column)


def _from_file(path: Path) -> Columns:
    suffix = Path(path.name.removesuffix(".gz")).suffix
    if not path.is_file():
        raise GraphError(f"{path}: no such file; expected a .csv, .tsv or .parquet table")
    if suffix == ".parquet":
        return _from_parquet(path)
    if suffix not in (".csv", ".tsv", ".txt"):
        raise GraphError(
            f"{path}: cannot tell the form from {suffix!r}; "
            "expected .csv, .tsv, .txt (also .gz) or .parquet"
        )
    table = read_delimited(path, delimiter="," if suffix == ".csv" else "\t", quoted=True)
    return Columns(
        str(path),
        tuple(table.columns),
        lambda name: _array(table.columns[name].to_pylist()),
        table,
    )


def _from_parquet(path: Path) -> Columns:
    try:
        data = read_regular(path)
    except UnreadableError as error:
        raise GraphError(f"{path}: cannot be read ({error.strerror})") from error
    return _from_arrow(table_of(data, str(path)), str(path))
