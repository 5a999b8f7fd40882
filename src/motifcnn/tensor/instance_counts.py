"""Instances per target without a tensor."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.graph.graph import Graph
from motifcnn.motif.check import as_motif
from motifcnn.motif.motif import Motif
from motifcnn.tensor.operator import operator


def instance_counts(graph: Graph, motif: Motif | str) -> npt.NDArray[np.int64]:
    """The instances of each target, exact: (n_target,) int64.

    The same as ``count(graph, motif).instances``, along the motif: the tensor, which may be many
    times larger than the graph, is not written out.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> int(instance_counts(graph, "(t:package)--(l:library)--(c:package)").sum())
    7968088
    """
    roles: Any = operator(graph, as_motif(motif), engine="factored").roles
    found: npt.NDArray[np.int64] = roles[0].instances.value
    return found
