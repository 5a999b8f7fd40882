"""The rows of the table: what `fit` is called with."""

from __future__ import annotations

from typing import Any

DATASETS = ("dblp-a", "dblp-p", "movie", "debian")
METHODS: dict[str, dict[str, Any]] = {
    "default": {"preset": "default"},
    "default, Motif-CNN-A": {"preset": "default", "model": "motif-cnn-a"},
    "default, no roles": {"preset": "default", "model": "motif-cnn-no-roles"},
    "default, no attention": {"preset": "default", "model": "motif-cnn-no-attention"},
    "preprint": {"preset": "preprint"},
    "asonam": {"preset": "asonam"},
    "code": {"preset": "code"},
    "asonam, Motif-CNN-A": {"preset": "asonam", "model": "motif-cnn-a"},
    "asonam, no roles": {"preset": "asonam", "model": "motif-cnn-no-roles"},
    "asonam, no attention": {"preset": "asonam", "model": "motif-cnn-no-attention"},
    "gcn": {"model": "gcn"},
    "mlp": {"model": "mlp"},
    "logistic": {"model": "logistic"},
    "majority": {"model": "majority"},
}
