"""Eight heads of eight columns: the loops of attention over one row, or one column, of the links, with their sums in registers.

Numba's own loops over a few columns, with bounds that are known only when they run, take one number
at a time and keep every sum in memory. `attend_row` and `attend_column` are what `edge_softmax`
does for any heads and widths, written for vectors of eight.
"""

from __future__ import annotations

from typing import Any

import numba as nb
from numba.extending import intrinsic

LANES = 8
_GOLDEN, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53


class _Code:
    """Writes instructions on vectors of eight."""

    def __init__(
        self, context: Any, builder: Any, signature: Any, arguments: Any, arrays: int
    ) -> None:
        from llvmlite import ir

        self.ir, self.builder = ir, builder
        given = zip(signature.args[:arrays], arguments[:arrays], strict=True)
        self.data = [
            context.make_array(kind)(context, builder, value).data for kind, value in given
        ]
        # The second array has the values; the first one has indices.
        self.item = self.data[1].type.pointee
        self.vector, self.place, self.number = (
            ir.VectorType(self.item, LANES),
            ir.IntType(64),
            ir.IntType(32),
        )
        self.size = 4 if isinstance(self.item, ir.FloatType) else 8
        self.zeros = ir.Constant(self.vector, [0.0] * LANES)

    def at(self, base: Any, row: Any, block: int = 0, blocks: int = 1) -> Any:
        """Pointer to the block of eight of a row that has so many."""
        first = self.builder.add(
            self.builder.mul(row, self.place(LANES * blocks)), self.place(LANES * block)
        )
        return self.builder.bitcast(self.builder.gep(base, [first]), self.vector.as_pointer())

    def load(self, base: Any, row: Any, block: int = 0, blocks: int = 1) -> Any:
        """Eight numbers; they need not begin where vectors would."""
        return self.builder.load(self.at(base, row, block, blocks), align=self.size)

    def store(self, value: Any, base: Any, row: Any, block: int = 0, blocks: int = 1) -> None:
        """Writes eight numbers."""
        self.builder.store(value, self.at(base, row, block, blocks), align=self.size)

    def index(self, base: Any, which: Any) -> Any:
        """A whole number of an array, as 64 bits."""
        value = self.builder.load(self.builder.gep(base, [which]))
        return value if value.type.width == 64 else self.builder.zext(value, self.place)

    def splat(self, value: Any, lane: int | None = None) -> Any:
        """Eight times one number, or one lane of a vector."""
        if lane is None:
            nothing = self.ir.Constant(self.ir.VectorType(value.type, LANES), self.ir.Undefined)
            value, lane = self.builder.insert_element(nothing, value, self.number(0)), 0
        return self.pick(value, value, [lane] * LANES)

    def pick(self, a: Any, b: Any, lanes: list[int]) -> Any:
        """Lanes of two vectors."""
        return self.builder.shuffle_vector(
            a, b, self.ir.Constant(self.ir.VectorType(self.number, len(lanes)), lanes)
        )

    def fma(self, a: Any, b: Any, c: Any) -> Any:
        """``a b + c``."""
        return self.builder.fadd(
            self.builder.fmul(a, b, flags=("contract",)), c, flags=("contract",)
        )

    def larger(self, a: Any, b: Any) -> tuple[Any, Any]:
        """The larger of each two numbers, and whether it is the first."""
        first = self.builder.fcmp_ordered(">", a, b)
        return self.builder.select(first, a, b), first

    def sums(self, vectors: list[Any]) -> Any:
        """The sum of each of eight vectors, as one vector."""
        even, odd = list(range(0, 2 * LANES, 2)), list(range(1, 2 * LANES, 2))
        while len(vectors) > 1:
            vectors = [
                self.builder.fadd(self.pick(a, b, even), self.pick(a, b, odd))
                for a, b in zip(vectors[::2], vectors[1::2], strict=True)
            ]
        return vectors[0]

    def left_out(self, seed: Any, link: Any, limit: Any) -> Any:
        """Which of eight heads drop a link: 16 bits each of `_random_bits` of `edge_softmax`."""
        b, two = self.builder, self.ir.VectorType(self.place, 2)
        bits = self.ir.Constant(two, self.ir.Undefined)
        for group in range(2):
            place = b.add(b.mul(link, self.place(2)), self.place(group))
            z = b.add(b.mul(place, self.place(_GOLDEN)), seed)
            z = b.mul(b.xor(z, b.lshr(z, self.place(33))), self.place(_FIRST))
            z = b.mul(b.xor(z, b.lshr(z, self.place(33))), self.place(_SECOND))
            bits = b.insert_element(bits, b.xor(z, b.lshr(z, self.place(33))), self.number(group))
        short = self.ir.IntType(16)
        wide = self.ir.VectorType(self.place, LANES)
        values = b.zext(b.bitcast(bits, self.ir.VectorType(short, LANES)), wide)
        return b.icmp_unsigned("<", values, self.splat(limit))


@intrinsic
def _attend_row(
    context: Any,
    indices: Any,
    z: Any,
    p1: Any,
    p2: Any,
    e1: Any,
    e2: Any,
    out: Any,
    total: Any,
    i: Any,
    begin: Any,
    end: Any,
    limit: Any,
    seed: Any,
) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from numba.core import cgutils as untyped

        cgutils: Any = untyped
        code = _Code(context, builder, signature, arguments, 8)
        links, z, p1, p2, e1, e2, out, total = code.data
        row, first, last, bound, random = arguments[8:]
        one, two = code.load(p1, row), code.load(p2, row)
        sums = [cgutils.alloca_once(builder, code.vector) for _ in range(LANES + 1)]
        for place in sums:
            builder.store(code.zeros, place)
        with cgutils.for_range_slice(builder, first, last, code.place(1), code.place) as (p, _):
            j = code.index(links, p)
            weight, _ = code.larger(
                builder.fmul(one, code.load(e1, j)), builder.fmul(two, code.load(e2, j))
            )
            builder.store(builder.fadd(builder.load(sums[LANES]), weight), sums[LANES])
            kept = builder.select(code.left_out(random, p, bound), code.zeros, weight)
            for h in range(LANES):
                builder.store(
                    code.fma(code.splat(kept, h), code.load(z, j, h, LANES), builder.load(sums[h])),
                    sums[h],
                )
        for h in range(LANES):
            code.store(builder.load(sums[h]), out, row, h, LANES)
        code.store(builder.load(sums[LANES]), total, row)
        return context.get_dummy_value()

    given = (indices, z, p1, p2, e1, e2, out, total)
    return nb.types.void(*given, *[nb.types.int64] * 3, *[nb.types.uint64] * 2), emit


@intrinsic
def _attend_column(
    context: Any,
    rows: Any,
    z: Any,
    links: Any,
    p1: Any,
    p2: Any,
    e1: Any,
    e2: Any,
    inverse: Any,
    gradient: Any,
    mean: Any,
    logits: Any,
    dz: Any,
    dt: Any,
    j: Any,
    begin: Any,
    end: Any,
    limit: Any,
    seed: Any,
    slope: Any,
    scale: Any,
) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from numba.core import cgutils as untyped

        cgutils: Any = untyped
        code = _Code(context, builder, signature, arguments, 13)
        rows, z, links, p1, p2, e1, e2, inverse, gradient, mean, logits, dz, dt = code.data
        column, first, last, bound, random, slope, scale = arguments[13:]
        leaning, scaling = code.splat(slope), code.splat(scale)
        e1, e2 = code.load(e1, column), code.load(e2, column)
        mine = [code.load(z, column, h, LANES) for h in range(LANES)]
        sums = [cgutils.alloca_once(builder, code.vector) for _ in range(LANES + 1)]
        for place in sums:
            builder.store(code.zeros, place)
        with cgutils.for_range_slice(builder, first, last, code.place(1), code.place) as (q, _):
            i, p = code.index(rows, q), code.index(links, q)
            weight, above = code.larger(
                builder.fmul(code.load(p1, i), e1), builder.fmul(code.load(p2, i), e2)
            )
            alpha = builder.fmul(weight, code.load(inverse, i))
            factor = builder.select(code.left_out(random, p, bound), code.zeros, scaling)
            given = [code.load(gradient, i, h, LANES) for h in range(LANES)]
            value = code.sums([builder.fmul(a, b) for a, b in zip(given, mine, strict=True)])
            value = builder.fmul(
                alpha, builder.fsub(builder.fmul(factor, value), code.load(mean, i))
            )
            value = builder.select(above, value, builder.fmul(leaning, value))
            code.store(value, logits, p)
            builder.store(builder.fadd(builder.load(sums[LANES]), value), sums[LANES])
            kept = builder.fmul(alpha, factor)
            for h in range(LANES):
                builder.store(
                    code.fma(code.splat(kept, h), given[h], builder.load(sums[h])), sums[h]
                )
        for h in range(LANES):
            code.store(builder.load(sums[h]), dz, column, h, LANES)
        code.store(builder.load(sums[LANES]), dt, column)
        return context.get_dummy_value()

    given = (rows, z, links, p1, p2, e1, e2, inverse, gradient, mean, logits, dz, dt)
    return nb.types.void(
        *given, *[nb.types.int64] * 3, *[nb.types.uint64] * 2, z.dtype, z.dtype
    ), emit


# Numba's type says that an intrinsic is called with a context, which it is not.
attend_row: Any = _attend_row
attend_column: Any = _attend_column
