"""Instances per target and the mean over each role, from one count or from none."""

from __future__ import annotations

from typing import cast

import numpy as np
import numpy.typing as npt

from motifcnn.graph.graph import Graph
from motifcnn.motif.check import as_motif
from motifcnn.motif.motif import Motif
from motifcnn.tensor.count import count
from motifcnn.tensor.operator.factored.role import FactoredRole
from motifcnn.tensor.operator.operator import MotifOperator, normalised, operator
from motifcnn.tensor.operator.policy import plan_operator


def role_means(graph: Graph, motif: Motif | str) -> tuple[npt.NDArray[np.int64], MotifOperator]:
    """How many instances each target has, and what takes the mean over each of their roles.

    Parameters
    ----------
    graph : Graph
    motif : Motif or pattern text

    Returns
    -------
    (n_target,) int64, MotifOperator
        Each role of the operator is divided by its own row sums. The tensor is counted only where
        that costs less than to multiply along the motif once.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> instances, mean = role_means(graph, "(t:library)--(p:package), (t)--(q:package)")
    >>> ones = np.ones((graph.counts["package"], 1), dtype=np.float32)
    >>> (share,) = mean.apply({"package": ones})
    >>> np.allclose(share.ravel(), instances > 0)
    True
    """
    motif = as_motif(motif)
    if plan_operator(graph, motif, "role", applications=1).engine == "factored":
        found = operator(graph, motif, "role", engine="factored", applications=1)
        return cast(FactoredRole, found.roles[0]).instances.value, found
    tensor = count(graph, motif)
    return tensor.instances, normalised(tensor, "role")
