"""MotifClassifier: any model of `motifcnn.fit` as a scikit-learn classifier over one graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.methods.scores import decide
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import ConfigError
from motifcnn.sklearn.classes import classes_of, held_out, labels_of
from motifcnn.sklearn.rows import rows_of
from motifcnn.train.fit import fit


class MotifClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Classifies the nodes of one graph; samples are their ids.

    Features and links are those of the graph, and the classes are those of `y` alone: labels and
    splits of the graph are not looked at. Nodes without a label in `y` still take part by their
    features and links, so the classifier is transductive. What is computed without labels is done
    once per graph, whichever folds, settings or clones ask for it.

    Parameters
    ----------
    graph : Graph
        Never copied: clones have the same one.
    motifs, model, preset, settings, epochs, batch_size, device
        As in `motifcnn.fit`.
    target : str, optional
        Node type of the ids. None: the graph's only type, or the one with the most labels.
    validation : float
        Share of the samples given to `fit` by which the epoch, the candidate or the threshold is
        chosen; the model does not train on them.
    class_weight : "balanced", mapping of class to weight, or None
        How much a node of each class counts in the loss; None all the same.
    random_state : int, RandomState or None
        Decides the validation samples and what the model draws.

    Attributes
    ----------
    classes_ : (c,) array
        The classes in `y`, sorted; 0 to c - 1 for an indicator matrix.
    run_ : motifcnn.train.Run
        The fitted run: its scores, `attention`, `save`; `motifcnn.explain` takes it.
    n_features_in_ : int
        1: the column of ids.

    Examples
    --------
    >>> import motifcnn as mc
    >>> from sklearn.model_selection import cross_val_score
    >>> graph = mc.load_dataset("debian")
    >>> labels = graph.labels["package"]
    >>> X, y = graph.ids["package"][labels.nodes], np.array(labels.classes)[labels.y]
    >>> classifier = MotifClassifier(graph, model="motif-boosting", settings={"rounds": 10})
    >>> scores = cross_val_score(classifier, X, y, cv=3)
    >>> bool(scores.mean() > 0.7)
    True
    """

    def __init__(
        self,
        graph: Graph | None = None,
        motifs: Sequence[Motif | str] | Literal["auto", "paper"] | None = None,
        *,
        model: str = "motif-cnn",
        preset: str | None = None,
        settings: Mapping[str, Any] | None = None,
        target: str | None = None,
        validation: float = 0.2,
        epochs: int | None = None,
        batch_size: int | None = None,
        class_weight: Literal["balanced"] | Mapping[Any, float] | None = None,
        random_state: Any = 0,
        device: str = "auto",
    ) -> None:
        self.graph = graph
        self.motifs = motifs
        self.model = model
        self.preset = preset
        self.settings = settings
        self.target = target
        self.validation = validation
        self.epochs = epochs
        self.batch_size = batch_size
        self.class_weight = class_weight
        self.random_state = random_state
        self.device = device

    def fit(self, X: Any, y: Any) -> Self:
        """Trains on the nodes with these ids.

        Parameters
        ----------
        X : (n,) or (n, 1) array of ids of nodes of the target type
            The samples: nodes are named, their inputs come from the graph.
        y : (n,) classes, or (n, c) indicator matrix where a node may have several
            In the order of `X`.
        """
        graph, target = self._graph_and_target()
        if not 0 < self.validation < 1:
            raise ConfigError(f"validation must be a share between 0 and 1, got {self.validation}")
        rows, classes = rows_of(graph, target, X), classes_of(y)
        labels = labels_of(rows, classes)
        if len(labels.nodes) < 2:
            raise GraphError(
                f"fit: n_samples={len(labels.nodes)}, 1 sample is too few; one node to train on "
                "and one to validate on are needed"
            )
        seed = self._seed()
        held = held_out(labels, self.validation, seed)
        split = Split(target, labels.nodes[~held], labels.nodes[held], np.empty(0, np.int64))
        self.run_ = fit(
            graph.with_labels({target: labels}),
            self.motifs,
            model=self.model,
            preset=self.preset,
            settings=self.settings,
            split=split,
            target=target,
            seed=seed,
            device=self.device,
            epochs=self.epochs,
            batch_size=self.batch_size,
            class_weights=self._class_weights(classes.values, labels.classes),
        )
        self.classes_ = classes.values
        self.n_features_in_ = 1
        self._read_names(X, reset=True)
        return self

    def predict_proba(self, X: Any) -> npt.NDArray[np.float32]:
        """Probability of each class of `classes_` for the nodes with these ids: (n, c)."""
        rows = self._known_rows(X)
        return np.asarray(self.run_.probabilities[rows])

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Classes of the nodes with these ids: (n,), or (n, c) zeros and ones for several."""
        rows = self._known_rows(X)
        found, run = self.run_.probabilities[rows], self.run_
        decided = decide(found, run.multi_label, run.threshold)
        return decided.astype(np.int64) if run.multi_label else np.asarray(self.classes_[decided])

    def _known_rows(self, x: Any) -> npt.NDArray[np.int64]:
        check_is_fitted(self, "run_")
        graph, target = self._graph_and_target()
        self._read_names(x, reset=False)
        return rows_of(graph, target, x)

    def _read_names(self, x: Any, *, reset: bool) -> None:
        """Keeps the column name of a table, or compares it with the one that is kept."""
        validate_data(self, x, reset=reset, skip_check_array=True, ensure_2d=False)

    def _graph_and_target(self) -> tuple[Graph, str]:
        graph = self.graph
        if not isinstance(graph, Graph):
            raise ConfigError(
                f"graph: expected a motifcnn.Graph, got {graph!r}; give the graph whose nodes are "
                "classified, MotifClassifier(graph)"
            )
        if self.target is not None:
            graph.schema.require_type(self.target, "target")
            return graph, self.target
        (first, *others) = graph.schema.node_types
        return graph, graph.target_type if others else first

    def _seed(self) -> int:
        if isinstance(self.random_state, (int, np.integer)):
            return int(self.random_state)
        return int(check_random_state(self.random_state).randint(2**31 - 1))

    def _class_weights(self, values: npt.NDArray[Any], names: tuple[str, ...]) -> Any:
        """The weights as `fit` takes them, by the name of each class."""
        given = self.class_weight
        if given is None or isinstance(given, str):
            return given
        known = dict(zip(values.tolist(), names, strict=True))
        if unknown := [value for value in given if value not in known]:
            raise ConfigError(
                f"class_weight: {unknown[0]!r} is not a class of y; classes are {list(known)}"
            )
        return {known[value]: weight for value, weight in given.items()}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.one_d_array = True
        tags.input_tags.string = True
        tags.classifier_tags.multi_label = True
        return tags
