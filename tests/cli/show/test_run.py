from __future__ import annotations

import pandas as pd
import pytest

from motifcnn.cli.show.run import (
    MOST_MOTIFS,
    describe_attention,
    describe_contributions,
    describe_scores,
    show_attention,
)
from motifcnn.train import Scores


def test_scores_of_no_nodes_are_null_and_not_nan() -> None:
    nan = float("nan")
    assert describe_scores(Scores(nan, nan, nan, 0)) == {
        "micro_f1": None,
        "macro_f1": None,
        "accuracy": None,
        "nodes": 0,
    }


def test_attention_is_the_mean_over_nodes() -> None:
    frame = pd.DataFrame(
        {"node": [1, 1, 2, 2], "motif": ["a", "b"] * 2, "layer": 1, "weight": [0.5, 0.5, 0.1, 0.9]}
    )
    found = describe_attention(frame)
    assert [(row["motif"], row["weight"]) for row in found] == [
        ("b", pytest.approx(0.7)),
        ("a", pytest.approx(0.3)),
    ]


def test_contributions_are_the_mean_over_nodes() -> None:
    frame = pd.DataFrame({"node": [1, 1, 2, 2], "source": ["a", "own inputs"] * 2})
    frame = frame.assign(contribution=[1.0, -3.0, 1.0, 1.0], share=[0.25, 0.75, 0.5, 0.5])
    assert describe_contributions(frame) == [
        {"source": "own inputs", "contribution": -1.0, "share": 0.625},
        {"source": "a", "contribution": 1.0, "share": 0.375},
    ]


def test_people_see_the_heaviest_motifs_and_how_many_more_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = [
        {"layer": 1, "motif": f"motif-{i:02}", "weight": 0.5 / (i + 1)}
        for i in range(MOST_MOTIFS + 3)
    ]
    show_attention(rows, "attention")
    shown = capsys.readouterr().out
    assert f"motif-{MOST_MOTIFS - 1:02}" in shown
    assert f"motif-{MOST_MOTIFS:02}" not in shown
    assert "and 3 more motifs, 3.8 or less each" in shown
    show_attention(rows[: MOST_MOTIFS + 1], "attention")
    assert "and 1 more motif, 3.8 or less each" in capsys.readouterr().out
