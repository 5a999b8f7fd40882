"""A network that is built for stored weights makes no tensor that is larger than they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file, save_file

from motifcnn.errors import StoreError
from motifcnn.train import fit, load_run
from motifcnn.train.run.room import FREE, RoomFor
from tests.reseal import change_json, reseal
from tests.small_graphs import bibliography


def test_tensors_up_to_the_room_are_made() -> None:
    with RoomFor({"w": np.zeros(10)}, more=5):
        assert torch.empty(FREE + 25, dtype=torch.uint8).shape == (FREE + 25,)
        assert torch.zeros(2, 3).sum() == 0
        assert torch.full((2,), 7.0).tolist() == [7.0, 7.0]
        assert torch.ones(size=(2,)).tolist() == [1.0, 1.0]


@pytest.mark.parametrize(
    "make",
    [
        lambda n: torch.empty(n, n),
        lambda n: torch.zeros((n, n)),
        lambda n: torch.randn(size=(n, n)),
        lambda n: torch.full((n, n), 0.0),
        lambda n: torch.nn.Embedding(n, n),
    ],
)
def test_a_larger_tensor_is_refused_before_it_is_made(make: object) -> None:
    with RoomFor({}), pytest.raises(StoreError, match="1048576 x 1048576"):
        make(2**20)  # type: ignore[operator]
    with RoomFor({}), pytest.raises(StoreError):
        make(2**62)  # type: ignore[operator]


def test_sizes_that_multiply_are_refused_before_anything_is_allocated(tmp_path: Path) -> None:
    graph, folder = bibliography(papers=30), tmp_path / "run"
    fit(graph, model="mlp", split=(0.3, 0.2, 0.5), epochs=1).save(folder)
    before = load_run(folder).predict(graph)
    weights = load_file(folder / "weights.safetensors")
    save_file(weights | {"bias": np.zeros(10**6, np.float32)}, folder / "weights.safetensors")
    reseal(folder)
    change_json(folder, "run.json", lambda run: run["settings"].update(hidden=[10**6, 10**6]))
    run = load_run(folder)  # each size is the length of an array
    with pytest.raises(StoreError, match="30 x 1000000"):
        run.predict(graph)
    assert before.shape[0] == 30
