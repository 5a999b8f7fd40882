from __future__ import annotations

import json

from motifcnn.errors import BudgetError, GraphError
from motifcnn.serve.problems import RequestError, as_bytes, problem_of


def test_errors_for_the_user_are_told_and_others_are_not() -> None:
    assert problem_of(RequestError(404, "no node")) == {
        "title": "Not Found",
        "status": 404,
        "detail": "no node",
    }
    assert problem_of(GraphError("no type"))["status"] == 422
    assert problem_of(BudgetError("8 GB"))["status"] == 413
    unexpected = problem_of(RuntimeError("/home/ann/secret"))
    assert unexpected["status"] == 500
    assert "secret" not in json.dumps(unexpected)


def test_json_is_ascii_and_means_the_same() -> None:
    document = {"name": "Müller\x1b\u202e<b>"}
    assert as_bytes(document).isascii()
    assert b"\x1b" not in as_bytes(document)
    assert json.loads(as_bytes(document)) == document
