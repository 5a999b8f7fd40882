"""The operations of the formulas, compiled."""

from __future__ import annotations

from functools import partial

from motifcnn.tensor.engines.compiled.clique import four_clique
from motifcnn.tensor.engines.compiled.cycle import cycle
from motifcnn.tensor.engines.compiled.path import path
from motifcnn.tensor.engines.compiled.segments import Progress
from motifcnn.tensor.engines.compiled.triangle import triangle
from motifcnn.tensor.engines.compiled.undirected import undirected_triangle
from motifcnn.tensor.engines.formulas import Operations


def compiled(progress: Progress | None) -> Operations:
    """The compiled operations, reporting to `progress`."""
    return Operations(
        path=partial(path, progress=progress),
        triangle=partial(triangle, progress=progress),
        undirected_triangle=partial(undirected_triangle, progress=progress),
        cycle=partial(cycle, progress=progress),
        four_clique=partial(four_clique, progress=progress),
    )
