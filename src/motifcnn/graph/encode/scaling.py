"""Scaling of numbers that no outlier drowns: median, interquartile range, a stated range."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

CLIP = 3.0  # interquartile ranges from the median; about 4 standard deviations of a normal
HEAVY = 2.0  # skewness above which a column without negative numbers is taken by its logarithm
_LARGEST = 1e90  # larger numbers count as this one, so that variances stay finite


@dataclass(frozen=True)
class Scaling:
    r"""Maps numbers to [-3, 3].

    .. math:: z = clip((f(x) - centre) / spread, -3, 3), \quad f(x) = x \text{ or } \log(1 + x)

    Parameters
    ----------
    centre, spread : float
    log : bool
        Whether f is the logarithm; numbers below 0 then count as 0.

    Examples
    --------
    >>> Scaling(centre=10.0, spread=4.0).apply(np.array([8.0, 10.0, 9999.0])).tolist()
    [-0.5, 0.0, 3.0]
    """

    centre: float
    spread: float
    log: bool = False

    def apply(self, numbers: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        """The scaled numbers, all within [-3, 3]: (n,)."""
        with np.errstate(over="ignore"):
            scaled = (_finite(numbers, self.log) - self.centre) / self.spread
        return np.clip(scaled, -CLIP, CLIP)

    def describe(self) -> str:
        """The scaling in words, with its numbers."""
        what = "log(1 + x) " if self.log else ""
        return f"{what}centred at {self.centre:.4g}, divided by {self.spread:.4g}, within ±{CLIP:g}"


def fit_scaling(numbers: npt.NDArray[Any]) -> tuple[Scaling, float]:
    """The scaling of a sample, and the sample's skewness.

    The centre is the median and the spread the interquartile range, as in scikit-learn's
    `RobustScaler`. Where more than half of the numbers are equal the range is 0, and the standard
    deviation replaces it.

    Parameters
    ----------
    numbers : array (n,), without NaN

    Examples
    --------
    >>> fit_scaling(np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
    (Scaling(centre=3.0, spread=2.0, log=False), 0.0)
    """
    if not len(numbers):
        return Scaling(0.0, 1.0), 0.0
    plain = _finite(numbers)
    skewness = _skewness(plain)
    log = bool(plain.min() >= 0 and skewness > HEAVY)
    sample = np.log1p(plain) if log else plain
    low, centre, high = np.quantile(sample, [0.25, 0.5, 0.75])
    spread = high - low or sample.std()
    # A spread lost to rounding would divide by 0.
    return Scaling(float(centre), float(spread) or 1.0, log), skewness


def _finite(numbers: npt.NDArray[Any], log: bool = False) -> npt.NDArray[np.float64]:
    lowest = 0.0 if log else -_LARGEST
    clipped = np.clip(numbers.astype(np.float64), lowest, _LARGEST)
    return np.log1p(clipped) if log else clipped


def _skewness(numbers: npt.NDArray[np.float64]) -> float:
    deviations = numbers - numbers.mean()
    # The skewness has no unit; without this the cubes of large numbers overflow.
    largest = np.abs(deviations).max()
    if largest == 0:
        return 0.0
    deviations = deviations / largest
    return float((deviations**3).mean() / (deviations**2).mean() ** 1.5)
