"""Settings are checked by name, whatever method adds to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

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
