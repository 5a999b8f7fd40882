"""Errors as JSON: one shape for all of them, by RFC 9457, with text that is safe to show."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from motifcnn.errors import BudgetError, MotifCNNError
from motifcnn.visible import visible

MEDIA_TYPE = "application/problem+json"


class RequestError(MotifCNNError):
    """A request that the server does not answer.

    Parameters
    ----------
    status : int
        The status of HTTP.
    detail : str
        What was found, what was expected and what to do.
    headers : mapping of str to str, optional
        Further headers of the answer, such as ``Retry-After``.
    """

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.headers = dict(headers or {})


def problem(status: int, detail: str, title: str | None = None) -> dict[str, Any]:
    r"""The document of a problem; control characters in the detail become visible escapes.

    Examples
    --------
    >>> problem(404, "no node '\x1b[31m'")["detail"]
    "no node '\\x1b[31m'"
    >>> problem(503, "busy")["title"]
    'Service Unavailable'
    """
    return {
        "title": title or HTTPStatus(status).phrase,
        "status": status,
        "detail": visible(detail, lines=True),
    }


def problem_of(error: Exception) -> dict[str, Any]:
    """The document of an error, with details where the user can act on them.

    Examples
    --------
    >>> from motifcnn.errors import GraphError
    >>> problem_of(GraphError("no node 7"))
    {'title': 'GraphError', 'status': 422, 'detail': 'no node 7'}
    >>> problem_of(KeyError("secret"))["detail"]
    'the server failed on this request; its log says why'
    """
    if isinstance(error, RequestError):
        return problem(error.status, str(error))
    if isinstance(error, MotifCNNError):
        status = 413 if isinstance(error, BudgetError) else 422
        return problem(status, str(error), type(error).__name__)
    return problem(500, "the server failed on this request; its log says why")


def as_bytes(document: Any) -> bytes:
    r"""A document as JSON in ASCII: every other character is an escape of JSON.

    Examples
    --------
    >>> as_bytes({"name": "é\x1b"})
    b'{"name":"\\u00e9\\u001b"}'
    """
    return json.dumps(document, separators=(",", ":"), allow_nan=False).encode("ascii")
