"""Settings are checked by name, whatever method adds to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from motifcnn.nn.presets import Config
from motifcnn.nn.settings import ConfigError, Settings, with_settings


@dataclass(frozen=True)
class Own(Settings):
    """A method's settings."""

    hidden: tuple[int, ...] = (8,)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require_widths("hidden")


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"text": "bag"}, "text"),
        ({"epochs": 0}, "epochs"),
        ({"dropout": 1.0}, "dropout"),
        ({"learning_rate": "fast"}, "learning_rate"),
        ({"weight_decay": -1.0}, "weight_decay"),
        ({"hidden": (0,)}, "hidden"),
        ({"hiden": (3,)}, "hidden"),
    ],
)
def test_a_bad_setting_is_refused_by_name(changes: dict[str, Any], named: str) -> None:
    with pytest.raises(ConfigError, match=named):
        with_settings(Own(), changes)


def test_settings_survive_json() -> None:
    own = Own(hidden=(4, 2), dropout=0.1)
    assert with_settings(Own(), own.to_json()) == own


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("epochs", 2.5, "a whole number"),
        ("window", 1.5, "a whole number"),
        ("members", True, "a whole number"),
        ("wide", "no", "true or false"),
        ("self_weight", float("nan"), "a finite number"),
        ("filters", True, "positive whole numbers"),
    ],
)
def test_a_setting_of_the_wrong_kind_is_refused_by_name(
    name: str, value: object, expected: str
) -> None:
    with pytest.raises(ConfigError, match=f"{name} must be {expected}"):
        with_settings(Config(), {name: value})


def test_whole_numbers_may_be_those_of_numpy() -> None:
    assert with_settings(Config(), {"epochs": np.int64(5)}).epochs == 5
