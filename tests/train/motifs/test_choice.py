"""What is known about a candidate."""

from __future__ import annotations

import json

import pytest

from motifcnn.motif import Motif
from motifcnn.train import MotifChoice


def test_a_choice_survives_json_with_its_rule_for_roles() -> None:
    motif = Motif.parse("(t:user)--(i:item)--(c:user)").with_roles("context")
    choice = MotifChoice(motif, None, None, None, 12, False, "too costly")
    assert MotifChoice.from_json(json.loads(json.dumps(choice.to_json()))) == choice


def test_the_rank_is_coverage_times_agreement_and_never_negative_where_known() -> None:
    motif = Motif.parse("(t:user)--(c:item)")
    for agreement, expected in ((0.4, 0.2), (-0.4, 0.0)):
        choice = MotifChoice(motif, 0.5, agreement, None, 1, False, "")
        assert choice.rank == pytest.approx(expected)
    assert MotifChoice(motif, None, None, None, 1, False, "").rank == -1.0
