from __future__ import annotations

import json
from pathlib import Path

import pytest

from motifcnn.experiments.table import tabulate
from motifcnn.experiments.table_json import to_json
from motifcnn.experiments.version import code_version
from tests.experiments.results import LONG, TABLE, write_folder


def test_json_has_the_same_and_every_split(tmp_path: Path) -> None:
    found = json.loads(json.dumps(to_json(tabulate(TABLE, write_folder(tmp_path)))))
    entry = next(
        each for each in found["entries"] if (each["dataset"], each["method"]) == ("dblp-a", "gcn")
    )
    assert entry["micro_f1"]["values"] == pytest.approx([84, 82, 83])
    assert entry["micro_f1"]["difference"] == pytest.approx(1.66)
    assert 0 < entry["micro_f1"]["p_value"] < 0.05
    assert entry["published"] == {"seed": {"micro_f1": 81.34, "macro_f1": 81.29}}
    assert entry["code"] == [code_version("gcn")]
    reasons = {
        (e["dataset"], e["method"]): e["reasons"] for e in found["entries"] if "reasons" in e
    }
    assert reasons == {
        ("dblp-a", "mlp"): [f"BudgetError: {LONG}"],
        ("movie", "default"): ["not run yet"],
        ("movie", "mlp"): ["NotApplicable: one class | each"],
    }
    assert (found["inputs"], found["tuning_seed"]) == ({}, 100)
