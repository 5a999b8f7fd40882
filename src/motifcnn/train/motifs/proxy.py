"""A quick model in place of the network: ridge regression on mean features, in closed form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import linalg, sparse

# Amounts of shrinkage, in units of the mean square length of a node's features; validation takes
# the best.
_SHRINKAGE = (0.03, 0.3, 3.0)


@dataclass(frozen=True, eq=False)
class Similarity:
    """Inner products of the mean features that nodes see through a motif.

    Averaged over the roles of the motif and the blocks of input.

    Parameters
    ----------
    train : (n_train, n_train) float32
    val : (n_val, n_train) float32
    """

    train: npt.NDArray[np.float32]
    val: npt.NDArray[np.float32]

    def scaled(self, weight: float) -> Similarity:
        """The same with a larger or smaller weight among others."""
        return Similarity(self.train * np.float32(weight), self.val * np.float32(weight))


@dataclass(frozen=True, eq=False)
class Outcome:
    """What the quick model reaches on validation.

    Parameters
    ----------
    errors : (n_val,)
        Squared error of each node, relative to the mean one of the training rates.
    """

    errors: npt.NDArray[np.float64]

    @property
    def explained(self) -> float:
        """Share of the labels' variance that is explained."""
        return 1.0 - float(self.errors.mean())


def similarity(parts: Sequence[tuple[Any, Sequence[Any]]], n_train: int) -> Similarity | None:
    """The similarity of sampled nodes; None where no node in any role feeds anything in.

    Parameters
    ----------
    parts : sequence of (rows, blocks)
        Rows of D^-1 A_k, (n, n_type), with the inputs of the role's type, (n_type, width) each.
    n_train : int
        How many of the rows are training nodes; they come first.
    """
    found = []
    for rows, blocks in parts:
        for block in blocks:
            z = _unit(rows @ block)
            found.append(
                Similarity(_dense(z[:n_train] @ z[:n_train].T), _dense(z[n_train:] @ z[:n_train].T))
            )
    return mean_similarity(found) if found else None


def mean_similarity(some: Sequence[Similarity]) -> Similarity:
    """The mean of several, each with the same weight."""
    train, val = some[0].train.copy(), some[0].val.copy()
    for other in some[1:]:
        train += other.train
        val += other.val
    return Similarity(train / np.float32(len(some)), val / np.float32(len(some)))


def alignment(one: Similarity, two: Similarity) -> float:
    """Centred kernel alignment over training nodes: 1 where two motifs see the same.

    Examples
    --------
    >>> same = Similarity(np.eye(3, dtype=np.float32), np.eye(3, dtype=np.float32))
    >>> round(alignment(same, same), 6)
    1.0
    """
    a, b = _centred(one.train), _centred(two.train)
    lengths = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float((a * b).sum()) / lengths if lengths else 1.0


def ridge(
    known: Similarity, train_y: npt.NDArray[np.float64], val_y: npt.NDArray[np.float64]
) -> Outcome:
    """Fits train rows, (n_train, c), and looks at validation rows, (n_val, c).

    Examples
    --------
    >>> x = np.array([[1.0, 0.0], [0.0, 1.0]], dtype=np.float32)
    >>> ridge(Similarity(x @ x.T, x @ x.T), np.eye(2), np.eye(2)).explained > 0.9
    True
    """
    rates = train_y.mean(axis=0)
    chance = max(float(((val_y - rates) ** 2).sum(axis=1).mean()), 1e-12)
    level = max(float(np.trace(known.train)) / len(train_y), 1e-12)
    best: npt.NDArray[np.float64] | None = None
    for shrinkage in _SHRINKAGE:
        shrunk = known.train.astype(np.float64)
        shrunk[np.diag_indices_from(shrunk)] += shrinkage * level
        weights = linalg.solve(
            shrunk, train_y - rates, assume_a="pos", overwrite_a=True, check_finite=False
        )
        errors = ((val_y - rates - known.val @ weights) ** 2).sum(axis=1) / chance
        if best is None or errors.mean() < best.mean():
            best = errors
    assert best is not None
    return Outcome(best)


def _unit(z: Any) -> Any:
    if sparse.issparse(z):
        z = sparse.csr_array(z)
        length = np.sqrt(np.asarray(z.multiply(z).sum(axis=1)).ravel())
        scale = np.divide(
            1.0, length, out=np.zeros_like(length, dtype=np.float64), where=length > 0
        )
        return sparse.csr_array(sparse.diags_array(scale.astype(np.float32)) @ z)
    z = np.asarray(z, dtype=np.float32)
    length = np.linalg.norm(z, axis=1, keepdims=True)
    return np.divide(z, length, out=np.zeros_like(z), where=length > 0)


def _dense(product: Any) -> npt.NDArray[np.float32]:
    return np.asarray(product.toarray() if sparse.issparse(product) else product, dtype=np.float32)


def _centred(x: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    centred = x.astype(np.float64)
    centred -= centred.mean(axis=0)
    centred -= centred.mean(axis=1)[:, None]
    return centred
