"""A worker measures what is looked at first, each motif once, and survives errors."""

from __future__ import annotations

from threading import Event

import pytest

import motifcnn as mc
from motifcnn.errors import MotifCNNError
from motifcnn.graph import Graph
from motifcnn.motif import Motif
from motifcnn.studio.measure import Measured, measure
from motifcnn.studio.measurements import URGENT, Measurements

FIRST, SECOND, THIRD = (Motif.parse(f"(t:paper)--(c:{t})") for t in ("author", "venue", "term"))


def test_the_urgent_overtakes_and_each_is_measured_once() -> None:
    begun, go, order = Event(), Event(), []

    def slow(motif: Motif) -> Measured:
        order.append(motif)
        begun.set()
        go.wait(10)
        return Measured(seconds=0, bytes=0, engine="", at_most=0)

    work = Measurements(slow)
    work.want([FIRST])
    assert begun.wait(10)
    work.want([SECOND, THIRD])
    work.want([THIRD, FIRST], URGENT)
    go.set()
    work.close()
    assert order == [FIRST, THIRD, SECOND]


@pytest.mark.parametrize("error", [MotifCNNError("too large"), RuntimeError("too large")])
def test_an_error_becomes_the_reason_and_work_goes_on(error: Exception) -> None:
    def fail(motif: Motif) -> Measured:
        if motif == FIRST:
            raise error
        return Measured(seconds=0, bytes=0, engine="", at_most=0, instances=7)

    work = Measurements(fail)
    work.want([FIRST, SECOND])
    work.close()
    first, second = work.get(FIRST), work.get(SECOND)
    assert first is not None and first.reason.endswith("too large") and first.instances is None
    assert second is not None and second.instances == 7


def test_agreement_is_that_of_the_automatic_choice(debian: Graph) -> None:
    from motifcnn.train.motifs.choose import choose_motifs_auto

    pattern = "(t:package)--(c:maintainer)"
    (choice,) = choose_motifs_auto(debian, candidates=[pattern])
    found = measure(debian, mc.Motif.parse(pattern))
    assert found.agreement == choice.agreement
    assert found.coverage == pytest.approx(choice.coverage)


def test_a_target_without_labels_has_no_agreement(debian: Graph) -> None:
    found = measure(debian, mc.Motif.parse("(t:tag)--(c:package)"))
    assert found.agreement is None and "no labels" in found.reason
    assert found.instances == 9812
