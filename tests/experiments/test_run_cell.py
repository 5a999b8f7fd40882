from __future__ import annotations

import sys
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from motifcnn.experiments.cell import Cell
from motifcnn.experiments.experiment import Column, Row
from motifcnn.experiments.graphs import open_column, split_of
from motifcnn.experiments.run_cell import run_cell
from motifcnn.graph import read_graph
from motifcnn.methods import get_method
from motifcnn.train import fit, random_split
from tests.experiments.small import GCN, MLP, MOTIF_CNN, QUICK, papers


def test_a_cell_is_what_fit_gives_on_that_split(tmp_path: Path) -> None:
    column = papers(tmp_path)
    found = run_cell(Cell(column, MLP, 3, timed=True))
    graph = read_graph(column.dataset)
    run = fit(
        graph,
        model="mlp",
        split=random_split(graph, fractions=(0.3, 0.2, 0.5), seed=3),
        seed=3,
        settings=QUICK,
    )
    assert found["test"] == asdict(run.test)
    assert found["val_loss"] == [epoch.val_loss for epoch in run.history]
    assert sum(found["epoch_seconds"]) > 0


def test_patterns_stand_for_the_target_type(tmp_path: Path) -> None:
    found = run_cell(Cell(papers(tmp_path), MOTIF_CNN, 0))
    assert found["patterns"] == ["(t:paper)--(c:author)", "(t:paper)--(v:venue)--(c:paper)"]


def test_a_text_for_motifs_is_handed_to_fit(tmp_path: Path) -> None:
    column, row = papers(tmp_path), replace(MOTIF_CNN, motifs="auto")
    found, graph = run_cell(Cell(column, row, 0)), open_column(column)
    split = split_of(column, graph, 0)
    run = fit(graph, "auto", split=split, seed=0, settings=dict(row.settings))
    assert found["patterns"] == [str(motif) for motif in run.motifs]


def test_what_tuning_chose_is_fitted_on_the_split_of_the_cell(tmp_path: Path) -> None:
    column, chosen = papers(tmp_path), {"hidden": [8], "dropout": 0.2}
    found = run_cell(Cell(column, MLP, 1, trials=3), chosen)
    same = run_cell(Cell(column, replace(MLP, settings=QUICK | chosen), 1))
    assert found["test"] == same["test"]
    assert found["chosen"] == chosen


def test_the_first_motifs_are_those_that_fit_chooses_first(tmp_path: Path) -> None:
    column, row = papers(tmp_path), Row("two", "motif-cnn", "preprint", QUICK, first_motifs=2)
    graph = open_column(column)
    every = fit(graph, preset="preprint", split=split_of(column, graph, 0), settings=QUICK).motifs
    assert len(every) > 2
    assert run_cell(Cell(column, row, 0))["patterns"] == [str(motif) for motif in every[:2]]


def test_without_a_motif_nothing_is_chosen_again(tmp_path: Path) -> None:
    column = papers(tmp_path)
    row = replace(MOTIF_CNN, settings=QUICK, leave_out=True)  # whose preset has candidates
    found, graph = run_cell(Cell(column, row, 0)), open_column(column)
    split, patterns = split_of(column, graph, 0), found["patterns"]
    run = fit(graph, patterns, split=split, seed=0, settings=QUICK)
    assert len(run.tried) > 1
    without = fit(graph, patterns[1:], split=split, seed=0, settings=dict(run.settings))
    assert found["motifs"][0]["test"] == asdict(without.test)


def test_only_a_timed_cell_has_every_epoch(tmp_path: Path) -> None:
    column = papers(tmp_path)
    plain, timed = (run_cell(Cell(column, MLP, 0, timed=timed)) for timed in (False, True))
    assert timed.keys() - plain.keys() == {"val_loss", "epoch_seconds"}
    assert plain["seconds"].keys() == {"prepare", "train", "score"}


def test_what_is_not_applicable_says_so_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(get_method("mlp")), "multi_label", False)
    found = run_cell(Cell(papers(tmp_path, multi_label=True), MLP, 0))
    assert found["reason"] == "NotApplicable"
    assert "multi-label" in found["message"]
    assert "retry" not in found
    assert "test" not in found


def test_what_fails_otherwise_is_tried_again(tmp_path: Path) -> None:
    found = run_cell(Cell(Column("gone", str(tmp_path / "gone")), MLP, 0))
    assert found["retry"]
    assert "gone" in found["message"]


def test_a_fault_of_ours_keeps_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import motifcnn.experiments.run_cell as module

    def broken(*arguments: object, **options: object) -> None:
        raise RuntimeError("torch has had enough")

    monkeypatch.setattr(module, "fit", broken)
    found = run_cell(Cell(papers(tmp_path), MLP, 0))
    assert (found["reason"], found["message"]) == ("RuntimeError", "torch has had enough")
    assert "in broken" in found["traceback"]


def test_leaving_out_a_motif_is_fitting_without_it(tmp_path: Path) -> None:
    column = papers(tmp_path)
    found = run_cell(Cell(column, replace(MOTIF_CNN, leave_out=True), 0))
    graph = open_column(column)
    first, second = found["motifs"]
    assert first["attention"] + second["attention"] == pytest.approx(1, abs=1e-5)
    without = fit(
        graph,
        [second["motif"]],
        split=split_of(column, graph, 0),
        seed=0,
        settings=dict(MOTIF_CNN.settings),
    )
    assert first["test"] == asdict(without.test)
    assert first["lost_macro_f1"] == found["test"]["macro_f1"] - without.test.macro_f1


def test_a_method_without_attention_has_the_worth_of_motifs_alone(tmp_path: Path) -> None:
    row = replace(MOTIF_CNN, model="wide-motif", settings={"epochs": 2}, leave_out=True)
    found = run_cell(Cell(papers(tmp_path), row, 0))
    assert [motif["attention"] for motif in found["motifs"]] == [None, None]
    assert all("lost_macro_f1" in motif for motif in found["motifs"])


def test_a_timed_cell_has_the_same_scores(tmp_path: Path) -> None:
    column = papers(tmp_path)
    assert (
        run_cell(Cell(column, GCN, 0, timed=True))["test"] == run_cell(Cell(column, GCN, 0))["test"]
    )


def test_an_official_split_holds_out_a_fifth_of_its_training_nodes_by_seed(tmp_path: Path) -> None:
    column = replace(papers(tmp_path), official=True)
    graph = open_column(column)
    one, two = (split_of(column, graph, seed) for seed in (0, 1))
    assert (len(one.train), len(one.val)) == (24, 6)
    assert np.array_equal(one.test, two.test)
    assert not np.array_equal(one.val, two.val)


CHOICES = {"as given": {"text": "given"}, "weighted": {"text": "tf-idf"}}


def test_of_several_inputs_validation_keeps_one(tmp_path: Path) -> None:
    column = papers(tmp_path)
    found = run_cell(Cell(column, MLP, 0, choices=CHOICES))
    each = {
        name: run_cell(Cell(column, replace(MLP, settings=QUICK | inputs), 0))
        for name, inputs in CHOICES.items()
    }
    means = {
        name: one["validation"]["micro_f1"] + one["validation"]["macro_f1"]
        for name, one in each.items()
    }
    assert found["inputs"] == max(means, key=means.__getitem__)
    assert found["test"] == each[found["inputs"]]["test"]
    assert [one["name"] for one in found["tried"]] == list(CHOICES)
    assert [one["name"] for one in found["tried"] if one["kept"]] == [found["inputs"]]


def test_inputs_that_a_method_refuses_are_left_out_with_the_reason(tmp_path: Path) -> None:
    choices = {"refused": {"project": -1}, "as given": {"text": "given"}}
    found = run_cell(Cell(papers(tmp_path), MLP, 0, choices=choices))
    assert found["inputs"] == "as given"
    assert found["tried"][0]["reason"].startswith("ConfigError")


def test_motifs_are_left_out_with_the_inputs_that_were_chosen(tmp_path: Path) -> None:
    column, row = papers(tmp_path), replace(MOTIF_CNN, leave_out=True)
    found = run_cell(Cell(column, row, 0, choices={"weighted": {"text": "tf-idf"}}))
    settings = {**row.settings, "text": "tf-idf"}
    same = run_cell(Cell(column, replace(row, settings=settings), 0))
    assert found["motifs"] == same["motifs"]


def test_a_row_with_an_unknown_setting_has_a_reason(tmp_path: Path) -> None:
    found = run_cell(Cell(papers(tmp_path), Row("mlp", "mlp", settings={"dropuot": 0.1}), 0))
    assert found["reason"] == "ConfigError"


def test_a_method_that_cannot_be_loaded_has_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from motifcnn.experiments.store import finished, read_cell, write_cell

    monkeypatch.setitem(sys.modules, "torch_geometric.nn", None)  # as if it were not installed
    cell = Cell(papers(tmp_path), GCN, 0, trials=3)
    write_cell(tmp_path, cell, run_cell(cell))
    found = read_cell(tmp_path, cell)
    assert found is not None
    assert found["reason"] == "MethodError"
    assert not finished(tmp_path, cell)
