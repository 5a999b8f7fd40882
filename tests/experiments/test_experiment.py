from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.experiments.definitions import experiment
from motifcnn.experiments.experiment import ExperimentError
from tests.experiments.small import small


def test_a_model_names_all_its_rows_and_a_row_itself_alone() -> None:
    hetero = experiment("table-hetero")
    assert [row.name for row in hetero.only(("motif-cnn",)).rows] == [
        "default",
        "preprint",
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


def test_what_a_table_does_not_have_is_told_by_name() -> None:
    with pytest.raises(ExperimentError, match=r'no method .gnc.*did you mean "gcn"'):
        experiment("hgb").only(("gnc",))
    with pytest.raises(ExperimentError, match="no dataset and no folder"):
        experiment("hgb").only((), ("hgb-dpl",))


def test_names_of_methods_are_quoted_as_some_have_commas() -> None:
    with pytest.raises(
        ExperimentError, match=r'Known: .*"default, edge \+ 3-node motifs", "gat"'
    ) as raised:
        experiment("citation").only(("nothing",))
    assert '"gcn", ' in str(raised.value)
