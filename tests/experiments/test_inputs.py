"""Inputs of tables are settings that methods take, and say what they say."""

from __future__ import annotations

import pytest

from motifcnn.experiments.inputs import (
    DECAYED,
    FASTER,
    IN_WORDS,
    INPUT_CHOICES,
    OUR_INPUTS,
    PAPER_INPUTS,
)
from motifcnn.methods import get_method
from motifcnn.methods.motif_cnn_settings import CANDIDATES, COARSE, FINE, PRESETS
from motifcnn.nn.inputs import InputSettings

ALL = [PAPER_INPUTS, OUR_INPUTS, *INPUT_CHOICES.values(), *DECAYED.values(), *FASTER.values()]


@pytest.mark.parametrize("number", range(len(ALL)))
def test_a_gcn_takes_all_of_them(number: int) -> None:
    found = get_method("gcn").configured(None, ALL[number])
    for name, value in ALL[number].items():
        assert getattr(found, name) == value


def test_our_inputs_are_those_of_the_default() -> None:
    default = PRESETS["default"].of(InputSettings)
    assert InputSettings().changed(OUR_INPUTS) == default


def test_choices_of_structure_are_those_that_the_default_chooses_from() -> None:
    for name, candidate in (("coarse structure", COARSE), ("fine structure", FINE)):
        choice = INPUT_CHOICES[name]
        assert {key: choice[key] for key in CANDIDATES[candidate]} == CANDIDATES[candidate]


def test_choices_for_some_graphs_differ_from_the_common_ones_in_training_alone() -> None:
    for name, changes in {**DECAYED, **FASTER}.items():
        common = INPUT_CHOICES[name.partition(",")[0]]
        differ = {key for key in changes if changes[key] != common.get(key)}
        assert differ <= {"learning_rate", "weight_decay"} and differ


def test_every_set_of_inputs_of_a_table_has_words() -> None:
    assert [inputs for inputs, _ in IN_WORDS] == [PAPER_INPUTS, OUR_INPUTS]
    assert len({words for _, words in IN_WORDS}) == 2
