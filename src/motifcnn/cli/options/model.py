"""Options of models: refused before the graph is read, and handed on to baselines that take them.

What a model takes is for `fit` to say; this module only asks early.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from motifcnn.cli.options.training import TrainingOptions


def require_taken(options: TrainingOptions) -> None:
    """Refuses an unknown model or baseline, and a preset or settings that the model does not have.

    Examples
    --------
    >>> from motifcnn.cli.options.training import TrainingOptions
    >>> require_taken(TrainingOptions(model="gcn", preset="asonam"))
    Traceback (most recent call last):
    ...
    motifcnn.nn.settings.ConfigError: gcn has no preset 'asonam'...
    """
    from motifcnn.methods import get_method

    for name in options.baseline:
        get_method(name)
    if options.model != "auto":  # `fit` refuses what goes with one model
        get_method(options.model).configured(options.preset, options.settings)


def for_baseline(options: TrainingOptions, name: str) -> dict[str, Any]:
    """What `evaluate` gives a baseline: the motifs and the preset of the model if it takes them.

    Epochs and settings are those of its own recipe.
    """
    from motifcnn.methods import get_method

    method = get_method(name)
    return options.for_fit() | {
        "model": name,
        "preset": options.preset if options.preset in method.presets else None,
        "motifs": options.motifs if method.uses_motifs else None,
        "epochs": None,
        "settings": {},
    }
