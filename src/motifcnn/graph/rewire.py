"""Random graphs with the degrees of a given one: links swap their ends within each relation."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation

ROUNDS = 20  # in each of them every link is offered one swap
Ends = npt.NDArray[np.int64]
"""Rows of the source and of the target of each link: (2, n)."""


def rewire(graph: Graph, *, seed: int = 0, rounds: int = ROUNDS) -> Graph:
    r"""A random graph in which every node has as many links of each relation as before.

    Two links of one relation exchange their ends,

    .. math:: (a, b),\ (c, d) \to (a, d),\ (c, b),

    unless that makes a link that is there already or a link of a node to itself. In a round all
    links are paired at random and half of the pairs, drawn at random, swap at once; a pair whose
    links, old or new, occur in another pair stays as it is. That rule is the same before and after
    a round, so every graph with these degrees that swaps can reach is equally likely in the end.

    Links of a node to itself stay where they are. Undirected links stay undirected.

    Parameters
    ----------
    graph : Graph
    seed : int
        The same seed gives the same graph.
    rounds : int
        Swaps that every link is offered.

    Returns
    -------
    Graph
        The nodes and the links alone, without names, features and labels.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> random = rewire(graph, seed=0)
    >>> key = ("package", "package-depends-library", "library")
    >>> one, other = graph.adjacency[key], random.adjacency[key]
    >>> bool((one.sum(axis=1) == other.sum(axis=1)).all()), (one != other).nnz > 0
    (True, True)
    """
    generator = np.random.default_rng(seed)
    links = {
        relation.key: _rewired(graph.adjacency[relation.key], relation, generator, rounds)
        for relation in graph.schema.relations
    }
    return Graph(graph.schema, links, graph.counts, name=graph.name)


def _rewired(
    matrix: sparse.csr_array, relation: Relation, generator: np.random.Generator, rounds: int
) -> sparse.coo_array:
    ends: Ends = np.stack(matrix.tocoo().coords).astype(np.int64)
    fixed = np.empty((2, 0), np.int64)
    within = relation.source == relation.target
    if within:
        fixed = ends[:, ends[0] == ends[1]]
        # An undirected link is stored in both directions.
        ends = ends[:, ends[0] != ends[1] if relation.directed else ends[0] < ends[1]]
    for _ in range(rounds):
        ends = ends[:, generator.permutation(ends.shape[1])]
        if not relation.directed:
            turned = generator.random(ends.shape[1]) < 0.5
            ends[:, turned] = ends[::-1, turned]
        drawn = generator.random(ends.shape[1] // 2) < 0.5
        _swap(ends, drawn, matrix.shape[1], within=within, directed=relation.directed)
    places = np.concatenate([ends, fixed], axis=1)
    return sparse.coo_array((np.ones(places.shape[1], bool), tuple(places)), shape=matrix.shape)


def _swap(
    ends: Ends, drawn: npt.NDArray[np.bool_], columns: int, *, within: bool, directed: bool
) -> None:
    """Swaps the first link with the first of the second half, and so on, in place.

    Parameters
    ----------
    ends : (2, n) int64
    drawn : (n // 2,) bool
        Pairs that swap if they can. If all did, graphs would alternate between even and odd swaps.
    """
    half = len(drawn)
    one, two = ends[:, :half], ends[:, half : 2 * half]
    new = np.concatenate([[one[0], two[1]], [two[0], one[1]]], axis=1)
    every = np.concatenate([ends, new], axis=1)
    if not directed:
        every = np.sort(every, axis=0)
    alone = _occur_once(every[0] * columns + every[1])
    if within:
        alone[ends.shape[1] :] &= new[0] != new[1]
    old, made = alone[: 2 * half].reshape(2, half), alone[ends.shape[1] :].reshape(2, half)
    swapped = np.flatnonzero(drawn & old.all(axis=0) & made.all(axis=0))
    ends[1, swapped], ends[1, half + swapped] = ends[1, half + swapped], ends[1, swapped]


def _occur_once(values: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Which values occur once among all."""
    order = np.argsort(values)
    same = values[order[1:]] == values[order[:-1]]
    once = np.ones(len(values), dtype=bool)
    once[order[1:][same]] = False
    once[order[:-1][same]] = False
    return once
