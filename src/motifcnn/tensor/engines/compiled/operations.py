"""The matrix operations of the formulas as compiled kernels."""

from __future__ import annotations

from functools import partial

from motifcnn.tensor.engines.compiled.clique import four_clique
from motifcnn.tensor.engines.compiled.cycle import cycle
from motifcnn.tensor.engines.compiled.path import path
from motifcnn.tensor.engines.compiled.triangle import triangle
from motifcnn.tensor.engines.compiled.undirected import undirected_triangle
from motifcnn.tensor.engines.engine import Keep, Progress
from motifcnn.tensor.engines.formulas import Operations


def compiled(keep: Keep, progress: Progress | None) -> Operations:
    """The operations for one count; what they derive from the links goes through `keep`."""
    return Operations(
        path=partial(path, keep=keep, progress=progress),
        triangle=partial(triangle, keep=keep, progress=progress),
        undirected_triangle=partial(undirected_triangle, progress=progress),
        cycle=partial(cycle, keep=keep, progress=progress),
        four_clique=partial(four_clique, progress=progress),
    )
