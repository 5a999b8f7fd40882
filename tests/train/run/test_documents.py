"""Figures in documents of runs are shares, or NaN where there were no nodes."""

from __future__ import annotations

import math

import pytest

from motifcnn.errors import StoreError
from motifcnn.methods.scores import Scores
from motifcnn.sealed.document import parse_document
from motifcnn.train.run.documents import ScoresDocument, SourceDocument


def test_scores_without_nodes_are_nan_and_come_back() -> None:
    text = b'{"micro_f1": NaN, "macro_f1": NaN, "accuracy": NaN, "nodes": 0}'
    found = parse_document(text, ScoresDocument, "run.json").scores()
    assert math.isnan(found.micro_f1)
    text = b'{"micro_f1": 1, "macro_f1": 0.25, "accuracy": 0.5, "nodes": 4}'
    assert parse_document(text, ScoresDocument, "run.json").scores() == Scores(1, 0.25, 0.5, 4)


@pytest.mark.parametrize("value", ["2", "-0.1", "Infinity", "true", '"0.5"'])
def test_other_scores_are_refused(value: str) -> None:
    text = f'{{"micro_f1": {value}, "macro_f1": 0.5, "accuracy": 0.5, "nodes": 4}}'
    with pytest.raises(StoreError, match="micro_f1 is"):
        parse_document(text.encode(), ScoresDocument, "run.json")


def test_the_source_of_a_run_is_a_text() -> None:
    with pytest.raises(StoreError, match="graph is 3"):
        parse_document(b'{"graph": 3}', SourceDocument, "source.json")
