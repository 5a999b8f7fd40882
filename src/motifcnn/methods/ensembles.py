"""Ensembles: one answer from the scores of many voters, each of which may know nothing of some nodes.

Voters' scores are (voters, n, c) with rows that sum to 1, or to 0 where a voter abstains.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from motifcnn.baselines.known_nodes import Scores

Votes: TypeAlias = npt.NDArray[np.float32]
Rows: TypeAlias = npt.NDArray[np.int64]


def reliabilities(held_out: Votes, y: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
    """How much better than a guess each voter is on nodes whose labels, (m,), it did not know, squared: (voters,), above 0.

    Squared, so that many weak voters do not drown a strong one (r).
    """
    told = held_out.sum(axis=2) > 1e-9
    right = (held_out.argmax(axis=2) == y) & told
    accuracy = (right.sum(axis=1) + 1) / (told.sum(axis=1) + held_out.shape[2])
    better = np.maximum(accuracy - 1 / held_out.shape[2], 0.01)
    return np.asarray(better**2, dtype=np.float32)


def mean_vote(votes: Votes, weights: npt.NDArray[np.float32], shares: Scores) -> Scores:
    """The weighted mean of the voters that do not abstain; `shares`, (c,), where all do: (n, c)."""
    total = np.tensordot(weights, votes, axes=1).astype(np.float64)
    weight = total.sum(axis=1, keepdims=True)
    return np.where(weight > 1e-9, total / np.maximum(weight, 1e-9), shares)


def by_svm(
    votes: Votes, held_out: Votes, y: npt.NDArray[np.int64], *, inverse_l2: float, seed: int
) -> Scores:
    """A linear SVM on the scores of all voters side by side: (n, c).

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

    Probabilities are a softmax of the distances from the planes, scaled so that the held-out scores
    are most likely.
    """
    from sklearn.svm import LinearSVC

    known = _side_by_side(held_out)
    # Voters whose walks reach far give all classes nearly the same, and may be right all the same.
    middle, width = known.mean(axis=0), np.maximum(known.std(axis=0), 1e-6)
    x, known = (_side_by_side(votes) - middle) / width, (known - middle) / width
    classes = votes.shape[2]
    present = np.unique(y)
    if len(present) == 1:
        return np.repeat(np.eye(classes)[present], len(x), axis=0)
    model = LinearSVC(C=inverse_l2, random_state=seed, dual="auto", max_iter=5000).fit(known, y)
    scale = max(
        _SCALES,
        key=lambda s: _likelihood(
            _softmax(s * _distances(model, known)), np.searchsorted(present, y)
        ),
    )
    chances = np.zeros((len(x), classes))
    chances[:, present] = _softmax(scale * _distances(model, x))
    return chances


def by_em(
    votes: Votes, held_out: Votes, rows: Rows, y: npt.NDArray[np.int64], rounds: int
) -> Scores:
    r"""Dawid and Skene's EM over the voters' reliabilities: (n, c).

    Each voter says its best class or abstains; :math:`\pi_v[k, l]` is the probability that it says
    l of a node of class k. The training nodes have their class, and voters are first judged by them
    alone; then by all nodes:

    .. math:: p_i(k) \propto p(k) \prod_v \pi_v[k, said_v(i)], \quad \pi_v[k, l] \propto 1 + \sum_i p_i(k) [said_v(i) = l]

    where what is said of training nodes is the held-out vote. Voters are not independent, so the
    product is taken to the power 1 / sqrt(number of voters), and all unlabelled nodes together
    count as much as the training nodes in the sum (r).
    """
    voters, n, classes = votes.shape
    said, sure = votes.argmax(axis=2), votes.sum(axis=2) > 1e-9
    said[:, rows], sure[:, rows] = held_out.argmax(axis=2), held_out.sum(axis=2) > 1e-9
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
            told = np.flatnonzero(sure[v])
            confusion = np.ones((classes, classes))
            np.add.at(confusion.T, said[v, told], (counts * belief)[told])
            reliability = np.log(confusion / confusion.sum(axis=1, keepdims=True))
            evidence[told] += power * reliability[:, said[v, told]].T
        belief = _softmax(evidence)
    return belief


def by_co_training(
    spread: Callable[[Rows, npt.NDArray[np.int64]], Votes],
    rows: Rows,
    y: npt.NDArray[np.int64],
    weights: npt.NDArray[np.float32],
    shares: Scores,
    *,
    rounds: int,
    share: float,
) -> Scores:
    """Voters teach one another: each round the surest unlabelled nodes of each class become seeds of all: (n, c).

    Parameters
    ----------
    spread : callable
        From labelled rows and their classes to the votes, (voters, n, c).
    rows, y : (m,) int64
    weights : (voters,)
        How much each voter counts.
    shares : (c,)
    rounds : int
    share : float
        Nodes that a class gains per round, as a share of its training nodes (at least one).

    The surest are those with the largest weighted sum of votes, over all voters, so that few voters
    who agree do not suffice.
    """
    gains = np.where(
        np.bincount(y, minlength=len(shares)),
        np.maximum(1, share * np.bincount(y, minlength=len(shares))),
        0,
    )
    for _ in range(rounds):
        sure = np.tensordot(weights, spread(rows, y), axes=1)
        sure[rows] = 0
        best = sure.argmax(axis=1)
        for c, gain in enumerate(gains.astype(int).tolist()):
            own = np.flatnonzero((best == c) & (sure[:, c] > 0))
            new = own[np.argsort(-sure[own, c], kind="stable")[:gain]]
            rows, y = np.concatenate([rows, new]), np.concatenate([y, np.full(len(new), c)])
    return mean_vote(spread(rows, y), weights, shares)


_SCALES = tuple(2.0**power for power in range(-3, 6))


def _side_by_side(votes: Votes) -> npt.NDArray[Any]:
    voters, n, classes = votes.shape
    return votes.transpose(1, 0, 2).reshape(n, voters * classes)


def _distances(model: Any, x: npt.NDArray[Any]) -> Scores:
    found = np.asarray(model.decision_function(x), dtype=np.float64)
    return np.stack([-found / 2, found / 2], axis=1) if found.ndim == 1 else found


def _softmax(x: Scores) -> Scores:
    powers = np.exp(x - x.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def _likelihood(chances: Scores, y: npt.NDArray[np.int64]) -> float:
    return float(np.log(np.maximum(chances[np.arange(len(y)), y], 1e-12)).sum())
