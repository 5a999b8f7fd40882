"""Weighted sums of rows, with the sum in registers.

``out[row, c:c + width] = sum over p of values[p] * x[indices[p], s:s + width]`` for p from `begin`
to `end`: what a sparse product does for one row, between columns of matrices that may be wider.
Numba's loops keep such a sum in memory and read and write it for every entry; here it is a few
vectors of 64 bytes.
"""

from __future__ import annotations

from typing import Any

import numba as nb
from numba.extending import intrinsic

VECTOR_BYTES = 64


def _panel(vectors: int, vector_bytes: int = VECTOR_BYTES, *, add: bool = False) -> Any:
    """The sum for a panel of that many vectors, as a compiled function; with `add` it begins with what `out` holds.

    Its arguments are (indices, values, x, out, row, begin, end, column of x, column of out).
    """

    def declare(
        context: Any,
        indices: Any,
        values: Any,
        x: Any,
        out: Any,
        row: Any,
        begin: Any,
        end: Any,
        source: Any,
        column: Any,
    ) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return _emit(vectors, vector_bytes, add, context, builder, signature, arguments)

        return nb.types.void(indices, values, x, out, *[nb.types.int64] * 5), emit

    return intrinsic(declare)


def _emit(
    vectors: int,
    vector_bytes: int,
    add: bool,
    context: Any,
    builder: Any,
    signature: Any,
    arguments: Any,
) -> Any:
    from llvmlite import ir
    from numba.core import cgutils as untyped

    cgutils: Any = untyped

    arrays = [
        context.make_array(kind)(context, builder, value)
        for kind, value in zip(signature.args, arguments[:4], strict=False)
    ]
    indices, values, x, out = (array.data for array in arrays)
    row, begin, end, first, column = arguments[4:]
    wide, out_wide = (builder.extract_value(array.shape, 1) for array in arrays[2:])
    item = x.type.pointee
    item_bytes = (
        4 if isinstance(item, ir.FloatType) else 8
    )  # rows need not begin where vectors would
    lanes = vector_bytes // item_bytes
    vector, place, number = ir.VectorType(item, lanes), ir.IntType(64), ir.IntType(32)
    nothing = ir.Constant(vector, ir.Undefined)

    def panel(base: Any, width: Any, which: Any, begin: Any, k: int) -> Any:
        at = builder.add(builder.mul(which, width), builder.add(begin, place(k * lanes)))
        return builder.bitcast(builder.gep(base, [at]), vector.as_pointer())

    results = [panel(out, out_wide, row, column, k) for k in range(vectors)]
    sums = [cgutils.alloca_once(builder, vector) for _ in range(vectors)]
    for total, result in zip(sums, results, strict=True):
        builder.store(
            builder.load(result, align=item_bytes) if add else ir.Constant(vector, [0.0] * lanes),
            total,
        )
    with cgutils.for_range_slice(builder, begin, end, place(1), place) as (p, _):
        source = builder.zext(builder.load(builder.gep(indices, [p])), place)
        value = builder.insert_element(nothing, builder.load(builder.gep(values, [p])), number(0))
        value = builder.shuffle_vector(
            value, nothing, ir.Constant(ir.VectorType(number, lanes), [0] * lanes)
        )
        for k, total in enumerate(sums):
            part = builder.load(panel(x, wide, source, first, k), align=item_bytes)
            product = builder.fmul(value, part, flags=("contract",))
            builder.store(builder.fadd(builder.load(total), product, flags=("contract",)), total)
    for total, result in zip(sums, results, strict=True):
        builder.store(builder.load(total), result, align=item_bytes)
    return context.get_dummy_value()


def _row(*, add: bool) -> Any:
    """The sum for a row of any width: wide panels first, what is left one by one.

    Its arguments are those of a panel and the width. To clear a row and then add to it would do for
    both, but takes longer.
    """
    half, one, two, four = (
        _panel(1, VECTOR_BYTES // 2, add=add),
        *(_panel(vectors, add=add) for vectors in (1, 2, 4)),
    )

    @nb.njit(inline="always", fastmath=True, boundscheck=False)
    def sum_of_row(
        indices: Any,
        values: Any,
        x: Any,
        out: Any,
        row: Any,
        begin: Any,
        end: Any,
        source: Any,
        column: Any,
        width: Any,
    ) -> None:
        lanes, c = VECTOR_BYTES // x.itemsize, 0
        while c + 4 * lanes <= width:
            four(indices, values, x, out, row, begin, end, source + c, column + c)
            c += 4 * lanes
        if c + 2 * lanes <= width:
            two(indices, values, x, out, row, begin, end, source + c, column + c)
            c += 2 * lanes
        if c + lanes <= width:
            one(indices, values, x, out, row, begin, end, source + c, column + c)
            c += lanes
        if c + lanes // 2 <= width:
            half(indices, values, x, out, row, begin, end, source + c, column + c)
            c += lanes // 2
        if c < width:
            rest = out[row, column + c : column + width]
            if not add:
                rest[:] = 0
            for p in range(begin, end):
                value, other = values[p], x[indices[p], source + c : source + width]
                for k in range(len(rest)):
                    rest[k] += value * other[k]

    return sum_of_row


write_row: Any = _row(add=False)
add_to_row: Any = _row(add=True)
