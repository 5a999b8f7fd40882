"""Gathering: many chains as few products. Common factors are multiplied once."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from scipy import sparse

from motifcnn.tensor.operator.factored.counts import Counts, Vector
from motifcnn.tensor.operator.factored.elimination import Chain
from motifcnn.tensor.operator.factored.pairs import Pairs, StoredPairs


@dataclass(frozen=True, eq=False)
class Branch:
    """``diag(left) pairs diag(right)``, or ``diag(left) pairs inner``; None is all ones."""

    left: Vector | None
    pairs: Pairs
    right: Vector | None = None
    inner: Sum | None = None


@dataclass(frozen=True, eq=False)
class Sum:
    """``diag(diagonal) + sum of branches``: (n, m)."""

    shape: tuple[int, int]
    diagonal: Vector | None
    branches: tuple[Branch, ...]


@dataclass(frozen=True, eq=False)
class _Term:
    """A chain whose counts are known."""

    times: int
    scales: tuple[Vector | None, ...]
    pairs: tuple[Pairs, ...]


def gather(chains: Sequence[Chain], shape: tuple[int, int]) -> Sum:
    """The sum of the chains, exact in int64."""
    known: dict[Hashable, Vector | None] = {}

    def value(counts: Counts | None) -> Vector | None:
        """The vector; the same object for equal vectors, and None for all ones."""
        if counts is None:
            return None
        key = (counts.size, blake2b(counts.value.tobytes()).digest())
        return known.setdefault(key, None if (counts.value == 1).all() else counts.value)

    terms = [
        _Term(chain.times, tuple(value(scale) for scale in chain.scales), chain.pairs)
        for chain in chains
    ]
    return _sum(terms, shape)


def _sum(terms: Sequence[_Term], shape: tuple[int, int]) -> Sum:
    diagonal: Vector | None = None
    groups: dict[tuple[int, int], list[_Term]] = {}
    for term in terms:
        if term.pairs:
            groups.setdefault((id(term.scales[0]), id(term.pairs[0])), []).append(term)
        else:
            scale = np.ones(shape[0], np.int64) if term.scales[0] is None else term.scales[0]
            diagonal = term.times * scale if diagonal is None else diagonal + term.times * scale
    flat, deep = [], []
    for group in groups.values():
        left, pairs = group[0].scales[0], group[0].pairs[0]
        inner = _sum(
            [_Term(t.times, t.scales[1:], t.pairs[1:]) for t in group], (pairs.shape[1], shape[1])
        )
        if inner.diagonal is None and not inner.branches:
            continue  # they cancel
        if inner.branches:
            deep.append(Branch(left, pairs, inner=inner))
        else:
            flat.append(Branch(left, pairs, right=_unless_ones(inner.diagonal)))
    return Sum(
        shape,
        diagonal if diagonal is not None and diagonal.any() else None,
        (*_merged(flat), *deep),
    )


def _merged(flat: list[Branch]) -> list[Branch]:
    """Branches of one product each: equal ones become one, and stored ones become one matrix."""
    merged: dict[tuple[int, bytes], Branch] = {}
    for branch in flat:
        key = (
            id(branch.pairs),
            b"" if branch.right is None else blake2b(branch.right.tobytes()).digest(),
        )
        if key in merged:
            left = _ones(branch.left, branch.pairs.shape[0]) + _ones(
                merged[key].left, branch.pairs.shape[0]
            )
            merged[key] = Branch(left, branch.pairs, branch.right)
        else:
            merged[key] = branch
    stored = [branch for branch in merged.values() if branch.pairs.stored]
    if len(stored) < 2:
        return list(merged.values())
    total = sparse.csr_array(
        sum((_written(branch) for branch in stored[1:]), start=_written(stored[0]))
    )
    total.eliminate_zeros()
    rest = [branch for branch in merged.values() if not branch.pairs.stored]
    return [*rest, Branch(None, StoredPairs(total))] if total.nnz else rest


def _written(branch: Branch) -> sparse.csr_array:
    matrix = branch.pairs.matrix.astype(np.int64)
    if branch.left is not None:
        matrix.data = matrix.data * np.repeat(branch.left, np.diff(matrix.indptr))
    if branch.right is not None:
        matrix.data = matrix.data * branch.right[matrix.indices]
    return matrix


def _unless_ones(vector: Vector | None) -> Vector | None:
    return None if vector is None or (vector == 1).all() else vector


def _ones(vector: Vector | None, size: int) -> Vector:
    return np.ones(size, dtype=np.int64) if vector is None else vector
