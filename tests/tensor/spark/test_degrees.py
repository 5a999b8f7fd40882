"""Degrees that the plan reads are those of the links, exactly or from a sample."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motifcnn.tensor.spark.degrees import Degrees, Side, find_degrees
from motifcnn.tensor.spark.links import Links
from motifcnn.tensor.spark.stages import Stages


def linked(spark: Any, pairs: np.ndarray) -> Links:
    frame = spark.createDataFrame(
        [tuple(map(int, pair)) for pair in pairs], "source long, target long"
    )
    return Links((frame,), {}, {}, {})


@pytest.fixture(scope="module")
def pairs() -> np.ndarray:
    """Target 5 has a third of the links, the others one or two each."""
    source = np.arange(600)
    return np.stack([source, np.where(source < 200, 5, 10 + source // 2)], axis=1)


def test_rows_squares_and_hubs_are_counted(spark: Any, tmp_path: Path, pairs: np.ndarray) -> None:
    (found,) = find_degrees(linked(spark, pairs), Stages(spark, tmp_path))
    degrees = np.bincount(pairs[:, 1])
    assert (found.rows, found.nnz) == (600, 600)
    assert found.source == Side(600.0, {})
    assert found.target == Side(float((degrees**2).sum()), {5: 200.0})


def test_a_sample_estimates_them(
    spark: Any, tmp_path: Path, pairs: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("motifcnn.tensor.spark.degrees.SAMPLE", 400)
    (found,) = find_degrees(linked(spark, pairs), Stages(spark, tmp_path))
    exact = float((np.bincount(pairs[:, 1]) ** 2).sum())
    assert found.rows == 600, "rows are counted"
    assert found.target.squares == pytest.approx(exact, rel=0.3)
    assert found.target.largest[5] == pytest.approx(200, rel=0.2)


def test_the_other_direction_exchanges_the_sides() -> None:
    about = Degrees(3, Side(1.0, {}), Side(2.0, {7: 3.0}))
    assert about.turned() == Degrees(3, Side(2.0, {7: 3.0}), Side(1.0, {}))
    assert about.turned().turned() == about
