"""A motif on link tables that are arrays: what Spark is told, without Spark."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from motifcnn.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor.pattern.link_matrices import find_links, link_matrix
from motifcnn.tensor.spark.degrees import Degrees, Side
from motifcnn.tensor.spark.links import Links, Oriented
from motifcnn.tensor.spark.problem import SparkProblem, make_spark_problem

Tables = list[npt.NDArray[np.int64]]


def local_problem(
    graph: Graph, motif: Motif, *, induced: bool = False
) -> tuple[SparkProblem, Tables]:
    """The problem with exact degrees, and the tables of its links as arrays of 0 and 1."""
    tables: Tables = []
    oriented: tuple[dict[tuple[int, int], Oriented], ...] = ({}, {})
    for part, asked in zip(oriented, find_links(graph, motif, induced=induced), strict=True):
        for (a, b), condition in asked.items():
            if a < b:
                part[a, b], part[b, a] = (Oriented(len(tables), turned) for turned in (False, True))
                tables.append(link_matrix(graph, condition).toarray().astype(np.int64))
    degrees = tuple(
        Degrees(int(table.sum()), side(table.sum(axis=1)), side(table.sum(axis=0)))
        for table in tables
    )
    links = Links((), oriented[0], oriented[1], dict(graph.counts))
    return make_spark_problem(motif, links, degrees), tables


def side(degrees: npt.NDArray[np.int64]) -> Side:
    """One end of a table, all of whose degrees are known."""
    return Side(float((degrees**2).sum()), {i: float(d) for i, d in enumerate(degrees.tolist())})


def array(tables: Tables, link: Oriented) -> npt.NDArray[np.int64]:
    """The links as they are read."""
    return tables[link.number].T if link.turned else tables[link.number]
