"""Feature matrices in `.npz` files, read without trusting them: no pickle, and no allocation that the contents do not justify."""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError

MAX_BYTES = 8 * 2**30
_HEADER_BYTES = 16_384
_BROKEN = (zipfile.BadZipFile, zlib.error, lzma.LZMAError)


def read_features(
    source: Path | bytes, rows: int, *, where: str | None = None, limit: int = MAX_BYTES
) -> Any:
    """A (rows, d) feature matrix: CSR from `indices`, `indptr`, `data`, `shape`; or dense from `dense`.

    Parameters
    ----------
    source : path or the file's bytes
    rows : int
        Nodes of the type: the rows that the matrix must have.
    where : str, optional
        The file's name in messages when `source` is bytes.
    limit : int
        Bytes that the unpacked arrays may take together.

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
    name = where or str(source)
    try:
        with zipfile.ZipFile(source if isinstance(source, Path) else io.BytesIO(source)) as archive:
            return _read_archive(archive, rows, name, limit)
    except (OSError, EOFError, ValueError, NotImplementedError, RuntimeError, *_BROKEN) as error:
        if isinstance(error, GraphError):
            raise
        raise GraphError(
            f"{name}: not a readable .npz file ({error}); save it again with scipy.sparse.save_npz"
        ) from error


def write_features(path: Path, matrix: Any) -> None:
    """Writes a sparse or dense matrix in the form that `read_features` reads."""
    if sparse.issparse(matrix):
        csr = sparse.csr_array(matrix)
        np.savez_compressed(
            path,
            indices=csr.indices,
            indptr=csr.indptr,
            data=csr.data,
            shape=np.array(csr.shape, np.int64),
            format=np.array("csr"),
        )
    else:
        np.savez_compressed(path, dense=np.asarray(matrix))


def _read_archive(archive: zipfile.ZipFile, rows: int, name: str, limit: int) -> Any:
    members = {entry.filename.removesuffix(".npy"): entry for entry in archive.infolist()}
    if len(members) < len(archive.infolist()):
        raise GraphError(f"{name}: the archive holds a member twice; expected each array once")
    total = sum(entry.file_size for entry in members.values())
    if total > limit:
        raise GraphError(
            f"{name}: unpacks to {total:,} bytes, more than the limit of {limit:,}; "
            "refused before unpacking"
        )
    headers = {key: _header(archive, entry, name) for key, entry in members.items()}
    if "dense" in headers:
        return _dense(archive, members, headers, rows, name)
    for key in ("indices", "indptr", "data", "shape"):
        if key not in headers:
            raise GraphError(
                f"{name}: array {key!r} is missing, found {', '.join(sorted(headers))}; "
                "save it with scipy.sparse.save_npz"
            )
    stored = (
        _array(archive, members["format"], headers["format"], (), name).item()
        if "format" in headers
        else "csr"
    )
    if stored not in ("csr", b"csr"):
        raise GraphError(f"{name}: sparse format {stored!r}, expected 'csr'; save matrix.tocsr()")
    _require_shape("shape", headers["shape"], (2,), name)
    shape = tuple(int(n) for n in _array(archive, members["shape"], headers["shape"], (2,), name))
    if shape[0] != rows:
        raise GraphError(
            f"{name}: {shape[0]:,} feature rows, but there are {rows:,} nodes of the type"
        )
    if not 0 <= shape[1] < 2**31:
        raise GraphError(f"{name}: {shape[1]:,} columns; expected 0 to 2147483647")
    _require_shape("indptr", headers["indptr"], (rows + 1,), name)
    stored_values = headers["indices"][0]
    if len(stored_values) != 1 or stored_values[0] > shape[0] * shape[1]:
        raise GraphError(
            f"{name}: indices of shape {stored_values}, "
            f"expected at most {shape[0] * shape[1]:,} for a {shape} matrix"
        )
    _require_shape("data", headers["data"], stored_values, name)
    indptr = _integers("indptr", archive, members, headers, name)
    if indptr[0] != 0 or indptr[-1] != stored_values[0] or (np.diff(indptr) < 0).any():
        raise GraphError(
            f"{name}: indptr must rise from 0 to {stored_values[0]:,}, "
            f"got {indptr[0]} to {indptr[-1]}, or falls between"
        )
    indices = _integers("indices", archive, members, headers, name)
    if len(indices) and not 0 <= indices.min() <= indices.max() < shape[1]:
        bad = int(np.flatnonzero((indices < 0) | (indices >= shape[1]))[0])
        row = int(np.searchsorted(indptr, bad, "right")) - 1
        raise GraphError(
            f"{name}, row {row}: column {indices[bad]} is out of range, "
            f"expected 0 to {shape[1] - 1}"
        )
    data = _array(archive, members["data"], headers["data"], stored_values, name)
    numbers = _finite(data, name, lambda at: int(np.searchsorted(indptr, at, "right")) - 1)
    return sparse.csr_array((numbers, indices, indptr), shape=shape)


def _dense(
    archive: zipfile.ZipFile,
    members: dict[str, zipfile.ZipInfo],
    headers: dict[str, Any],
    rows: int,
    name: str,
) -> Any:
    shape = headers["dense"][0]
    if len(shape) != 2 or shape[0] != rows:
        raise GraphError(
            f"{name}: dense features of shape {shape}, but there are {rows:,} nodes of the type; "
            f"expected ({rows}, columns)"
        )
    return _finite(
        _array(archive, members["dense"], headers["dense"], shape, name),
        name,
        lambda at: at // shape[1],
    )


def _header(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str
) -> tuple[tuple[int, ...], bool, np.dtype[Any], int]:
    """Shape, Fortran order, dtype and header length of a member; the size it claims is checked against the archive."""
    with archive.open(entry) as stream:
        start = io.BytesIO(stream.read(min(entry.file_size, _HEADER_BYTES)))
    version = np.lib.format.read_magic(start)
    read = (
        np.lib.format.read_array_header_1_0
        if version == (1, 0)
        else np.lib.format.read_array_header_2_0
    )
    shape, fortran, dtype = read(start)
    if dtype.hasobject or dtype.kind not in "biufSU" or dtype.itemsize > 64:
        raise GraphError(
            f"{name}: array {entry.filename} has dtype {dtype}, "
            "which could run code or hides structure; expected plain numbers"
        )
    declared = dtype.itemsize * int(np.prod(shape, dtype=object)) + start.tell()
    if declared != entry.file_size or any(n < 0 for n in shape):
        raise GraphError(
            f"{name}: array {entry.filename} claims shape {shape} = {declared:,} bytes, "
            f"but holds {entry.file_size:,}"
        )
    return shape, fortran, dtype, start.tell()


def _array(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, header: Any, shape: tuple[int, ...], name: str
) -> npt.NDArray[Any]:
    _require_shape(entry.filename, header, shape, name)
    with archive.open(entry) as stream:
        stream.read(header[3])
        content = stream.read(entry.file_size - header[3])
    return np.frombuffer(content, dtype=header[2]).reshape(shape, order="F" if header[1] else "C")


def _integers(
    key: str,
    archive: zipfile.ZipFile,
    members: dict[str, zipfile.ZipInfo],
    headers: dict[str, Any],
    name: str,
) -> npt.NDArray[Any]:
    values = _array(archive, members[key], headers[key], headers[key][0], name)
    if values.dtype.kind not in "iu" or values.dtype == np.uint64:
        raise GraphError(f"{name}: array {key} has dtype {values.dtype}, expected int32 or int64")
    return values.astype(
        np.int32 if values.dtype.itemsize <= 4 and values.dtype != np.uint32 else np.int64,
        copy=False,
    )


def _finite(values: npt.NDArray[Any], name: str, row_of: Any) -> npt.NDArray[np.float32]:
    if values.dtype.kind not in "biuf":
        raise GraphError(f"{name}: feature values have dtype {values.dtype}, expected numbers")
    with np.errstate(over="ignore"):
        numbers = values.astype(np.float32)
    if not np.isfinite(numbers).all():
        at = int(np.flatnonzero(~np.isfinite(numbers.ravel()))[0])
        raise GraphError(
            f"{name}, row {row_of(at)}: the value {values.ravel()[at]} is not finite in float32; "
            "only finite values train"
        )
    return numbers


def _require_shape(key: str, header: Any, expected: tuple[int, ...], name: str) -> None:
    if header[0] != expected:
        raise GraphError(f"{name}: array {key} has shape {header[0]}, expected {expected}")
