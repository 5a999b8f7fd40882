"""Kept: room for the classifier of a run, so that what was counted for it is not counted again."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from motifcnn.graph.graph import Graph
    from motifcnn.train.problem import Classifier


class Kept:
    """A classifier and the graph that it was built on; at most one in the process, that of the run fitted or asked last.

    A classifier holds the counts of all its motifs, so many runs must not hold one each. It goes
    when its run goes or before another one is built, and it is never copied or written.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> run = mc.fit(graph, model="majority")
    >>> run.kept.of(graph) is not None
    True
    >>> other = mc.fit(graph, model="majority")
    >>> run.kept.of(graph) is None
    True
    """

    def __init__(self) -> None:
        self._held: tuple[Graph, Classifier] | None = None

    def of(self, graph: Graph) -> Classifier | None:
        """The classifier if it was built on this very graph; graphs never change, so it is what building would give."""
        held = self._held
        return held[1] if held is not None and held[0] is graph else None

    def keep(self, graph: Graph, classifier: Classifier) -> None:
        """Holds a classifier from now on, in the place of any other."""
        global _full
        make_room()
        self._held = graph, classifier
        _full = weakref.ref(self)

    def clear(self) -> None:
        """Lets go of what it holds."""
        self._held = None

    def __reduce__(self) -> tuple[type[Kept], tuple[()]]:
        return Kept, ()


_full: weakref.ref[Kept] | None = None


def make_room() -> None:
    """Lets go of the classifier that is kept: who builds another one calls this first, so that two are never in memory."""
    kept = None if _full is None else _full()
    if kept is not None:
        kept.clear()
