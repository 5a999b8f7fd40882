from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from motifcnn.experiments.markdown import markdown
from motifcnn.experiments.summary import summarise
from motifcnn.experiments.table import tabulate
from motifcnn.experiments.table_json import to_json
from tests.experiments.results import DBLP, DCNN, DEFAULT, GCN, MOVIE, TABLE, write_scores

ARENA = replace(TABLE, rival="gcn")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The default wins on dblp-a, GCN on movie; on movie the MLP has a split less."""
    write_scores(tmp_path, DBLP, DEFAULT, [(0.90, 0.88), (0.91, 0.90), (0.89, 0.80)])
    write_scores(tmp_path, DBLP, GCN, [(0.84, 0.80), (0.82, 0.81), (0.83, 0.82)])
    write_scores(tmp_path, DBLP, DCNN, [(0.84, 0.80), (0.82, 0.81), (0.83, 0.82)])
    write_scores(tmp_path, MOVIE, DEFAULT, [(0.50, 0.45), (0.51, 0.41), (0.90, 0.90)])
    write_scores(tmp_path, MOVIE, GCN, [(0.60, 0.46), (0.62, 0.43), (0.99, 0.80)])
    write_scores(tmp_path, MOVIE, DCNN, [(0.40, 0.40), (0.43, 0.38)])
    return tmp_path


def test_ranks_are_over_graphs_and_equals_share_places(folder: Path) -> None:
    found = summarise(tabulate(ARENA, folder))
    assert found is not None
    assert found.columns == ("dblp-a", "movie")
    ranks = {one.row: one.rank for one in found.standings}
    assert ranks == {"default": 1.5, "gcn": 1.75, "mlp": 2.75}
    assert [one.row for one in found.standings] == ["default", "gcn", "mlp"]


def test_the_gap_is_over_splits_that_all_rows_have(folder: Path) -> None:
    found = summarise(tabulate(ARENA, folder))
    assert found is not None
    gaps = {one.row: (one.gap, one.gap_at) for one in found.standings}
    # On movie over the first two splits: gcn 52.75, default 46.75, mlp 40.25.
    assert gaps["default"] == (pytest.approx(52.75 - 46.75), "movie")
    assert gaps["mlp"] == (pytest.approx(52.75 - 40.25), "movie")
    assert gaps["gcn"] == (pytest.approx(88.0 - 82.0), "dblp-a")


def test_wins_and_losses_are_those_of_the_paired_test(folder: Path) -> None:
    table = tabulate(ARENA, folder)
    found = summarise(table)
    assert found is not None
    assert found.compared == ("dblp-a", "movie")
    assert found.wins == {"micro_f1": ("dblp-a",), "macro_f1": ()}
    assert found.losses == {"micro_f1": ("movie",), "macro_f1": ()}
    p_values = {e.column: e.p_values["macro_f1"] for e in table.entries if e.row == "gcn"}
    assert min(p_values.values()) > 0.05


def test_a_graph_that_a_row_lacks_ranks_nobody(folder: Path) -> None:
    for file in (folder / "cells" / "movie" / "mlp").iterdir():
        file.unlink()
    found = summarise(tabulate(ARENA, folder))
    assert found is not None
    assert found.columns == ("dblp-a",)
    assert found.compared == ("dblp-a", "movie")


def test_without_results_there_are_no_standings(tmp_path: Path) -> None:
    table = tabulate(ARENA, tmp_path)
    found = summarise(table)
    assert found is not None
    assert (found.columns, found.standings, found.compared) == ((), (), ())
    assert "none yet" in markdown(table)


def test_page_and_json_have_the_summary_of_a_table_with_a_rival(folder: Path) -> None:
    table = tabulate(ARENA, folder)
    text = " ".join(markdown(table).split())
    assert "| default | 1.50 | 6.00 | movie |" in text
    assert "Of 2 graphs, paired test over splits with p < 0.05" in text
    assert "in Micro-F1 default beats gcn on 1 (dblp-a) and gcn beats default on 1 (movie)" in text
    assert to_json(table)["summary"]["standings"][0]["row"] == "default"
    plain = tabulate(TABLE, folder)
    assert "Over all graphs" not in markdown(plain)
    assert to_json(plain)["summary"] is None
