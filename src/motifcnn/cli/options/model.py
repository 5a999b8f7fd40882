"""Options that a model or a graph does not have: refused before any work, where `fit` would pass over them."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from motifcnn.cli.options.errors import OptionError
from motifcnn.graph.schema import suggestion

if TYPE_CHECKING:
    from motifcnn.cli.options.training import TrainingOptions
    from motifcnn.graph import Graph


def require_taken(options: TrainingOptions) -> None:
    """Refuses a preset, motifs or settings that none of the models has a use for."""
    from motifcnn.train.models import MOTIF_MODELS, config_for, method

    names = dict.fromkeys((options.model, *options.baseline))
    ways = {name: method(name) for name in names}  # an unknown one is told before any work
    who = " and ".join(names)
    has = "has" if len(names) == 1 else "have"
    if "preset" in options.model_fields_set and not any(name in MOTIF_MODELS for name in names):
        raise OptionError(
            f"--preset {options.preset!r}: {who} {has} no presets, only the settings of the paper; leave out --preset, or choose "
            f"one of {', '.join(MOTIF_MODELS)} as --model"
        )
    if options.motif and all(way.motifs is None for way in ways.values()):
        raise OptionError(
            f"--motif {options.motif[0]!r}: {who} {'takes' if len(names) == 1 else 'take'} no motifs; leave out --motif, or "
            "choose a model that takes some, such as motif-cnn"
        )
    known = [field.name for field in fields(config_for(options.model, options.preset))]
    for name in options.settings:
        if name not in known:
            raise OptionError(
                f"--set {name}: unknown setting {name!r} of {options.model}{suggestion(name, known)}"
            )


def require_labels(graph: Graph, source: str, target: str | None) -> None:
    """Refuses a graph without labels, and a target that is no type of the graph."""
    if target is not None and target not in graph.schema.node_types:
        raise OptionError(
            f"--target {target!r}: unknown node type{suggestion(target, graph.schema.node_types)}"
        )
    if not graph.labels:
        raise OptionError(
            f"the graph {source!r} has no labels, and training needs some: give it a `labels` table (labels.tsv in its folder, "
            "or a column `label` where it is made from tables; see docs/formats.md)"
        )
