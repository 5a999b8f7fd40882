"""What `verdict.json` beside a run holds."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from motifcnn.sealed.document import Document

Figure = Annotated[float, Field(allow_inf_nan=True)]


class RivalDocument(Document):
    """A model beside the run."""

    name: str
    micro_f1: Figure | None = None
    macro_f1: Figure | None = None
    low: Figure | None = None
    high: Figure | None = None
    behind: tuple[Figure, Figure, Figure] | None = None
    own: bool = False
    reason: str = ""


class VerdictDocument(Document):
    """A verdict."""

    sentence: str
    rows: list[RivalDocument]
    warnings: list[str]
