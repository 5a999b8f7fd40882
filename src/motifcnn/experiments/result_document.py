"""The document of a stored result: which keys it may have, and what is in them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field

from motifcnn.sealed.document import Count, Document, Integer
from motifcnn.train.run.documents import TriedDocument

Share = Annotated[float, Field(ge=0, le=1)]


class _Open(Document):
    """A document that may have other keys as well, as those of other releases do."""

    model_config = ConfigDict(extra="allow")


class _TuningDocument(_Open):
    trials: Count = 0


class CellDocument(_Open):
    """What decided a result, as `describe` writes it."""

    settings: dict[str, Any] = Field(default_factory=dict)
    code: str = ""
    tuning: _TuningDocument = Field(default_factory=_TuningDocument)


class OriginDocument(_Open):
    """When, where and with which release a result was made."""

    date: str = ""
    machine: str = ""
    version: str = ""


class CellScoresDocument(Document):
    """Scores on one part of a split; figures that are left out are of no table."""

    micro_f1: Share | None = None
    macro_f1: Share | None = None
    accuracy: Share | None = None
    nodes: Count = 0


class TrialDocument(Document):
    """A trial of a tuning."""

    settings: dict[str, Any]
    micro_f1: float | None
    macro_f1: float | None
    seconds: float
    reason: str = ""


class WorthDocument(_Open):
    """What a motif of the target is worth."""

    motif: str
    attention: float | None
    lost_macro_f1: float


class ResultDocument(_Open):
    """What a file of a cell or a tuning holds; all keys are optional."""

    cell: CellDocument = Field(default_factory=CellDocument)
    made: OriginDocument = Field(default_factory=OriginDocument)
    test: CellScoresDocument = Field(default_factory=CellScoresDocument)
    validation: CellScoresDocument = Field(default_factory=CellScoresDocument)
    test_at_half: CellScoresDocument = Field(default_factory=CellScoresDocument)
    seconds: dict[str, float] = Field(default_factory=dict)
    epochs: Count = 0
    best: Count = 0
    patterns: list[str] = Field(default_factory=list)
    val_loss: list[Annotated[float, Field(allow_inf_nan=True)]] = Field(default_factory=list)
    epoch_seconds: list[float] = Field(default_factory=list)
    tried: list[TriedDocument] = Field(default_factory=list)
    motifs: list[WorthDocument] = Field(default_factory=list)
    chosen: dict[str, Any] = Field(default_factory=dict)
    trials: list[TrialDocument] = Field(default_factory=list)
    wall_seconds: float | None = None
    peak_bytes: Count | None = None
    verified_by_split: Integer | None = None
    reason: str = ""
    message: str = ""
    retry: bool = False
