"""Settings of Motif-CNN: what has no effect is refused, and candidates are settings that fit."""

from __future__ import annotations

from typing import Any

import pytest

from motifcnn.methods import get_method
from motifcnn.methods.motif_cnn_settings import (
    CANDIDATES,
    CHOSEN,
    COARSE,
    INDUCTIVE,
    PAPER_SPACE,
    PRESETS,
    SPACE,
    MotifCNNSettings,
)
from motifcnn.nn.settings import ConfigError


@pytest.mark.parametrize("name", [*PRESETS, "inductive"])
def test_a_preset_survives_json(name: str) -> None:
    preset = get_method("motif-cnn").preset(name)
    assert MotifCNNSettings().changed(preset.to_json()) == preset


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"filter": (3,)}, 'did you mean "filters"'),
        ({"activation": "tanh"}, "'relu' or 'elu'"),
        ({"dropout": 1.0}, "less than 1"),
        ({"filters": ()}, "at least 1 item"),
        ({"epochs": 0}, "greater than 0"),
        ({"motif_nodes": 7}, "less than or equal to 6"),
        ({"combine": "mean", "heads": 4}, "^heads has no effect: no layer"),
        ({"combine": "weighted-sum", "mask": True}, "^mask has no effect: no layer"),
        ({"combine": "mean", "attention": "shared"}, "^attention has no effect: no layer"),
        ({"last_combine": "mean", "heads": 2}, "^heads has no effect"),
        ({"shared_filters": True}, "^shared_filters is for shared_own=True"),
        ({"dense": False, "labels": True}, "^labels are for one layer"),
        ({"filters": (8, 8), "propagate": 2}, "^propagate is for one layer"),
        ({"propagate_rows": True}, "^propagate_rows has no effect: propagate is 0"),
        ({"propagate": 1, "propagate_rows": True}, "needs featureless='structure'"),
    ],
)
def test_a_wrong_setting_is_named_with_what_fits(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        MotifCNNSettings().changed(settings)


def test_attention_of_some_layers_may_be_set_up() -> None:
    MotifCNNSettings(filters=(8, 8), last_combine="mean", heads=2)
    MotifCNNSettings(filters=(8,), combine="mean", last_combine="attention", heads=2)


@pytest.mark.parametrize("name", CANDIDATES)
def test_every_candidate_is_the_default_with_other_inputs_or_another_depth(name: str) -> None:
    default = PRESETS["default"]
    found = default.changed(CANDIDATES[name])
    before, after = default.to_json(), found.to_json()
    changed = {key for key in after if after[key] != before[key]}
    assert changed & CHOSEN or name == COARSE
    assert found.choose


def test_candidates_differ() -> None:
    found = [PRESETS["default"].changed(changes) for changes in CANDIDATES.values()]
    assert len(set(map(str, found))) == len(CANDIDATES)


def test_a_candidate_of_two_layers_carries_no_features_beside_them() -> None:
    for changes in CANDIDATES.values():
        found = PRESETS["default"].changed(changes)
        assert found.depth == 1 or found.propagate == 0


def test_depth_counts_a_motif_layer_that_gives_the_logits() -> None:
    assert MotifCNNSettings(filters=(8, 8)).depth == 2
    assert MotifCNNSettings(filters=(8, 8), dense=False).depth == 3


def test_the_inductive_preset_has_no_candidates_and_borrows_features() -> None:
    assert (INDUCTIVE.choose, INDUCTIVE.borrow, INDUCTIVE.featureless) == (False, True, "none")
    assert INDUCTIVE.filters == PRESETS["default"].filters


@pytest.mark.parametrize("space", [SPACE, PAPER_SPACE])
def test_every_value_of_a_search_space_is_a_setting(space: dict[str, tuple[Any, ...]]) -> None:
    for preset in ("preprint", "asonam"):
        for name, values in space.items():
            for value in values:
                assert getattr(PRESETS[preset].changed({name: value}), name) == value
