"""Arrays of plain values in the form of `.npy`, their size checked before anything is allocated."""

from __future__ import annotations

import io
from dataclasses import dataclass
from math import prod
from tokenize import TokenError
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.readable import clipped, shown

HEADER_BYTES = 16_384  # that a header may take
# numpy parses a header as a Python literal.
_BROKEN = (ValueError, TypeError, EOFError, SyntaxError, TokenError, MemoryError, RecursionError)


@dataclass(frozen=True)
class Header:
    """Shape, order and dtype of an array, and where its values begin."""

    shape: tuple[int, ...]
    fortran: bool
    dtype: np.dtype[Any]
    start: int


def read_npy(data: bytes, where: str) -> npt.NDArray[Any]:
    """The array in a file's bytes, as a copy of its own.

    Raises
    ------
    GraphError
        If the header is none, or claims another size than the file has.

    Examples
    --------
    >>> file = io.BytesIO()
    >>> np.save(file, np.array([3, 4]))
    >>> read_npy(file.getvalue(), "a.npy")
    array([3, 4])
    """
    header = read_header(data[:HEADER_BYTES], len(data), where)
    values = np.frombuffer(data, header.dtype, offset=header.start)
    return values.reshape(header.shape, order="F" if header.fortran else "C").copy()


def read_header(start: bytes, size: int, where: str) -> Header:
    """The header at the start of a file of `size` bytes; a `GraphError` unless both agree."""
    stream = io.BytesIO(start)
    try:
        version = np.lib.format.read_magic(stream)
        read = {
            (1, 0): np.lib.format.read_array_header_1_0,
            (2, 0): np.lib.format.read_array_header_2_0,
        }[version]
        shape, fortran, dtype = read(stream)
    except KeyError as error:
        raise GraphError(f"{where}: version {version} of .npy, expected 1.0 or 2.0") from error
    except _BROKEN as error:
        raise GraphError(f"{where}: not an array ({clipped(str(error))})") from error
    if not is_plain(dtype):
        raise GraphError(
            f"{where} has dtype {shown(str(dtype))}, which could run code or hides structure; "
            "expected plain numbers"
        )
    declared = dtype.itemsize * prod(shape) + stream.tell()
    if any(n < 0 for n in shape) or declared != size:
        raise GraphError(
            f"{where} claims shape {shown(shape)} of {dtype}, but the file has {size:,} bytes"
        )
    return Header(shape, fortran, dtype, stream.tell())


def is_plain(dtype: np.dtype[Any]) -> bool:
    """Whether values are booleans, numbers or short texts, which cannot run code."""
    return not dtype.hasobject and dtype.kind in "biufSU" and 0 < dtype.itemsize <= 64
