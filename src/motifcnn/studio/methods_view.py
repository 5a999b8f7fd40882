"""Methods with their presets and settings, as a form shows them."""

from __future__ import annotations

from typing import Any, Literal, get_args

from motifcnn.graph.graph import Graph
from motifcnn.studio.answer import Answer

Kind = Literal["whole", "number", "numbers", "choice", "boolean", "text"]
FIRST = ("epochs", "learning_rate", "dropout", "filters", "hidden", "weight_decay", "window")
"""Settings that people change most, in this order; the others are folded away."""


class SettingView(Answer):
    """A setting of a method: what it takes, and what it means."""

    name: str
    kind: Kind
    choices: list[str]
    words: str
    first: bool


class PresetView(Answer):
    """A recipe: the value of every setting; an empty name is the method's own."""

    name: str
    values: dict[str, Any]


class MethodView(Answer):
    """A method that applies to the labels of the target; `batches`: it takes a batch size."""

    name: str
    words: str
    uses_motifs: bool
    batches: bool
    settings: list[SettingView]
    presets: list[PresetView]


class MethodsView(Answer):
    """What there is to choose from; `splits` are the graph's own for the target."""

    labelled: bool
    methods: list[MethodView]
    splits: list[str]


def methods_view(graph: Graph, target: str) -> MethodsView:
    """Methods that apply to nodes of a type, ours first, then "auto"; none without labels.

    Examples
    --------
    >>> import motifcnn as mc
    >>> found = methods_view(mc.load_dataset("debian"), "package")
    >>> found.methods[0].name, [s.name for s in found.methods[0].settings[:2]]
    ('motif-cnn', ['epochs', 'learning_rate'])
    """
    from motifcnn.methods import methods

    labels = graph.labels.get(target)
    known = [] if labels is None else list(methods().values())
    applying = [m for m in known if m.multi_label or (labels and not labels.multi_label)]
    # Stable: ablations and the compared methods stay in the order of their names.
    applying.sort(key=lambda m: (m.name != "motif-cnn", m.name != "wide-motif"))
    return MethodsView(
        labelled=labels is not None,
        methods=[*map(_method, applying), *([_auto()] if applying else [])],
        splits=[name for name, split in graph.splits.items() if split.node_type == target],
    )


def _method(method: Any) -> MethodView:
    others = {n: method.preset(n) for n in method.presets if n != "default"}
    presets = {"": method.preset(None)} | others
    fields = type(method.settings).model_fields
    shown = sorted(
        (_setting(n, field.annotation) for n, field in fields.items() if n not in method.fixed),
        key=lambda setting: FIRST.index(setting.name) if setting.first else len(FIRST),
    )
    return MethodView(
        name=method.name,
        words=(type(method).__doc__ or "").split("\n")[0],
        uses_motifs=method.uses_motifs,
        batches=method.batches,
        settings=shown,
        presets=[PresetView(name=n, values=found.to_json()) for n, found in presets.items()],
    )


def _auto() -> MethodView:
    from motifcnn.train.candidates import AUTO

    return MethodView(
        name="auto",
        words=f"The best of {', '.join(AUTO)} on validation, each with its own recipe.",
        uses_motifs=False,
        batches=False,
        settings=[],
        presets=[PresetView(name="", values={})],
    )


def _setting(name: str, annotation: Any) -> SettingView:
    from motifcnn.report.setting_words import WORDS

    parts = [part for part in (get_args(annotation) or (annotation,)) if part is not type(None)]
    texts = [str(c) for part in parts for c in (get_args(part) or (part,)) if isinstance(c, str)]
    choices = [*texts, ""] if texts and type(None) in get_args(annotation) else texts
    kinds: dict[Any, Kind] = {bool: "boolean", int: "whole", float: "number", str: "text"}
    kind: Kind = "choice" if texts else kinds.get(annotation, "numbers")
    return SettingView(
        name=name, kind=kind, choices=choices, words=WORDS.get(name, ""), first=name in FIRST
    )
