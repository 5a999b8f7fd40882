"""A run as an ONNX file: weights and a graph of operations, which any runtime reads as data."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import torch

from motifcnn.errors import MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.sealed import new_file
from motifcnn.train.run.dense import dense_part
from motifcnn.train.run.run import Run

OUTPUTS = ("logits", "probabilities")
TRACED = 3  # nodes; one or two would be taken for a constant


def export_onnx(run: Run, file: str | Path, graph: Graph | None = None) -> tuple[str, ...]:
    """Writes the dense part of a run as an ONNX file.

    Parameters
    ----------
    run : Run
        Of motif-cnn or one of its ablations, with one layer.
    file : path
        To write; an existing one is replaced.
    graph : Graph, optional
        The training graph; default: the one that the run holds or that its folder names.

    Returns
    -------
    tuple of str
        Names of the inputs, (n, ...) each, as `dense_part` computes them. The outputs are
        ``logits`` and ``probabilities``, (n, classes).

    Raises
    ------
    NotApplicable
        Where the run has no such part.

    Examples
    --------
    >>> import tempfile
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> run = mc.fit(graph, ["(t:package)--(c:library)"], epochs=1, settings={"filters": [4]})
    >>> export_onnx(run, Path(tempfile.mkdtemp(), "model.onnx"))
    ('own', 'motif0.role0')
    """
    _require_exporter()
    part = dense_part(run, graph, np.arange(min(TRACED, len(run.ids))))
    names = tuple(part.inputs)
    nodes = torch.export.Dim("nodes")
    with _quiet():
        program = torch.onnx.export(
            part.network,
            (list(part.inputs.values()),),
            input_names=list(names),
            output_names=list(OUTPUTS),
            dynamic_shapes=([{0: nodes} for _ in names],),
            dynamo=True,
            verbose=False,
        )
        assert program is not None
        for node in program.model.graph.all_nodes():
            node.metadata_props.clear()  # lines of code, with the paths of this machine
        with new_file(Path(file)) as work:
            program.save(work, external_data=False)
    return names


def _require_exporter() -> None:
    try:
        import onnx  # noqa: F401
        import onnxscript  # noqa: F401
    except ModuleNotFoundError as error:
        raise MotifCNNError(
            f"ONNX files need {error.name}, which is not installed: pip install 'motifcnn[export]'"
        ) from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the exporter's notes on its own work."""
    logger = logging.getLogger("torch.onnx")
    level = logger.level
    logger.setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield
        finally:
            logger.setLevel(level)
