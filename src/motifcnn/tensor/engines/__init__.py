"""The ways to count: one file each, and the list of them."""

from motifcnn.tensor.engines import enumerate, join, matrix, scipy
from motifcnn.tensor.engines.engine import Engine

ENGINES: tuple[Engine, ...] = (
    scipy.ENGINE,
    join.ENGINE,
    matrix.ENGINE,
    enumerate.ENGINE,
)
