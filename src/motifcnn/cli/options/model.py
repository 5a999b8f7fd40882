"""Options that a model does not take: refused before any work."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from motifcnn.cli.options.errors import OptionError
from motifcnn.graph.schema import suggestion

if TYPE_CHECKING:
    from motifcnn.cli.options.training import TrainingOptions


def require_taken(options: TrainingOptions) -> None:
    """Refuses a preset, motifs or settings that none of the models takes."""
    from motifcnn.train.models import MOTIF_MODELS, config_for, method

    names = dict.fromkeys((options.model, *options.baseline))
    methods = [method(name) for name in names]  # an unknown name is an error here
    who, one = " and ".join(names), len(names) == 1
    if "preset" in options.model_fields_set and not any(name in MOTIF_MODELS for name in names):
        raise OptionError(
            f"--preset {options.preset!r}: {who} {'has' if one else 'have'} no presets, only the "
            "settings of the paper; leave out --preset, or choose one of "
            f"{', '.join(MOTIF_MODELS)} as --model"
        )
    if options.motif and all(each.motifs is None for each in methods):
        raise OptionError(
            f"--motif {options.motif[0]!r}: {who} {'takes' if one else 'take'} no motifs; leave "
            "out --motif, or choose a model that takes some, such as motif-cnn"
        )
    known = [field.name for field in fields(config_for(options.model, options.preset))]
    for name in options.settings:
        if name not in known:
            raise OptionError(
                f"--set {name}: unknown setting {name!r} of {options.model}"
                f"{suggestion(name, known)}"
            )
