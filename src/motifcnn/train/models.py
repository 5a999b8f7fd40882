"""Models by name. A model is loaded when it is first named, so a baseline costs nothing to those who do not use it."""

from __future__ import annotations

import importlib
from typing import cast

from motifcnn.errors import MotifCNNError
from motifcnn.graph.schema import suggestion
from motifcnn.nn.presets import Config, preset
from motifcnn.train.motif_cnn import ablated
from motifcnn.train.problem import Classifier, Problem

MOTIF_MODELS = ("motif-cnn", "motif-cnn-a", "motif-cnn-no-roles", "motif-cnn-no-attention")
# Modules with `CONFIG`, the settings of the method's own paper, and `build(problem)`; by name, as this package is below them.
BASELINES = {name: f"motifcnn.baselines.{name}" for name in ("majority", "logistic", "mlp", "gcn")}
MODELS = (*MOTIF_MODELS, *BASELINES)


class ModelError(MotifCNNError, ValueError):
    """A model that does not exist."""


def config_for(model: str, preset_name: str) -> Config:
    """Settings of a model before the user changes any: a Motif-CNN's come from the preset, a baseline's from its recipe."""
    require_model(model)
    if model in MOTIF_MODELS:
        return ablated(preset(preset_name), model)
    return cast(Config, importlib.import_module(BASELINES[model]).CONFIG)


def build(model: str, problem: Problem) -> Classifier:
    """The model of that name for a problem."""
    require_model(model)
    module = "motifcnn.train.motif_cnn" if model in MOTIF_MODELS else BASELINES[model]
    return cast(Classifier, importlib.import_module(module).build(problem))


def require_model(model: str) -> None:
    """Raises a `ModelError` that names the models there are, unless `model` is one of them."""
    if model not in MODELS:
        raise ModelError(f"unknown model {model!r}{suggestion(model, MODELS)}")
