"""Documents are frozen and closed; their JSON shows every control character as an escape."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from motifcnn.studio.answer import Answer, VisibleJSON


class Named(Answer):
    name: str


def test_a_document_takes_no_other_field_and_does_not_change() -> None:
    with pytest.raises(ValidationError):
        Named(name="a", other="b")  # type: ignore[call-arg]
    with pytest.raises(ValidationError):
        Named(name="a").name = "b"  # type: ignore[misc]


@pytest.mark.parametrize("text", ["\x1b[2J", "\x9b", "\u202e", "\u2028"])
def test_unsafe_characters_are_escapes_of_the_same_text(text: str) -> None:
    body = VisibleJSON({"name": text}).body.decode()
    assert text[0] not in body and json.loads(body) == {"name": text}
