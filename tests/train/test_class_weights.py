"""Class weights as users write them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from motifcnn.nn.settings import ConfigError
from motifcnn.train.class_weights import class_weights

CLASSES = ("a", "b", "c")
Y = np.array([0, 0, 0, 1, 0, 1])


def test_none_weighs_nothing() -> None:
    assert class_weights(None, Y, CLASSES) is None


def test_balanced_gives_every_class_that_there_is_the_same_total_weight() -> None:
    found = class_weights("balanced", Y, ("a", "b"))
    assert found is not None
    assert found.dtype == np.float32
    totals = np.bincount(Y) * found
    np.testing.assert_allclose(totals, [3.0, 3.0], rtol=1e-6)
    assert np.isfinite(class_weights("balanced", Y, CLASSES)).all()  # c has no node


def test_balanced_weighs_nodes_with_a_class_by_those_without() -> None:
    y = np.array([[1, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1]], dtype=bool)
    # One of four; none, which counts as one; all, which counts as if one lacked it.
    np.testing.assert_allclose(class_weights("balanced", y, CLASSES), [3.0, 4.0, 0.25])


def test_classes_that_are_not_named_weigh_one() -> None:
    found = class_weights({"b": 2.5, "c": 0}, Y, CLASSES)
    np.testing.assert_array_equal(found, np.array([1.0, 2.5, 0.0], np.float32))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"d": 1.0}, "unknown class 'd'.*Known: a, b, c"),
        ({"a": -1.0}, "finite, at least 0 and not all 0"),
        ({"a": float("nan")}, "finite"),
        ({"a": float("inf")}, "finite"),
        ({"a": 0, "b": 0, "c": 0}, "not all 0"),
        ("even", "\"balanced\", a mapping of class to weight, or None; got 'even'"),
        ([1.0, 2.0, 3.0], "a mapping of class to weight"),
    ],
)
def test_what_cannot_be_is_refused(given: Any, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        class_weights(given, Y, CLASSES)
