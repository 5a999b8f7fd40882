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
    array = _whole(column)
    if array.null_count:
        raise GraphError(
            f"a column of {array.type} has {array.null_count} empty cells; "
            "expected a number in every row"
        )
    try:
        dtype = np.dtype(
            {"float": "float32", "double": "float64"}.get(str(array.type), str(array.type))
        )
    except TypeError as error:
        raise GraphError(f"a column holds {array.type}; expected numbers") from error
    if dtype.kind not in "iuf":
        raise GraphError(f"a column holds {array.type}; expected numbers")
    values = array.buffers()[1]
    if values is None or not len(array):
        return np.empty(0, dtype)
    return np.frombuffer(values, dtype)[array.offset : array.offset + len(array)]


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


def _whole(column: Any) -> Any:
    if not hasattr(column, "chunks"):
        return column
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
