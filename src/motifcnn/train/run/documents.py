"""The documents of a stored run and of a checkpoint, one schema each."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from motifcnn.graph.schema_document import SchemaDocument
from motifcnn.methods.epoch import Epoch
from motifcnn.methods.scores import Scores
from motifcnn.motif.document import MotifDocument
from motifcnn.nn.inputs import InputBlock
from motifcnn.sealed.document import Count, Document, Integer
from motifcnn.train.motifs.choice import MotifChoice
from motifcnn.train.run.tried import Tried


def _share_or_none(value: float) -> float:
    if not math.isnan(value) and not 0 <= value <= 1:
        raise ValueError("expected 0 to 1")
    return value


Figure = Annotated[float, Field(allow_inf_nan=True)]  # NaN where there were no nodes
Share = Annotated[Figure, AfterValidator(_share_or_none)]
Ids = list[Integer] | list[str]


class EpochDocument(Document):
    """An epoch of `history.json`."""

    number: Annotated[int, Field(ge=1, lt=2**31)]
    loss: Figure
    val_loss: Figure
    val_micro_f1: Share
    val_macro_f1: Share
    seconds: float

    def epoch(self) -> Epoch:
        return Epoch(**self.model_dump())


class ScoresDocument(Document):
    """Scores on one part of the split; None where there were no nodes."""

    micro_f1: Share | None
    macro_f1: Share | None
    accuracy: Share | None
    nodes: Count

    def scores(self) -> Scores:
        """The scores, with NaN for None."""
        micro, macro, accuracy = (
            math.nan if one is None else one
            for one in (self.micro_f1, self.macro_f1, self.accuracy)
        )
        return Scores(micro, macro, accuracy, self.nodes)


class TriedDocument(Document):
    """A candidate of the run."""

    name: str
    micro_f1: Share | None = None
    macro_f1: Share | None = None
    seconds: float = 0.0
    kept: bool = False
    reason: str = ""

    def tried(self) -> Tried:
        return Tried(**self.model_dump())


class ChoiceDocument(Document):
    """A candidate of motifs="auto"."""

    motif: MotifDocument
    coverage: Figure | None
    agreement: Figure | None
    gain: Figure | None
    cost: Annotated[int, Field(ge=0)]
    chosen: bool
    reason: str

    def choice(self) -> MotifChoice:
        return MotifChoice(**dict(self) | {"motif": self.motif.motif()})


class BlockDocument(Document):
    """A block of input columns."""

    kind: Literal["features", "borrowed", "diffused", "structure", "one-hot"]
    width: Count
    source: str = ""
    given: Count = 0

    def block(self) -> InputBlock:
        return InputBlock(**self.model_dump())


class InputsDocument(Document):
    """What was learned about the inputs."""

    blocks: dict[str, list[BlockDocument]]
    ids: dict[str, Ids]


class EncoderDocument(Document):
    """How the columns of a type became features."""

    type: str
    state: dict[str, Any]


class NodesDocument(Document):
    """What `nodes.json` holds: ids and names of the nodes of the target type."""

    ids: Ids
    names: list[str] | None


class RunDocument(Document):
    """What `run.json` holds. Runs of earlier releases lack the keys with a default."""

    format: Literal[2]
    model: str
    preset: str
    target: str
    multi_label: bool
    seed: Integer
    best: Count
    threshold: Annotated[float, Field(ge=0, le=1)]
    validation: ScoresDocument
    test: ScoresDocument
    test_at_half: ScoresDocument | None
    seconds: dict[str, float]
    settings: dict[str, Any]
    motifs: list[MotifDocument]
    classes: list[str]
    schema_: Annotated[SchemaDocument, Field(alias="schema")]
    inputs: InputsDocument
    encoders: list[EncoderDocument] = Field(default_factory=list)
    tried: list[TriedDocument] = Field(default_factory=list)
    motif_choice: list[ChoiceDocument] | None = None


class OwnerDocument(Document):
    """Which run a checkpoint belongs to."""

    fingerprint: str


class SourceDocument(Document):
    """Which graph a run was trained on: a name or a folder."""

    graph: str
