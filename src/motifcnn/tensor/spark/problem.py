"""SparkProblem: a motif on tables of links, with what the planner needs to know of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from motifcnn.motif.motif import Motif
from motifcnn.motif.roles import role_symmetries
from motifcnn.tensor.pattern.problem import MatchingProblem, Pair, order_conditions
from motifcnn.tensor.spark.degrees import Degrees
from motifcnn.tensor.spark.links import Links, Oriented

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


@dataclass(frozen=True, eq=False)
class SparkProblem:
    """Where in tables of links can the nodes of a motif be? The target is node 0.

    Parameters
    ----------
    shape : MatchingProblem
        With `Degrees` in the place of matrices: enough for orders, bounds and quotients.
    links : Links
        Tables, by the motif's own numbers.
    degrees : tuple of Degrees
        Of each table of `links`.
    order : tuple of int
        The motif's number of each node of `shape`.
    symmetries : tuple of permutations
        Those that fix the target and every role, in numbers of `shape`.
    """

    shape: MatchingProblem
    links: Links
    degrees: tuple[Degrees, ...]
    order: tuple[int, ...]
    symmetries: tuple[tuple[int, ...], ...]

    def link(self, pair: Pair) -> Oriented:
        """The table that holds the links of two nodes of `shape`."""
        return self.links.present[self.order[pair[0]], self.order[pair[1]]]

    def about(self, link: Oriented) -> Degrees:
        """What is known of a table, in the direction in which it is read."""
        found = self.degrees[link.number]
        return found.turned() if link.turned else found

    def frame(self, pair: Pair) -> DataFrame:
        """The pairs that must be linked, as columns named after the nodes."""
        return self.links.frame(self.link(pair), column(pair[0]), column(pair[1]))

    def absent(self) -> dict[Pair, DataFrame]:
        """The pairs that must not be linked, a < b."""
        place = {node: position for position, node in enumerate(self.order)}
        found = {}
        for (i, j), link in self.links.absent.items():
            a, b = place[i], place[j]
            if a < b:
                found[a, b] = self.links.frame(link, column(a), column(b))
        return found


def column(node: int) -> str:
    """The column of a node of the motif."""
    return f"n{node}"


def make_spark_problem(motif: Motif, links: Links, degrees: tuple[Degrees, ...]) -> SparkProblem:
    """Collects what all forms of counting need."""
    order = (motif.target, *(i for i in range(len(motif.nodes)) if i != motif.target))
    place = {node: position for position, node in enumerate(order)}
    group = tuple(tuple(place[g[node]] for node in order) for g in role_symmetries(motif))

    def about(link: Oriented) -> Degrees:
        found = degrees[link.number]
        return found.turned() if link.turned else found

    shape = MatchingProblem(
        types=tuple(motif.types[node] for node in order),
        sizes=tuple(links.counts[motif.types[node]] for node in order),
        linked={(place[a], place[b]): about(link) for (a, b), link in links.present.items()},
        unlinked={(place[a], place[b]): about(link) for (a, b), link in links.absent.items()},
        roles=tuple(tuple(place[member] for member in role.members) for role in motif.roles),
        symmetries=len(group),
        smaller=order_conditions(list(group)),
    )
    return SparkProblem(shape, links, degrees, order, group)
