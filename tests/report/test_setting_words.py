"""No setting that a report shows is without an explanation."""

from __future__ import annotations

from motifcnn.methods import methods
from motifcnn.report.setting_words import INPUTS, LEARNING, NETWORKS, OTHERS, WORDS, setting_rows


def test_every_setting_of_every_method_is_explained() -> None:
    for method in methods().values():
        for name, value, words in setting_rows(method.settings):
            assert words, f"{name} of {method.name}"
            assert value == method.settings.to_json()[name]


def test_every_explanation_belongs_to_a_setting_and_stands_once() -> None:
    known = {name for method in methods().values() for name in type(method.settings).model_fields}
    assert set(WORDS) == known
    assert len(WORDS) == sum(map(len, (INPUTS, LEARNING, NETWORKS, OTHERS)))
