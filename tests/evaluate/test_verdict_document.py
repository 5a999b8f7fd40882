"""A verdict on disk is the verdict that was written."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from motifcnn.errors import StoreError
from motifcnn.evaluate.verdict import Rival, Verdict
from motifcnn.evaluate.verdict_document import VerdictDocument
from motifcnn.sealed.document import parse_document

VERDICT = Verdict("good", (Rival("mlp", 0.5, 0.4, 0.3, 0.6, (0.1, 0.0, 0.2)), Rival("x")), ("few",))


def test_a_verdict_comes_back_equal() -> None:
    found = parse_document(json.dumps(asdict(VERDICT)).encode(), VerdictDocument, "verdict.json")
    rows = tuple(Rival(**dict(row)) for row in found.rows)
    assert Verdict(found.sentence, rows, tuple(found.warnings)) == VERDICT


@pytest.mark.parametrize("behind", [[1, 2], "x", 3, [None, 1, 2]])
def test_what_is_no_verdict_is_refused(behind: object) -> None:
    about = asdict(VERDICT)
    about["rows"][0]["behind"] = behind
    with pytest.raises(StoreError, match=r"rows\.0\.behind"):
        parse_document(json.dumps(about).encode(), VerdictDocument, "verdict.json")
