"""Fitted inputs survive being written."""

from __future__ import annotations

import json

import numpy as np
import pytest

from motifcnn.nn.inputs import NOTHING, InputBlock, Inputs, InputSettings, node_inputs
from motifcnn.train.run.inputs_store import read_inputs, write_inputs
from tests.small_graphs import bibliography


def again(inputs: Inputs) -> Inputs:
    arrays, document = write_inputs(inputs)
    return read_inputs(arrays, json.loads(json.dumps(document)))


@pytest.mark.parametrize(
    "settings",
    [
        InputSettings(),
        InputSettings(featureless="structure", structure=5, structure_everywhere=True, project=4),
        InputSettings(featureless="none", borrow=True, diffusion=0.1),
    ],
    ids=["one-hot", "structure", "inductive"],
)
def test_inputs_of_a_graph_feed_the_same_columns_afterwards(settings: InputSettings) -> None:
    graph = bibliography()
    before = node_inputs(graph, settings)
    after = node_inputs(graph, settings, again(before.fitted))
    assert after is not before
    assert after.fitted.blocks == before.fitted.blocks
    for t, blocks in before.columns.items():
        for one, other in zip(blocks, after.columns[t], strict=True):
            assert type(one) is type(other)
            difference = one - other
            assert not (difference.nnz if hasattr(difference, "nnz") else difference.any())


def test_ids_may_be_words_or_numbers() -> None:
    ids = {"a": np.array(["x", "ü"], dtype=object), "b": np.array([3, 1 << 40])}
    found = again(Inputs({"a": (InputBlock("one-hot", 2),)}, {}, ids)).ids
    assert found["a"].tolist() == ["x", "ü"]
    assert np.array_equal(found["b"], ids["b"])
    assert again(NOTHING).blocks == {}
