"""Inputs of a stored run that lack a type, an array or its shape are refused when it is loaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from motifcnn.nn.inputs import NOTHING, InputBlock, Inputs
from motifcnn.train.run.inputs_check import inputs_problem

TYPES = ("author", "paper")


def good() -> Inputs:
    blocks = {
        "paper": (InputBlock("features", 2, given=5), InputBlock("structure", 4)),
        "author": (InputBlock("borrowed", 2, "paper", given=5), InputBlock("one-hot", 3)),
    }
    arrays = {
        "project/paper": np.zeros((5, 2), np.float32),
        "idf/paper": np.zeros(5, np.float32),
        "structure/paper": np.zeros((2, 4), np.float32),
        "terms/paper": np.zeros((2, 4), np.float32),
        "terms/author": np.zeros((3, 4), np.float32),
    }
    return Inputs(blocks, arrays, {"paper": np.array([1, 2]), "author": np.array(["a", "b", "c"])})


def test_whole_inputs_have_no_problem() -> None:
    assert inputs_problem(good(), TYPES) is None
    assert inputs_problem(NOTHING, TYPES) is None
    own = {"paper": good().blocks["paper"]}  # all that a method reads which asks only the target
    assert inputs_problem(replace(good(), blocks=own), TYPES) is None


def without(name: str) -> Callable[[Inputs], Inputs]:
    return lambda inputs: replace(
        inputs, arrays={key: value for key, value in inputs.arrays.items() if key != name}
    )


def with_array(name: str, value: Any) -> Callable[[Inputs], Inputs]:
    return lambda inputs: replace(inputs, arrays=dict(inputs.arrays) | {name: value})


def with_blocks(*blocks: InputBlock) -> Callable[[Inputs], Inputs]:
    return lambda inputs: replace(inputs, blocks=dict(inputs.blocks) | {"author": blocks})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda i: replace(i, blocks={"venue": i.blocks["paper"]}), "expected"),
        (lambda i: replace(i, ids={"paper": i.ids["paper"]}), "have no ids"),
        (lambda i: replace(i, ids=dict(i.ids) | {"paper": np.array([2, 1])}), "not increasing"),
        (without("structure/paper"), "no structural vectors"),
        (with_array("structure/paper", np.zeros((9, 4), np.float32)), "structure/paper"),
        (with_array("structure/paper", np.zeros((2, 4), np.int64)), "structure/paper"),
        (with_array("terms/author", np.zeros((3, 5), np.float32)), "terms/author"),
        (with_array("idf/paper", np.zeros(4, np.float32)), "idf/paper"),
        (with_array("project/paper", np.zeros((5, 3), np.float32)), "2 wide, expected 3"),
        (with_array("project/paper", np.float32(3)), "2 wide, expected 0"),
        (with_blocks(InputBlock("borrowed", 2, "venue", given=5)), "not a type"),
        (with_blocks(InputBlock("one-hot", 2**40)), "expected 3"),
    ],
)
def test_every_lack_is_named(change: Callable[[Inputs], Inputs], message: str) -> None:
    assert message in (inputs_problem(change(good()), TYPES) or "")
