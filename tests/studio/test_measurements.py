"""A worker measures what is looked at first, each motif once, and survives errors."""

from __future__ import annotations

from statistics import stdev
from threading import Event
from time import sleep

import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.motif import Motif
from motifcnn.studio.graph_process import ProcessEnded
from motifcnn.studio.measure import Measured
from motifcnn.studio.measurements import URGENT, Measurements

FIRST, SECOND, THIRD = (Motif.parse(f"(t:paper)--(c:{t})") for t in ("author", "venue", "term"))


def never(motif: Motif, sample: int) -> int:
    raise AssertionError("nobody asked for a comparison")


def test_the_urgent_overtakes_and_each_is_measured_once() -> None:
    begun, go, order = Event(), Event(), []

    def slow(motif: Motif) -> Measured:
        order.append(motif)
        begun.set()
        go.wait(10)
        return Measured(seconds=0, bytes=0, engine="", at_most=0)

    work = Measurements(slow, never)
    work.want([FIRST])
    assert begun.wait(10)
    work.want([SECOND, THIRD])
    work.want([THIRD, FIRST], URGENT)
    go.set()
    work.close()
    assert order == [FIRST, THIRD, SECOND]


def counted(seconds: float) -> Measured:
    return Measured(
        seconds=0, bytes=0, engine="", at_most=0, instances=40, coverage=1, counted_in=seconds
    )


def test_comparisons_come_after_measurements_the_fastest_first() -> None:
    begun, go, order = Event(), Event(), []
    seconds = {FIRST: 0.3, SECOND: 0.1, THIRD: 0.2}

    def measured(motif: Motif) -> Measured:
        order.append(motif)
        begun.set()
        go.wait(10)
        return counted(seconds[motif])

    def by_chance(motif: Motif, sample: int) -> int:
        order.append(motif)
        return sample

    work = Measurements(measured, by_chance)
    work.look_at([FIRST])
    assert begun.wait(10)
    work.look_at([SECOND, THIRD])
    go.set()
    work.close()
    assert order[:3] == [FIRST, SECOND, THIRD]
    assert order[3:] == [SECOND] * 10 + [THIRD] * 10 + [FIRST] * 10
    found = work.get(THIRD)
    assert found is not None and found.expression is not None
    assert found.expression.mean == 4.5 and found.expression.samples == 10
    assert found.expression.z == pytest.approx((40 - 4.5) / stdev(range(10)))


def test_a_motif_that_somebody_turns_to_does_not_wait_for_all_random_graphs() -> None:
    order: list[object] = []

    def by_chance(motif: Motif, sample: int) -> int:
        order.append(sample)
        if sample == 2:
            work.want([SECOND], URGENT)
        return sample

    def measured(motif: Motif) -> Measured:
        order.append(motif)
        return counted(0.1)

    work = Measurements(measured, by_chance)
    work.look_at([FIRST])
    while SECOND not in order:
        sleep(0.01)
    work.close()
    assert order == [FIRST, 0, 1, 2, SECOND, *range(3, 10)]


def test_what_cannot_be_compared_says_why() -> None:
    def fail(motif: Motif, sample: int) -> int:
        raise MotifCNNError("no memory")

    def measured(motif: Motif) -> Measured:
        if motif == SECOND:
            return Measured(seconds=0, bytes=0, engine="", at_most=9, reason="not counted")
        return counted(5.0 if motif == FIRST else 0.1)

    work = Measurements(measured, fail)
    work.look_at([FIRST, SECOND, THIRD])
    work.close()
    expressions = [found.expression for m in (FIRST, SECOND, THIRD) if (found := work.get(m))]
    assert [found.words for found in expressions if found] == [
        "not compared: 10 counts take about 50 seconds",
        "not compared: its instances are not known",
        "no memory",
    ]


class Slow:
    """Counts that wait until they may go on, and can be ended as a process can."""

    def __init__(self) -> None:
        self.begun, self.go, self.ended = Event(), Event(), False
        self.order: list[Motif] = []

    def __call__(self, motif: Motif) -> Measured:
        self.order.append(motif)
        self.begun.set()
        self.go.wait(10)
        if self.ended:
            self.ended = False
            raise ProcessEnded("the process ended")
        return counted(0.1)

    def stop(self) -> None:
        self.ended = True
        self.go.set()


def test_cancelling_ends_what_is_counted_and_drops_what_waits() -> None:
    slow = Slow()
    work = Measurements(slow, never, slow.stop)
    work.want([FIRST, SECOND])
    assert slow.begun.wait(10)
    assert work.counts() == (2, 0)
    work.cancel()
    assert work.counts() == (0, 2)
    work.want([SECOND, THIRD], URGENT)
    work.close()
    assert slow.order == [FIRST, THIRD], "a page that asks again does not begin it again"
    assert work.get(FIRST) is work.get(SECOND) is None
    assert [work.is_cancelled(each) for each in (FIRST, SECOND, THIRD)] == [True, True, False]


def test_what_was_cancelled_is_counted_after_all() -> None:
    slow = Slow()
    work = Measurements(slow, never, slow.stop)
    work.want([FIRST, SECOND, THIRD])
    assert slow.begun.wait(10)
    work.cancel()
    work.resume([THIRD])
    assert work.counts()[1] == 2
    work.resume()
    work.close()
    assert slow.order == [FIRST, THIRD, FIRST, SECOND]
    assert all(work.get(each) == counted(0.1) for each in (FIRST, SECOND, THIRD))
    assert work.counts() == (0, 0)


def test_cancelling_one_motif_leaves_the_others() -> None:
    slow = Slow()
    work = Measurements(slow, never, slow.stop)
    work.want([FIRST, SECOND, THIRD])
    assert slow.begun.wait(10)
    work.cancel([THIRD])
    assert not slow.ended, "another motif is being counted"
    work.cancel([FIRST])
    work.close()
    assert slow.order == [FIRST, SECOND] and work.get(SECOND) == counted(0.1)


def test_a_cancelled_comparison_keeps_the_count_and_goes_on_where_it_ended() -> None:
    begun, go, samples = Event(), Event(), []

    def by_chance(motif: Motif, sample: int) -> int:
        samples.append(sample)
        if sample == 3 and not go.is_set():
            begun.set()
            go.wait(10)
            raise ProcessEnded("the process ended")
        return sample

    work = Measurements(lambda motif: counted(0.1), by_chance, go.set)
    work.look_at([FIRST])
    assert begun.wait(10)
    work.cancel()
    found = work.get(FIRST)
    assert found is not None and found.instances == 40 and found.expression is None
    assert work.is_cancelled(FIRST)
    work.resume()
    work.close()
    assert samples == [0, 1, 2, 3, *range(3, 10)] and not work.is_cancelled(FIRST)


def test_what_is_done_when_it_is_cancelled_is_not_cancelled() -> None:
    begun, go = Event(), Event()

    def measured(motif: Motif) -> Measured:
        begun.set()
        go.wait(10)
        return counted(0.1)

    work = Measurements(measured, never, go.set)
    work.want([FIRST])
    assert begun.wait(10)
    work.cancel()
    assert work.get(FIRST) == counted(0.1) and not work.is_cancelled(FIRST)
    work.end()


@pytest.mark.parametrize("error", [MotifCNNError("too large"), RuntimeError("too large")])
def test_an_error_becomes_the_reason_and_work_goes_on(error: Exception) -> None:
    def fail(motif: Motif) -> Measured:
        if motif == FIRST:
            raise error
        return Measured(seconds=0, bytes=0, engine="", at_most=0, instances=7)

    work = Measurements(fail, never)
    work.want([FIRST, SECOND])
    work.close()
    first, second = work.get(FIRST), work.get(SECOND)
    assert first is not None and first.reason.endswith("too large") and first.instances is None
    assert second is not None and second.instances == 7
