"""The one reader of delimited text: UTF-8, plain or gzip, one header line.

Every problem is a `GraphError` that names the file, the line and the value.
"""

from __future__ import annotations

import csv
import io
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from motifcnn.errors import GraphError
from motifcnn.graph.schema import suggestion
from motifcnn.readable import clipped, shown
from motifcnn.sealed import UnreadableError, read_regular
from motifcnn.sealed.limits import MAX_BYTES, unpacked_limit

Kind = Literal["integer", "text", "category"]


@dataclass(frozen=True, eq=False)
class TextTable:
    """Columns of one file.

    Parameters
    ----------
    path : Path
    text : bytes
    columns : mapping of name to pyarrow array
        Of int64, string, or dictionary of strings, by the kind that was asked for.
    delimiter : str
    quoted : bool
        Whether cells may stand in double quotes.
    """

    path: Path
    text: bytes
    columns: Mapping[str, Any]
    delimiter: str = "\t"
    quoted: bool = False

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def place(self, row: int) -> str:
        """File and line of a row; lines count from 1, and the header is line 1."""
        found = records(self.text, self.delimiter, self.quoted)
        for at, (line, _) in enumerate(found, -1):
            if at == row:
                return f"{self.path}, line {line}"
        return f"{self.path}, row {row}"


def read_delimited(
    path: Path,
    columns: Mapping[str, Kind] | None = None,
    *,
    optional: Mapping[str, Kind] | None = None,
    others: bool = False,
    delimiter: str = "\t",
    quoted: bool = False,
    within: Path | None = None,
) -> TextTable:
    r"""Reads a table from a text file.

    Parameters
    ----------
    path : Path
        Plain text, or gzip where the name ends in `.gz`.
    columns : mapping of name to "integer", "text" or "category", optional
        The columns to read, which must be there; None reads all of them as text.
    optional : mapping of name to kind, optional
        Columns to read where the file has them.
    others : bool
        Whether to read all further columns as text.
    delimiter : str
    quoted : bool
        Whether cells may stand in double quotes, and then hold delimiters and line ends.
    within : Path, optional
        A folder: a link that leads out of it is refused.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp(), "nodes.tsv")
    >>> _ = path.write_text("id\ttype\n7\tpaper\n")
    >>> read_delimited(path, {"id": "integer", "type": "text"}).columns["id"].to_pylist()
    [7]
    """
    import pyarrow as pa

    text = read_text(path, within=within)
    header = _header(path, text, delimiter, quoted, columns or {})
    if columns is None:
        columns = dict.fromkeys(header, "text")
    kinds = {**columns, **{name: kind for name, kind in (optional or {}).items() if name in header}}
    if others:
        kinds |= {name: "text" for name in header if name not in kinds}
    try:
        table = parse_columns(text, kinds, delimiter=delimiter, quoted=quoted)
    except pa.ArrowInvalid as error:
        problem = _first_problem(text, header, kinds, delimiter, quoted)
        problem = problem or f": {clipped(str(error))}"
        raise GraphError(f"{path}{problem}") from error
    except pa.ArrowKeyError as error:  # pyarrow ends the header where we do not
        raise GraphError(
            f"{path}, line 1: a line end inside the header; expected its columns in one line"
        ) from error
    merged = {name: table.column(name).unify_dictionaries().combine_chunks() for name in kinds}
    return TextTable(path, text, merged, delimiter, quoted)


def parse_columns(
    text: bytes,
    kinds: Mapping[str, Kind],
    *,
    delimiter: str,
    quoted: bool,
    names: Sequence[str] | None = None,
) -> Any:
    r"""The named columns of UTF-8 text as a pyarrow table; blank lines are no rows.

    Parameters
    ----------
    text : bytes
    kinds : mapping of name to "integer", "text" or "category"
    delimiter : str
    quoted : bool
    names : sequence of str, optional
        Of all columns, where the text has no header line.

    Raises
    ------
    pyarrow.ArrowInvalid
        Where a row has another number of cells than the header, or a cell is of another kind.

    Examples
    --------
    >>> table = parse_columns(b"a;b", {"y": "text"}, delimiter=";", quoted=True, names=["x", "y"])
    >>> table.to_pydict()
    {'y': ['b']}
    """
    import pyarrow as pa
    from pyarrow import csv as arrow_csv

    types = {
        "integer": pa.int64(),
        "text": pa.string(),
        "category": pa.dictionary(pa.int32(), pa.string()),
    }
    return arrow_csv.read_csv(
        pa.BufferReader(text),
        read_options=arrow_csv.ReadOptions(column_names=names),
        parse_options=arrow_csv.ParseOptions(
            delimiter=delimiter,
            quote_char='"' if quoted else False,
            newlines_in_values=quoted,
        ),
        convert_options=arrow_csv.ConvertOptions(
            column_types={name: types[kind] for name, kind in kinds.items()},
            include_columns=list(kinds),
            null_values=[],
            check_utf8=False,
        ),
    )


def read_text(path: Path, *, limit: int = MAX_BYTES, within: Path | None = None) -> bytes:
    """The UTF-8 text of a plain or `.gz` file, without a byte order mark.

    The text has at most `limit` bytes, that of a `.gz` file also at most `unpacked_limit` of its
    size. A link that leads out of the folder `within` is refused.
    """
    packed = path.suffix == ".gz"
    try:
        data = read_regular(path, limit=MAX_BYTES if packed else limit, within=within)
    except UnreadableError as error:
        raise GraphError(
            f"{path}: cannot be read ({error.strerror}); expected a text file"
        ) from error
    if packed:
        data = unpack_gzip(path, data, min(limit, unpacked_limit(len(data))))
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise GraphError(
            f"{path}, line {line}: byte 0x{data[error.start]:02x} is not UTF-8; "
            "save the file with UTF-8 encoding"
        ) from error
    return data.removeprefix(b"\xef\xbb\xbf")


def read_lines(path: Path, *, within: Path | None = None) -> Iterator[tuple[int, str]]:
    """(line number, text) of every line of a plain or `.gz` file that is not blank."""
    for number, line in enumerate(read_text(path, within=within).decode().split("\n"), 1):
        if line.strip():
            yield number, line.rstrip("\r")


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


def unpack_gzip(path: Path, data: bytes, limit: int) -> bytes:
    """The content of a gzip file; a `GraphError` where it is broken or above the limit."""
    parts: list[bytes] = []
    room = limit
    try:
        while data.strip(b"\0"):
            stream = zlib.decompressobj(31)
            parts.append(stream.decompress(data, room + 1))
            room -= len(parts[-1])
            if room < 0:
                raise GraphError(
                    f"{path}: unpacks to more than {limit:,} bytes; refused. "
                    "Split the table or unpack it by hand"
                )
            if not stream.eof:
                raise GraphError(
                    f"{path}: broken gzip, the file ends too early; fetch or pack it again"
                )
            data = stream.unused_data
    except zlib.error as error:
        raise GraphError(f"{path}: broken gzip ({error}); fetch or pack it again") from error
    return b"".join(parts)


def _header(
    path: Path, text: bytes, delimiter: str, quoted: bool, required: Mapping[str, Kind]
) -> list[str]:
    first = text.split(b"\n", 1)[0].rstrip(b"\r")
    _, header = next(records(first, delimiter, quoted), (1, [""]))
    if len(set(header)) < len(header):
        raise GraphError(f"{path}, line 1: the header {shown(header)} names a column twice")
    for column in required:
        if column not in header:
            raise GraphError(
                f"{path}, line 1: column {column!r} is missing; the header is {shown(header)}, "
                f"expected {', '.join(required)} separated by {delimiter!r}"
            )
    if not first:
        raise GraphError(
            f"{path}, line 1: the header is missing; expected the names of the columns"
        )
    return header


def records(text: bytes, delimiter: str, quoted: bool) -> Iterator[tuple[int, list[str]]]:
    """(first line, cells) of every record, the header included; blank lines are no records."""
    if not quoted:
        for number, raw in enumerate(text.decode().split("\n"), 1):
            if line := raw.rstrip("\r"):
                yield number, line.split(delimiter)
        return
    reader = csv.reader(io.StringIO(text.decode(), newline=""), delimiter=delimiter)
    line_number = 1
    for cells in reader:
        if cells:
            yield line_number, cells
        line_number = reader.line_num + 1


def _first_problem(
    text: bytes, header: list[str], kinds: Mapping[str, Kind], delimiter: str, quoted: bool
) -> str | None:
    """Line and value of the first record that does not fit the header; None where all fit."""
    integers = [header.index(name) for name, kind in kinds.items() if kind == "integer"]
    for line, cells in records(text, delimiter, quoted):
        if line == 1:
            continue
        if len(cells) != len(header):
            return (
                f", line {line}: {len(cells)} columns in {delimiter.join(cells)[:80]!r}, "
                f"expected {len(header)}: {clipped(', '.join(header))}"
            )
        for position in integers:
            value = cells[position]
            if not re.fullmatch(r"-?\d{1,30}", value) or not -(2**63) <= int(value) < 2**63:
                return (
                    f", line {line}: {shown(value)} in column {header[position]!r} "
                    "is not an integer (64 bit)"
                )
    return None
