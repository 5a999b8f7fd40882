"""Whether the inputs of a stored run are whole: every block has its ids and its arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.nn.inputs import InputBlock, Inputs
from motifcnn.readable import shown

Shape = tuple[int, ...]


def inputs_problem(inputs: Inputs, node_types: Sequence[str]) -> str | None:
    """What is wrong with the inputs; None where nothing is.

    Parameters
    ----------
    inputs : Inputs
    node_types : sequence of str
        Of the schema.

    Examples
    --------
    >>> block = InputBlock("one-hot", 2)
    >>> inputs_problem(Inputs({"a": (block,)}, {}, {"a": np.array([4, 7])}), ["a"]) is None
    True
    >>> inputs_problem(Inputs({"a": (block,)}, {}, {}), ["a"])
    "inputs of 'a' have no ids"
    """
    if not inputs.blocks:
        return None
    if not inputs.blocks.keys() <= set(node_types):
        return f"inputs of {shown(sorted(inputs.blocks))}, expected {shown(sorted(node_types))}"
    for node_type, ids in inputs.ids.items():
        if len(ids) > 1 and not (ids[1:] > ids[:-1]).all():
            return f"ids of the inputs of {shown(node_type)} are not increasing, each once"
    for node_type, blocks in inputs.blocks.items():
        for block in blocks:
            if (problem := _block_problem(node_type, block, inputs, node_types)) is not None:
                return f"inputs of {shown(node_type)} {problem}"
    for name, expected in _shapes(inputs).items():
        found = inputs.arrays.get(name)
        if found is not None and (found.shape != expected or found.dtype.kind != "f"):
            return f"array {name} of its inputs is {_shown(found)}, expected floats of {expected}"
    return None


def _block_problem(
    node_type: str, block: InputBlock, inputs: Inputs, node_types: Sequence[str]
) -> str | None:
    source = block.source or node_type
    if source not in node_types:
        return f"come from {shown(source)}, which is not a type"
    if block.kind in ("one-hot", "structure") and node_type not in inputs.ids:
        return "have no ids"
    if block.kind == "structure" and f"structure/{node_type}" not in inputs.arrays:
        return "have no structural vectors"
    if (expected := _width(node_type, block, inputs)) != block.width:
        return f"are {block.width:,} wide, expected {expected:,}"
    return None


def _width(node_type: str, block: InputBlock, inputs: Inputs) -> int:
    """Columns of a block by its arrays."""
    if block.kind == "one-hot":
        return len(inputs.ids[node_type])
    if block.kind in ("features", "borrowed"):
        directions = inputs.arrays.get(f"project/{block.source or node_type}")
        return block.given if directions is None else int((0, *np.shape(directions))[-1])
    return block.width


def _shapes(inputs: Inputs) -> Mapping[str, Shape]:
    """The shape that each array should have."""
    found: dict[str, Shape] = {}
    rows = {t: len(ids) for t, ids in inputs.ids.items()}
    columns = [b.width for plan in inputs.blocks.values() for b in plan if b.kind == "structure"]
    for node_type, plan in inputs.blocks.items():
        if node_type in rows and columns:
            found[f"terms/{node_type}"] = (rows[node_type], columns[0])
        for block in plan:
            if block.kind == "structure":
                found[f"structure/{node_type}"] = (rows[node_type], block.width)
            if block.kind == "features":
                found[f"idf/{node_type}"] = (block.given,)
                found[f"project/{node_type}"] = (block.given, block.width)
    return found


def _shown(array: npt.NDArray[Any]) -> str:
    return f"{array.dtype} of {array.shape}"
