from __future__ import annotations

import json
from pathlib import Path

import pytest

from motifcnn.cli.show.verdict import VERDICT, describe_verdict, noted_verdict
from motifcnn.evaluate.verdict import Rival, Verdict

FOUND = Verdict(
    "Better than the table alone.",
    (
        Rival("majority class", 0.3, 0.1, 0.2, 0.4, (0.4, 0.3, 0.5)),
        Rival("gradient boosting on the columns", reason="no columns"),
        Rival("motif-cnn", 0.7, 0.6, 0.65, 0.75, own=True),
    ),
    ("only 4 test nodes",),
)


def test_a_noted_verdict_is_read_again(tmp_path: Path) -> None:
    assert noted_verdict(tmp_path) is None
    (tmp_path / VERDICT).write_text(json.dumps(describe_verdict(FOUND)))
    assert noted_verdict(tmp_path) == FOUND


@pytest.mark.parametrize("content", ["{", "[]", "{}", '{"rows": [{"x": 1}]}', '{"rows": 3}'])
def test_a_damaged_note_is_none(content: str, tmp_path: Path) -> None:
    (tmp_path / VERDICT).write_text(content)
    assert noted_verdict(tmp_path) is None
