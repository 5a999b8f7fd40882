"""No size in the settings of a stored run reaches an allocation that its weights do not hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motifcnn.errors import StoreError
from motifcnn.methods import methods
from motifcnn.train import fit, load_run
from motifcnn.train.run.sizes import FREE, SIZES, sizes_problem
from tests.reseal import change_json
from tests.small_graphs import MOTIFS, bibliography

SPLIT = (0.3, 0.2, 0.5)
# Settings that a network which is built for stored weights does not read.
OF_TRAINING = frozenset(
    {
        *("epochs", "window", "halve_after", "batch", "walks", "length", "walk_length", "reach"),
        *("negatives", "label_steps", "sweeps", "max_entries", "folds", "max_nodes", "leaf_nodes"),
    }
)
OF_INPUTS = frozenset({"project", "structure"})
OF_MOTIFS = frozenset({"motif_nodes", "path_nodes", "most_motifs"})


def whole_numbers(settings: Any) -> set[str]:
    return {
        name
        for name, value in dict(settings).items()
        if isinstance(value, (int, tuple)) and not isinstance(value, bool)
    }


def test_every_whole_number_among_the_settings_is_a_size_or_is_known_not_to_be() -> None:
    known = SIZES | OF_TRAINING | OF_INPUTS | OF_MOTIFS
    own = [m for m in methods().values() if type(m).__module__.startswith("motifcnn.")]
    for method in own:
        for settings in (method.settings, *method.presets.values()):
            assert whole_numbers(settings) <= known, method.name
    every = set().union(*(whole_numbers(method.settings) for method in own))
    assert every >= SIZES


def test_sizes_are_bounded_by_the_longest_array_and_by_the_number_of_arrays() -> None:
    weights = {str(k): np.zeros((1, 3)) for k in range(FREE + 2)}
    assert sizes_problem({"layers": FREE + 2}, weights) is None
    assert "layers" in (sizes_problem({"layers": FREE + 3}, weights) or "")
    assert sizes_problem({"hidden": (4,) * (FREE + 2)}, weights) is None
    assert "hidden" in (sizes_problem({"hidden": (4,) * (FREE + 3)}, weights) or "")
    assert sizes_problem({"epochs": 2**62}, {}) is None


@pytest.mark.parametrize(
    ("model", "setting", "value"),
    [
        ("motif-cnn", "filters", [2**40]),
        ("motif-cnn", "filters", [4] * 5000),
        ("motif-cnn", "heads", 2**40),
        ("wide-motif", "filters", 2**40),
        ("wide-motif", "propagate", 2**40),
        ("dcnn", "hops", 2**40),
        ("boosting", "rounds", 2**40),
        ("boosting", "leaves", 2**40),
        ("cln", "layers", 2**40),
        ("mlp", "hidden", [2**62]),
    ],
)
def test_a_hostile_size_is_refused_when_the_run_is_loaded(
    model: str, setting: str, value: object, tmp_path: Path
) -> None:
    graph = bibliography(papers=30)
    own: dict[str, Any] = (
        {"epochs": 1} if "epochs" in type(methods()[model].settings).model_fields else {}
    )
    motifs = MOTIFS[:1] if methods()[model].uses_motifs else None
    if model == "motif-cnn":  # what is propagated is for one layer, which is refused before
        own["settings"] = {"choose": False}
    fit(graph, motifs, model=model, split=SPLIT, **own).save(tmp_path / "run")
    load_run(tmp_path / "run").predict(graph)
    change_json(tmp_path / "run", "run.json", lambda run: run["settings"].update({setting: value}))
    with pytest.raises(StoreError, match=f"its setting {setting} asks for"):
        load_run(tmp_path / "run")
