"""Documents fit their schema, or the error names the place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from motifcnn.errors import StoreError
from motifcnn.sealed.document import Count, Document, Integer, parse_document


@dataclass(frozen=True)
class Part:
    share: float


class Note(Document):
    nodes: Count = 0
    id: Integer = 0
    name: str = ""
    parts: tuple[Part, ...] = ()


def test_values_come_back_as_they_are() -> None:
    text = b'{"nodes": 9223372036854775807, "id": -9223372036854775808, "parts": [{"share": 0.1}]}'
    note = parse_document(text, Note, "a.json")
    assert (note.nodes, note.id, note.parts) == (2**63 - 1, -(2**63), (Part(0.1),))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b'{"nodes": 9223372036854775808}', "nodes is 9223372036854775808"),
        (b'{"nodes": -1}', "nodes is -1"),
        (b'{"nodes": true}', "nodes is True"),
        (b'{"nodes": "3"}', "nodes is '3'"),
        (b'{"nodes": 3.0}', r"nodes is 3\.0"),
        (b'{"nodes": ' + b"1" * 5000 + b"}", "not JSON"),
        (b'{"id": 1' + b"0" * 4000 + b"}", "id is an integer of 13,288 bits"),
        (b'{"name": 3}', "name is 3"),
        (b'{"nmae": ""}', "'nmae' is not known here"),
        (b'{"parts": [{"share": NaN}]}', r"parts\.0\.share is nan"),
        (b'{"parts": [{"share": 1e999}]}', r"parts\.0\.share is inf"),
        (b'{"parts": [{}]}', r"'parts\.0\.share' is missing"),
        (b"[]", r"the document is \[\]"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"name": "\\ud800"}', "not JSON"),
    ],
)
def test_what_does_not_fit_is_named(text: bytes, message: str) -> None:
    with pytest.raises(StoreError, match=rf"a\.json: {message}"):
        parse_document(text, Note, "a.json")


@pytest.mark.parametrize("value", ["-" * 10**6, [0] * 10**6, {"a" * 10**6: 1}], ids=type)
def test_a_message_repeats_at_most_two_hundred_characters(value: Any) -> None:
    import json

    for text in (json.dumps({"nodes": value}), json.dumps(value), json.dumps({"x" * 10**6: 1})):
        with pytest.raises(StoreError) as caught:
            parse_document(text.encode(), Note, "a.json")
        assert len(str(caught.value)) < 500
