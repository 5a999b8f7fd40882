from __future__ import annotations

from dataclasses import replace

import pytest

from motifcnn.explain.explanation import Explanation
from motifcnn.explain.words import headline, shares_text, summary, without_text

FOUND = Explanation(
    node_type="paper",
    node=4,
    name="On motifs",
    part="test",
    true=["db"],
    predicted=["ir"],
    probabilities=[("ir", 0.6), ("db", 0.4)],
    motifs=[],
    strongest=None,
    neighbours=[],
    sources={},
)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "paper 4 On motifs: ir; true class: db (test)"),
        ({"name": "", "true": None}, "paper 4: ir"),
        ({"predicted": [], "true": []}, "paper 4 On motifs: no class; true class: none (test)"),
        (
            {"true": ["a", "b"], "part": ""},
            "paper 4 On motifs: ir; true class: a, b (not in the split)",
        ),
    ],
)
def test_the_headline_names_node_prediction_and_truth(
    changes: dict[str, object], text: str
) -> None:
    assert headline(replace(FOUND, **changes)) == text  # type: ignore[arg-type]


def test_shares_are_in_per_cent() -> None:
    assert shares_text({"motifs": 0.5, "own inputs": 0.125}) == "motifs 50.0 %, own inputs 12.5 %"
    assert shares_text({}) == ""


def test_no_class_and_no_other_motif_have_texts() -> None:
    assert without_text(None) == "-"
    assert without_text({"predicted": [], "probability": 0.2}) == "no class 20.0 %"


def test_a_summary_is_a_few_lines_about_the_last_layer() -> None:
    row = {
        "motif": "(t:paper)--(c:author)",
        "words": "papers with an author",
        "layer": 2,
        "weight": 0.5,
        "contribution": -0.5,
        "without": {"predicted": ["db"], "probability": 0.75},
        "instances": 1,
    }
    before = {"motif": "", "words": "", "layer": 1, "weight": 1.0, "instances": 1}
    found = replace(FOUND, motifs=[before, row], sentences=["of 3 papers"])
    assert (
        str(found)
        == summary(found)
        == (
            "paper 4 On motifs: ir; true class: db (test)\n"
            "  -0.500 papers with an author (1 instance); without it: db 75.0 %\n"
            "  - of 3 papers"
        )
    )
    assert summary(FOUND) == headline(FOUND)
