from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from motifcnn.experiments.cell import Cell
from motifcnn.experiments.store import write_cell
from motifcnn.experiments.table import tabulate
from tests.experiments.results import DBLP, DCNN, DEFAULT, GCN, MOVIE, TABLE, result, write_scores

OURS = [(0.90, 0.88), (0.91, 0.90), (0.89, 0.86)]
OTHER = [(0.84, 0.80), (0.82, 0.81), (0.83, 0.82)]


def test_mean_deviation_and_difference_from_the_published_figure(tmp_path: Path) -> None:
    write_scores(tmp_path, DBLP, GCN, OTHER)
    (entry,) = (each for each in tabulate(TABLE, tmp_path).of("dblp-a") if each.row == "gcn")
    assert entry.mean("micro_f1") == pytest.approx(83.0)
    assert entry.deviation("micro_f1") == pytest.approx(np.std([84, 82, 83], ddof=1))
    assert entry.published == {"seed": {"micro_f1": 81.34, "macro_f1": 81.29}}
    assert entry.difference("micro_f1") == pytest.approx(83.0 - 81.34)
    assert entry.difference("macro_f1") == pytest.approx(81.0 - 81.29)


def test_the_paired_test_is_that_of_scipy_over_the_splits_of_both(tmp_path: Path) -> None:
    write_scores(tmp_path, DBLP, DEFAULT, OURS)
    write_scores(tmp_path, DBLP, GCN, OTHER[:2])
    default, gcn, _ = tabulate(TABLE, tmp_path).of("dblp-a")
    assert default.p_values == {}
    for place, metric in enumerate(("micro_f1", "macro_f1")):
        one, two = ([scores[place] for scores in each[:2]] for each in (OURS, OTHER))
        assert gcn.p_values[metric] == pytest.approx(stats.ttest_rel(one, two).pvalue)


def test_kept_candidates_are_counted_over_splits(tmp_path: Path) -> None:
    for split, kept in enumerate(("words", "coarse", "words")):
        tried = [{"name": name, "kept": name == kept} for name in ("coarse", "words")]
        write_cell(tmp_path, Cell(DBLP, GCN, split), result(0.5, 0.4, tried=tried))
    default, gcn, _ = tabulate(TABLE, tmp_path).of("dblp-a")
    assert gcn.kept() == {"words": 2, "coarse": 1}
    assert default.kept() == {}


def test_reasons_come_once_however_many_splits_have_them(tmp_path: Path) -> None:
    for split in range(3):
        write_cell(
            tmp_path, Cell(MOVIE, DCNN, split), {"reason": "BudgetError", "message": "needs 90 GB"}
        )
    entry = tabulate(TABLE, tmp_path).of("movie")[2]
    assert entry.reasons == ("BudgetError: needs 90 GB",)
    assert entry.results == {}
    assert entry.difference("micro_f1") is None


def test_published_rows_that_the_table_does_not_run_are_kept(tmp_path: Path) -> None:
    elsewhere = tabulate(TABLE, tmp_path).elsewhere
    figures = {"micro_f1": 86.24, "macro_f1": 83.93}
    assert elsewhere["dblp-a"]["Meta-GNN, no attributes"] == {"2019": figures}
    assert "gcn" not in elsewhere["dblp-a"]


def test_results_of_another_budget_are_another_table(tmp_path: Path) -> None:
    from dataclasses import replace

    write_scores(tmp_path, DBLP, GCN, OTHER)
    assert tabulate(replace(TABLE, trials=5), tmp_path).of("dblp-a")[1].results == {}
