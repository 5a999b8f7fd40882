from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import stats

SHARES = ("--fractions", "0.4,0.2,0.4")


@pytest.fixture(scope="module")
def found(papers_folder: str) -> Any:
    import json

    from typer.testing import CliRunner

    from motifcnn.cli.app import app

    arguments = [
        "evaluate",
        papers_folder,
        "--model",
        "logistic",
        "--baseline",
        "majority",
        "--splits",
        "3",
        *SHARES,
        "--json",
    ]
    return json.loads(CliRunner().invoke(app, arguments).stdout)


def test_every_model_has_a_score_per_split_with_mean_and_deviation(found: Any) -> None:
    assert [row["model"] for row in found["models"]] == ["logistic", "majority"]
    for row in found["models"]:
        for metric in ("micro_f1", "macro_f1"):
            values = row[metric]["values"]
            assert len(values) == 3
            assert row[metric]["mean"] == pytest.approx(np.mean(values))
            assert row[metric]["deviation"] == pytest.approx(np.std(values, ddof=1))


def test_the_paired_test_is_that_of_scipy(found: Any) -> None:
    own, baseline = (row["micro_f1"] for row in found["models"])
    assert baseline["p_value"] == pytest.approx(
        stats.ttest_rel(own["values"], baseline["values"]).pvalue
    )
    assert baseline["ahead"] == pytest.approx(own["mean"] - baseline["mean"])
    assert "p_value" not in own


def test_people_get_one_table(run: Callable[..., Any], papers_folder: str) -> None:
    result = run("evaluate", papers_folder, "--model", "majority", "--splits", "2", *SHARES)
    assert result.exit_code == 0, result.stderr
    assert "majority" in result.stdout
    assert "±" in result.stdout
    assert "2 random splits of 40/20/40 %" in " ".join(result.stdout.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--baseline", "gnc"), 'did you mean "gcn"?'),
        (("--splits", "0"), "--splits is 0"),
        (("--fractions", "0.9,0.9,0.9"), "sum of at most 1"),
        (("--fractions", "0.5,0.5,0"), "no test nodes"),
        (("--baseline", "majority"), "the evaluated model itself"),
        (("--baseline", "mlp", "--preset", "asonam"), "majority has no preset 'asonam'"),
    ],
)
def test_a_wrong_option_is_told_before_training(
    run: Callable[..., Any], papers_folder: str, arguments: tuple[str, ...], message: str
) -> None:
    result = run("evaluate", papers_folder, "--model", "majority", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_epochs_are_the_model_s_alone_and_that_is_said(
    run: Callable[..., Any], papers_folder: str
) -> None:
    quick = (
        "evaluate",
        papers_folder,
        "--model",
        "logistic",
        "--baseline",
        "mlp",
        "--splits",
        "1",
        *SHARES,
    )
    shown = run(*quick, "--epochs", "2").stdout
    assert "1 random split of 40/20/40 %, mean" in " ".join(shown.split())
    assert "logistic had at most 2 epochs; baselines had as many as their own settings say" in shown
    assert "had at most" not in run(*quick).stdout
    assert "baselines keep their own" in " ".join(run("evaluate", "--help").stdout.split())
