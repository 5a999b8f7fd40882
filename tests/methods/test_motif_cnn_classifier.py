"""The rows that a classifier holds: all of them, or those of a shard."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
import torch

from motifcnn.graph.cache import held_bytes
from motifcnn.methods import Problem, get_method
from motifcnn.methods.motif_cnn_classifier import MotifCNNClassifier
from motifcnn.methods.shard import Shard
from motifcnn.methods.task import Task
from motifcnn.motif.motif import Motif
from tests.small_graphs import MOTIFS, bibliography

# What a view reads in general is tested with the presets, in test_motif_cnn.py.

CPU = torch.device("cpu")
ROWS = np.arange(120)
FORMS = {
    "dense": {"project": 8, "structure": 6},
    "words": {"project": 0, "featureless": "none", "structure_everywhere": False},
    "one-hot": {"project": 0, "featureless": "one-hot", "structure_everywhere": False},
    "labels": {"project": 8, "structure": 6, "labels": True},
    "propagated": {"project": 8, "structure": 6, "propagate": 2},
    "learned rows": {"project": 8, "structure": 6, "propagate": 2, "propagate_rows": True},
    "two layers": {"project": 8, "structure": 6, "filters": (8, 8), "heads": 1},
}


def problem(form: str) -> Problem:
    settings = get_method("motif-cnn").configured("default", FORMS[form])
    return Problem(bibliography(), "paper", tuple(map(Motif.parse, MOTIFS)), 3, settings)


def built(of: Problem, shard: Shard) -> MotifCNNClassifier:
    torch.manual_seed(0)
    made = MotifCNNClassifier(dataclasses.replace(of, shard=shard))
    y = np.arange(20) % 3
    made.know(Task(np.arange(20), np.arange(20, 40), y, y, 3))
    made.module.eval()
    return made


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("number", [0, 2])
def test_logits_of_a_shard_are_those_of_the_whole(form: str, number: int) -> None:
    shared, shard = problem(form), Shard(number, 3)
    rows = shard.rows(120)[::-1].copy()
    with torch.no_grad():
        part = built(shared, shard).logits(rows, CPU)
        whole = built(shared, Shard()).logits(ROWS, CPU)[torch.from_numpy(rows)]
    torch.testing.assert_close(part, whole, rtol=1e-4, atol=1e-5)


def test_a_shard_holds_no_more_than_its_part_of_the_products_and_own_inputs() -> None:
    shared = problem("dense")
    whole, part = built(shared, Shard()), built(shared, Shard(1, 4))
    for name in ("_known", "own"):
        sizes = (held_bytes(getattr(made, name)) for made in (part, whole))
        assert next(sizes) * 4 == next(sizes)
    assert not part.x
    assert "operators" not in part.__dict__


def test_rows_of_another_shard_are_refused() -> None:
    with pytest.raises(ValueError, match="row 0 is not in shard 1 of 2"):
        built(problem("dense"), Shard(1, 2)).view(ROWS, CPU)
