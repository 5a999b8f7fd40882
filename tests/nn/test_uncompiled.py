"""Functions that the compiler of torch leaves alone, without loading it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import torch

from motifcnn.nn.uncompiled import uncompiled

ROOT = Path(__file__).parents[2]


@uncompiled
def summed(x: torch.Tensor, *, times: int = 1) -> float:
    """A sum by numpy."""
    return float(x.numpy().sum()) * times


def test_the_function_keeps_its_name_arguments_and_result() -> None:
    assert summed.__name__ == "summed"
    assert summed.__doc__ == "A sum by numpy."
    assert summed(torch.ones(3), times=2) == 6.0


def test_importing_layers_and_training_does_not_load_the_compiler() -> None:
    code = """
import sys, torch
import motifcnn.nn, motifcnn.train
from motifcnn.nn.uncompiled import uncompiled
uncompiled(lambda x: x)(torch.ones(1))
print("torch._dynamo" in sys.modules)
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout.strip() == "False"


def test_a_compiled_network_calls_it_as_it_is() -> None:
    seen = []

    @uncompiled
    def noted(x: torch.Tensor) -> torch.Tensor:
        seen.append(type(x))
        return torch.from_numpy(x.detach().numpy() * 2)

    def network(x: torch.Tensor) -> torch.Tensor:
        return torch.relu(noted(x + 1)) - 1

    x = torch.randn(4)
    compiled = torch.compile(network, backend="eager")
    torch.testing.assert_close(compiled(x), network(x))
    torch.testing.assert_close(compiled(2 * x), network(2 * x))
    assert set(seen) == {torch.Tensor}  # never a symbol of the compiler
