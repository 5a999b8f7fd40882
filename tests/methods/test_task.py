from __future__ import annotations

from dataclasses import fields

import numpy as np

from motifcnn.methods.task import Task

ROWS = np.array([4, 2, 7])


def test_one_class_per_node_as_zeros_and_ones() -> None:
    task = Task(ROWS, ROWS, np.array([2, 0, 2]), np.array([1, 1, 1]), classes=4)
    assert not task.multi_label
    expected = [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 1, 0]]
    assert task.train_classes.tolist() == task.train_has.tolist() == expected
    assert (task.train_classes.dtype, task.train_has.dtype) == (np.float32, np.bool_)


def test_several_classes_per_node_stay_as_they_are() -> None:
    y = np.array([[True, False], [True, True], [False, False]])
    task = Task(ROWS, ROWS, y, y, classes=2)
    assert task.multi_label
    assert task.train_has.tolist() == y.tolist()
    assert task.train_classes.tolist() == y.astype(float).tolist()


def test_there_is_no_room_for_test_labels() -> None:
    assert {field.name for field in fields(Task)} == {
        "train",
        "val",
        "train_y",
        "val_y",
        "classes",
        "weights",
    }
