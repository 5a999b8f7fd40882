"""What is measured about a motif equals what the library computes."""

from __future__ import annotations

import pytest

import motifcnn as mc
from motifcnn.graph import Graph
from motifcnn.studio.measure import is_incomplete, measure


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


def test_more_is_found_out_until_there_is_an_expression(debian: Graph) -> None:
    assert is_incomplete(None)
    assert is_incomplete(measure(debian, mc.Motif.parse("(t:package)--(c:tag)")))


def test_a_cycle_that_takes_too_long_has_its_plan_alone(
    debian: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("motifcnn.studio.measure.MOST_SECONDS", 0)
    pattern = "(t:package)--(l:library)--(c:library), (t)--(c)"
    found, cost = measure(debian, mc.Motif.parse(pattern)), mc.plan(debian, pattern)
    assert found.instances is None and found.reason.startswith("not counted")
    assert (found.bytes, found.at_most) == (cost.bytes, cost.instances)
