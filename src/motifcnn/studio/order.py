"""A training that somebody asks for: motifs, method, settings, split and seed, checked by field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field

from motifcnn.errors import MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.studio.answer import Answer

Shares = Annotated[list[float], Field(min_length=3, max_length=3)]
Text = Annotated[str, Field(max_length=500)]
_OF_ONE_MODEL = ("motifs", "preset", "settings", "batch_size")  # not for the model "auto"
Value = bool | int | float | Text | list[float | int] | None


class OrderProblem(Answer):
    """Why `fit` would refuse an order; `field` names the part of it."""

    field: str
    message: str


class Order(Answer):
    """What to train, in the words of `fit`.

    Parameters
    ----------
    name : str
        Of the run; empty for one that is found.
    model, preset : str
        An empty preset is the method's own recipe.
    motifs : "default", "auto", "paper" or list of patterns
        "default" leaves the choice to the method.
    target : str
    split : str or three shares
        Name of a split of the graph, "random", or shares of train, validation and test.
    seed : int
    settings : mapping of name to value
    batch_size : int, optional
        Training nodes per step; None for all of them.
    class_weights : "balanced", optional
        None: all nodes count the same.

    Examples
    --------
    >>> order = Order(model="gcn", target="package", settings={"epochs": 3})
    >>> order.for_fit()["settings"], order.for_fit()["motifs"]
    ({'epochs': 3}, None)
    """

    name: Text = ""
    model: Text = "motif-cnn"
    preset: Text = ""
    motifs: (
        Literal["default", "auto", "paper"]
        | Annotated[list[Annotated[str, Field(max_length=2000)]], Field(max_length=500)]
    ) = "default"
    target: Text
    split: Text | Shares = "random"
    seed: int = 0
    settings: Annotated[dict[Text, Value], Field(max_length=100, default_factory=dict)]
    batch_size: int | None = None
    class_weights: Literal["balanced"] | None = None

    def for_fit(self) -> dict[str, Any]:
        """The arguments of `fit`, all but the graph."""
        return {
            "model": self.model,
            "preset": self.preset or None,
            "motifs": None if self.motifs == "default" else self.motifs,
            "target": self.target,
            "split": self.split,
            "seed": self.seed,
            "settings": self.settings,
            "batch_size": self.batch_size,
            "class_weights": self.class_weights,
        }

    def for_train(self, source: str) -> dict[str, Any]:
        """The options of `motifcnn train` that train the same, as a file of them has them.

        Parameters
        ----------
        source : str
            The graph, as the command line names it.

        Examples
        --------
        >>> Order(model="gcn", target="package", seed=3).for_train("debian")
        {'graph': 'debian', 'model': 'gcn', 'target': 'package', 'split': 'random', 'seed': 3}
        """
        motif = [self.motifs] if isinstance(self.motifs, str) else self.motifs
        found: dict[str, Any] = {"graph": source, "model": self.model}
        found |= {"preset": self.preset} if self.preset else {}
        found |= {} if self.motifs == "default" else {"motif": motif}
        found |= {"target": self.target, "split": self.split, "seed": self.seed}
        found |= {} if self.batch_size is None else {"batch_size": self.batch_size}
        found |= {} if self.class_weights is None else {"class_weights": self.class_weights}
        return found | ({"settings": dict(self.settings)} if self.settings else {})


def order_problem(graph: Graph, order: Order) -> OrderProblem | None:
    """What `fit` would refuse in an order, without any work; None where there is nothing.

    Examples
    --------
    >>> import motifcnn as mc
    >>> order = Order(model="gcn", target="package", settings={"dropout": 2.0})
    >>> order_problem(mc.load_dataset("debian"), order).message
    'gcn: dropout: input should be less than 1; got 2.0'
    """
    for field, check in _checks(graph, order).items():
        if message := _message(check):
            where = _setting(order, message) if field == "settings" else field
            return OrderProblem(field=where, message=message)
    return None


def _checks(graph: Graph, order: Order) -> dict[str, Callable[[], Any]]:
    """Fields and what raises where they are wrong, in the order in which they need each other."""
    from motifcnn.methods import get_method
    from motifcnn.train.arguments import require_arguments, require_nothing_of_one_model
    from motifcnn.train.split import resolve_split

    def alone(name: str) -> Callable[[], None]:
        return lambda: require_nothing_of_one_model(**{name: order.for_fit()[name]})

    anyway: dict[str, Callable[[], Any]] = {
        "seed": lambda: require_arguments(None, order.seed, None, None, 1),
        "split": lambda: resolve_split(graph, order.target, order.split, order.seed),
    }
    if order.model == "auto":
        return anyway | {name: alone(name) for name in _OF_ONE_MODEL}
    return {
        "model": lambda: get_method(order.model),
        "preset": lambda: get_method(order.model).preset(order.preset or None),
        "settings": lambda: _configure(order, order.settings),
        "batch_size": lambda: _check_batches(order),
        **anyway,
        "motifs": lambda: _check_motifs(graph, order),
    }


def _message(check: Callable[[], Any]) -> str:
    try:
        check()
    except MotifCNNError as error:
        return str(error)
    return ""


def _setting(order: Order, message: str) -> str:
    """The setting that a message is about; "settings" where it takes several to be wrong."""
    for name, value in order.settings.items():
        if _message(partial(_configure, order, {name: value})) == message:
            return f"settings.{name}"
    return "settings"


def _configure(order: Order, settings: Mapping[str, Any]) -> None:
    from motifcnn.methods import get_method

    get_method(order.model).configured(order.preset or None, settings)


def _check_batches(order: Order) -> None:
    from motifcnn.methods import get_method
    from motifcnn.train.arguments import require_taken
    from motifcnn.train.loop.batches import Batching

    if order.batch_size is not None:
        Batching(order.batch_size)
    require_taken(get_method(order.model), None, order.batch_size, False)


def _check_motifs(graph: Graph, order: Order) -> None:
    from motifcnn.methods import get_method
    from motifcnn.methods.paper_motifs import paper_motifs
    from motifcnn.motif.check import check
    from motifcnn.motif.motif import Motif
    from motifcnn.train.arguments import require_taken

    require_taken(get_method(order.model), order.for_fit()["motifs"], None, False)
    if order.motifs == "paper":
        paper_motifs(graph.schema, order.target)
    if isinstance(order.motifs, str):
        return
    motifs = [Motif.parse(text) for text in order.motifs]
    for motif in motifs:
        check(motif, graph.schema)
    if not any(motif.target_type == order.target for motif in motifs):
        raise MotifCNNError(
            f"none of the motifs has a target of type {order.target}, the type to classify; "
            f"choose one that begins with (t:{order.target})"
        )
