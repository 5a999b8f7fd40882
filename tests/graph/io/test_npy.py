"""Arrays come back equal; a header that is none, or claims another size, is refused."""

from __future__ import annotations

import io
import struct
from typing import Any

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.io.npy import read_npy


def saved(values: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, values, allow_pickle=values.dtype == object)
    return file.getvalue()


def with_header(text: str, body: bytes = b"") -> bytes:
    header = text.encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + body


@pytest.mark.parametrize(
    "values",
    [
        np.arange(5),
        np.array(7),
        np.empty(0, np.int32),
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        np.array(["a", "bcd"]),
        np.array([True, False]),
        np.arange(3, dtype=">i8"),
    ],
    ids=str,
)
def test_arrays_come_back_as_numpy_reads_them(values: Any) -> None:
    found, expected = read_npy(saved(values), "a.npy"), np.load(io.BytesIO(saved(values)))
    np.testing.assert_array_equal(found, expected)
    assert found.dtype.str == expected.dtype.str
    assert found.flags.writeable


def archive() -> bytes:
    file = io.BytesIO()
    np.savez(file, np.arange(3))
    return file.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x93NUMPY",
        b"\x93NUMPY\x01\x00",
        b"\x93NUMPY\x09\x00" + b"\0" * 50,
        saved(np.arange(9))[:40],
        saved(np.arange(9))[:-1],
        saved(np.arange(9)) + b"\0",
        saved(np.array([{}], object)),
        archive(),
        with_header("{'descr': '<i8', 'fortran_order': False, 'shape': (1099511627776,)}"),
        with_header("{'descr': '<i8', 'fortran_order': False, 'shape': (-1,)}"),
        with_header("{'descr': '<i8', 'fortran_order': False, 'shape': (2, -1, 2)}", b"\0" * 32),
        with_header("{'descr': '<U20000000', 'fortran_order': False, 'shape': (3,)}"),
        with_header("{'descr': '<i8', 'fortran_order': False, 'shape': ("),
        with_header("{'descr': '<i8', 'fortran_order': False, 'shape': (3L,"),
        with_header('"""'),
        with_header("(" * 3000),
        with_header("__import__('os').system('true')"),
        with_header("{'descr': [('a', '<i8')], 'fortran_order': False, 'shape': (0,)}"),
        with_header("[]"),
    ],
    ids=range(20),
)
def test_what_is_no_array_is_one_error(data: bytes) -> None:
    with pytest.raises(GraphError, match=r"^a\.npy") as caught:
        read_npy(data, "a.npy")
    assert len(str(caught.value)) < 500
