"""Bytes of a file as UTF-8 text: gzip and zip unpacked, the encoding found."""

from __future__ import annotations

import codecs
import io
import lzma
import struct
import zipfile
import zlib
from pathlib import Path

from motifcnn.errors import GraphError
from motifcnn.graph.io.delimited import unpack_gzip
from motifcnn.graph.tables.problems import TableError, TableProblem
from motifcnn.readable import clipped
from motifcnn.sealed import UnreadableError, read_regular
from motifcnn.sealed.limits import unpacked_limit

_MARKS = {  # UTF-32 first: its little-endian mark begins with that of UTF-16
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_BROKEN_ZIP = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,
    OSError,
    RuntimeError,
    UnicodeDecodeError,
    struct.error,
)


def read_file(path: Path) -> bytes:
    """The content of a file of a folder of tables, as it is."""
    try:
        return read_regular(path, within=path.parent)
    except UnreadableError as error:
        remedy = "check that it is a readable file of this folder"
        problem = TableProblem(path.name, f"cannot be read ({error.strerror})", remedy)
        raise TableError([problem]) from error


def read_bytes(path: Path) -> bytes:
    """The content of a file; one member where it is a `.gz` or `.zip`."""
    data = read_file(path)
    if path.suffix == ".gz":
        try:
            return unpack_gzip(path, data, unpacked_limit(len(data)))
        except GraphError as error:
            reason = str(error).removeprefix(f"{path}: ")
            raise TableError([TableProblem(path.name, *_split(reason))]) from error
    return _unzip(path, data) if path.suffix == ".zip" else data


def decode(file: str, data: bytes, encoding: str | None = None) -> tuple[str, str]:
    r"""The text and its encoding; line ends become "\n".

    The encoding follows from a byte order mark, else it is UTF-8, else Windows-1252 or, where a
    byte is none of its characters, Latin-1.

    Examples
    --------
    >>> decode("a.csv", "id\r\nZoë".encode("utf-16"))
    ('id\nZoë', 'utf-16')
    >>> decode("a.csv", "Zoë".encode("cp1252"))
    ('Zoë', 'cp1252')
    """
    if marked := encoding is None and data.startswith(codecs.BOM_UTF8):
        data = data.removeprefix(codecs.BOM_UTF8)
    for name in [encoding or "utf-8"] if encoding or marked else _candidates(data):
        try:
            text = data.decode(name)
        except LookupError:
            remedy = 'use a name such as "utf-8" or "cp1252", or delete the line'
            problem = TableProblem(file, f"unknown encoding {name!r} in the mapping", remedy)
            raise TableError([problem]) from None
        except UnicodeDecodeError as error:
            if marked or name == encoding or name.startswith(("utf-16", "utf-32")):
                line = data[: error.start].count(b"\n") + 1
                message = f"byte 0x{data[error.start]:02x} is not {name}"
                remedy = "save the file with UTF-8 encoding"
                raise TableError([TableProblem(file, message, remedy, line)]) from error
            continue
        if (at := text.find("\0")) >= 0:
            message = "a NUL character: this is no text"
            remedy = "save the table as CSV or Parquet"
            raise TableError([TableProblem(file, message, remedy, text.count("\n", 0, at) + 1)])
        return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), name
    raise AssertionError("Latin-1 decodes every byte")


def _candidates(data: bytes) -> list[str]:
    for mark, name in _MARKS.items():
        if data.startswith(mark):
            return [name]
    head = data[:2000]
    if head[1::2].count(0) > len(head) // 4 and not head[::2].count(0):
        return ["utf-16-le"]
    if head[::2].count(0) > len(head) // 4 and not head[1::2].count(0):
        return ["utf-16-be"]
    return ["utf-8", "cp1252", "latin-1"]


def _unzip(path: Path, data: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = [
                info
                for info in archive.infolist()
                if not info.is_dir() and not info.filename.startswith("__MACOSX")
            ]
            if len(files) != 1:
                message = f"the archive has {len(files)} files, expected one table"
                problem = TableProblem(path.name, message, "unpack it into the folder")
                raise TableError([problem])
            if files[0].file_size > unpacked_limit(len(data)):
                message = f"unpacks to more than {unpacked_limit(len(data)):,} bytes"
                raise TableError([TableProblem(path.name, message, "unpack it by hand")])
            return archive.read(files[0])
    except _BROKEN_ZIP as error:
        problem = TableProblem(
            path.name, f"broken zip ({clipped(str(error))})", "fetch or pack it again"
        )
        raise TableError([problem]) from error


def _split(sentence: str) -> tuple[str, str]:
    message, _, remedy = sentence.rpartition("; ")
    return message or sentence, remedy if message else "fetch or pack it again"
