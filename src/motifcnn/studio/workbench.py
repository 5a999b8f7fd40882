"""The state of a studio: graph, collection, what is known about motifs, trainings and runs."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from motifcnn.errors import MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.motif.catalogue import Relations, catalogue
from motifcnn.motif.motif import Motif
from motifcnn.studio.attention_view import AttentionView, attention_view
from motifcnn.studio.card import Card, make_card
from motifcnn.studio.collection import Collection
from motifcnn.studio.graph_process import Caller, HereCaller, Tell
from motifcnn.studio.measure import Measured, measure
from motifcnn.studio.measurements import Measurements
from motifcnn.studio.order import Order
from motifcnn.studio.run_folder import RunFolder
from motifcnn.studio.scored_run import ScoredRun, scored_run
from motifcnn.studio.training import train
from motifcnn.studio.training_view import TrainingView
from motifcnn.studio.trainings import Trainings
from motifcnn.tensor.expression import instances_by_chance

MOST_MOTIFS = 30_000
T = TypeVar("T")


class Workbench:
    """What all browsers that are open on one studio share.

    Parameters
    ----------
    graph : Graph
    source : str
        The argument that names it: a dataset or a folder.
    file : Path
        Of the collection; read if it exists.
    runs : Path
        Folder of the runs.
    measuring, training, reading : Caller, optional
        What counts motifs, what trains, and what reads and explains runs; None: this process.

    Examples
    --------
    >>> import motifcnn as mc
    >>> bench = Workbench(mc.load_dataset("debian"), "debian")
    >>> bench.graph.name, bench.collection.motifs
    ('debian', ())
    >>> bench.close()
    """

    def __init__(
        self,
        graph: Graph,
        source: str,
        file: Path = Path("motifs.toml"),
        *,
        runs: Path = Path("motifcnn-runs"),
        measuring: Caller | None = None,
        training: Caller | None = None,
        reading: Caller | None = None,
    ) -> None:
        self.graph = graph
        self.collection = Collection.open(file, source, graph.schema)
        self._measuring = measuring or HereCaller(graph)
        self.measurements = Measurements(self._measure, self._by_chance, self._measuring.stop)
        self.runs = RunFolder(runs)
        self.reading = reading or HereCaller(graph)
        self._training = training or HereCaller(graph)
        self.trainings = Trainings(self._train, self._training.stop)
        self._kept: dict[Hashable, Any] = {}
        self._lock = Lock()
        self._locks: dict[Hashable, Lock] = {}

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """A value that is made once; two requests never make it at once."""
        with self._lock:
            own = self._locks.setdefault(key, Lock())
        with own:
            if key not in self._kept:
                self._kept[key] = make()
            found: T = self._kept[key]
            return found

    def has(self, key: Hashable) -> bool:
        """Whether a value was made."""
        return key in self._kept

    def catalogue(self, target: str, max_nodes: int, relations: Relations = "named") -> list[Motif]:
        """Every motif that the schema allows around a target; found once."""
        return self.kept(
            ("catalogue", target, max_nodes, relations),
            lambda: catalogue(
                self.graph.schema, target, max_nodes, relations=relations, limit=MOST_MOTIFS
            ),
        )

    def card(self, motif: Motif) -> Card:
        """The card of a motif with what is known by now; drawn once."""
        drawn = self.kept(("card", motif.key), lambda: make_card(motif, self.graph.schema))
        known = self.measurements.get(motif)
        cancelled = self.measurements.is_cancelled(motif)
        return drawn.model_copy(update={"measured": known, "cancelled": cancelled})

    def save(self, change: Callable[[Collection], Collection]) -> None:
        """Changes the collection and writes its file."""
        with self._lock:
            changed = change(self.collection)
            changed.save()
            self.collection = changed

    def close(self) -> None:
        """Ends the threads of measurements and trainings; motifs that wait are not measured."""
        self.measurements.end()
        self.trainings.close()

    def scored(self, name: str) -> ScoredRun:
        """A stored run with its scores, which take a second or two; computed once."""
        folder, stamp = self.runs.folder(name), self.runs.stamp(name)
        found = self.kept(
            ("scored run", name, stamp), lambda: self.reading.call(scored_run, folder)
        )
        reruns = not found.view.problem and self.runs.order(name) is not None
        return replace(found, view=found.view.model_copy(update={"reruns": reruns}))

    def attention(self, name: str) -> AttentionView:
        """How much each motif of a stored run counts; computed once."""
        folder, stamp = self.runs.folder(name), self.runs.stamp(name)
        return self.kept(
            ("attention", name, stamp), lambda: self.reading.call(attention_view, folder)
        )

    def add_training(self, order: Order) -> TrainingView:
        """Puts a training into the queue, under a name that no other run has."""
        with self._lock:
            name = self.runs.new(order.name, order.model, self.trainings.names())
            return self.trainings.add(order, name)

    def _train(self, order: Order, run: str, tell: Tell) -> None:
        source, folder = self.collection.source, self.runs.path / run
        self._training.call(train, order, source, folder, tell=tell)
        with suppress(MotifCNNError):  # the view of runs says what is wrong with it
            self.scored(run)
            self.attention(run)  # counts the motifs, so that whoever looks at the run waits no more

    def _measure(self, motif: Motif) -> Measured:
        return self._measuring.call(measure, motif)

    def _by_chance(self, motif: Motif, sample: int) -> int:
        return self._measuring.call(instances_by_chance, motif, sample)
