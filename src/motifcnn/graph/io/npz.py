"""Feature matrices and other arrays in `.npz` files from anywhere.

Reading never unpickles, and allocates no more than the contents of the file justify.
"""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.io.npy import HEADER_BYTES, Header, is_plain, read_header
from motifcnn.readable import clipped
from motifcnn.sealed import UnreadableError, read_regular, write
from motifcnn.sealed.limits import unpacked_limit

_BROKEN = (zipfile.BadZipFile, zlib.error, lzma.LZMAError)


def read_features(
    source: Path | bytes, rows: int, *, where: str | None = None, limit: int | None = None
) -> Any:
    """A (rows, d) feature matrix.

    The file holds the CSR arrays `indices`, `indptr`, `data`, `shape`, or one array `dense`.

    Parameters
    ----------
    source : path or the file's bytes
    rows : int
        Nodes of the type: the rows that the matrix must have.
    where : str, optional
        The file's name in messages when `source` is bytes.
    limit : int, optional
        Bytes that the unpacked arrays may take together; default: `unpacked_limit` of the file.

    Returns
    -------
    csr_array or ndarray of float32

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp(), "features.npz")
    >>> write_features(path, sparse.csr_array([[0, 2.0], [1, 0]]))
    >>> read_features(path, rows=2).toarray().tolist()
    [[0.0, 2.0], [1.0, 0.0]]
    """
    with _opened(source, where, limit) as arrays:
        return _dense(arrays, rows) if "dense" in arrays else _csr(arrays, rows)


def write_features(path: Path, matrix: Any) -> None:
    """Writes a sparse or dense matrix in the form that `read_features` reads."""
    if sparse.issparse(matrix):
        csr = sparse.csr_array(matrix)
        parts = {part: getattr(csr, part) for part in ("indices", "indptr", "data")}
        shape, form = np.array(csr.shape, np.int64), np.array("csr")
        _write(path, parts | {"shape": shape, "format": form})
    else:
        _write(path, {"dense": np.asarray(matrix)})


def read_arrays(
    source: Path | bytes, *, where: str | None = None, limit: int | None = None
) -> dict[str, npt.NDArray[Any]]:
    """All arrays of a file, by name; arguments as in `read_features`.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp(), "state.npz")
    >>> write_arrays(path, {"centre": np.array([1.5])})
    >>> read_arrays(path)
    {'centre': array([1.5])}
    """
    with _opened(source, where, limit) as arrays:
        return {key: arrays.read(key) for key in arrays.members}


def write_arrays(path: Path, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Writes arrays of booleans, numbers or short texts in the form that `read_arrays` reads."""
    for name, values in arrays.items():
        if not is_plain(values.dtype):
            raise GraphError(
                f"{path.name}: array {name!r} has dtype {values.dtype}; expected plain numbers"
            )
    _write(path, arrays)


def _write(path: Path, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    write(path, lambda file: _pack(file, arrays))


def _pack(file: Path, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """As `np.savez_compressed`, which before NumPy 2.2 cannot be told to refuse objects."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, values in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, np.asanyarray(values), allow_pickle=False)


@contextmanager
def _opened(source: Path | bytes, where: str | None, limit: int | None) -> Iterator[_Arrays]:
    name = where or str(source)
    try:
        data = read_regular(source, within=source.parent) if isinstance(source, Path) else source
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield _Arrays(archive, name, unpacked_limit(len(data)) if limit is None else limit)
    except UnreadableError as error:
        raise GraphError(f"{name}: cannot be read ({error.strerror})") from error
    except (OSError, EOFError, ValueError, NotImplementedError, RuntimeError, *_BROKEN) as error:
        if isinstance(error, GraphError):
            raise
        raise GraphError(
            f"{name}: not a readable .npz file ({clipped(str(error))}); save it again with "
            "scipy.sparse.save_npz"
        ) from error


class _Arrays:
    """The arrays of an archive; dtypes and sizes are checked before anything is unpacked."""

    def __init__(self, archive: zipfile.ZipFile, name: str, limit: int) -> None:
        self.archive, self.name = archive, name
        self.members = {entry.filename.removesuffix(".npy"): entry for entry in archive.infolist()}
        if len(self.members) < len(archive.infolist()):
            raise GraphError(f"{name}: the archive holds a member twice; expected each array once")
        total = sum(entry.file_size for entry in self.members.values())
        if total > limit:
            raise GraphError(
                f"{name}: unpacks to {total:,} bytes, more than the limit of {limit:,}; "
                "refused before unpacking"
            )
        self.headers = {key: self._header(entry) for key, entry in self.members.items()}

    def __contains__(self, key: str) -> bool:
        return key in self.members

    def shape(self, key: str) -> tuple[int, ...]:
        return self.headers[key].shape

    def require_shape(self, key: str, expected: tuple[int, ...]) -> None:
        if self.shape(key) != expected:
            raise GraphError(
                f"{self.name}: array {key} has shape {self.shape(key)}, expected {expected}"
            )

    def read(self, key: str) -> npt.NDArray[Any]:
        header = self.headers[key]
        with self.archive.open(self.members[key]) as stream:
            stream.read(header.start)
            content = stream.read(self.members[key].file_size - header.start)
        values = np.frombuffer(content, dtype=header.dtype)
        return values.reshape(header.shape, order="F" if header.fortran else "C")

    def integers(self, key: str) -> npt.NDArray[Any]:
        """The array as int32 where its dtype fits into that, else as int64."""
        values = self.read(key)
        if values.dtype.kind not in "iu" or values.dtype == np.uint64:
            raise GraphError(
                f"{self.name}: array {key} has dtype {values.dtype}, expected int32 or int64"
            )
        narrow = values.dtype.itemsize <= 4 and values.dtype != np.uint32
        return values.astype(np.int32 if narrow else np.int64, copy=False)

    def floats(self, key: str, row_of: Callable[[int], int]) -> npt.NDArray[np.float32]:
        """The array as float32; `row_of` gives the row of a position, for the error."""
        values = self.read(key)
        if values.dtype.kind not in "biuf":
            raise GraphError(
                f"{self.name}: feature values have dtype {values.dtype}, expected numbers"
            )
        with np.errstate(over="ignore"):
            numbers = values.astype(np.float32)
        if not np.isfinite(numbers).all():
            at = int(np.flatnonzero(~np.isfinite(numbers.ravel()))[0])
            raise GraphError(
                f"{self.name}, row {row_of(at)}: the value {values.ravel()[at]} is not finite in "
                "float32; only finite values train"
            )
        return numbers

    def _header(self, entry: zipfile.ZipInfo) -> Header:
        """The header of a member, if it agrees with the member's size."""
        with self.archive.open(entry) as stream:
            start = stream.read(min(entry.file_size, HEADER_BYTES))
        return read_header(start, entry.file_size, f"{self.name}: array {entry.filename}")


def _dense(arrays: _Arrays, rows: int) -> Any:
    shape = arrays.shape("dense")
    if len(shape) != 2 or shape[0] != rows:
        raise GraphError(
            f"{arrays.name}: dense features of shape {shape}, but there are {rows:,} nodes of the "
            f"type; expected ({rows}, columns)"
        )
    return arrays.floats("dense", lambda at: at // shape[1])


def _csr(arrays: _Arrays, rows: int) -> Any:
    name = arrays.name
    for key in ("indices", "indptr", "data", "shape"):
        if key not in arrays:
            raise GraphError(
                f"{name}: array {key!r} is missing, found {', '.join(sorted(arrays.members))}; "
                "save it with scipy.sparse.save_npz"
            )
    if "format" in arrays:
        arrays.require_shape("format", ())
        if (stored := arrays.read("format").item()) not in ("csr", b"csr"):
            raise GraphError(
                f"{name}: sparse format {stored!r}, expected 'csr'; save matrix.tocsr()"
            )
    arrays.require_shape("shape", (2,))
    shape = tuple(int(n) for n in arrays.read("shape"))
    if shape[0] != rows:
        raise GraphError(
            f"{name}: {shape[0]:,} feature rows, but there are {rows:,} nodes of the type"
        )
    if not 0 <= shape[1] < 2**31:
        raise GraphError(f"{name}: {shape[1]:,} columns; expected 0 to 2147483647")
    arrays.require_shape("indptr", (rows + 1,))
    entries = arrays.shape("indices")
    if len(entries) != 1 or entries[0] > shape[0] * shape[1]:
        raise GraphError(
            f"{name}: indices of shape {entries}, expected at most {shape[0] * shape[1]:,} for a "
            f"{shape} matrix"
        )
    arrays.require_shape("data", entries)
    indptr = arrays.integers("indptr")
    if indptr[0] != 0 or indptr[-1] != entries[0] or (np.diff(indptr) < 0).any():
        raise GraphError(
            f"{name}: indptr must rise from 0 to {entries[0]:,}, got {indptr[0]} to {indptr[-1]}, "
            "or falls between"
        )

    def row_of(at: int) -> int:
        return int(np.searchsorted(indptr, at, "right")) - 1

    indices = arrays.integers("indices")
    if len(indices) and not 0 <= indices.min() <= indices.max() < shape[1]:
        bad = int(np.flatnonzero((indices < 0) | (indices >= shape[1]))[0])
        raise GraphError(
            f"{name}, row {row_of(bad)}: column {indices[bad]} is out of range, "
            f"expected 0 to {shape[1] - 1}"
        )
    return sparse.csr_array((arrays.floats("data", row_of), indices, indptr), shape=shape)
