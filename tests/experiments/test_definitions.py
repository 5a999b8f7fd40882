from __future__ import annotations

import pytest

from motifcnn.datasets import DATASETS
from motifcnn.experiments.changes import CHANGES
from motifcnn.experiments.definitions import NAMES, experiment
from motifcnn.experiments.experiment import ExperimentError
from motifcnn.experiments.figures import FIGURES
from motifcnn.methods import get_method, methods


@pytest.mark.parametrize("name", NAMES)
def test_every_experiment_is_made_of_what_exists(name: str) -> None:
    found = experiment(name)
    assert found.name == name
    assert found.draws in FIGURES
    assert all(
        column.dataset in DATASETS and (not column.change or column.change in CHANGES)
        for column in found.columns
    )
    for row in found.rows:  # no row has a setting that its method refuses
        get_method(row.model).configured(row.preset, row.settings)
    assert len({row.name for row in found.rows}) == len(found.rows)
    assert all(sum(column.fractions) == pytest.approx(1) for column in found.columns)


@pytest.mark.parametrize("name", ["table-hetero", "table-social", "citation", "hgb"])
def test_tables_have_every_registered_method_but_ablations(name: str) -> None:
    ablations = {"motif-cnn-a", "motif-cnn-no-roles", "motif-cnn-no-attention"}
    assert methods().keys() - ablations <= {row.model for row in experiment(name).rows}


def test_the_protocol_is_that_of_the_papers() -> None:
    hetero, social, hgb = (experiment(name) for name in ("table-hetero", "table-social", "hgb"))
    assert {column.fractions for column in hetero.columns} == {(0.1, 0.1, 0.8)}
    assert {column.fractions for column in social.columns} == {(0.2, 0.1, 0.7)}
    assert (hetero.splits, social.splits, hgb.splits) == (10, 10, 5)
    assert all(column.official for column in hgb.columns)
    assert {
        c.name: c.fractions[0] for c in experiment("citation").columns if c.dataset == "cora"
    } == {
        "cora 20 %": 0.2,
        "cora 40 %": 0.4,
        "cora 60 %": 0.6,
    }


def test_an_unknown_experiment_is_told_with_the_known_ones() -> None:
    with pytest.raises(ExperimentError, match='did you mean "table-hetero"') as raised:
        experiment("table-hetro")
    assert str(raised.value).count("table-social") == 1
