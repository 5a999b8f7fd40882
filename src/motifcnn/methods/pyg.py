"""PyG's layers, imported when a method is first built: the import takes seconds."""

from __future__ import annotations

from typing import Any

from motifcnn.methods.method import MethodError


def pyg_layers(method: str) -> Any:
    """The module ``torch_geometric.nn``; a `MethodError` says how to install it where it is missing."""
    try:
        import torch_geometric.nn
    except ImportError:
        raise MethodError(
            f"{method} uses layers of PyG, which is not installed: pip install 'motifcnn[pyg]'"
        ) from None
    return torch_geometric.nn
