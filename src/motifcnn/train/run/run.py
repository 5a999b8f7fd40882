"""Run: a trained model with everything that is known about it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.graph.schema import Schema
from motifcnn.methods.epoch import Epoch
from motifcnn.methods.scores import Scores, decide
from motifcnn.motif.motif import Motif
from motifcnn.nn.inputs import Inputs
from motifcnn.nn.settings import Settings
from motifcnn.nn.wide_motif import SOURCES
from motifcnn.train.motifs.choice import MotifChoice
from motifcnn.train.run.tried import Tried

if TYPE_CHECKING:
    import pandas as pd

    from motifcnn.graph.encode import TableEncoder
    from motifcnn.methods import Classifier


@dataclass(frozen=True, eq=False)
class Run:
    """What `fit` returns.

    Parameters
    ----------
    model, preset : str
        The method and the recipe it was trained with.
    settings : Settings
        All settings of the recipe, with the changes that were asked for.
    motifs : tuple of Motif
        Those that it was trained on; empty for a method without motifs.
    target : str
        The node type that it classifies.
    classes : tuple of str
        In the order of the columns of `probabilities`.
    multi_label : bool
        Whether a node may have several classes.
    schema : Schema
        Of the training graph; another graph must have it too.
    split : Split
        The nodes it was trained, chosen and tested on.
    seed : int
        What `fit` was given.
    history : tuple of Epoch
        Losses and validation scores, epoch by epoch.
    best : int
        Number of the epoch whose weights were kept, from 1.
    threshold : float
        Least probability of a predicted class of a multi-label model, chosen on validation; 0.5
        otherwise.
    validation, test : Scores
        Of the weights that were kept.
    test_at_half : Scores or None
        Multi-label test scores with the plain threshold 0.5.
    weights : mapping of name to array
        The parameters of the network.
    inputs : Inputs
        What was learned without labels about the inputs.
    probabilities : (n_target, c) float32
        Of every node of the target type of the training graph.
    ids : (n_target,) array
        The source's ids of the nodes of the target type, in the order of `probabilities`.
    names : (n_target,) array or None
        What to call those nodes; None where the graph has no names.
    seconds : mapping of stage to float
        Wall time of "prepare" (counting, inputs), "train" and "score".
    graph : Graph or None
        The training graph; not saved with the run.
    motif_choice : tuple of MotifChoice or None
        Every candidate of motifs="auto" with the reason why it was taken or left; None where motifs
        were not chosen that way.
    tried : tuple of Tried
        The candidates among which validation chose this run; empty where there was one.
    encoders : mapping of node type to TableEncoder
        How the training graph's columns became features.
    folder : Path or None
        Where the run was loaded from; the name of its training graph may be noted there.

    Examples
    --------
    >>> import motifcnn as mc
    >>> run = mc.fit(mc.load_dataset("debian"), model="majority")
    >>> len(run.classes), run.probabilities.shape
    (8, (3111, 8))
    >>> list(run.predict().columns[:3])
    ['node', 'name', 'predicted']
    """

    model: str
    preset: str
    settings: Settings
    motifs: tuple[Motif, ...]
    target: str
    classes: tuple[str, ...]
    multi_label: bool
    schema: Schema
    split: Split
    seed: int
    history: tuple[Epoch, ...]
    best: int
    threshold: float
    validation: Scores
    test: Scores
    test_at_half: Scores | None
    weights: Mapping[str, npt.NDArray[Any]]
    inputs: Inputs
    probabilities: npt.NDArray[np.float32]
    ids: npt.NDArray[Any]
    names: npt.NDArray[Any] | None
    seconds: Mapping[str, float] = field(default_factory=dict)
    graph: Graph | None = None
    motif_choice: tuple[MotifChoice, ...] | None = None
    tried: tuple[Tried, ...] = ()
    encoders: Mapping[str, TableEncoder] = field(default_factory=dict)
    folder: Path | None = None

    def predict(self, graph: Graph | None = None) -> pd.DataFrame:
        """Predictions for every node of the target type.

        Parameters
        ----------
        graph : Graph, optional
            Another graph with the same schema; None: the training graph. Nodes whose ids were
            known at training keep their inputs; others get theirs from the graph.

        Returns
        -------
        DataFrame
            Columns node (the source's id), name, predicted (class name; for multi-label the names,
            joined by ", "), and one ``p(<class>)`` per class.
        """
        import pandas as pd

        if graph is None:
            found, ids, names = self.probabilities, self.ids, self.names
        else:
            found = self._probabilities(graph)
            ids, names = graph.ids[self.target], graph.names.get(self.target)
        decided = decide(found, self.multi_label, self.threshold)
        if self.multi_label:
            predicted = [", ".join(self.classes[c] for c in np.flatnonzero(row)) for row in decided]
        else:
            predicted = [self.classes[c] for c in decided]
        columns: dict[str, Any] = {
            "node": ids,
            "name": names if names is not None else [""] * len(ids),
            "predicted": predicted,
        }
        return pd.DataFrame(
            columns | {f"p({name})": found[:, c] for c, name in enumerate(self.classes)}
        )

    def predict_new(self, new: Graph | str | Path, graph: Graph | None = None) -> pd.DataFrame:
        """Predictions on the training graph with new nodes and links, which motifs then count.

        Parameters
        ----------
        new : Graph, or a dataset or folder of one
            Nodes that have arrived, with the ends of their links by id; see
            `motifcnn.graph.extended`.
        graph : Graph, optional
            The training graph; None: the one that the run holds, or was trained from.

        Returns
        -------
        DataFrame
            As `predict`, for all nodes of the target type, new ones first; column new says which.
        """
        from motifcnn.train.run.new_nodes import predict_new

        return predict_new(self, new, graph)

    def attention(self, graph: Graph | None = None) -> pd.DataFrame:
        """How much each motif counted for each node: columns node, motif, layer (from 1), weight.

        The weights of a node and layer add up to 1. A `NotApplicable` for methods without motif
        attention.
        """
        import pandas as pd

        classifier, ids, rows = self._asked("attention", graph)
        frames = []
        for number, weights in enumerate(classifier.attention(rows), 1):
            columns = {
                "node": np.repeat(ids, weights.shape[1]),
                "motif": self._own_motifs * len(rows),
                "layer": number,
                "weight": weights.detach().numpy().ravel(),
            }
            frames.append(pd.DataFrame(columns))
        return pd.concat(frames, ignore_index=True)

    def contributions(self, graph: Graph | None = None) -> pd.DataFrame:
        """What each source added to the logit of the predicted class.

        Columns node, source (a motif, "own inputs" or "propagated features"), contribution, and
        share: its absolute value as a share of the node's. The units of motif-cnn hold a node's
        own inputs, so there the other sources have 0 and the motifs and the bias add up to the
        logit. A `NotApplicable` for methods without motifs.
        """
        import pandas as pd

        classifier, ids, rows = self._asked("contributions", graph)
        found = classifier.contributions(rows).numpy()
        size = np.abs(found)
        total = size.sum(axis=1, keepdims=True)
        shares = np.divide(size, total, out=np.zeros_like(size), where=total > 0)
        sources = [*self._own_motifs, *SOURCES[1:]]
        return pd.DataFrame(
            {
                "node": np.repeat(ids, len(sources)),
                "source": sources * len(rows),
                "contribution": found.ravel(),
                "share": shares.ravel(),
            }
        )

    def __repr__(self) -> str:
        from motifcnn.train.run.as_html import run_text

        return run_text(self)

    def _repr_html_(self) -> str:
        from motifcnn.train.run.as_html import run_html

        return run_html(self)

    @property
    def _own_motifs(self) -> list[str]:
        return [str(motif) for motif in self.motifs if motif.target_type == self.target]

    def _asked(
        self, what: str, graph: Graph | None
    ) -> tuple[Classifier, npt.NDArray[Any], npt.NDArray[np.int64]]:
        """The classifier on a graph or on the training graph, with ids and rows of its nodes."""
        from motifcnn.train.run.trained import trained_classifier

        graph = graph or self.training_graph
        if graph is None:
            raise GraphError(f"a loaded run does not hold its graph: give it, `run.{what}(graph)`")
        rows = np.arange(graph.counts[self.target])
        return trained_classifier(self, graph), graph.ids[self.target], rows

    def explain(self, node: Any, graph: Graph | None = None, **options: Any) -> Any:
        """Why a node got its class: `motifcnn.explain` of this run.

        A loaded run finds its graph as the command line does, if it was saved with its name.
        """
        # The public function: its package is above this one, which must not import it.
        return sys.modules["motifcnn"].explain(self, node, graph, **options)

    @cached_property
    def training_graph(self) -> Graph | None:
        """The graph that it holds, or else the one that its folder names; None without either."""
        if self.graph is not None or self.folder is None:
            return self.graph
        from motifcnn.train.run.source import noted_graph

        return noted_graph(self.folder)

    def save(self, folder: str | Path, *, source: str | Path | None = None) -> None:
        """Writes the run, without its graph, as a folder that `load_run` reads.

        Parameters
        ----------
        folder : path
            To make; its parent folders are made as well.
        source : str or path, optional
            Dataset or folder of its graph, by which the loaded run finds it again.
        """
        from motifcnn.train.run.source import source_note
        from motifcnn.train.run.store import save_run

        notes = {} if source is None else {"source": source_note(source)}
        save_run(self, folder, notes=notes)

    def export(self, file: str | Path, graph: Graph | None = None) -> tuple[str, ...]:
        """Writes what follows the motif products of a one-layer Motif-CNN as an ONNX file.

        Parameters
        ----------
        file : path
        graph : Graph, optional
            The training graph; None: the one that the run holds, or was trained from.

        Returns
        -------
        tuple of str
            Names of the inputs; `motifcnn.train.run.dense.dense_part` computes them.
        """
        from motifcnn.train.run.export import export_onnx

        return export_onnx(self, file, graph)

    def require_schema(self, graph: Graph) -> None:
        """Raises a `GraphError` unless the graph has the schema of the training graph."""
        if graph.schema != self.schema:
            trained, other = (str(s).replace("\n", "; ") for s in (self.schema, graph.schema))
            raise GraphError(
                "the run was trained on a graph with another schema.\n"
                f"  trained on: {trained}\n"
                f"  this graph: {other}\n"
                "Give a graph with the same types and relations, in the same order."
            )

    def _probabilities(self, graph: Graph) -> npt.NDArray[np.float32]:
        import torch

        from motifcnn.methods.validation import probabilities
        from motifcnn.train.loop.loop import predict_logits
        from motifcnn.train.run.trained import trained_classifier

        rows = np.arange(graph.counts[self.target])
        logits = predict_logits(trained_classifier(self, graph), rows, torch.device("cpu"))
        return probabilities(logits, self.multi_label)
