"""Agreement: whether the labels of other training nodes, seen through a motif, tell a training node's own.

Nothing here may know a node's own label: instances never revisit their target, and where nodes of
another type speak for the training nodes that they stand with, the node's own contribution is taken
out first, in whole numbers and so exactly.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.stats import rankdata

Shares = npt.NDArray[np.float64]
_DOUBT = 20  # nodes; agreement among fewer is mostly luck


def classes_of_peers(
    rows: sparse.csr_array, members: Shares, known: npt.NDArray[np.bool_]
) -> Shares:
    """Mean classes of the training nodes that play a role of the target's own type: (n, c), zero where there are none.

    Parameters
    ----------
    rows : (n, n_target) CSR
        Rows of D^-1 A_k.
    members : (n_target, c)
        Classes of the training nodes; rows of all others are zero.
    known : (n_target,) bool
        The training nodes.

    Examples
    --------
    >>> rows = sparse.csr_array(np.array([[0.0, 0.5, 0.5], [1.0, 0.0, 0.0]]))
    >>> classes_of_peers(rows, np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]), np.array([True, True, False]))
    array([[0., 1.],
           [1., 0.]])
    """
    weight = np.asarray(rows @ known.astype(np.float64))[:, None]
    seen = np.asarray(rows @ members)
    return np.asarray(np.divide(seen, weight, out=np.zeros_like(seen), where=weight > 0))


def classes_by_proxy(rows: sparse.csr_array, own: Shares) -> Shares:
    """Mean classes of what plays a role of another type, as told by the *other* training nodes that see it: (n, c).

    Parameters
    ----------
    rows : (n, n_type) CSR
        Rows of D^-1 A_k of the training nodes.
    own : (n, c)
        Their classes, 0 or 1.

    Examples
    --------
    Three papers of one venue: each is told by the other two.

    >>> rows = sparse.csr_array(np.ones((3, 1)))
    >>> classes_by_proxy(rows, np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    array([[0.5, 0.5],
           [0.5, 0.5],
           [1. , 0. ]])
    """
    links = sparse.csr_array((np.ones(rows.nnz), rows.indices, rows.indptr), shape=rows.shape)
    voters = np.asarray(links.sum(axis=0)).ravel()
    votes = np.asarray(links.T @ own)
    row = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    others = voters[rows.indices] - 1
    heard = np.where(others > 0, rows.data.astype(np.float64), 0.0)
    weight = np.bincount(row, heard, rows.shape[0])
    share = heard / np.maximum(others, 1)
    found = np.zeros(own.shape)
    for c in range(own.shape[1]):
        # Whole numbers: what is left without the own vote does not depend on it in the last bit
        # either.
        seen = np.bincount(row, share * (votes[rows.indices, c] - own[row, c]), rows.shape[0])
        found[:, c] = np.divide(seen, weight, out=np.zeros_like(seen), where=weight > 0)
    return found


def agreement(seen: Shares, own: Shares) -> float:
    """How well seen classes order the nodes by their own, mean over classes of 2 AUC - 1: 1 perfect, 0 chance, -1 reversed.

    Only nodes that see some class count, as features reach the others all the same; the fewer there
    are, the nearer to 0 the result is drawn: with n of them to n / (n + 20) of it.

    Parameters
    ----------
    seen, own : (n, c)

    Examples
    --------
    >>> seen, own = np.repeat([[0.9], [0.7], [0.1]], 20, axis=0), np.repeat([[1.0], [1.0], [0.0]], 20, axis=0)
    >>> agreement(seen, own)
    0.75
    """
    informed = seen.any(axis=1)
    seen, own = seen[informed], own[informed]
    found = []
    for c in range(own.shape[1]):
        marked = own[:, c] > 0
        yes, no = int(marked.sum()), int((~marked).sum())
        if yes and no:
            area = (rankdata(seen[:, c])[marked].sum() - yes * (yes + 1) / 2) / (yes * no)
            found.append(2 * area - 1)
    return float(np.mean(found)) * len(own) / (len(own) + _DOUBT) if found else 0.0
