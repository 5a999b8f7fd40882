"""What is kept of a run: a report that stands alone, and a file that trains it again."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import motifcnn as mc
from motifcnn.cli.app import app
from motifcnn.errors import MotifCNNError
from motifcnn.graph import Graph
from motifcnn.report.same_split import ComparisonError
from motifcnn.studio.kept_files import report_of, rerun_file
from motifcnn.studio.workbench import Workbench


@pytest.mark.parametrize("name", ["1-motif-cnn", "2-gcn"])
def test_the_file_trains_the_run_again_to_the_same_bits(
    bench: Workbench, runs: Path, tmp_path: Path, name: str
) -> None:
    file, again = tmp_path / "again.toml", tmp_path / "again"
    file.write_text(rerun_file(bench, name), encoding="utf-8")
    command = ["train", "--config", str(file), "--out", str(again), "--json"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    first, second = mc.load_run(runs / name), mc.load_run(again)
    assert json.loads(result.stdout)["test"]["micro_f1"] == first.test.micro_f1
    assert second.test == first.test and second.settings == first.settings
    np.testing.assert_array_equal(second.probabilities, first.probabilities)


def test_a_run_of_the_command_line_has_no_such_file(bench: Workbench, debian: Graph) -> None:
    mc.fit(debian, model="majority").save(bench.runs.path / "own")
    with pytest.raises(MotifCNNError, match="was not trained in the studio"):
        rerun_file(bench, "own")


def test_the_report_has_the_run_and_those_beside_it(debian: Graph, stored: Path) -> None:
    text = report_of(debian, stored / "1-motif-cnn", [stored / "2-gcn"])
    assert "Beside simpler models" in text and "2-gcn" in text


def test_a_run_on_another_split_is_not_put_beside_it(
    debian: Graph, stored: Path, tmp_path: Path
) -> None:
    mc.fit(debian, model="majority").save(tmp_path / "other")
    with pytest.raises(ComparisonError, match="another split"):
        report_of(debian, stored / "2-gcn", [tmp_path / "other"])
