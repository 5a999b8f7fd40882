"""Losses, probabilities and the epoch to keep."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from sklearn.metrics import f1_score

from motifcnn.methods.epoch import Epoch
from motifcnn.methods.task import Task
from motifcnn.methods.validation import (
    Progress,
    best_epoch,
    epoch_of,
    loss_of,
    loss_on,
    probabilities,
)
from tests.methods.listener import Listener

LOGITS = torch.tensor([[2.0, -1.0, 0.5], [0.0, 0.0, 3.0], [-2.0, 1.0, 1.0]])


def epochs(losses: list[float], scores: list[float] | None = None) -> list[Epoch]:
    scores = scores or [0.0] * len(losses)
    return [
        Epoch(i, 0.0, loss, s, s, 0.0)
        for i, (loss, s) in enumerate(zip(losses, scores, strict=True), 1)
    ]


def test_the_loss_of_one_class_is_its_mean_negative_log_probability() -> None:
    y, weights = np.array([0, 2, 1]), np.array([1.0, 3.0, 0.5])
    each = -np.log(probabilities(LOGITS, False)[np.arange(3), y])
    assert loss_of(LOGITS, torch.tensor(y), None).item() == pytest.approx(each.mean())
    weighted = loss_of(LOGITS, torch.tensor(y), torch.tensor(weights, dtype=torch.float32))
    expected = (weights[y] * each).sum() / weights[y].sum()
    assert weighted.item() == pytest.approx(expected, rel=1e-6)


def test_the_loss_of_several_classes_is_that_of_each_and_weights_count_for_the_positive() -> None:
    y, weights = np.array([[1, 0, 1], [0, 0, 1], [0, 1, 0]]), np.array([2.0, 1.0, 0.25])
    p = probabilities(LOGITS, True).astype(float)
    plain = -(y * np.log(p) + (1 - y) * np.log(1 - p)).mean()
    found = loss_of(LOGITS, torch.tensor(y, dtype=torch.float32), None)
    assert found.item() == pytest.approx(plain, rel=1e-5)
    weighted = -(weights * y * np.log(p) + (1 - y) * np.log(1 - p)).mean()
    found = loss_of(
        LOGITS, torch.tensor(y, dtype=torch.float32), torch.tensor(weights, dtype=torch.float32)
    )
    assert found.item() == pytest.approx(weighted, rel=1e-5)


def test_probabilities_are_a_softmax_or_a_sigmoid_per_class() -> None:
    x = LOGITS.numpy()
    soft = np.exp(x) / np.exp(x).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(probabilities(LOGITS, False), soft, rtol=1e-5)
    np.testing.assert_allclose(probabilities(LOGITS, True), 1 / (1 + np.exp(-x)), rtol=1e-5)
    assert probabilities(LOGITS.requires_grad_(), True).dtype == np.float32


def test_an_epoch_has_the_f1_of_its_logits() -> None:
    y = np.array([0, 1, 1])
    task = Task(np.arange(3), np.arange(3), y, y, 3)
    found = epoch_of(4, 0.5, 0.6, LOGITS.detach(), task, 1.5)
    decided = np.array([0, 2, 1])
    expected = [f1_score(y, decided, average=average) for average in ("micro", "macro")]
    assert (found.number, found.loss, found.val_loss, found.seconds) == (4, 0.5, 0.6, 1.5)
    assert [found.val_micro_f1, found.val_macro_f1] == pytest.approx(expected)


def test_an_epoch_of_several_classes_is_scored_at_its_best_threshold() -> None:
    y = np.array([[True, False], [False, True]])
    task = Task(np.arange(2), np.arange(2), y, y, 2)
    low = torch.tensor([[-1.0, -3.0], [-3.0, -1.0]])  # every probability is under a half
    assert epoch_of(1, 0.5, 0.6, low, task, 0.0).val_micro_f1 == 1.0


def test_f1_selects_and_the_loss_decides_between_equals() -> None:
    assert best_epoch(epochs([3, 1, 2], [0.5, 0.5, 0.4]), "f1") == 1
    assert best_epoch(epochs([3, 1, 2], [0.6, 0.5, 0.4]), "f1") == 0
    assert best_epoch(epochs([3, 1, 2], [0.6, 0.5, 0.4]), "loss") == 1


def test_of_equal_epochs_the_first_is_kept() -> None:
    assert best_epoch(epochs([2, 1, 1], [0.5, 0.5, 0.5]), "f1") == 1
    assert best_epoch(epochs([2, 1, 1]), "loss") == 1


@pytest.mark.parametrize("weights", [None, np.array([1.0, 3.0, 0.5], np.float32)])
@pytest.mark.parametrize("multi_label", [False, True])
def test_the_loss_of_arrays_is_that_of_tensors(
    multi_label: bool, weights: np.ndarray | None
) -> None:
    y = np.array([0, 2, 1])
    own = np.eye(3, dtype=bool)[y] if multi_label else y
    kind = torch.float32 if multi_label else torch.int64
    given = None if weights is None else torch.tensor(weights)
    expected = loss_of(LOGITS.detach(), torch.tensor(own, dtype=kind), given)
    assert loss_on(LOGITS.detach(), own, weights) == pytest.approx(expected.item())


def test_progress_scores_epochs_tells_callbacks_and_knows_the_best() -> None:
    y, weights = np.array([0, 1, 1]), np.array([1.0, 3.0, 0.5], np.float32)
    task, listener = Task(np.arange(3), np.arange(3), y, y, 3, weights), Listener()
    right = torch.eye(3)[y]
    progress = Progress(task, [listener])
    with progress.of(5):
        assert [progress.add(0.5, x) for x in (-right, right, right)] == [True, True, False]
    assert listener.heard == [5, 1, 2, 3, "end"]
    assert progress.history[1].val_micro_f1 == 1
    assert progress.history[1].val_loss == loss_on(right, y, weights)


def test_the_end_is_told_also_when_training_fails() -> None:
    listener = Listener()
    task = Task(np.arange(3), np.arange(3), np.arange(3), np.arange(3), 3)
    progress = Progress(task, [listener])
    with pytest.raises(RuntimeError), progress.of(3):
        progress.add(0.5, torch.eye(3))
        raise RuntimeError
    assert listener.heard == [3, 1, "end"]
