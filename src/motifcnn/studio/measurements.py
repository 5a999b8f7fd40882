"""What is known so far about motifs, and the worker that finds out more."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import count
from multiprocessing import get_context, parent_process
from queue import PriorityQueue
from threading import Lock, Thread

from motifcnn.errors import MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.studio.measure import Measured, measure

URGENT, IDLE = 0, 1
_END = 2  # after all that is waiting
Measure = Callable[[Motif], Measured]


class Measurements:
    """Measures motifs one at a time, those that somebody looks at first; each once.

    Parameters
    ----------
    measure : callable
        Of a motif; an error that it raises becomes the reason of an empty measurement.

    Examples
    --------
    >>> known = Measured(seconds=0, bytes=0, engine="scipy", at_most=1, instances=1)
    >>> work = Measurements(lambda motif: known)
    >>> edge = Motif.parse("(t:paper)--(c:author)")
    >>> work.want([edge])
    >>> work.close()
    >>> work.get(edge).instances
    1
    """

    def __init__(self, measure: Measure) -> None:
        self._measure = measure
        self._found: dict[Motif, Measured] = {}
        self._wanted: dict[Motif, int] = {}
        self._queue: PriorityQueue[tuple[int, int, Motif | None]] = PriorityQueue()
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
                    self._queue.put((urgency, next(self._order), motif))

    def close(self) -> None:
        """Finishes what was asked for, then ends."""
        self._queue.put((_END, next(self._order), None))
        self._thread.join()

    def _work(self) -> None:
        while (motif := self._queue.get()[2]) is not None:
            if motif in self._found:
                continue
            try:
                self._found[motif] = self._measure(motif)
            except Exception as error:  # the worker goes on with the next motif
                kind = "" if isinstance(error, MotifCNNError) else f"{type(error).__name__}: "
                self._found[motif] = Measured(
                    seconds=0, bytes=0, engine="", at_most=0, reason=f"{kind}{error}"
                )


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
        try:
            return self._pool.submit(_measure, motif).result()
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
        return ProcessPoolExecutor(
            1, mp_context=get_context("spawn"), initializer=_keep, initargs=(self._graph,)
        )


_graphs: list[Graph] = []  # of the worker process: its graph, which is sent once


def _keep(graph: Graph) -> None:
    _graphs.append(graph)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Ends the worker when the studio is gone, even if it was killed: nobody else would."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(0)


def _measure(motif: Motif) -> Measured:
    return measure(_graphs[0], motif)
