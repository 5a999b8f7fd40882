"""What is known so far about motifs, and the worker that finds out more."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import count
from multiprocessing import get_context, parent_process
from queue import PriorityQueue
from threading import Lock, Thread
from typing import Any, TypeVar

from motifcnn.errors import MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.studio.expressed import Expressed, expressed, too_slow
from motifcnn.studio.measure import Measured, measure
from motifcnn.tensor.expression import SAMPLES, Expression, instances_by_chance

URGENT, IDLE = 0, 1
_COMPARED = 2  # later than all that is measured
_NEXT, _END = -1, 4  # before, and after, all that is waiting
Measure = Callable[[Motif], Measured]
ByChance = Callable[[Motif, int], int]
T = TypeVar("T")


class Measurements:
    """Measures motifs one at a time, those that somebody looks at first; each once.

    Motifs are compared with random graphs after all others are measured, those that are counted
    fastest first. One random graph is counted at a time, so that a motif that
    somebody turns to meanwhile does not wait for all of them.

    Parameters
    ----------
    measure : callable
        Of a motif; an error that it raises becomes the reason of an empty measurement.
    by_chance : callable
        Of a motif and the number of a random graph: the instances there.

    Examples
    --------
    >>> known = Measured(seconds=0, bytes=0, engine="scipy", at_most=1, instances=1)
    >>> work = Measurements(lambda motif: known, lambda motif, sample: sample)
    >>> edge = Motif.parse("(t:paper)--(c:author)")
    >>> work.want([edge])
    >>> work.compare([edge])
    >>> work.close()
    >>> work.get(edge).instances, work.get(edge).expression.mean
    (1, 4.5)
    """

    def __init__(self, measure: Measure, by_chance: ByChance) -> None:
        self._measure, self._by_chance = measure, by_chance
        self._found: dict[Motif, Measured] = {}
        self._wanted: dict[Motif, int] = {}
        self._compared: dict[Motif, int] = {}
        self._chance: dict[Motif, list[int]] = {}
        self._queue: PriorityQueue[tuple[int, float, int, Motif | None]] = PriorityQueue()
        self._order = count()
        self._lock = Lock()
        self._thread = Thread(target=self._work, daemon=True)
        self._thread.start()

    def get(self, motif: Motif) -> Measured | None:
        """What is known about a motif; None where it was not measured yet."""
        return self._found.get(motif)

    def want(self, motifs: Iterable[Motif], urgency: int = IDLE) -> None:
        """Asks for measurements; a motif that waits already can only become more urgent."""
        with self._lock:
            for motif in motifs:
                if self._wanted.get(motif, _END) > urgency:
                    self._wanted[motif] = urgency
                    self._queue.put((urgency, 0.0, next(self._order), motif))

    def compare(self, motifs: Iterable[Motif], urgency: int = IDLE) -> None:
        """Asks for comparisons with random graphs, of motifs that are wanted too."""
        with self._lock:
            for motif in motifs:
                if self._compared.get(motif, _END) > urgency:
                    self._compared[motif] = urgency
                    if motif in self._found:
                        self._put_comparison(motif)

    def look_at(self, motifs: Collection[Motif]) -> None:
        """Asks for all that a card shows, before what nobody looks at."""
        self.want(motifs, URGENT)
        self.compare(motifs, URGENT)

    def close(self) -> None:
        """Finishes what was asked for, then ends."""
        self._queue.put((_END, 0.0, next(self._order), None))
        self._thread.join()

    def end(self) -> None:
        """Ends after what is being measured; what waits is dropped."""
        self._queue.put((_NEXT, 0.0, next(self._order), None))
        self._thread.join()

    def _work(self) -> None:
        while (motif := self._queue.get()[-1]) is not None:
            if motif not in self._found:
                found = self._measured(motif)
            elif motif in self._compared and self._found[motif].expression is None:
                found = self._one_more(motif, self._found[motif])
            else:
                continue
            with self._lock:
                self._found[motif] = found
                if motif in self._compared and found.expression is None:
                    self._put_comparison(motif)

    def _put_comparison(self, motif: Motif) -> None:
        urgency, seconds = self._compared[motif] + _COMPARED, self._found[motif].counted_in
        self._queue.put((urgency, seconds, next(self._order), motif))

    def _measured(self, motif: Motif) -> Measured:
        try:
            return self._measure(motif)
        except Exception as error:  # the worker goes on with the next motif
            return Measured(seconds=0, bytes=0, engine="", at_most=0, reason=_said(error))

    def _one_more(self, motif: Motif, known: Measured) -> Measured:
        """With the instances in one more random graph, or with the expression after the last."""
        counts = self._chance.setdefault(motif, [])
        if known.instances is None:
            found: Expressed | None = Expressed(words="not compared: its instances are not known")
        elif (found := too_slow(known.counted_in)) is None:
            try:
                counts.append(self._by_chance(motif, len(counts)))
            except Exception as error:  # the worker goes on with the next motif
                found = Expressed(words=_said(error))
            if len(counts) == SAMPLES:
                found = expressed(Expression(known.instances, tuple(counts)))
        return known.model_copy(update={"expression": found})


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, MotifCNNError) else f"{type(error).__name__}: {error}"


class MeasuringProcess:
    """Measures in a process of its own, so that the page answers while it counts.

    Parameters
    ----------
    graph : Graph
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._pool = self._start()

    def __call__(self, motif: Motif) -> Measured:
        """Measures a motif; after the process died, the next motif has a new one."""
        return self._done(_measure, motif)

    def by_chance(self, motif: Motif, sample: int) -> int:
        """The instances of a motif in a random graph."""
        return self._done(_by_chance, motif, sample)

    def _done(self, work: Callable[..., T], *arguments: Any) -> T:
        try:
            return self._pool.submit(work, *arguments).result()
        except BrokenProcessPool:
            self._pool = self._start()
            raise MotifCNNError(
                "not measured: its process ended, probably for lack of memory; try a smaller motif"
            ) from None

    def stop(self) -> None:
        """Ends the process at once, whatever it is doing."""
        for process in list((self._pool._processes or {}).values()):
            process.terminate()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _start(self) -> ProcessPoolExecutor:
        pool = ProcessPoolExecutor(
            1, mp_context=get_context("spawn"), initializer=_keep, initargs=(self._graph,)
        )
        pool.submit(_ready)  # the graph is sent now and not when somebody waits for a page
        return pool


_graphs: list[Graph] = []  # of the worker process: its graph, which is sent once


def _ready() -> None:
    """Nothing to do: the process has its graph."""


def _keep(graph: Graph) -> None:
    _graphs.append(graph)
    if hasattr(os, "nice"):
        os.nice(3)  # whoever clicks comes first
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Ends the worker when the studio is gone, even if it was killed: nobody else would."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(0)


def _measure(motif: Motif) -> Measured:
    return measure(_graphs[0], motif)


def _by_chance(motif: Motif, sample: int) -> int:
    return instances_by_chance(_graphs[0], motif, sample)
