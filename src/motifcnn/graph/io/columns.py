"""One table, whatever holds it (file, pandas, pyarrow, dict of columns), as named numpy columns with a place for every row."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.io.arrow import numbers
from motifcnn.graph.io.delimited import read_text
from motifcnn.graph.schema import suggestion

Table = Any  # str, Path, pandas.DataFrame, pyarrow.Table or mapping of name to column


@dataclass(frozen=True, eq=False)
class Columns:
    """Named columns of equal length; `text` and `delimiter` are those of a text file, to find the line of a row."""

    where: str
    names: tuple[str, ...]
    get: Callable[[str], npt.NDArray[Any]]
    text: bytes | None = None
    delimiter: str = ","

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
        """Where a row stands, for messages."""
        if self.text is None:
            return f"{self.where}, row {row}"
        records = csv.reader(io.StringIO(self.text.decode(), newline=""), delimiter=self.delimiter)
        seen, line = -2, 0
        for record in records:
            seen += bool(record)
            if seen == row:
                break
            line = records.line_num
        return f"{self.where}, line {line + 1}"


def is_table(value: object) -> bool:
    """Whether the value is one table, as opposed to a mapping of tables."""
    if isinstance(value, Mapping):
        tables = (str, Path, Mapping)
        return not any(
            isinstance(v, tables) or hasattr(v, "column_names") or hasattr(v, "columns")
            for v in value.values()
        )
    return True


def shown(values: npt.NDArray[Any], row: int) -> str:
    """A value as the user wrote it, for messages: `'n1'`, not `np.str_('n1')`.

    Examples
    --------
    >>> shown(np.array(["n1"]), 0)
    "'n1'"
    """
    return repr(values[row].item() if isinstance(values[row], np.generic) else values[row])


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
        names = [str(name) for name in table.columns]
        if len(set(names)) < len(names):
            raise GraphError(f"{what}: a column name appears twice in {names}")
        return Columns(
            what, tuple(names), lambda name: _array(table.iloc[:, names.index(name)].to_numpy())
        )
    raise GraphError(
        f"{what}: {type(table).__name__} is no table; expected a path, DataFrame, pyarrow table or dict of columns"
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
    result = np.empty(
        len(values), object
    )  # lists of labels and mixtures must stay one value per row
    result[:] = values
    return result


def _from_arrow(table: Any, what: str, text: bytes | None = None, delimiter: str = ",") -> Columns:
    import pyarrow as pa

    names = tuple(table.column_names)
    if len(set(names)) < len(names):
        raise GraphError(f"{what}: a column name appears twice in {list(names)}")

    def column(name: str) -> npt.NDArray[Any]:
        values = table.column(name)
        kind = values.type
        plain = (
            pa.types.is_integer(kind) or pa.types.is_floating(kind)
        ) and not pa.types.is_float16(kind)
        return numbers(values) if plain and not values.null_count else _array(values.to_pylist())

    return Columns(what, names, column, text, delimiter)


def _from_file(path: Path) -> Columns:
    import pyarrow as pa
    from pyarrow import csv as arrow_csv
    from pyarrow import parquet

    suffix = Path(path.name.removesuffix(".gz")).suffix
    if not path.is_file():
        raise GraphError(f"{path}: no such file; expected a .csv, .tsv or .parquet table")
    if suffix == ".parquet":
        try:
            return _from_arrow(parquet.ParquetFile(path).read(), str(path))
        except (pa.ArrowException, OSError) as error:
            raise GraphError(f"{path}: not a Parquet table ({error})") from error
    if suffix not in (".csv", ".tsv", ".txt"):
        raise GraphError(
            f"{path}: cannot tell the form from {suffix!r}; expected .csv, .tsv, .txt (also .gz) or .parquet"
        )
    text = read_text(path)
    delimiter = "," if suffix == ".csv" else "\t"
    header = next(iter(text.split(b"\n", 1))).rstrip(b"\r").decode()
    if not header:
        raise GraphError(
            f"{path}, line 1: the header is missing; expected the names of the columns"
        )
    names = _header(header, delimiter)
    wrong: list[Any] = []

    def remember(row: Any) -> str:
        wrong.append(row)
        return "error"

    try:
        table = arrow_csv.read_csv(
            pa.BufferReader(text),
            read_options=arrow_csv.ReadOptions(use_threads=False),
            parse_options=arrow_csv.ParseOptions(
                delimiter=delimiter, newlines_in_values=True, invalid_row_handler=remember
            ),
            convert_options=arrow_csv.ConvertOptions(
                column_types={name: pa.string() for name in names}, null_values=[]
            ),
        )
    except pa.ArrowInvalid as error:
        if wrong:
            row = wrong[0]
            message = f"{row.actual_columns} columns in {row.text[:80]!r}, expected {row.expected_columns}: {', '.join(names)}"
            raise GraphError(f"{path}, line {row.number}: {message}") from error
        raise GraphError(f"{path}: {error}") from error
    return _from_arrow(table, str(path), text, delimiter)


def _header(line: str, delimiter: str) -> list[str]:
    return next(csv.reader([line], delimiter=delimiter))
