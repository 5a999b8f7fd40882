"""Base of what the studio's API answers."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Answer(BaseModel):
    """A typed, frozen JSON document."""

    model_config = ConfigDict(frozen=True, extra="forbid")
