from __future__ import annotations

import pytest

from motifcnn.cli.show.explanation import show_motifs, show_neighbours
from motifcnn.explain.explanation import Explanation


def explanation(motifs: list[dict[str, object]], sources: dict[str, float]) -> Explanation:
    return Explanation(
        node_type="paper",
        node=4,
        name="",
        part="test",
        true=None,
        predicted=["db"],
        probabilities=[("db", 1.0)],
        motifs=motifs,
        strongest=None,
        neighbours=[],
        sources=sources,
        sentences=["of 3 papers, 100 % are [db]"],
    )


def last(number: int) -> dict[str, object]:
    without = {"predicted": ["ir"], "probability": 0.5}
    return {
        "motif": f"m{number}",
        "words": "",
        "contribution": -0.25,
        "without": without,
        "instances": 7,
    }


def test_layers_before_the_last_show_weights_alone(capsys: pytest.CaptureFixture[str]) -> None:
    first = {"motif": "m0", "words": "", "layer": 1, "weight": 0.125, "instances": 7}
    show_motifs(explanation([first, {"layer": 2, "weight": 0.5} | last(0)], {}))
    out = capsys.readouterr().out
    before, after = out.split("layer 2")
    assert "12.5" in before and "contribution" not in before
    for text in ("50.0", "-0.250", "ir 50.0 %", "7", "m0"):
        assert text in after


def test_a_wide_network_shows_shares_and_says_how_many_are_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    show_motifs(explanation([{"share": 0.05} | last(k) for k in range(14)], {"motifs": 0.7}))
    out = capsys.readouterr().out
    assert "rests on: motifs 70.0 %" in out
    assert "m11" in out and "m12" not in out
    assert "and 2 more motifs, 5.0 or less each" in out


def test_sentences_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    show_neighbours(explanation([], {}))
    assert "- of 3 papers, 100 % are [db]" in capsys.readouterr().out
