"""One training at a time, in order; those that wait or run can be cancelled."""

from __future__ import annotations

from threading import Event

import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.methods.epoch import Epoch
from motifcnn.studio.graph_process import ProcessEnded, Tell
from motifcnn.studio.order import Order
from motifcnn.studio.trainings import MOST_WAITING, TooMany, Trainings

ORDER = Order(target="paper")


class Fits:
    """Work that waits until it may go on, and can be ended as a process can."""

    def __init__(self) -> None:
        self.begun, self.go, self.ended = Event(), Event(), Event()
        self.order: list[str] = []

    def __call__(self, order: Order, run: str, tell: Tell) -> None:
        self.order.append(run)
        tell(("fits", 2))
        tell(("begin", 5))
        tell(Epoch(1, 0.9, 0.8, 0.5, 0.4, 1.0))
        self.begun.set()
        self.go.wait(10)
        if self.ended.is_set():
            raise ProcessEnded("the process ended")
        tell(Epoch(2, 0.7, 0.6, 0.6, 0.5, 2.0))

    def stop(self) -> None:
        self.ended.set()
        self.go.set()


def test_trainings_run_one_after_the_other_and_show_their_curves() -> None:
    work = Fits()
    queue = Trainings(work, work.stop)
    first, second = queue.add(ORDER, "a"), queue.add(ORDER, "b")
    assert work.begun.wait(10)
    assert [each.state for each in queue.views()] == ["waiting", "running"]
    assert queue.names() == {"a", "b"}
    now = queue.get(first.number)
    assert now.fits == 2 and now.curves[0].epochs == 5
    assert [point.val_micro_f1 for point in now.curves[0].points] == [0.5]
    assert queue.get(second.number).seconds == 0
    work.go.set()
    queue.close()
    assert work.order == ["a", "b"]
    assert [each.state for each in queue.views()] == ["done", "done"]
    assert len(queue.get(first.number).curves[0].points) == 2 and queue.names() == set()


def test_a_training_that_waits_is_cancelled_before_it_begins() -> None:
    work = Fits()
    queue = Trainings(work, work.stop)
    queue.add(ORDER, "a")
    second = queue.add(ORDER, "b")
    assert work.begun.wait(10)
    assert queue.cancel(second.number).state == "cancelled"
    assert not work.ended.is_set(), "the one that runs goes on"
    work.go.set()
    queue.close()
    assert work.order == ["a"]


def test_a_training_that_runs_is_ended_and_the_next_begins() -> None:
    work = Fits()
    queue = Trainings(work, work.stop)
    first, second = queue.add(ORDER, "a"), queue.add(ORDER, "b")
    assert work.begun.wait(10)
    queue.cancel(first.number)
    queue.close()
    assert queue.get(first.number).state == "cancelled"
    assert queue.get(second.number).state == "failed", "this work stays ended"
    queue.cancel(second.number)
    assert queue.get(second.number).state == "failed", "what is over cannot be cancelled"


def test_work_that_cannot_be_ended_ends_at_the_next_epoch() -> None:
    work = Fits()
    queue = Trainings(work)
    first = queue.add(ORDER, "a")
    assert work.begun.wait(10)
    queue.cancel(first.number)
    work.go.set()
    queue.close()
    assert queue.get(first.number).state == "cancelled"


@pytest.mark.parametrize("error", [MotifCNNError("too large"), RuntimeError("too large")])
def test_a_failure_is_told_and_work_goes_on(error: Exception) -> None:
    def work(order: Order, run: str, tell: Tell) -> None:
        if run == "a":
            raise error

    queue = Trainings(work)
    queue.add(ORDER, "a")
    queue.add(ORDER, "b")
    queue.close()
    done, failed = queue.views()
    assert (done.state, failed.state) == ("done", "failed") and failed.error.endswith("too large")


def test_the_queue_is_bounded_and_numbers_are_checked() -> None:
    work = Fits()
    queue = Trainings(work, work.stop)
    queue.add(ORDER, "first")
    assert work.begun.wait(10)
    for number in range(MOST_WAITING):
        queue.add(ORDER, str(number))
    with pytest.raises(TooMany, match="wait already"):
        queue.add(ORDER, "one more")
    with pytest.raises(MotifCNNError, match="no training 99"):
        queue.get(99)
    work.go.set()
    queue.close()
