"""What the studio's API answers with: typed documents, as JSON that is safe to show."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict
from starlette.responses import JSONResponse

from motifcnn.visible import visible_json


class Answer(BaseModel):
    """A typed, frozen JSON document."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class VisibleJSON(JSONResponse):
    r"""JSON in which control and format characters are escapes, whoever shows it.

    Examples
    --------
    >>> VisibleJSON({"name": "é\x9b"}).body.decode()
    '{"name": "é\\u009b"}'
    """

    def render(self, content: Any) -> bytes:
        """The document as UTF-8."""
        return visible_json(content).encode()
