"""Fitted inputs as arrays and JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.nn.inputs import InputBlock, Inputs


def write_inputs(inputs: Inputs) -> tuple[dict[str, npt.NDArray[Any]], dict[str, Any]]:
    """Arrays and a JSON document from which `read_inputs` makes the same inputs."""
    blocks = {t: [asdict(block) for block in plan] for t, plan in inputs.blocks.items()}
    return dict(inputs.arrays), {
        "blocks": blocks,
        "ids": {t: ids.tolist() for t, ids in inputs.ids.items()},
    }


def read_inputs(arrays: dict[str, npt.NDArray[Any]], document: dict[str, Any]) -> Inputs:
    """The inputs that `write_inputs` took apart."""
    blocks = {
        t: tuple(InputBlock(**block) for block in plan) for t, plan in document["blocks"].items()
    }
    return Inputs(blocks, arrays, {t: np.asarray(ids) for t, ids in document["ids"].items()})
