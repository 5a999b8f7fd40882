"""Run: a trained model with everything that is known about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.graph.schema import Schema
from motifcnn.motif.motif import Motif
from motifcnn.nn.inputs import Inputs
from motifcnn.nn.settings import Settings
from motifcnn.train.auto.choice import MotifChoice
from motifcnn.train.kept import Kept, make_room
from motifcnn.train.scores import Scores, decide
from motifcnn.train.stopping import Epoch

if TYPE_CHECKING:
    import pandas as pd

    from motifcnn.train.problem import Classifier


@dataclass(frozen=True, eq=False)
class Run:
    """What `fit` returns.

    Parameters
    ----------
    model, preset : str
    config : Settings
    motifs : tuple of Motif
    target : str
    classes : tuple of str
    multi_label : bool
    schema : Schema
    split : Split
    seed : int
    history : tuple of Epoch
    best : int
        Number of the epoch whose weights were kept, from 1.
    threshold : float
        Least probability of a predicted class of a multi-label model, chosen on validation; 0.5
        otherwise.
    validation, test : Scores
    test_at_half : Scores or None
        Multi-label test scores with the plain threshold 0.5.
    weights : mapping of name to array
    inputs : Inputs
        What was learned without labels about the inputs.
    probabilities : (n_target, c) float32
        Of every node of the target type of the training graph.
    ids : (n_target,) array
    names : (n_target,) array or None
        The source's ids and names of those nodes.
    seconds : mapping of stage to float
        Wall time of "prepare" (counting, inputs), "train" and "score".
    graph : Graph or None
        The training graph; not saved with the run.
    motif_choice : tuple of MotifChoice or None
        Every candidate of motifs="auto" with the reason why it was taken or left; None where motifs
        were not chosen that way.

    Attributes
    ----------
    kept : Kept
        The classifier, with the counts of its motifs, as long as no other one is built; not saved
        with the run.
    """

    model: str
    preset: str
    config: Settings
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
    # Not an argument: a run with other weights, made by `replace`, must not have the classifier of
    # this one.
    kept: Kept = field(default_factory=Kept, init=False, repr=False)

    def predict(self, graph: Graph | None = None) -> pd.DataFrame:
        """Predictions for every node of the target type, of the training graph or of another with the same schema.

        Returns
        -------
        DataFrame
            Columns node (the source's id), name, predicted (class name; for multi-label the names,
            joined by ", "), and one ``p(<class>)`` per class.
        """
        import pandas as pd

        if graph is None:
            chances, ids, names = self.probabilities, self.ids, self.names
        else:
            chances = self._probabilities(graph)
            ids, names = graph.ids[self.target], graph.names.get(self.target)
        decided = decide(chances, self.multi_label, self.threshold)
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
            columns | {f"p({name})": chances[:, c] for c, name in enumerate(self.classes)}
        )

    def attention(self, graph: Graph | None = None) -> pd.DataFrame:
        """How much each motif counted for each node of the target type: columns node, motif, layer (from 1), weight.

        Motifs are counted only if the run was loaded, or another one was fitted or asked since.
        """
        import pandas as pd
        import torch

        graph = self._known(graph, "attention")
        classifier = self._classifier(graph)
        own = [str(motif) for motif in self.motifs if motif.target_type == self.target]
        view = classifier.view(np.arange(graph.counts[self.target]), torch.device("cpu"), once=True)
        frames = []
        for number, weights in enumerate(classifier.attention(view), 1):
            n, u = weights.shape
            ids = np.repeat(graph.ids[self.target], u)
            frames.append(
                pd.DataFrame(
                    {
                        "node": ids,
                        "motif": own * n,
                        "layer": number,
                        "weight": weights.detach().numpy().ravel(),
                    }
                )
            )
        if not frames:
            return pd.DataFrame({"node": [], "motif": [], "layer": [], "weight": []})
        return pd.concat(frames, ignore_index=True)

    def sources(self, graph: Graph | None = None) -> pd.DataFrame:
        """What the prediction for each node of the target type rests on: columns node, source, weight.

        Sources are what came through motifs, the node's own inputs, and features carried over all
        relations; the weights of a node add up to 1. Empty for models that cannot tell: those of
        several layers, and methods without motifs.
        """
        import pandas as pd
        import torch

        from motifcnn.nn.wide import SOURCES
        from motifcnn.train.problem import Sourced

        graph = self._known(graph, "sources")
        classifier = self._classifier(graph)
        if not isinstance(classifier, Sourced):
            return pd.DataFrame({"node": [], "source": [], "weight": []})
        rows = np.arange(graph.counts[self.target])
        shares = classifier.sources(classifier.view(rows, torch.device("cpu"), once=True)).numpy()
        ids = np.repeat(graph.ids[self.target], len(SOURCES))
        return pd.DataFrame(
            {"node": ids, "source": list(SOURCES) * len(rows), "weight": shares.ravel()}
        )

    def _known(self, graph: Graph | None, asked: str) -> Graph:
        graph = graph or self.graph
        if graph is None:
            raise GraphError(f"a loaded run does not hold its graph: give it, `run.{asked}(graph)`")
        return graph

    def save(self, folder: str | Path) -> None:
        """Writes the run, without its graph, as a folder that `load_run` reads."""
        from motifcnn.train.run_store import save_run

        save_run(self, folder)

    def require_schema(self, graph: Graph) -> None:
        """Raises a `GraphError` unless the graph has the schema of the one that the run was trained on."""
        if graph.schema != self.schema:
            raise GraphError(
                f"the run was trained on a graph with another schema.\n  trained on: {_one_line(self.schema)}\n"
                f"  this graph: {_one_line(graph.schema)}\nGive a graph with the same types and relations, in the same order."
            )

    def _probabilities(self, graph: Graph) -> npt.NDArray[np.float32]:
        import torch

        from motifcnn.train.loop import predict_logits, probabilities

        logits = predict_logits(
            self._classifier(graph), np.arange(graph.counts[self.target]), torch.device("cpu")
        )
        return probabilities(logits, self.multi_label)

    def _classifier(self, graph: Graph) -> Classifier:
        from motifcnn.train.checkpoint import load_weights
        from motifcnn.train.models import method
        from motifcnn.train.problem import Problem

        self.require_schema(graph)
        if method(self.model).transductive and not np.array_equal(graph.ids[self.target], self.ids):
            raise GraphError(
                f"{self.model} can only speak of the {len(self.ids):,} nodes of type {self.target} of its training graph; "
                f"this graph has others ({graph.counts[self.target]:,}). Fit it on this graph, or use a model that transfers, "
                "such as motif-cnn."
            )
        if (known := self.kept.of(graph)) is not None:
            return known
        make_room()
        problem = Problem(
            graph, self.target, self.motifs, len(self.classes), self.config, self.seed, self.inputs
        )
        classifier = method(self.model).build(problem)
        load_weights(classifier.module, self.weights)
        self.kept.keep(graph, classifier)
        return classifier


def _one_line(schema: Schema) -> str:
    return str(schema).replace("\n", "; ")
