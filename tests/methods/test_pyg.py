"""Layers of PyG are imported when they are needed."""

from __future__ import annotations

import subprocess
import sys

import pytest
import torch_geometric.nn

from motifcnn.methods import MethodError, Problem, get_method
from motifcnn.methods.pyg import pyg_layers
from tests.small_graphs import bibliography


def test_they_are_those_of_torch_geometric() -> None:
    assert pyg_layers("gcn") is torch_geometric.nn


@pytest.mark.parametrize("model", ["gcn", "gat"])
def test_a_method_says_how_to_install_what_is_missing(
    model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch_geometric.nn", None)
    method = get_method(model)
    with pytest.raises(MethodError, match=rf"^{model} uses .*pip install 'motifcnn\[pyg\]'"):
        method.build(Problem(bibliography(), "paper", (), 3, method.settings))


def test_importing_methods_does_not_import_it() -> None:
    code = "import sys, motifcnn.methods; assert 'torch_geometric' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
