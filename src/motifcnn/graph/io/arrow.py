"""Arrow columns as numpy arrays, without pandas.

Pyarrow's own conversion imports pandas, which takes a third of a second.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError


def numbers(column: Any) -> npt.NDArray[Any]:
    """The values of a column of integers or floats without gaps.

    Examples
    --------
    >>> import pyarrow
    >>> numbers(pyarrow.array([3, 4, 5])[1:]).tolist()
    [4, 5]
    """
    array = _without_gaps(column, "a number")
    names = {"halffloat": "float16", "float": "float32", "double": "float64"}
    try:
        dtype = np.dtype(names.get(str(array.type), str(array.type)))
    except TypeError as error:
        raise GraphError(f"a column holds {array.type}; expected numbers") from error
    if dtype.kind not in "iuf":
        raise GraphError(f"a column holds {array.type}; expected numbers")
    return _buffer(array, dtype)


def booleans(column: Any) -> npt.NDArray[np.bool_]:
    """The values of a column of booleans without gaps.

    Examples
    --------
    >>> import pyarrow
    >>> booleans(pyarrow.array([True, False, True])[1:]).tolist()
    [False, True]
    """
    array = _without_gaps(column, "true or false")
    if not len(array):
        return np.empty(0, bool)
    bits = np.frombuffer(array.buffers()[1], np.uint8)
    count = array.offset + len(array)
    return np.unpackbits(bits, count=count, bitorder="little")[array.offset :].astype(bool)


def times(column: Any) -> npt.NDArray[np.datetime64]:
    """The values of a column of `timestamp[us]`; a gap is NaT.

    Examples
    --------
    >>> import pyarrow
    >>> times(pyarrow.array([0, None], pyarrow.timestamp("us"))).tolist()
    [datetime.datetime(1970, 1, 1, 0, 0), None]
    """
    array = _whole(column)
    values = _buffer(array, np.dtype("datetime64[us]"))
    gaps = booleans(array.is_null())
    return np.where(gaps, np.datetime64("NaT"), values) if gaps.any() else values


def texts(column: Any) -> npt.NDArray[Any]:
    """The values of a column of texts, as Python objects.

    Examples
    --------
    >>> import pyarrow
    >>> texts(pyarrow.array(["a", "b"])).tolist()
    ['a', 'b']
    """
    values = column.to_pylist()
    result = np.empty(len(values), object)
    result[:] = values
    return result


def _without_gaps(column: Any, expected: str) -> Any:
    array = _whole(column)
    if array.null_count:
        raise GraphError(
            f"a column of {array.type} has {array.null_count} empty cells; "
            f"expected {expected} in every row"
        )
    return array


def _buffer(array: Any, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    values = array.buffers()[1]
    if values is None or not len(array):
        return np.empty(0, dtype)
    return np.frombuffer(values, dtype)[array.offset : array.offset + len(array)]


def _whole(column: Any) -> Any:
    if not hasattr(column, "chunks"):
        return column
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
