"""A stored result is held to its schema before a table shows it."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from motifcnn.errors import StoreError
from motifcnn.experiments.result_document import ResultDocument
from motifcnn.sealed.document import parse_document


def parsed(**parts: Any) -> ResultDocument:
    return parse_document(json.dumps(parts).encode(), ResultDocument, "0-abc.json")


def test_a_result_without_a_key_is_empty_there() -> None:
    found = parsed()
    assert (found.test.micro_f1, found.epochs, found.retry, found.cell.code) == (None, 0, False, "")


def test_figures_are_read_as_they_are() -> None:
    found = parsed(
        cell={"code": "abc", "tuning": {"trials": 8}},
        test={"micro_f1": 0.5, "nodes": 7},
        val_loss=[1.0, math.inf],
        trials=[{"settings": {}, "micro_f1": None, "macro_f1": None, "seconds": 2.0}],
    )
    assert (found.cell.code, found.cell.tuning.trials) == ("abc", 8)
    assert (found.test.micro_f1, found.test.nodes) == (0.5, 7)
    assert found.val_loss == [1.0, math.inf]
    assert found.trials[0].reason == ""


def test_a_cell_may_have_keys_of_other_releases_and_scores_may_not() -> None:
    assert parsed(cell={"version": "0.1"}, made={"host": "x"}).cell.settings == {}
    with pytest.raises(StoreError, match=r"test\.f1.* is not known here"):
        parsed(test={"f1": 0.5})


@pytest.mark.parametrize(
    ("parts", "place"),
    [
        ({"test": {"micro_f1": 1.5}}, "test.micro_f1"),
        ({"test": {"macro_f1": -0.1}}, "test.macro_f1"),
        ({"test": {"micro_f1": "0.5"}}, "test.micro_f1"),
        ({"epochs": -1}, "epochs"),
        ({"epochs": 3.5}, "epochs"),
        ({"wall_seconds": "a minute"}, "wall_seconds"),
        ({"motifs": [{"motif": "(t:a)--(c:b)", "attention": 0.5}]}, "motifs.0.lost_macro_f1"),
        ({"retry": "no"}, "retry"),
    ],
)
def test_a_value_that_no_fit_writes_is_refused_with_its_place(
    parts: dict[str, Any], place: str
) -> None:
    with pytest.raises(StoreError, match=f"^0-abc.json: '?{place}"):
        parsed(**parts)


def test_a_reason_takes_the_place_of_figures() -> None:
    found = parsed(reason="no features", message="gcn: needs features", retry=True)
    assert (found.reason, found.retry, found.test.nodes) == ("no features", True, 0)
