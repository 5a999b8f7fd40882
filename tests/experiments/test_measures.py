from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from scipy import stats

from motifcnn.experiments.measures import epoch_seconds, measure, motif_worth, total_seconds
from motifcnn.experiments.table import tabulate
from tests.experiments.results import (
    DBLP,
    DCNN,
    DEFAULT,
    GCN,
    MOTIFS,
    MOVIE,
    TABLE,
    write_scores,
)


def test_measures_are_those_of_the_cells(tmp_path: Path) -> None:
    write_scores(tmp_path, DBLP, DEFAULT, [(0.90, 0.88), (0.91, 0.90)], motifs=MOTIFS)
    entry = tabulate(TABLE, tmp_path).of("dblp-a")[0]
    assert epoch_seconds(entry) == 0.2  # the median of 0.9, 0.1 and 0.2
    assert total_seconds(entry) == (1.0, 2.0)
    worth = motif_worth(entry)
    assert [one["motif"] for one in worth] == ["(t:a)--(c:a)", "(t:a)--(c:b)"]
    assert [one["lost_macro_f1"] for one in worth] == pytest.approx([-1.0, 2.0])
    rows = measure(tabulate(replace(TABLE, draws="convergence"), tmp_path))
    assert rows[0] | {"val_loss": None} == {
        "dataset": "dblp-a",
        "method": "default",
        "lowest_validation_loss": 0.5,
        "at_epoch": 2.0,
        "epochs": 3.0,
        "val_loss": None,
    }


def test_a_table_of_scores_has_no_measures(tmp_path: Path) -> None:
    write_scores(tmp_path, DBLP, DEFAULT, [(0.90, 0.88)])
    assert measure(tabulate(TABLE, tmp_path)) == []


def test_times_are_milliseconds_per_epoch_and_seconds_in_all(tmp_path: Path) -> None:
    write_scores(tmp_path, DBLP, DEFAULT, [(0.90, 0.88)])
    (epoch,) = measure(tabulate(replace(TABLE, draws="epoch-time"), tmp_path))
    assert epoch["milliseconds_per_epoch"] == pytest.approx(200.0)
    (total,) = measure(tabulate(replace(TABLE, draws="total-time"), tmp_path))
    assert (total["total_seconds"], total["epochs"]) == (3.0, 3.0)


def test_a_method_without_epochs_has_no_time_per_epoch(tmp_path: Path) -> None:
    write_scores(tmp_path, DBLP, DEFAULT, [(0.90, 0.88)], val_loss=[], epoch_seconds=[])
    for figure in ("epoch-time", "convergence"):
        assert measure(tabulate(replace(TABLE, draws=figure), tmp_path)) == []


def test_the_line_through_times_by_number_of_motifs_is_that_of_scipy(tmp_path: Path) -> None:
    for row, motifs, seconds in ((DEFAULT, 1, 0.10), (GCN, 2, 0.19), (DCNN, 4, 0.41)):
        more = {"patterns": ["(t:a)--(c:b)"] * motifs, "epoch_seconds": [seconds] * 3}
        write_scores(tmp_path, DBLP, row, [(0.9, 0.8)], **more)
    write_scores(tmp_path, MOVIE, GCN, [(0.9, 0.8)])  # one point is no line
    rows = measure(tabulate(replace(TABLE, draws="motif-time"), tmp_path))
    line = stats.linregress([1, 2, 4], [100, 190, 410])
    assert [row["motifs"] for row in rows] == [1, 2, 4, 1]
    for row in rows[:3]:
        assert row["on_fitted_line"] == pytest.approx(line.slope * row["motifs"] + line.intercept)
        assert row["r_squared"] == pytest.approx(line.rvalue**2)
    assert "r_squared" not in rows[3]
