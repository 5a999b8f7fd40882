"""One training, in its process: fits a model, tells how it goes, and stores the run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from motifcnn.graph.graph import Graph
from motifcnn.studio.graph_process import Tell
from motifcnn.studio.order import Order

if TYPE_CHECKING:
    from motifcnn.methods.epoch import Epoch

NOTE = "order"
"""Name of the note in a run's folder: the order that it was trained by."""


def train(graph: Graph, order: Order, source: str, folder: Path, *, tell: Tell) -> None:
    """Fits a model and stores the run as `motifcnn train --out FOLDER` does.

    Parameters
    ----------
    graph : Graph
    order : Order
    source : str
        The graph, as the command line names it.
    folder : Path
        Of the run.
    tell : callable
        Is given ``("fits", n)``, the number of fits among which validation chooses; then, for each
        of them, ``("begin", epochs)`` and an `Epoch` after every epoch.

    Examples
    --------
    >>> import tempfile
    >>> import motifcnn as mc
    >>> order = Order(model="gcn", target="package", settings={"epochs": 1})
    >>> folder, told = Path(tempfile.mkdtemp(), "1"), []
    >>> train(mc.load_dataset("debian"), order, "debian", folder, tell=told.append)
    >>> told[:2], mc.load_run(folder).model
    ([('fits', 1), ('begin', 1)], 'gcn')
    """
    from motifcnn.train import fit
    from motifcnn.train.run.source import source_note
    from motifcnn.train.run.store import save_run

    tell(("fits", _number_of_fits(graph, order)))
    run = fit(graph, **order.for_fit(), callbacks=[_Told(tell)])
    notes: dict[str, Any] = {"source": source_note(source), NOTE: order.model_dump()}
    save_run(run, folder, notes=notes, add=_graph_of_tables(graph, source))


def _number_of_fits(graph: Graph, order: Order) -> int:
    """Fits among which validation chooses, if none of them fails."""
    from motifcnn.methods import get_method
    from motifcnn.train.candidates import AUTO

    if order.batch_size is not None:
        return 1
    number = 0
    for method in map(get_method, AUTO if order.model == "auto" else (order.model,)):
        config = method.configured(order.preset or None, order.settings)
        number += len(method.candidates(graph, order.target, config, order.settings)) or 1
    return number


class _Told:
    """A callback that passes every call on to others."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def start(self, epochs: int) -> None:
        self._tell(("begin", epochs))

    def epoch(self, epoch: Epoch) -> None:
        self._tell(epoch)

    def end(self) -> None:
        pass


def _graph_of_tables(graph: Graph, source: str) -> Any:
    """Tables may change, so a run on them keeps its graph; None where the graph is none of them."""
    from motifcnn.datasets.source import is_folder
    from motifcnn.graph import write_graph
    from motifcnn.graph.tables.files import holds_tables
    from motifcnn.train.run.source import GRAPH

    if not (is_folder(source) and holds_tables(Path(source))):
        return None
    return lambda folder: write_graph(graph, folder / GRAPH)
