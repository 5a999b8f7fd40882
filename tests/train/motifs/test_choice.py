"""Choices as JSON."""

from __future__ import annotations

import json

from motifcnn.motif import Motif
from motifcnn.train import MotifChoice


def test_a_choice_survives_json_with_its_rule_for_roles() -> None:
    motif = Motif.parse("(t:user)--(i:item)--(c:user)").with_roles("context")
    choice = MotifChoice(motif, None, None, None, 12, False, "too costly")
    assert MotifChoice.from_json(json.loads(json.dumps(choice.to_json()))) == choice
