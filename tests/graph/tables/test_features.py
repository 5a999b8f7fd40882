"""Columns become features by encoders that are fitted, or by those that are given."""

from __future__ import annotations

import numpy as np

from graph.tables.frames import found, frames
from motifcnn.graph.tables.features import features_of

TABLES = frames(
    films={"film_id": ["a", "b", "c"], "year": [1990.0, 2000.0, 2010.0], "seen_by": ["x", "y", "x"]}
)
MAPPING = found(TABLES).mapping
COLUMNS = {"film": {"year": np.array([1990.0, 2000.0, 2010.0])}}


def dense(features: object) -> np.ndarray:
    return features.toarray() if hasattr(features, "toarray") else np.asarray(features)


def test_columns_of_a_type_become_one_matrix_with_a_row_per_node() -> None:
    features, encoders = features_of(COLUMNS, MAPPING)
    assert set(features) == set(encoders) == {"film"}
    values = dense(features["film"])
    assert values.shape == (3, encoders["film"].width)
    year = values[:, 0]
    np.testing.assert_allclose(year - year.mean(), year.max() * np.array([-1, 0, 1]), atol=1e-6)


def test_given_encoders_are_applied_as_they_are_and_not_fitted_again() -> None:
    features, encoders = features_of(COLUMNS, MAPPING)
    later = {"film": {"year": np.array([2020.0])}}
    again, used = features_of(later, MAPPING, encoders=encoders)
    assert used["film"] is encoders["film"]
    step = dense(features["film"])[1:, 0] - dense(features["film"])[:-1, 0]
    np.testing.assert_allclose(dense(again["film"])[0, 0], dense(features["film"])[2, 0] + step[0])


def test_types_without_a_given_encoder_have_no_features() -> None:
    assert features_of(COLUMNS, MAPPING, encoders={}) == ({}, {})
    assert features_of(COLUMNS, MAPPING, fit=False) == ({}, {})
