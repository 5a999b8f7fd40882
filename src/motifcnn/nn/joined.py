"""Joined units: the convolutions of all motifs of a type at once, side by side in one matrix.

The definition is ``torch.cat([conv(unit) for conv, unit in zip(convs, units)], dim=1)``. What many
motifs multiply by weights of their own is multiplied once, by all of these weights; and sums of
products are taken in place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import torch

from motifcnn.nn.conv import MotifConv, Unit
from motifcnn.nn.factored import WholeRole
from motifcnn.nn.settings import ConfigError
from motifcnn.nn.spmm import SparseMatrix
from motifcnn.nn.term import DenseTerm, FactoredTerm, SparseTerm, Term

Left = SparseMatrix | WholeRole | None


def joined_units(convs: Sequence[MotifConv], units: Sequence[Unit]) -> torch.Tensor:
    """Units before their activation, (n, motifs * out_features), on the CPU and without dropout of inputs.

    Examples
    --------
    >>> from motifcnn.nn.term import HiddenTerm
    >>> conv, h = MotifConv(None, "paper", {"paper": (3,)}, 2), torch.ones(4, 3)
    >>> joined_units([conv], [Unit((HiddenTerm(None, h),))]).shape
    torch.Size([4, 2])
    """
    sums = _Sums(len(convs), convs[0].out_features)
    for motif, (conv, unit) in enumerate(zip(convs, units, strict=True)):
        for term, weight in zip(unit.itself, conv.w0, strict=True):
            sums.add(motif, term, weight)
        for terms, weights in zip(unit.roles, conv.w, strict=True):
            for term, weight in zip(terms, cast(torch.nn.ParameterList, weights), strict=True):
                sums.add(motif, term, weight)
    if not all(motif in sums.filled for motif in range(len(convs))):
        raise ConfigError(
            "no type of this motif feeds anything in; give it features or choose featureless='one-hot'"
        )
    result = sums.total()
    biases: list[torch.Tensor] = [conv.bias for conv in convs if conv.bias is not None]
    return result + torch.cat(biases) if biases else result


@dataclass(frozen=True, eq=False)
class _Product:
    """``out[:, column:column + width] += left @ dense[:, source:source + width]``; left None is the identity."""

    left: Left
    dense: int
    source: int
    column: int


@dataclass(eq=False)
class _Wide:
    """A left factor and the weights of all that it is multiplied by, with the motif and the matrix that follows of each."""

    left: torch.Tensor
    weights: list[torch.Tensor] = field(default_factory=list)
    uses: list[tuple[int, Left]] = field(default_factory=list)


class _Sums:
    """Collects the products of a layer, (n, motifs * width)."""

    def __init__(self, motifs: int, width: int) -> None:
        self.motifs, self.width = motifs, width
        self.filled: set[int] = set()
        self._wide: dict[tuple[int, bool], _Wide] = {}
        self._late: dict[int, _Wide] = {}
        self._dense: list[torch.Tensor] = []
        self._products: list[_Product] = []

    def add(self, motif: int, term: Term, weight: torch.Tensor) -> None:
        """The product of a term with a weight becomes part of that motif's unit."""
        self.filled.add(motif)
        if isinstance(term, SparseTerm):
            self._use(motif, term.matrix, weight)
        elif isinstance(term, FactoredTerm):
            self._use(motif, term.a, term.x.times(weight))
        elif isinstance(term, DenseTerm):
            self._multiply(motif, None, term.matrix, weight)
        elif term.a is None or term.weight_first(weight):
            self._multiply(motif, term.a, term.h, weight)
        else:
            late = self._late.setdefault(id(term.h), _Wide(term.h))
            late.weights.append(weight)
            late.uses.append((motif, term.a))

    def total(self) -> torch.Tensor:
        """The sum of all products."""
        for late in self._late.values():
            self._multiply_late(late)
        begin: torch.Tensor | None = None
        for wide in self._wide.values():
            result = wide.left.to(wide.weights[0].dtype) @ torch.cat(wide.weights, dim=1)
            if begin is None and wide.uses == [(motif, None) for motif in range(self.motifs)]:
                begin = result
                continue
            self._dense.append(result)
            for place, (motif, left) in enumerate(wide.uses):
                self._products.append(
                    _Product(left, len(self._dense) - 1, place * self.width, motif * self.width)
                )
        if not self._products and begin is not None:
            return begin
        found = _Total.apply(self._products, self.motifs, self.width, begin, *self._dense)  # type: ignore[no-untyped-call]
        return cast(torch.Tensor, found)

    def _use(self, motif: int, left: Left, dense: torch.Tensor) -> None:
        self._dense.append(dense)
        self._products.append(_Product(left, len(self._dense) - 1, 0, motif * self.width))

    def _multiply(self, motif: int, left: Left, x: torch.Tensor, weight: torch.Tensor) -> None:
        wide = self._wide.setdefault((id(x), left is None), _Wide(x))
        wide.weights.append(weight)
        wide.uses.append((motif, left))

    def _multiply_late(self, late: _Wide) -> None:
        """Sparse products of the same vectors side by side, then weights: where the rows of the result are few."""
        width = late.left.shape[1]
        products = [
            _Product(left, 0, 0, place * width) for place, (_, left) in enumerate(late.uses)
        ]
        side_by_side = _Total.apply(products, len(products), width, None, late.left)  # type: ignore[no-untyped-call]
        motifs = list(dict.fromkeys(motif for motif, _ in late.uses))
        own = [
            [w for w, (of, _) in zip(late.weights, late.uses, strict=True) if of == motif]
            for motif in motifs
        ]
        parts = torch.split(side_by_side, [width * len(weights) for weights in own], dim=1)
        for motif, part, weights in zip(motifs, parts, own, strict=True):
            self._use(motif, None, part @ torch.cat(weights))


class _Total(torch.autograd.Function):
    """The sum of products, on top of what there is to begin with."""

    @staticmethod
    def forward(
        ctx: Any,
        products: Sequence[_Product],
        motifs: int,
        width: int,
        begin: torch.Tensor | None,
        *dense: torch.Tensor,
    ) -> torch.Tensor:
        ctx.products, ctx.width, ctx.shapes = products, width, [x.shape for x in dense]
        filled: set[int] = set()
        if begin is None:
            out = dense[0].new_empty(_rows(products[0], dense), motifs * width)
        else:
            ctx.mark_dirty(begin)
            out, filled = begin, set(range(0, motifs * width, width))
        contiguous = [x.detach().contiguous() for x in dense]
        for product in products:
            _multiply(
                product.left,
                contiguous[product.dense],
                product.source,
                out,
                product.column,
                width,
                product.column in filled,
            )
            filled.add(product.column)
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        slope, width = gradients[0].contiguous(), ctx.width
        found: list[torch.Tensor | None] = [None] * len(ctx.shapes)
        filled: set[tuple[int, int]] = set()
        for product in ctx.products:
            if not ctx.needs_input_grad[4 + product.dense]:
                continue
            out = found[product.dense]
            if out is None:
                out = found[product.dense] = slope.new_empty(ctx.shapes[product.dense])
            place = (product.dense, product.source)
            _multiply(
                product.left,
                slope,
                product.column,
                out,
                product.source,
                width,
                place in filled,
                transpose=True,
            )
            filled.add(place)
        return None, None, None, slope if ctx.needs_input_grad[3] else None, *found


def _multiply(
    left: Left,
    x: torch.Tensor,
    source: int,
    out: torch.Tensor,
    column: int,
    width: int,
    add: bool,
    *,
    transpose: bool = False,
) -> None:
    """The product, or that with the transpose, of some columns into some columns; `add` to what these hold."""
    if isinstance(left, SparseMatrix):
        from motifcnn.nn.joined_kernels import product_added
        from motifcnn.nn.kernels import product

        kernel: Any = product_added if add else product
        kernel(*left.parts(transpose, x.dtype), x.numpy(), source, out.numpy(), column, width)
        return
    part = x[:, source : source + width]
    if left is not None:
        part = _transposed(left, part) if transpose else left.times(part)
    if add:
        out[:, column : column + width] += part
    else:
        out[:, column : column + width] = part


def _transposed(left: WholeRole, slope: torch.Tensor) -> torch.Tensor:
    if left.rows is not None:
        slope = slope.new_zeros(left.role.shape[0], slope.shape[1]).index_copy_(0, left.rows, slope)
    return torch.from_numpy(left.role.rmatmul(np.ascontiguousarray(slope.numpy())))


def _rows(product: _Product, dense: Sequence[torch.Tensor]) -> int:
    left = product.left
    if left is None:
        return int(dense[product.dense].shape[0])
    if isinstance(left, WholeRole) and left.rows is not None:
        return len(left.rows)
    return int(left.shape[0] if isinstance(left, SparseMatrix) else left.role.shape[0])
