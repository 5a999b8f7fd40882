"""Predictions for all nodes, layer by layer: every vector once, however many others read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch

from motifcnn.nn.blocks import Block, Rows, WholeNeighbourhoods
from motifcnn.nn.features import Features, take
from motifcnn.nn.motif_cnn import MotifCNN
from motifcnn.tensor.operator import MotifOperator

_BYTES = 512 << 20  # of the units of all motifs that are held at a time


def layerwise(
    module: MotifCNN,
    x_dict: Mapping[str, Features],
    operators: Sequence[MotifOperator],
    counts: Mapping[str, int],
    *,
    device: torch.device,
    x_own: Features | None = None,
    rows_at_once: int | None = None,
) -> tuple[torch.Tensor, list[torch.Tensor]]:
    """Logits of all targets, (n, classes), and per layer the weights of their motifs, (n, motifs).

    The definition is ``module(x_dict, operators, x_own)`` in evaluation mode. Here only the vectors
    between two layers are held for all nodes; units, one per motif, are made for some at a time.
    """
    source = WholeNeighbourhoods(operators)
    h: Mapping[str, Features] = x_dict
    attention: list[torch.Tensor] = []
    with torch.no_grad():
        for number, types in enumerate(module.types):
            after: dict[str, torch.Tensor] = {}
            weights: list[torch.Tensor] = []
            for t in types:
                own = [m for m, op in enumerate(operators) if op.motif.target_type == t]
                parts = []
                for rows in _parts(counts[t], rows_at_once or _rows_at_once(module, len(own))):
                    at = None if len(rows) == counts[t] else torch.tensor(rows, device=device)
                    cut = {m: _cut(source, m, rows, counts[t]) for m in own}
                    given = x_own if number == 0 and t == module.target else None
                    parts.append(
                        module.layer(
                            number,
                            h,
                            Block(cut, {t: at}),
                            x_own=None if given is None else take(given, at),
                            attention=weights,
                        )[t]
                    )
                after[t] = torch.cat(parts)
            h = after
            attention.append(torch.cat(weights))
        logits = module.head(after[module.target])
    return logits.cpu(), [found.cpu() for found in attention]


def _rows_at_once(module: MotifCNN, motifs: int) -> int:
    widest = max(part.shape[1] for part in module.parameters() if part.ndim == 2)
    return max(1024, _BYTES // (4 * max(1, motifs) * min(widest, 1024)))


def _parts(count: int, at_once: int) -> list[Rows]:
    return np.array_split(np.arange(count), max(1, -(-count // at_once)))


def _cut(source: WholeNeighbourhoods, motif: int, rows: Rows, count: int) -> MotifOperator:
    operator = source.operators[motif]
    if len(rows) == count:
        return operator
    roles = source.rows(motif, rows)
    return MotifOperator(operator.motif, roles)  # type: ignore[arg-type]
