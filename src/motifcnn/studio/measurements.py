"""What is known so far about motifs, and the queue of what is to be found out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import count
from queue import PriorityQueue
from threading import Condition, Thread

from motifcnn.motif.motif import Motif
from motifcnn.studio.error_text import error_text
from motifcnn.studio.expressed import Expressed, expressed, too_slow
from motifcnn.studio.measure import Measured
from motifcnn.tensor.expression import SAMPLES, Expression

URGENT, IDLE = 0, 1
_COMPARED = 2  # later than all that is measured
_NEXT, _END = -1, 4  # before, and after, all that is waiting
_AGAIN = 0.05  # seconds until a count that goes on is ended once more
Measure = Callable[[Motif], Measured]
ByChance = Callable[[Motif, int], int]


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
    stop : callable
        Ends the call of one of them that runs, which then raises; called from another thread.

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

    def __init__(
        self, measure: Measure, by_chance: ByChance, stop: Callable[[], None] = lambda: None
    ) -> None:
        self._measure, self._by_chance, self._stop = measure, by_chance, stop
        self._found: dict[Motif, Measured] = {}
        self._wanted: dict[Motif, int] = {}
        self._compared: dict[Motif, int] = {}
        self._chance: dict[Motif, list[int]] = {}
        self._cancelled: set[Motif] = set()
        self._running: Motif | None = None
        self._stopping = False
        self._queue: PriorityQueue[tuple[int, float, int, Motif | None]] = PriorityQueue()
        self._order = count()
        self._changed = Condition()
        self._thread = Thread(target=self._work, daemon=True)
        self._thread.start()

    def get(self, motif: Motif) -> Measured | None:
        """What is known about a motif; None where it was not measured yet."""
        return self._found.get(motif)

    def is_cancelled(self, motif: Motif) -> bool:
        """Whether more about a motif was asked for, cancelled, and not asked for again."""
        return motif in self._cancelled

    def want(self, motifs: Iterable[Motif], urgency: int = IDLE) -> None:
        """Asks for measurements; a motif that waits already can only become more urgent."""
        with self._changed:
            for motif in motifs:
                if self._wanted.get(motif, _END) > urgency:
                    self._wanted[motif] = urgency
                    if motif not in self._found:
                        self._put(motif)

    def compare(self, motifs: Iterable[Motif], urgency: int = IDLE) -> None:
        """Asks for comparisons with random graphs, of motifs that are wanted too."""
        with self._changed:
            for motif in motifs:
                if self._compared.get(motif, _END) > urgency:
                    self._compared[motif] = urgency
                    if motif in self._found:
                        self._put(motif)

    def look_at(self, motifs: Collection[Motif]) -> None:
        """Asks for all that a card shows, before what nobody looks at."""
        self.want(motifs, URGENT)
        self.compare(motifs, URGENT)

    def cancel(self, motifs: Collection[Motif] | None = None) -> None:
        """Drops what waits and ends what is being counted; what is known stays.

        Asking again does not count what was cancelled, as pages that are open ask all the time;
        `resume` does. Returns once nothing of it is being counted.

        Parameters
        ----------
        motifs : collection of Motif, optional
            None: all.
        """
        with self._changed:
            own = self._wanted.keys() if motifs is None else self._wanted.keys() & set(motifs)
            self._cancelled.update(motif for motif in own if self._is_open(motif))
            while self._running in own and self._running in self._cancelled:
                self._stopping = True
                self._stop()
                self._changed.wait(_AGAIN)  # a process that was just starting is ended then

    def resume(self, motifs: Collection[Motif] | None = None) -> None:
        """Counts after all what was cancelled: of these motifs, or of all."""
        with self._changed:
            again = self._cancelled & (self._cancelled if motifs is None else set(motifs))
            self._cancelled -= again
            for motif in self._wanted:
                if motif in again:
                    self._put(motif)

    def counts(self) -> tuple[int, int]:
        """How many motifs more will be known about, and of how many that was cancelled."""
        with self._changed:
            waiting = self._wanted.keys() - self._cancelled
            return sum(map(self._is_open, waiting)), len(self._cancelled)

    def close(self) -> None:
        """Finishes what was asked for, then ends."""
        self._queue.put((_END, 0.0, next(self._order), None))
        self._thread.join()

    def end(self) -> None:
        """Ends after what is being measured; what waits is dropped."""
        self._queue.put((_NEXT, 0.0, next(self._order), None))
        self._thread.join()

    def _is_open(self, motif: Motif) -> bool:
        known = self._found.get(motif)
        return known is None or (motif in self._compared and known.expression is None)

    def _put(self, motif: Motif) -> None:
        urgency, seconds = self._wanted[motif], 0.0
        if motif in self._found and motif in self._compared:
            urgency, seconds = self._compared[motif] + _COMPARED, self._found[motif].counted_in
        self._queue.put((urgency, seconds, next(self._order), motif))

    def _work(self) -> None:
        while (motif := self._queue.get()[-1]) is not None:
            with self._changed:
                if motif in self._cancelled or not self._is_open(motif):
                    continue
                self._running = motif
            try:
                found: Measured | None = self._more(motif)
            except Exception as error:  # the worker goes on with the next motif
                found = None if self._stopping else self._failed(motif, error)
            with self._changed:
                self._running, self._stopping = None, False
                self._changed.notify_all()
                if found is None:
                    continue
                self._found[motif] = found
                if self._is_open(motif):
                    self._put(motif)
                else:
                    self._cancelled.discard(motif)  # cancelled when it was just done

    def _more(self, motif: Motif) -> Measured:
        """Measured, or with the instances in one more random graph."""
        known = self._found.get(motif)
        if known is None:
            return self._measure(motif)
        if known.instances is None:
            return _with(known, Expressed(words="not compared: its instances are not known"))
        if slow := too_slow(known.counted_in):
            return _with(known, slow)
        counts = self._chance.setdefault(motif, [])
        counts.append(self._by_chance(motif, len(counts)))
        if len(counts) < SAMPLES:
            return known
        return _with(known, expressed(Expression(known.instances, tuple(counts))))

    def _failed(self, motif: Motif, error: Exception) -> Measured:
        known = self._found.get(motif)
        if known is None:
            return Measured(seconds=0, bytes=0, engine="", at_most=0, reason=error_text(error))
        return _with(known, Expressed(words=error_text(error)))


def _with(known: Measured, expression: Expressed) -> Measured:
    return known.model_copy(update={"expression": expression})
