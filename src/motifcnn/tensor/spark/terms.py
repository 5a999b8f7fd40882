"""Terms: a role's matrix as a signed sum of homomorphism counts.

    A_k[i, j] = 1 / |Aut| * sum over orbits of v in role k of |orbit| * inj(M; t -> i, v -> j)
    inj       = sum over quotients Q of the motif of mu(Q) * hom(Q; t -> i, v -> j)

Quotients in which v and the target coincide only reach the diagonal, which is zero, and are left
out of a matrix. A product with features sums over j, so it needs them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from motifcnn.tensor.operator.factored.quotients import Quotient, quotients
from motifcnn.tensor.pattern.problem import Pair
from motifcnn.tensor.spark.degrees import Degrees
from motifcnn.tensor.spark.elimination import Elimination, Table, eliminate
from motifcnn.tensor.spark.links import Oriented
from motifcnn.tensor.spark.problem import SparkProblem, column

TARGET = column(0)


@dataclass(frozen=True)
class Term:
    """``times * hom(Q)`` per image of the target and of one other node.

    Parameters
    ----------
    times : int
    node : str
        Column of that node.
    links : tuple of (nodes, table)
        The links that all must hold.
    elimination : Elimination
    """

    times: int
    node: str
    links: tuple[tuple[Pair, Oriented], ...]
    elimination: Elimination


def role_terms(problem: SparkProblem, role: int) -> tuple[Term, ...]:
    """The terms of the matrix of a role; divided by the symmetries, their sum is A_k."""
    return tuple(
        Term(times, column(block), links, eliminate(tables, (TARGET, column(block)), sizes))
        for times, block, links, tables, sizes in bare_terms(problem, role)
        if block != 0
    )


def bare_terms(
    problem: SparkProblem, role: int
) -> Iterator[
    tuple[int, int, tuple[tuple[Pair, Oriented], ...], tuple[Table, ...], dict[str, int]]
]:
    """Per orbit and quotient: factor, block of the node, links, their tables, sizes of nodes."""
    orbits = {
        frozenset(g[member] for g in problem.symmetries) for member in problem.shape.roles[role]
    }
    for quotient in quotients(problem.shape):
        sizes = {column(b): problem.shape.sizes[i] for i, b in enumerate(quotient.block)}
        links = tuple(_links(problem, quotient))
        tables = tuple(link_table(pair, problem.about(link)) for pair, link in links)
        for orbit in sorted(orbits, key=min):
            block = quotient.block[min(orbit)]
            yield quotient.sign * len(orbit), block, links, tables, sizes


def _links(problem: SparkProblem, quotient: Quotient) -> Iterator[tuple[Pair, Oriented]]:
    for pair, asked in quotient.links:
        for link in dict.fromkeys(problem.link(nodes) for nodes in asked):
            yield pair, link


def link_table(pair: Pair, about: Degrees) -> Table:
    """What the planner knows of the links between two nodes."""
    a, b = column(pair[0]), column(pair[1])
    return Table((a, b), about.rows, {a: about.source.squares, b: about.target.squares})
