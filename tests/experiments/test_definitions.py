from __future__ import annotations

import pytest

from motifcnn.datasets import DATASETS
from motifcnn.experiments import INPUT_CHOICES, OUR_INPUTS, PAPER_INPUTS
from motifcnn.experiments.cell import cells, fingerprint
from motifcnn.experiments.changes import CHANGES
from motifcnn.experiments.definitions import NAMES, experiment, experiments
from motifcnn.experiments.experiment import ExperimentError
from motifcnn.experiments.figures import FIGURES
from motifcnn.experiments.published import PUBLISHED
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


def test_the_graph_benchmark_shows_cells_of_the_arena() -> None:
    arena = {fingerprint(cell) for cell in cells(experiment("arena"))}
    hgb = [fingerprint(cell) for cell in cells(experiment("hgb"))]
    assert set(hgb) <= arena
    assert len(hgb) == 3 * 5 * 5


def test_tables_of_the_paper_have_the_methods_that_it_compares() -> None:
    ours = {"wide-motif", *(each for each in methods() if each.startswith("motif-cnn"))}
    hetero, inputs, social = (
        {row.model for row in experiment(name).rows}
        for name in ("table-hetero", "table-inputs", "table-social")
    )
    assert methods().keys() - ours == hetero - ours | {"motif-boosting"}
    assert "motif-boosting" in inputs, "a recipe of our inputs"
    published = {name for name in PUBLISHED["linkedin-ego3"] if name in methods()}
    assert published < social


def test_tables_state_their_terms() -> None:
    hetero, inputs, social, arena = (experiment(name) for name in NAMES[:4])
    assert (hetero.inputs, social.inputs) == (PAPER_INPUTS, PAPER_INPUTS)
    assert (inputs.inputs, arena.inputs) == (OUR_INPUTS, {})
    assert [each.trials for each in (hetero, inputs, social, arena)] == [8, 8, 8, 0]
    assert [each.splits for each in (hetero, inputs, social, arena)] == [10, 10, 10, 5]
    assert len(arena.columns) == 16
    assert [row.name for row in arena.rows] == ["default", "gcn", "gat", "wide-motif", "asonam"]
    for each in (hetero, inputs, social, arena):
        assert each.against in {row.name for row in each.rows}


def test_graphs_that_recipes_do_not_suit_have_a_further_choice_for_every_row() -> None:
    arena = experiment("arena")
    more = {column.name for column in arena.columns if column.choices}
    assert more == {"cora", "citeseer", "pubmed", "blogcatalog3", "flickr-groups-8000"}
    for column in arena.columns:
        for row in arena.rows[1:]:
            assert set(arena.choices_of(row, column)) == {*INPUT_CHOICES, *column.choices}


def test_in_the_arena_every_row_but_default_chooses_from_the_same_inputs() -> None:
    arena = experiment("arena")
    debian = next(column for column in arena.columns if column.name == "debian")
    found = {row.name: arena.choices_of(row, debian) for row in arena.rows}
    assert found.pop("default") == {}  # its preset has candidates of its own
    assert all(choices == INPUT_CHOICES for choices in found.values())
    for row in arena.rows:
        for inputs in arena.choices_of(row, arena.columns[-3]).values():  # no method refuses them
            get_method(row.model).configured(row.preset, inputs)
    default = arena.rows[0]
    assert arena.with_inputs(default).settings == {}
    assert default.motifs == ()


def test_the_released_code_is_never_tuned() -> None:
    tuned = [cell.tuning for cell in cells(experiment("table-hetero")) if cell.row.name == "code"]
    assert tuned and set(tuned) == {None}


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


def test_figures_are_the_five_of_one_command() -> None:
    found = experiments("figures")
    assert [each.draws for each in found] == [
        *("epoch-time", "total-time", "convergence", "motif-time", "attention")
    ]
    assert experiments("hgb") == (experiment("hgb"),)


def test_convergence_is_compared_with_one_configuration() -> None:
    convergence = experiment("convergence")
    configured = {
        row.name: get_method(row.model)
        .configured(row.preset, convergence.with_inputs(row).settings)
        .to_json()
        for row in convergence.rows
    }
    models = {row.model for row in convergence.rows}
    assert models == {"motif-cnn", "wide-motif", "gcn", "gat", "dcnn", "graph-cnn", "cln"}
    alike = [*PAPER_INPUTS, "optimiser", "learning_rate", "weight_decay", "epochs", "window"]
    for name in alike:
        assert len({str(settings[name]) for settings in configured.values()}) == 1
    for settings in configured.values():
        assert settings["window"] == settings["epochs"] == 100  # so that none stops early
        assert settings.get("dropout", 0.5) == settings.get("input_dropout", 0.5) == 0.5


def test_an_unknown_experiment_is_told_with_the_known_ones() -> None:
    with pytest.raises(ExperimentError, match='did you mean "table-hetero"') as raised:
        experiment("table-hetro")
    assert str(raised.value).count("table-social") == 1
