"""Mirror: a matrix that is its own transpose is summed above its diagonal alone.

If a symmetry of the motif exchanges the target with a node v, then (i, j) and (j, i) have equally
many instances, and half of the pairs are shipped for the sum: P-A-P and P-V-P, for example.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from motifcnn.tensor.spark.problem import SparkProblem

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def is_mirrored(problem: SparkProblem, role: int) -> bool:
    """Whether the matrix of a role is symmetric because the motif is.

    Every node of the role changes places with the target in some symmetry of the motif, one that
    keeps node types and the tables of links.
    """
    return all(_exchanged(problem, member) for member in problem.shape.roles[role])


def _exchanged(problem: SparkProblem, node: int) -> bool:
    shape = problem.shape
    nodes = range(len(shape.types))
    return any(
        image[0] == node
        and image[node] == 0
        and all(shape.types[a] == shape.types[image[a]] for a in nodes)
        and all(
            (image[a], image[b]) in shape.linked
            and problem.link((a, b)) == problem.link((image[a], image[b]))
            for a, b in shape.linked
        )
        for image in permutations(nodes)
    )


def both_ways(frame: DataFrame) -> DataFrame:
    """(target, node, count) with every row also the other way round."""
    from pyspark.sql import functions as F

    ways = (("target", "node"), ("node", "target"))
    pairs = [F.struct(F.col(a).alias("target"), F.col(b).alias("node")) for a, b in ways]
    return frame.select(F.inline(F.array(*pairs)), "count")
