"""Presets have the layers, normaliser and attention of their source."""

from __future__ import annotations

import pytest
from motifcnn.nn.model import MotifCNN
from motifcnn.nn.presets import PRESETS, Config, preset

from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import ConfigError, with_settings

MOTIFS = [Motif.parse("(t:p)--(a:q)--(c:p)"), Motif.parse("(t:p)--(c:q)")]
WIDTHS = {"p": (12,), "q": (7,)}


def network(name: str) -> MotifCNN:
    return MotifCNN(MOTIFS, "p", WIDTHS, 3, preset(name))


def test_preprint_has_three_convolutions_relu_instances_and_a_scaled_z_per_motif() -> None:
    config, model = preset("preprint"), network("preprint")
    assert len(config.filters) == len(model.layers) == 3
    assert (config.activation, config.normaliser, config.attention) == (
        "relu",
        "instances",
        "per-motif",
    )
    assert config.epochs == 200
    assert model.layers[0][0].combine.attention.z.shape == (2, config.filters[0])
    assert model.layers[0][0].combine.attention.scale == pytest.approx(config.filters[0] ** -0.5)


def test_asonam_has_64_and_32_filters_a_scaled_shared_z_and_its_training() -> None:
    config, model = preset("asonam"), network("asonam")
    assert config.filters == (64, 32)
    assert (config.activation, config.normaliser, config.attention) == (
        "relu",
        "instances",
        "shared",
    )
    assert (config.weight_decay, config.dropout, config.window) == (1e-5, 0.5, 10)
    assert model.layers[0][0].combine.attention.z.shape == (1, 64)
    assert model.layers[0][0].combine.attention.scale == pytest.approx(1 / 8)
    assert model.output.in_features == 32


def test_code_has_elu_role_sums_an_unscaled_shared_z_and_concatenates_last() -> None:
    config, model = preset("code"), network("code")
    assert config.filters == (64, 32, 10)
    assert (config.activation, config.normaliser, config.attention) == (
        "elu",
        "role",
        "shared-unscaled",
    )
    assert (config.learning_rate, config.epochs) == (0.005, 100)
    assert model.layers[0][0].combine.attention.scale == 1.0
    assert model.output.in_features == 10 * len(MOTIFS)


def test_a_type_without_a_motif_keeps_a_self_unit() -> None:
    model = network("asonam")
    others = model.layers[0][model.types[0].index("q")]
    assert len(others.convs) == 1
    assert [tuple(p.shape) for p in others.convs[0].parameters()] == [(7, 64)]


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_preset_survives_json(name: str) -> None:
    assert with_settings(Config(), preset(name).to_json()) == preset(name)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"filter": (3,)}, 'did you mean "filters"'),
        ({"activation": "tanh"}, "relu, elu"),
        ({"dropout": 1.0}, "under 1"),
        ({"filters": ()}, "at least one"),
        ({"epochs": 0}, "positive"),
    ],
)
def test_a_wrong_setting_is_named_with_what_fits(settings: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        with_settings(Config(), settings)


def test_an_unknown_preset_names_those_there_are() -> None:
    with pytest.raises(ConfigError, match="preprint"):
        preset("prepint")


def test_without_roles_a_path_is_still_seen_through_its_context_alone() -> None:
    path, config = Motif.parse("(t:paper)--(a:author)--(p:paper)--(c:author)"), Config(roles=False)
    assert [role.node_type for role in config.counted(path.with_roles("context")).roles] == [
        "author"
    ]
    assert sorted(role.node_type for role in config.counted(path).roles) == ["author", "paper"]
    assert Config().counted(path) == path
