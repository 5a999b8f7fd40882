"""Ensembles: one answer from the scores of many voters, each of which may abstain on some nodes.

Voters' scores are (voters, n, c) with rows that sum to 1, or to 0 where a voter abstains.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.special import log_softmax, softmax

from motifcnn.methods.method import Rows
from motifcnn.methods.probabilities import Floats, scaled_to_one

Votes: TypeAlias = npt.NDArray[np.float32]
Classes: TypeAlias = npt.NDArray[np.int64]

_SCALES = tuple(2.0**power for power in range(-3, 6))


def reliabilities(held_out: Votes, y: Classes) -> npt.NDArray[np.float32]:
    """How much better than a guess each voter is, squared: (voters,), above 0.

    Judged on nodes whose labels y, (m,), the voter did not know. Squared, so that many weak voters
    do not outweigh a strong one (r).
    """
    voted = held_out.sum(axis=2) > 1e-9
    right = (held_out.argmax(axis=2) == y) & voted
    accuracy = (right.sum(axis=1) + 1) / (voted.sum(axis=1) + held_out.shape[2])
    better = np.maximum(accuracy - 1 / held_out.shape[2], 0.01)
    return np.asarray(better**2, dtype=np.float32)


def by_svm(votes: Votes, held_out: Votes, y: Classes, *, inverse_l2: float, seed: int) -> Floats:
    """A linear SVM on the scores of all voters side by side: (n, c).

    Probabilities are a softmax of the distances from the planes, scaled so that the held-out scores
    are most likely.

    Parameters
    ----------
    votes : (voters, n, c)
    held_out : (voters, m, c)
        Scores of the training nodes by voters that did not know their labels: what the SVM is
        fitted on.
    y : (m,) int64
        Classes of the training nodes.
    inverse_l2 : float
        C of the SVM.
    seed : int
    """
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import LinearSVC

    n, classes = votes.shape[1:]
    present, place = np.unique(y, return_inverse=True)
    if len(present) == 1:
        return np.repeat(np.eye(classes)[present], n, axis=0)
    # Voters whose walks reach far give all classes nearly the same score, and may still be right.
    machine = LinearSVC(C=inverse_l2, random_state=seed, dual="auto", max_iter=5000)
    model = make_pipeline(StandardScaler(), machine).fit(_side_by_side(held_out), y)

    def likelihood(scale: float) -> float:
        found = log_softmax(scale * known, axis=1)[np.arange(len(y)), place]
        return float(found.sum())

    known = _distances(model, held_out)
    scale = max(_SCALES, key=likelihood)
    probabilities = np.zeros((n, classes))
    probabilities[:, present] = softmax(scale * _distances(model, votes), axis=1)
    return probabilities


def by_em(votes: Votes, held_out: Votes, rows: Rows, y: Classes, rounds: int) -> Floats:
    r"""Dawid and Skene's EM over the voters' reliabilities: (n, c).

    Each voter names its best class or abstains; :math:`\pi_v[k, l]` is the probability that it
    names l for a node of class k. The training nodes have their class, and voters are first judged
    by them alone, then by all nodes:

    .. math:: p_i(k) \propto p(k) \prod_v \pi_v[k, said_v(i)], \quad
              \pi_v[k, l] \propto 1 + \sum_i p_i(k) [said_v(i) = l]

    where the votes on training nodes are the held-out ones. Voters are not independent, so the
    product is taken to the power 1 / sqrt(number of voters), and all unlabelled nodes together
    count as much as the training nodes in the sum (r).
    """
    voters, n, classes = votes.shape
    said, voted = votes.argmax(axis=2), votes.sum(axis=2) > 1e-9
    said[:, rows], voted[:, rows] = held_out.argmax(axis=2), held_out.sum(axis=2) > 1e-9
    truth = np.eye(classes)[y]
    prior = (truth.sum(axis=0) + 1) / (len(y) + classes)
    belief = np.zeros((n, classes))
    counts = np.full((n, 1), len(y) / max(n - len(y), 1))
    counts[rows] = 1
    power = 1 / np.sqrt(max(voters, 1))
    for _ in range(rounds):
        belief[rows] = truth
        evidence = np.tile(np.log(prior), (n, 1))
        for v in range(voters):
            own = np.flatnonzero(voted[v])
            confusion = np.ones((classes, classes))
            np.add.at(confusion.T, said[v, own], (counts * belief)[own])
            reliability = np.log(confusion / confusion.sum(axis=1, keepdims=True))
            evidence[own] += power * reliability[:, said[v, own]].T
        belief = softmax(evidence, axis=1)
    return belief


def by_co_training(
    spread: Callable[[Rows, Classes], Votes],
    rows: Rows,
    y: Classes,
    weights: npt.NDArray[np.float32],
    shares: Floats,
    *,
    rounds: int,
    gain: float,
) -> Floats:
    """Voters teach one another: each round the surest nodes of each class become seeds: (n, c).

    The surest are those with the largest weighted sum of votes over all voters, so that a few
    voters who agree do not suffice.

    Parameters
    ----------
    spread : callable
        From labelled rows and their classes to the votes, (voters, n, c).
    rows, y : (m,) int64
    weights : (voters,)
        How much each voter counts.
    shares : (c,)
    rounds : int
    gain : float
        Nodes that a class gains per round, as a share of its training nodes (at least one).
    """
    sizes = np.bincount(y, minlength=len(shares))
    gains = np.where(sizes, np.maximum(1, gain * sizes), 0).astype(int).tolist()
    for _ in range(rounds):
        sure = np.tensordot(weights, spread(rows, y), axes=1)
        sure[rows] = 0
        best = sure.argmax(axis=1)
        for c, most in enumerate(gains):
            own = np.flatnonzero((best == c) & (sure[:, c] > 0))
            new = own[np.argsort(-sure[own, c], kind="stable")[:most]]
            rows, y = np.concatenate([rows, new]), np.concatenate([y, np.full(len(new), c)])
    # The weighted mean of the voters that do not abstain; the shares where all do.
    return scaled_to_one(np.tensordot(weights, spread(rows, y), axes=1).astype(np.float64), shares)


def _side_by_side(votes: Votes) -> npt.NDArray[Any]:
    voters, n, classes = votes.shape
    return votes.transpose(1, 0, 2).reshape(n, voters * classes)


def _distances(model: Any, votes: Votes) -> Floats:
    """From the plane of each class: (n, c); two classes share one plane."""
    found = np.asarray(model.decision_function(_side_by_side(votes)), dtype=np.float64)
    return np.stack([-found / 2, found / 2], axis=1) if found.ndim == 1 else found
