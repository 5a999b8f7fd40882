"""Delimited text as columns: gzip or plain, UTF-8, one header line; every problem names file, line and value."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from motifcnn.errors import GraphError
from motifcnn.graph.schema import suggestion

Kind = Literal["integer", "text", "category"]
MAX_BYTES = 8 * 2**30  # a text file that unpacks to more is refused: no table of ours comes near


@dataclass(frozen=True, eq=False)
class TextTable:
    """Columns of one file, and where each row stands in it.

    `columns[name]` is a pyarrow array: int64, string, or dictionary of strings, as asked for.
    """

    path: Path
    text: bytes
    columns: Mapping[str, Any]

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def place(self, row: int) -> str:
        """Where a row of the table stands: file and line (lines count from 1, the header is line 1)."""
        seen = -2
        for number, line in enumerate(self.text.split(b"\n"), 1):
            seen += bool(line.strip(b"\r"))
            if seen == row:
                return f"{self.path}, line {number}"
        return f"{self.path}, row {row}"


def read_text(path: Path, *, limit: int = MAX_BYTES) -> bytes:
    """The UTF-8 text of a plain or `.gz` file, or a `GraphError` that says what is wrong with it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise GraphError(
            f"{path}: cannot be read ({error.strerror}); expected a text file"
        ) from error
    if path.suffix == ".gz":
        data = _unpack(path, data, limit)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise GraphError(
            f"{path}, line {line}: byte 0x{data[error.start]:02x} is not UTF-8; save the file with UTF-8 encoding"
        ) from error
    return data.removeprefix(b"\xef\xbb\xbf")


def read_delimited(
    path: Path,
    columns: Mapping[str, Kind],
    *,
    optional: Mapping[str, Kind] | None = None,
    delimiter: str = "\t",
) -> TextTable:
    r"""Reads the named columns of a delimited text file without quoting.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp(), "nodes.tsv")
    >>> _ = path.write_text("id\ttype\n7\tpaper\n")
    >>> read_delimited(path, {"id": "integer", "type": "text"}).columns["id"].to_pylist()
    [7]
    """
    import pyarrow as pa
    from pyarrow import csv

    text = read_text(path)
    header = text.split(b"\n", 1)[0].rstrip(b"\r").decode().split(delimiter)
    if len(set(header)) < len(header):
        raise GraphError(f"{path}, line 1: the header {header} names a column twice")
    for column in columns:
        if column not in header:
            raise GraphError(
                f"{path}, line 1: column {column!r} is missing; the header is {header}, expected {', '.join(columns)} "
                f"separated by {delimiter!r}"
            )
    kinds = {**columns, **{name: kind for name, kind in (optional or {}).items() if name in header}}
    types = {
        "integer": pa.int64(),
        "text": pa.string(),
        "category": pa.dictionary(pa.int32(), pa.string()),
    }
    try:
        table = csv.read_csv(
            pa.BufferReader(text),
            parse_options=csv.ParseOptions(delimiter=delimiter, quote_char=False),
            convert_options=csv.ConvertOptions(
                column_types={name: types[kind] for name, kind in kinds.items()},
                include_columns=list(kinds),
                null_values=[],
                check_utf8=False,
            ),
        )
    except pa.ArrowInvalid as error:
        raise _explain(path, text, header, kinds, delimiter, error) from error
    merged = {name: table.column(name).unify_dictionaries().combine_chunks() for name in kinds}
    return TextTable(path, text, merged)


def find_file(folder: Path, name: str) -> Path | None:
    """The file `name` of a folder, or `name` + `.gz`; None where neither exists."""
    for candidate in (folder / (name + ".gz"), folder / name):
        if candidate.is_file():
            return candidate
    return None


def require_file(folder: Path, name: str) -> Path:
    """Like `find_file`, but a missing file is a `GraphError` that lists what the folder has."""
    found = find_file(folder, name)
    if found is None:
        there = sorted(p.name for p in folder.iterdir()) if folder.is_dir() else []
        raise GraphError(f"{folder / name}: no such file (nor {name}.gz){suggestion(name, there)}")
    return found


def _unpack(path: Path, data: bytes, limit: int) -> bytes:
    parts: list[bytes] = []
    room = limit
    try:
        while data.strip(b"\0"):
            stream = zlib.decompressobj(31)
            parts.append(stream.decompress(data, room + 1))
            room -= len(parts[-1])
            if room < 0:
                raise GraphError(
                    f"{path}: unpacks to more than {limit:,} bytes; refused. Split the table or unpack it by hand"
                )
            if not stream.eof:
                raise GraphError(
                    f"{path}: broken gzip, the file ends too early; fetch or pack it again"
                )
            data = stream.unused_data
    except zlib.error as error:
        raise GraphError(f"{path}: broken gzip ({error}); fetch or pack it again") from error
    return b"".join(parts)


def _explain(
    path: Path,
    text: bytes,
    header: list[str],
    kinds: Mapping[str, Kind],
    delimiter: str,
    error: Exception,
) -> GraphError:
    integers = [header.index(name) for name, kind in kinds.items() if kind == "integer"]
    for number, raw in enumerate(text.decode().split("\n"), 1):
        line = raw.rstrip("\r")
        fields = line.split(delimiter)
        if number == 1 or not line:
            continue
        if len(fields) != len(header):
            return GraphError(
                f"{path}, line {number}: {len(fields)} columns in {line[:80]!r}, expected {len(header)}: {', '.join(header)}"
            )
        for position in integers:
            value = fields[position]
            if not re.fullmatch(r"-?\d+", value) or not -(2**63) <= int(value) < 2**63:
                return GraphError(
                    f"{path}, line {number}: {value!r} in column {header[position]!r} is not an integer (64 bit)"
                )
    return GraphError(f"{path}: {error}")
