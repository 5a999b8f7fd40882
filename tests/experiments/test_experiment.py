from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from motifcnn.experiments.definitions import experiment
from motifcnn.experiments.experiment import ExperimentError
from tests.experiments.small import MAJORITY, MLP, small


def test_a_model_names_all_its_rows_and_a_row_itself_alone() -> None:
    hetero = experiment("table-hetero")
    assert [row.name for row in hetero.only(("motif-cnn",)).rows] == [
        "preprint",
        "preprint, motifs by rule",
        "asonam",
        "code",
    ]
    assert [row.name for row in hetero.only(("gcn", "asonam")).rows] == ["asonam", "gcn"]


def test_a_dataset_names_all_its_columns() -> None:
    names = [column.name for column in experiment("citation").only((), ("cora",)).columns]
    assert names == ["cora 20 %", "cora 40 %", "cora 60 %"]


def test_a_graph_of_ones_own_joins_with_the_fractions_of_the_table(tmp_path: Path) -> None:
    folder = small(tmp_path).columns[0].dataset
    (column,) = experiment("table-social").only((), (folder,)).columns
    assert (column.name, column.dataset, column.fractions) == ("papers", folder, (0.2, 0.1, 0.7))


def test_the_split_to_tune_on_is_none_of_a_table(tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match="at most 100"):
        replace(small(tmp_path), splits=101)


def test_inputs_are_the_same_or_chosen_and_then_nothing_else_is_tuned(tmp_path: Path) -> None:
    table, choices = small(tmp_path), {"weighted": {"text": "tf-idf"}}
    with pytest.raises(ExperimentError, match="one of the two"):
        replace(table, choices=choices, inputs={"text": "rows"})
    with pytest.raises(ExperimentError, match="leave trials at 0, not 8"):
        replace(table, choices=choices, trials=8)


def test_a_rows_own_settings_are_no_choice(tmp_path: Path) -> None:
    choices = {"weighted": {"text": "tf-idf", "project": 3}}
    table = replace(small(tmp_path), choices=choices)
    (graph,) = table.columns
    assert table.choices_of(MLP, graph) == choices
    assert table.choices_of(replace(MLP, settings={"text": "given"}), graph) == {
        "weighted": {"project": 3}
    }
    assert table.choices_of(replace(MLP, own_inputs=True), graph) == {}
    assert table.choices_of(MAJORITY, graph) == {}
    more = replace(graph, choices={"c": {"text": "tf-idf"}})
    assert table.choices_of(MLP, more) == {**choices, **more.choices}


def test_what_a_table_does_not_have_is_told_by_name() -> None:
    with pytest.raises(ExperimentError, match=r'no method .gnc.*did you mean "gcn"'):
        experiment("hgb").only(("gnc",))
    with pytest.raises(ExperimentError, match="no dataset and no folder"):
        experiment("hgb").only((), ("hgb-dpl",))


def test_names_of_methods_are_quoted_as_some_have_commas() -> None:
    with pytest.raises(
        ExperimentError, match=r'Known: .*"default, edge \+ 3-node motifs", "gcn"'
    ) as raised:
        experiment("citation").only(("nothing",))
    assert '"gcn", ' in str(raised.value)
