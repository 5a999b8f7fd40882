"""Bodies of requests, checked before any work."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, StrictInt, StrictStr

LONGEST = 100_000  # characters of a text in a request
Text = Annotated[StrictStr, Field(max_length=LONGEST)]
Id = Annotated[StrictInt, Field(ge=-(2**63), lt=2**63)] | Text
Cell = bool | StrictInt | FiniteFloat | Text | list[Text] | None


class Closed(BaseModel):
    """A body with these fields and no others."""

    model_config = ConfigDict(extra="forbid")


class NewNode(Closed):
    """A node that the training graph does not have."""

    id: Id
    name: Text = ""
    columns: dict[Text, Cell] = Field(
        default_factory=dict, description="Values by column, where the run encodes columns."
    )
    features: list[FiniteFloat] | dict[Text, FiniteFloat] | None = Field(
        default=None,
        description="One number per feature column, or the numbers that are not 0 by column number "
        "from 0, where the training graph has features.",
    )


class NewNodes(Closed):
    """New nodes by type, and links by relation."""

    nodes: dict[Text, list[NewNode]] = Field(description="New nodes by node type.")
    links: dict[Text, list[tuple[Id, Id]]] = Field(
        default_factory=dict,
        description="Pairs of ids (source, target) by relation: its name or, where several have "
        'that name, "(source type)-[:name]->(target type)". Ends are known or new nodes.',
    )


class PredictRequest(Closed):
    """Either ids of known nodes, or new nodes with their links."""

    ids: list[Id] | None = Field(default=None, description="Ids or names of known nodes.")
    new: NewNodes | None = None

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"ids": [955, "gimp"]}]}
    )


class ExplainRequest(Closed):
    """A known node of the target type."""

    id: Id = Field(description="Id or name of a known node.")
    limit: int = Field(default=5, ge=1, le=100, description="Most neighbours per role.")


class Prediction(BaseModel):
    """The predicted class of a node."""

    node: int | str
    name: str
    predicted: list[str] = Field(description="One class; any number for a multi-label run.")
    probabilities: dict[str, float]


class Predictions(BaseModel):
    """Predictions in the order of the request."""

    predictions: list[Prediction]
    notes: list[str] = []


class ProblemDetails(BaseModel):
    """Why a request is not answered."""

    title: str
    status: int
    detail: str
