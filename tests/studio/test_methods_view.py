"""The form has every method that applies, and what it sends back is what the preset has."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np

from motifcnn.graph import Graph, Labels
from motifcnn.methods import get_method, methods
from motifcnn.studio.methods_view import methods_view
from motifcnn.train.candidates import AUTO


def test_every_method_has_its_settings_and_presets(debian: Graph) -> None:
    found = methods_view(debian, "package")
    assert found.splits == ["public"] and found.methods[0].name == "motif-cnn"
    *own, auto = found.methods
    assert {each.name for each in own} == set(methods())
    assert auto.name == "auto" and all(name in auto.words for name in AUTO)
    for each in own:
        method = get_method(each.name)
        assert (each.uses_motifs, each.batches) == (method.uses_motifs, method.batches)
        names = {setting.name for setting in each.settings}
        assert names == type(method.settings).model_fields.keys() - method.fixed.keys()
        for preset in each.presets:
            values = json.loads(json.dumps(preset.values))
            given = {name: values[name] for name in names}
            own = method.configured(preset.name or None, given)
            assert own == method.preset(preset.name or None)


def test_a_setting_says_what_it_takes(debian: Graph) -> None:
    settings = {s.name: s for s in methods_view(debian, "package").methods[0].settings}
    kinds = {name: settings[name].kind for name in ("epochs", "dropout", "filters", "mask")}
    assert kinds == {
        "epochs": "whole",
        "dropout": "number",
        "filters": "numbers",
        "mask": "boolean",
    }
    assert settings["optimiser"].choices == ["adam", "rmsprop", "adagrad", "sgd"]
    assert settings["last_combine"].choices[-1] == "", "none is a choice too"
    assert all(setting.words for setting in settings.values())


def test_several_classes_per_node_leave_out_methods_that_give_one(debian: Graph) -> None:
    labels = debian.labels["package"]
    marks = np.eye(len(labels.classes), dtype=bool)[labels.y]
    several = replace(debian, labels={"package": Labels(labels.nodes, marks, labels.classes)})
    names = {each.name for each in methods_view(several, "package").methods}
    assert names == {"auto"} | {name for name, each in methods().items() if each.multi_label}


def test_a_type_without_labels_has_no_methods(debian: Graph) -> None:
    found = methods_view(debian, "tag")
    assert not found.labelled and found.methods == []
