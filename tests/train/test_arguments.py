from __future__ import annotations

import pytest

from motifcnn.methods import get_method
from motifcnn.nn.settings import ConfigError
from motifcnn.train.arguments import (
    require_arguments,
    require_nothing_of_one_model,
    require_taken,
)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((None, -1, None, None, 10), "seed must be a whole number"),
        ((None, 2**32, None, None, 10), "seed must be a whole number"),
        ((None, 0, None, None, 0), "checkpoint_every must be at least 1"),
        ((None, 0, None, 5, 10), "give a batch_size too"),
        (("(t:a)--(c:b)", 0, None, None, 10), r"write \['\(t:a\)--\(c:b\)'\]"),
    ],
)
def test_arguments_out_of_range_are_named(given: tuple, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        require_arguments(*given)


def test_words_for_motifs_and_ranges_are_taken() -> None:
    for motifs in (None, "auto", "paper", ["(t:a)--(c:b)"]):
        require_arguments(motifs, 2**32 - 1, 5, 5, 1)


@pytest.mark.parametrize(
    ("model", "motifs", "batch_size", "distributed", "message"),
    [
        ("gcn", ["(t:a)--(c:b)"], None, False, "gcn uses no motifs"),
        ("boosting", None, 8, False, "does not train in mini-batches"),
        ("motif-cnn", None, None, True, "give a batch_size"),
    ],
)
def test_what_a_method_does_not_take_is_refused(
    model: str, motifs: object, batch_size: int | None, distributed: bool, message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        require_taken(get_method(model), motifs, batch_size, distributed)


def test_auto_takes_nothing_of_one_model() -> None:
    require_nothing_of_one_model(preset=None, settings={})
    with pytest.raises(ConfigError, match="preset: model='auto' tries motif-cnn"):
        require_nothing_of_one_model(preset="asonam")
