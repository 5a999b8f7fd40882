"""Expression: instances of a motif beside those in random graphs with the same degrees."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, stdev

import numpy as np

from motifcnn.errors import MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.graph.rewire import rewire
from motifcnn.motif.check import as_motif
from motifcnn.motif.motif import Motif
from motifcnn.tensor.instance_counts import instance_counts

SAMPLES = 10
CHANCE = 2.0  # deviations within which a number is called that of chance


@dataclass(frozen=True)
class Expression:
    r"""How many instances a motif has, and how many it has by chance.

    .. math:: z = \frac{N - \bar{n}}{s}, \quad \bar{n} = \frac{1}{S} \sum_i n_i, \quad
        s^2 = \frac{1}{S - 1} \sum_i (n_i - \bar{n})^2

    Parameters
    ----------
    instances : int
        In the graph, over all targets: N.
    by_chance : tuple of int
        In each random graph: n_1 to n_S, two or more.

    Examples
    --------
    >>> found = Expression(14, (4, 8, 6))
    >>> found.mean, found.deviation, found.z, round(found.ratio, 2)
    (6.0, 2.0, 4.0, 2.33)
    >>> print(found)
    2.3 times as many as by chance, z = 4.0
    """

    instances: int
    by_chance: tuple[int, ...]

    @property
    def samples(self) -> int:
        """Number of random graphs."""
        return len(self.by_chance)

    @property
    def mean(self) -> float:
        """Mean number of instances by chance."""
        return fmean(self.by_chance)

    @property
    def deviation(self) -> float:
        """Standard deviation of the instances by chance."""
        return stdev(self.by_chance)

    @property
    def z(self) -> float | None:
        """Deviations between graph and chance; None where all random graphs have the same."""
        if len(set(self.by_chance)) == 1:
            return None
        return (self.instances - self.mean) / self.deviation

    @property
    def ratio(self) -> float | None:
        """Instances over those expected by chance; None where none are expected."""
        return self.instances / self.mean if self.mean else None

    def __str__(self) -> str:
        return f"{_compared(self)}, z {'undefined' if self.z is None else f'= {_short(self.z)}'}"


def expression(
    graph: Graph, motif: Motif | str, *, samples: int = SAMPLES, seed: int = 0
) -> Expression:
    """Counts a motif in a graph and in random graphs with the same degrees.

    In a random graph every node has as many links of each relation as before, to other nodes; see
    `motifcnn.graph.rewire`. A motif that occurs much more often than there (z above 2 or 3) is one
    that degrees alone do not explain. Degrees decide the instances of a single link, and of most
    motifs in which all links meet in one node: those have the same number in every random graph,
    and no z.

    The random graphs are kept with the graph, so the next motif costs its counts alone.

    Parameters
    ----------
    graph : Graph
        The graph to count in.
    motif : Motif or pattern text
        What to count.
    samples : int
        Random graphs, two or more. The deviation of S samples is itself known to about
        ``1 / sqrt(2 S)``: 22 % for 10.
    seed : int
        Of the random graphs.

    Returns
    -------
    Expression
        With `instances`, `mean`, `deviation`, `z`, `ratio` and `samples`.

    Raises
    ------
    MotifCNNError
        If there are fewer than two samples.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> closed = "(t:package)--(l:library)--(c:library), (t)--(c)"
    >>> found = mc.expression(graph, closed, samples=3)
    >>> found.instances == mc.count(graph, closed).total, found.z > 3
    (True, True)
    >>> print(mc.expression(graph, "(t:package)--(c:library)", samples=3).z)
    None
    """
    if samples < 2:
        raise MotifCNNError(f"samples is {samples}; expected two or more: one has no deviation")
    motif = as_motif(motif)
    instances = int(instance_counts(graph, motif).sum())
    chance = (instances_by_chance(graph, motif, sample, seed=seed) for sample in range(samples))
    return Expression(instances, tuple(chance))


def instances_by_chance(graph: Graph, motif: Motif, sample: int, *, seed: int = 0) -> int:
    """The instances of a motif in one of the random graphs.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> instances_by_chance(graph, Motif.parse("(t:package)--(c:library)"), sample=0)
    16584
    """
    random = random_graph(graph, sample, seed=seed)
    try:
        return int(instance_counts(random, motif).sum())
    finally:
        random.cache.clear()  # nobody asks again, and what many motifs derive fills the cache


def random_graph(graph: Graph, sample: int, *, seed: int = 0) -> Graph:
    """One of the random graphs; made once and kept with the graph.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> random_graph(graph, 0) is random_graph(graph, 0), random_graph(graph, 0) == graph
    (True, False)
    """
    # Sample 1 of seed 0 must not be sample 0 of seed 1.
    own = int(np.random.SeedSequence([seed, sample]).generate_state(1)[0])
    return graph.cache.get(("rewired", seed, sample), lambda: rewire(graph, seed=own))


def _compared(found: Expression) -> str:
    """Instances beside chance, in words."""
    ratio = found.ratio
    if ratio is None:
        return "none by chance" if found.instances else "none, as by chance"
    if found.z is None and ratio == 1:
        return "set by the degrees"
    if found.z is not None and abs(found.z) < CHANCE:
        return "about as many as by chance"
    if ratio >= 2:
        return f"{_short(ratio)} times as many as by chance"
    if found.instances == 0:
        return f"none, {_short(found.mean)} by chance"
    percent = 100 * abs(ratio - 1)
    return f"{_short(percent)} % {'more' if ratio > 1 else 'fewer'} than by chance"


def _short(value: float) -> str:
    """Two digits or more: 4.0, 41, 1,234; with the sign of print."""
    return f"{value:,.{0 if abs(value) >= 9.95 else 1}f}".replace("-", "\N{MINUS SIGN}")
