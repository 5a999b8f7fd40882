"""The operations of the formulas, compiled."""

from __future__ import annotations

from functools import partial

from motifcnn.tensor.kernels.clique import four_clique
from motifcnn.tensor.kernels.cycle import cycle
from motifcnn.tensor.kernels.path import path
from motifcnn.tensor.kernels.segments import Progress
from motifcnn.tensor.kernels.triangle import triangle
from motifcnn.tensor.kernels.undirected import undirected_triangle
from motifcnn.tensor.small import Operations


def compiled(progress: Progress | None) -> Operations:
    """The compiled operations, reporting to `progress`."""
    return Operations(
        path=partial(path, progress=progress),
        triangle=partial(triangle, progress=progress),
        undirected_triangle=partial(undirected_triangle, progress=progress),
        cycle=partial(cycle, progress=progress),
        four_clique=partial(four_clique, progress=progress),
    )
