"""Settings are checked by name and range, whatever a method adds to them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from pydantic import model_validator

from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.settings import ConfigError, PositiveInt, Share, TrainSettings, Widths


class Own(InputSettings, TrainSettings):
    """A method's settings."""

    hidden: Widths = (8,)
    dropout: Share = 0.5
    heads: PositiveInt = 1
    roles: bool = True

    @model_validator(mode="after")
    def _heads_fit(self) -> Own:
        if self.hidden[-1] % self.heads:
            raise ValueError(f"heads must divide the last of hidden, {self.hidden[-1]}")
        return self


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"text": "bag"}, "^text: .*'given', 'rows' or 'tf-idf'; got 'bag'"),
        ({"epochs": 0}, "^epochs: .*greater than 0; got 0"),
        ({"epochs": 2.5}, "^epochs: .*integer; got 2.5"),
        ({"epochs": True}, "^epochs: .*integer; got True"),
        ({"dropout": 1.0}, "^dropout: .*less than 1; got 1.0"),
        ({"dropout": -0.1}, "^dropout: .*greater than or equal to 0; got -0.1"),
        ({"dropout": float("nan")}, "^dropout: .*finite"),
        ({"learning_rate": "fast"}, "^learning_rate: .*number; got 'fast'"),
        ({"learning_rate": 0.0}, "^learning_rate: .*greater than 0"),
        ({"weight_decay": -1.0}, "^weight_decay: .*greater than or equal to 0"),
        ({"weight_decay": float("inf")}, "^weight_decay: .*finite"),
        ({"hidden": (0,)}, "^hidden: .*greater than 0; got 0"),
        ({"hidden": ()}, "^hidden: .*at least 1 item"),
        ({"hidden": True}, "^hidden: .*integer; got True"),
        ({"roles": "no"}, "^roles: .*boolean; got 'no'"),
        ({"stop": "patent"}, "^stop: .*'patience' or 'window-mean'"),
    ],
)
def test_a_value_out_of_its_range_is_refused_by_name(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        Own().changed(changes)
    with pytest.raises(ConfigError, match=message):
        Own(**changes)


def test_an_unknown_name_suggests_the_closest_and_lists_all() -> None:
    with pytest.raises(ConfigError, match=r"no setting 'hiden'; did you mean \"hidden\"\?") as told:
        Own().changed({"hiden": (3,)})
    assert all(name in str(told.value) for name in Own.model_fields)


def test_a_rule_over_several_settings_says_only_its_reason() -> None:
    with pytest.raises(ConfigError, match=r"^heads must divide the last of hidden, 8$"):
        Own(heads=3)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("epochs", np.int64(5), 5),
        ("learning_rate", np.float32(0.5), 0.5),
        ("learning_rate", 1, 1.0),
        ("roles", np.bool_(False), False),
        ("hidden", [np.int64(4), 2], (4, 2)),
        ("hidden", 16, (16,)),
    ],
)
def test_numbers_of_numpy_and_lists_are_taken_as_plain_ones(
    name: str, value: Any, expected: Any
) -> None:
    found = getattr(Own().changed({name: value}), name)
    assert found == expected
    assert type(found) is type(expected)


def test_settings_survive_json() -> None:
    own = Own(hidden=(4, 2), dropout=0.1, text="tf-idf", heads=2)
    assert Own().changed(json.loads(json.dumps(own.to_json()))) == own


def test_equal_settings_have_equal_hashes_and_none_can_be_changed_in_place() -> None:
    one, two = Own(dropout=0.25), Own().changed({"dropout": 0.25})
    assert one == two
    assert hash(one) == hash(two)
    assert len({one, two, Own()}) == 2
    with pytest.raises(ValueError, match="frozen"):
        one.dropout = 0.1


def test_a_group_is_the_part_that_it_declares() -> None:
    own = Own(text="rows", project=7, epochs=3, hidden=(5,))
    assert own.of(InputSettings) == InputSettings(text="rows", project=7)
    assert own.of(TrainSettings) == TrainSettings(epochs=3)
    assert type(own.of(InputSettings)) is InputSettings
    # Settings that a group does not have make no other key in a cache.
    assert hash(own.of(InputSettings)) == hash(own.changed({"epochs": 9}).of(InputSettings))
