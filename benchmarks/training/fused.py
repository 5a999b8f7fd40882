"""A whole epoch with each fused form and without: ``python -m benchmarks.training.fused``.

A form that does not make some epoch at least 1.5 times faster does not belong in `nn/fused`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest import mock

import torch
from torch.nn import functional

from benchmarks.training.graphs import MOTIFS, load
from benchmarks.training.ours import motif_cnn_epoch
from benchmarks.training.timing import median_seconds
from motifcnn.methods.motif_cnn_classifier import MotifCNNClassifier
from motifcnn.nn import features, wide_motif

EPOCHS = 7


def torch_drop_blocks(
    x: torch.Tensor, widths: list[int], block_share: float, entry_share: float
) -> torch.Tensor:
    """Dropout of blocks and entries by torch."""
    blocks = functional.dropout(torch.ones(len(x), len(widths)), block_share)
    columns = blocks.repeat_interleave(torch.tensor(widths), dim=1)
    return functional.dropout(x * columns, entry_share)


@contextmanager
def without_precomputed() -> Iterator[None]:
    """Networks of one layer that multiply operators and inputs in every step."""
    build = MotifCNNClassifier.__init__

    def plain(self: MotifCNNClassifier, problem: object) -> None:
        build(self, problem)
        self._known = None

    with mock.patch.object(MotifCNNClassifier, "__init__", plain):
        yield


@contextmanager
def without_dropout() -> Iterator[None]:
    """Masks drawn by torch."""
    with (
        mock.patch.object(features, "drop_blocks", torch_drop_blocks),
        mock.patch.object(wide_motif, "drop_blocks", torch_drop_blocks),
    ):
        yield


WORDS = {"project": 0, "featureless": "none", "structure_everywhere": False, "diffusion": 0.0}
CASES: tuple[tuple[str, Any, str, str | None, dict[str, Any]], ...] = (
    ("precomputed", without_precomputed, "motif-cnn", "default", {}),
    ("precomputed", without_precomputed, "motif-cnn", "default", WORDS),
    ("dropout", without_dropout, "motif-cnn", "default", {}),
    ("dropout", without_dropout, "wide-motif", None, {}),
)


def main() -> None:
    """Prints one row per graph, form and network."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(f"{'graph':8} {'form':12} {'epoch of':26} {'with':>9} {'without':>9}   ratio")
    for name in MOTIFS:
        graph = load(name)
        for form, without, model, preset, settings in CASES:
            torch.manual_seed(0)
            epoch = partial(motif_cnn_epoch, graph, name, preset, model, settings)
            fast = median_seconds(epoch(), EPOCHS)
            with without():
                slow = median_seconds(epoch(), EPOCHS)
            what = f"{model} {preset or ''}{', words' if settings else ''}"
            times = f"{1e3 * fast:6.1f} ms {1e3 * slow:6.1f} ms"
            print(f"{name:8} {form:12} {what:26} {times} {slow / fast:6.1f}x", flush=True)


if __name__ == "__main__":
    main()
