"""What nodes feed in: the default changes nothing, and values out of range are refused by name."""

from __future__ import annotations

from typing import Any

import pytest

from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.settings import ConfigError


def test_by_default_nodes_feed_in_their_features_as_they_are() -> None:
    s = InputSettings()
    assert (s.text, s.project, s.diffusion, s.borrow) == ("given", 0, 0.0, False)
    assert (s.featureless, s.structure_everywhere) == ("one-hot", False)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"text": "words"}, "text: input should be 'given', 'rows' or 'tf-idf'"),
        ({"project": -1}, "project: input should be greater than or equal to 0"),
        ({"featureless": "zeros"}, "featureless: input should be 'one-hot', 'structure' or 'none'"),
        ({"structure": 0}, "structure: input should be greater than 0"),
        ({"structure_decay": 0.0}, "structure_decay: input should be greater than 0"),
        ({"diffusion": 1.0}, "diffusion: input should be less than 1"),
        ({"borow": True}, 'did you mean "borrow"'),
    ],
)
def test_what_does_not_fit_is_refused_by_name(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        InputSettings().changed(changes)
