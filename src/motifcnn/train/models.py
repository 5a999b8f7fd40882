"""Models by name. A model is loaded when it is first named, so a baseline costs nothing to those who do not use it."""

from __future__ import annotations

import importlib
from typing import cast

from motifcnn.errors import MotifCNNError
from motifcnn.graph.schema import suggestion
from motifcnn.nn.presets import preset
from motifcnn.nn.settings import Settings
from motifcnn.train.method import Method
from motifcnn.train.motif_cnn import ablated

MOTIF_MODELS = ("motif-cnn", "motif-cnn-a", "motif-cnn-no-roles", "motif-cnn-no-attention")
# Modules with a `METHOD`; by name, as this package is below them.
BASELINES = {
    "majority": "majority",
    "logistic": "logistic",
    "mlp": "mlp",
    "gcn": "gcn",
    "gat": "gat",
    "dcnn": "dcnn",
    "graph-cnn": "graph_cnn",
    "cln": "cln",
    "planetoid-t": "planetoid_t",
    "planetoid-i": "planetoid_i",
    "ica": "ica",
    "hcc": "hcc",
    "lp-metapath": "lp_metapath",
    "lp-metagraph": "lp_metagraph",
    "metapath2vec": "metapath2vec",
    "metapath2vec-attributes": "metapath2vec_attributes",
}
MODELS = (*MOTIF_MODELS, *BASELINES)


class ModelError(MotifCNNError, ValueError):
    """A model that does not exist, or that cannot do what is asked of it."""


class NotApplicable(ModelError):
    """A problem that a method is not made for."""


def method(model: str) -> Method:
    """What the model of that name says about itself."""
    if model not in MODELS:
        raise ModelError(f"unknown model {model!r}{suggestion(model, MODELS)}")
    module = (
        "motifcnn.train.motif_cnn"
        if model in MOTIF_MODELS
        else f"motifcnn.baselines.{BASELINES[model]}"
    )
    return cast(Method, importlib.import_module(module).METHOD)


def config_for(model: str, preset_name: str) -> Settings:
    """Settings of a model before the user changes any: a Motif-CNN's come from the preset, a baseline's from its recipe."""
    own = method(model).config
    if model not in MOTIF_MODELS:
        return own
    config = preset(preset_name)
    if config.wide and model in ("motif-cnn-a", "motif-cnn-no-attention"):
        raise NotApplicable(
            f"{model} leaves out the attention of a preset, and {preset_name!r} has none: its motifs are added up before the "
            "activation. Choose preset='asonam', 'preprint' or 'code'."
        )
    return ablated(config, model)


def require_applicable(model: str, *, multi_label: bool) -> None:
    """Raises a `NotApplicable` if the model cannot give a node several classes and has to."""
    if multi_label and not method(model).multi_label:
        raise NotApplicable(
            f"{model} gives every node one class, and the labels of this graph are multi-label; "
            "choose another model, such as gcn or motif-cnn"
        )
