"""Agreement: how well a motif predicts a training node's label from those of other training nodes.

A node's own label must never reach its own row. Instances never revisit their target, so roles of
the target's type are safe. A node of another type stands for all training nodes that see it; there
the node's own vote is subtracted first, in whole numbers and so exactly.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.stats import rankdata

Shares = npt.NDArray[np.float64]
_SHRINKAGE = 20  # nodes; agreement among fewer is mostly chance


def classes_of_peers(
    rows: sparse.csr_array, members: Shares, known: npt.NDArray[np.bool_]
) -> Shares:
    """Mean classes of the training nodes in a role of the target's own type: (n, c).

    Zero where there are none.

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
    >>> members, known = np.array([[1.0, 0], [0, 1], [0, 0]]), np.array([True, True, False])
    >>> classes_of_peers(rows, members, known)
    array([[0., 1.],
           [1., 0.]])
    """
    weight = np.asarray(rows @ known.astype(np.float64))[:, None]
    seen = np.asarray(rows @ members)
    return np.asarray(np.divide(seen, weight, out=np.zeros_like(seen), where=weight > 0))


def classes_by_proxy(rows: sparse.csr_array, own: Shares) -> Shares:
    """Mean classes of the nodes in a role of another type: (n, c).

    The class of such a node is the mean over the *other* training nodes that see it.

    Parameters
    ----------
    rows : (n, n_type) CSR
        Rows of D^-1 A_k of the training nodes.
    own : (n, c)
        Their classes, 0 or 1.

    Examples
    --------
    Three papers of one venue: each sees the mean of the other two.

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
        # Whole numbers: without the own vote the rest does not depend on it, to the last bit.
        seen = np.bincount(row, share * (votes[rows.indices, c] - own[row, c]), rows.shape[0])
        found[:, c] = np.divide(seen, weight, out=np.zeros_like(seen), where=weight > 0)
    return found


def agreement(seen: Shares, own: Shares) -> float:
    """How well seen classes order the nodes by their own: the mean over classes of 2 AUC - 1.

    1 is perfect, 0 chance, -1 reversed. Only the n nodes that see some class count, and the result
    is scaled by n / (n + 20), so that few nodes cannot reach a high agreement by chance.

    Parameters
    ----------
    seen, own : (n, c)

    Examples
    --------
    >>> seen = np.repeat([[0.9], [0.7], [0.1]], 20, axis=0)
    >>> agreement(seen, own=np.repeat([[1.0], [1.0], [0.0]], 20, axis=0))
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
    return float(np.mean(found)) * len(own) / (len(own) + _SHRINKAGE) if found else 0.0
