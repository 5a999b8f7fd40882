"""InputSettings: what nodes feed into a method."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from motifcnn.nn.settings import Positive, PositiveInt, Settings, Share


class InputSettings(Settings):
    """What a node feeds in. None of it looks at labels.

    Parameters
    ----------
    text : {"given", "rows", "tf-idf"}
        Features as they are; rows divided by their sum of absolute values; or rows of length 1,
        weighted by inverse document frequency where they are sparse and not negative.
    project : int
        Columns to which wider features are reduced by a singular value decomposition; 0: none.
    featureless : {"one-hot", "structure", "none"}
        Inputs of a type without features: a learned row per node, an unsupervised embedding of the
        graph, or nothing. Types with fewer feature columns than the embedding feed it in as well.
    structure : int
        Columns of that embedding.
    structure_decay : float
        Power of the singular values that scales those columns; larger values favour coarse
        structure.
    structure_everywhere : bool
        All types feed in that embedding.
    borrow : bool
        A type without features feeds in the mean features of its neighbours.
    diffusion : float
        Restart probability of random walks whose mean features nodes feed in as well
        (`motifcnn.nn.inputs.diffusion`); 0: none.
    """

    text: Literal["given", "rows", "tf-idf"] = "given"
    project: Annotated[int, Field(ge=0)] = 0
    featureless: Literal["one-hot", "structure", "none"] = "one-hot"
    structure: PositiveInt = 128
    structure_decay: Positive = 0.5
    structure_everywhere: bool = False
    borrow: bool = False
    diffusion: Share = 0.0
