"""Prefetching: asks for memory before it is needed."""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np
from numba.extending import intrinsic

from motifcnn.tensor.kernel.kernel import kernel

LINE = 64  # bytes of a cache line


def _prefetch(typing_context: Any, values: Any, place: Any) -> Any:
    """Prefetches ``values.flat[place]``; a place past the end does no harm."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from llvmlite import ir

        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
        address = builder.bitcast(builder.gep(array.data, [arguments[1]]), pointer)
        # For reading, into all caches, as data.
        builder.call(function, [address, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return nb.types.void(values, place), emit


prefetch: Any = intrinsic(_prefetch)


@kernel(inline="always")
def prefetch_row(x: Any, row: Any) -> None:
    """Prefetches ``x[row]`` of a C-contiguous matrix."""
    columns = x.shape[1]
    first = np.int64(row) * columns
    for column in range(0, columns, LINE // x.itemsize):
        prefetch(x, first + column)
