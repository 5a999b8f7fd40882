"""Scaling against scikit-learn and scipy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.preprocessing import RobustScaler

from motifcnn.graph.encode.scaling import Scaling, fit_scaling


def test_centre_and_spread_are_those_of_robust_scaler() -> None:
    numbers = np.random.default_rng(0).normal(50, 9, 101)
    scaling, _ = fit_scaling(numbers)
    expected = RobustScaler().fit_transform(numbers[:, None]).ravel()
    np.testing.assert_allclose(scaling.apply(numbers), expected.clip(-3, 3), rtol=1e-12)


def test_skewness_is_that_of_scipy_and_decides_on_the_logarithm() -> None:
    rng = np.random.default_rng(0)
    incomes, heights = rng.lognormal(10, 2, 500), rng.normal(180, 8, 500)
    scaling, skewness = fit_scaling(incomes)
    assert skewness == pytest.approx(stats.skew(incomes))
    assert scaling.log
    assert scaling.centre == pytest.approx(np.median(np.log1p(incomes)))
    assert not fit_scaling(heights)[0].log


def test_negative_numbers_are_never_taken_by_their_logarithm() -> None:
    assert not fit_scaling(np.array([-1.0, *[0.0] * 99, 1e6]))[0].log


def test_an_outlier_moves_the_rest_little_and_is_clipped() -> None:
    plain = np.arange(100.0)
    with_outlier = np.append(plain, 1e12) - 1000
    z = fit_scaling(with_outlier)[0].apply(with_outlier)
    assert z[-1] == 3
    np.testing.assert_allclose(z[:-1], fit_scaling(plain)[0].apply(plain), atol=0.03)


def test_mostly_equal_numbers_use_the_standard_deviation() -> None:
    numbers = np.array([-5.0, 0, 0, 0, 0, 0, 0, 0, 0, 5])
    assert fit_scaling(numbers)[0] == Scaling(0.0, float(numbers.std()))


def test_a_logarithm_takes_negative_numbers_as_zero() -> None:
    assert Scaling(0.0, 1.0, log=True).apply(np.array([-7.0, 0.0])).tolist() == [0, 0]


@given(st.lists(st.floats(allow_nan=False), max_size=30), st.floats(allow_nan=False))
def test_every_number_ends_within_the_range(numbers: list[float], other: float) -> None:
    scaled = fit_scaling(np.array(numbers))[0].apply(np.array([*numbers, other]))
    assert np.isfinite(scaled).all()
    assert (np.abs(scaled) <= 3).all()
