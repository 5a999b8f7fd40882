"""Quotients: the ways in which motif nodes can coincide, and how each corrects the count.

Injective maps are homomorphisms less those that send two motif nodes to one graph node. By Möbius
inversion over the partitions of the nodes into blocks that coincide,

    inj(M) = sum over partitions of mu(partition) * hom(M / partition),
    mu = product over blocks B of (-1)^(|B|-1) (|B|-1)!

Blocks hold nodes of one type. A partition with two linked nodes in a block has no homomorphism,
since self-loops never match.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import factorial, prod

from motifcnn.tensor.pattern.problem import MatchingProblem, Pair


@dataclass(frozen=True)
class Quotient:
    """A motif whose nodes partly coincide.

    Parameters
    ----------
    block : tuple of int
        Which node of the quotient each motif node became; the target is in block 0.
    sign : int
        mu of the partition.
    links : tuple of ((a, b), tuple of (i, j))
        Linked blocks, a < b, each with the pairs of motif nodes that ask for the link: all of them
        must hold.
    """

    block: tuple[int, ...]
    sign: int
    links: tuple[tuple[Pair, tuple[Pair, ...]], ...]


def quotients(problem: MatchingProblem) -> Iterator[Quotient]:
    """All quotients of a motif that can have homomorphisms; the first is the motif itself.

    Examples
    --------
    P-V-P has two: the papers differ, or they are one.

    >>> from types import SimpleNamespace
    >>> linked = dict.fromkeys([(0, 1), (1, 0), (1, 2), (2, 1)])
    >>> path = SimpleNamespace(types=("paper", "venue", "paper"), linked=linked)
    >>> [(q.block, q.sign) for q in quotients(path)]
    [((0, 1, 2), 1), ((0, 1, 0), -1)]
    """
    for blocks in sorted(_partitions(problem, 0, []), key=len, reverse=True):
        block = tuple(
            next(b for b, members in enumerate(blocks) if node in members)
            for node in range(len(problem.types))
        )
        links: dict[Pair, list[Pair]] = {}
        for i, j in problem.linked:
            if block[i] < block[j]:
                links.setdefault((block[i], block[j]), []).append((i, j))
        sign = prod((-1) ** (len(members) - 1) * factorial(len(members) - 1) for members in blocks)
        yield Quotient(block, sign, tuple((pair, tuple(asked)) for pair, asked in links.items()))


def _partitions(
    problem: MatchingProblem, node: int, blocks: list[list[int]]
) -> Iterator[list[list[int]]]:
    """Partitions of the nodes from `node` on, given the blocks of those before."""
    if node == len(problem.types):
        yield [list(members) for members in blocks]
        return
    for members in blocks:
        if problem.types[members[0]] == problem.types[node] and not any(
            (m, node) in problem.linked for m in members
        ):
            members.append(node)
            yield from _partitions(problem, node + 1, blocks)
            members.pop()
    blocks.append([node])
    yield from _partitions(problem, node + 1, blocks)
    blocks.pop()
