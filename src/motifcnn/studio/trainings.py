"""Trainings: one at a time, the others wait; each can be cancelled and is seen by all browsers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Any

from motifcnn.errors import MotifCNNError
from motifcnn.studio.error_text import error_text
from motifcnn.studio.graph_process import Tell
from motifcnn.studio.order import Order
from motifcnn.studio.training_view import EpochPoint, FitCurve, State, TrainingView, thinned

MOST_WAITING = 20
Work = Callable[[Order, str, Tell], None]
"""Trains by an order, stores the run under a name, and tells how it goes."""


class TooMany(MotifCNNError):
    """More trainings wait than anybody needs."""


class _Cancelled(Exception):
    pass


@dataclass
class _Training:
    number: int
    run: str
    order: Order
    state: State = "waiting"
    stopping: bool = False
    began: float = 0.0
    ended: float = 0.0
    fits: int = 0
    curves: list[tuple[int, list[EpochPoint]]] = field(default_factory=list)
    error: str = ""

    def told(self, what: Any) -> None:
        """Handles a message of `train`."""
        if self.stopping:
            raise _Cancelled
        match what:
            case ("fits", int(number)):
                self.fits = number
            case ("begin", int(epochs)):
                self.curves.append((epochs, []))
            case epoch:
                names = EpochPoint.model_fields
                point = EpochPoint(**{name: getattr(epoch, name) for name in names})
                self.curves[-1][1].append(point)

    def view(self, *, curves: bool = True) -> TrainingView:
        return TrainingView(
            number=self.number,
            run=self.run,
            order=self.order,
            state=self.state,
            seconds=((self.ended or monotonic()) - self.began) if self.began else 0.0,
            fits=self.fits,
            curves=[
                FitCurve(epochs=most, points=thinned(points))
                for most, points in (self.curves if curves else ())
            ],
            error=self.error,
        )


class Trainings:
    """A queue of trainings and all that were asked for since the studio began.

    Parameters
    ----------
    work : callable
        Trains; see `Work`.
    stop : callable
        Ends the work that runs; called from another thread.

    Examples
    --------
    >>> work = Trainings(lambda order, run, tell: tell(("begin", 3)))
    >>> first = work.add(Order(target="paper"), "1-motif-cnn")
    >>> work.close()
    >>> work.get(first.number).state, work.get(first.number).curves[0].epochs
    ('done', 3)
    """

    def __init__(self, work: Work, stop: Callable[[], None] = lambda: None) -> None:
        self._work = work
        self._stop = stop
        self._all: list[_Training] = []
        self._queue: SimpleQueue[_Training | None] = SimpleQueue()
        self._lock = Lock()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def views(self) -> list[TrainingView]:
        """All trainings without their curves, newest first."""
        return [training.view(curves=False) for training in reversed(self._all)]

    def get(self, number: int) -> TrainingView:
        """The training of that number."""
        return self._find(number).view()

    def names(self) -> set[str]:
        """Names of the runs that trainings are making or will make."""
        return {each.run for each in self._all if each.state in ("waiting", "running")}

    def add(self, order: Order, run: str) -> TrainingView:
        """Puts a training into the queue; `run` is the name of its run."""
        with self._lock:
            if sum(each.state == "waiting" for each in self._all) >= MOST_WAITING:
                raise TooMany(
                    f"{MOST_WAITING} trainings wait already; cancel one, or wait until one ends"
                )
            training = _Training(len(self._all) + 1, run, order)
            self._all.append(training)
        self._queue.put(training)
        return training.view()

    def cancel(self, number: int) -> TrainingView:
        """Ends a training that waits or runs; nothing of it is kept."""
        training = self._find(number)
        with self._lock:
            training.stopping = True
            running = training.state == "running"
            if training.state == "waiting":
                training.state = "cancelled"
        if running:
            self._stop()
        return training.view()

    def close(self) -> None:
        """Finishes what was asked for, then ends."""
        self._queue.put(None)
        self._thread.join()

    def _find(self, number: int) -> _Training:
        if not 1 <= number <= len(self._all):
            raise MotifCNNError(f"there is no training {number}; there are {len(self._all)}")
        return self._all[number - 1]

    def _run(self) -> None:
        while (training := self._queue.get()) is not None:
            with self._lock:
                if training.stopping:
                    continue
                training.state, training.began = "running", monotonic()
            state, error = self._outcome(training)
            with self._lock:
                training.state, training.error, training.ended = state, error, monotonic()

    def _outcome(self, training: _Training) -> tuple[State, str]:
        try:
            self._work(training.order, training.run, training.told)
        except Exception as error:  # the thread goes on with the next training
            if training.stopping:
                return "cancelled", ""
            return "failed", error_text(error)
        return "done", ""
