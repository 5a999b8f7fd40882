from __future__ import annotations

from motifcnn.doctor.finding import Diagnosis, Finding


def test_a_note_leaves_a_place_healthy_and_one_fault_does_not() -> None:
    note, fault = Finding("a", "older", wrong=False), Finding("b", "altered", "restore it")
    assert Diagnosis("x", "run").healthy
    assert Diagnosis("x", "run", findings=(note,)).healthy
    assert not Diagnosis("x", "run", findings=(note, fault)).healthy
