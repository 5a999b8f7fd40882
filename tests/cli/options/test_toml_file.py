from __future__ import annotations

from pathlib import Path

from motifcnn.cli.options.toml_file import write_options
from motifcnn.cli.options.training import TrainingOptions, read_options


def test_options_are_read_back_as_they_were(tmp_path: Path) -> None:
    options = TrainingOptions(
        graph='a "quoted" folder\\with\tmore',
        motif=["(t:a)--(c:b)", "(t:ä)--(c:b)"],
        split=[0.2, 0.1, 0.7],
        seed=3,
        class_weights={"first class": 2.0, "b": 1e-05},
        settings={"filters": [64, 32], "bias": True, "weight_decay": 1e-05, "text": "tf-idf"},
    )
    file = tmp_path / "new" / "options.toml"
    write_options(file, options)
    assert read_options(file, dict.fromkeys(TrainingOptions.model_fields)) == options


def test_defaults_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "options.toml"
    write_options(file, TrainingOptions(graph="debian"))
    assert file.read_text() == 'graph = "debian"\n'
