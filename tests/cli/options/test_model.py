from __future__ import annotations

from typing import Any

import pytest

from motifcnn.cli.options.model import for_baseline, require_taken
from motifcnn.cli.options.training import TrainingOptions
from motifcnn.errors import MotifCNNError

PAP = "(t:paper)--(a:author)--(c:paper)"


@pytest.mark.parametrize(
    "given",
    [
        {"model": "gcn"},
        {"preset": "asonam"},
        {"model": "lp-metapath", "motif": [PAP]},
        {"model": "motif-cnn", "baseline": ["gcn"], "preset": "asonam", "motif": [PAP]},
        {"model": "gcn", "settings": {"dropout": 0.1}},
    ],
)
def test_what_the_model_takes_passes(given: dict[str, Any]) -> None:
    require_taken(TrainingOptions(**given))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"model": "gnc"}, 'did you mean "gcn"'),
        ({"baseline": ["gnc"]}, 'did you mean "gcn"'),
        ({"model": "gcn", "preset": "asonam"}, "gcn has no preset 'asonam'"),
        ({"model": "lp-metapath", "preset": "asonam"}, "lp-metapath has no preset 'asonam'"),
        ({"model": "gcn", "settings": {"heads": 8}}, "gcn: no setting 'heads'"),
        ({"model": "motif-cnn-a", "settings": {"heads": 8}}, "motif-cnn-a: heads has no effect"),
    ],
)
def test_what_it_does_not_take_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(MotifCNNError, match=message):
        require_taken(TrainingOptions(**given))


def test_a_baseline_gets_motifs_and_preset_if_it_takes_them_and_its_own_settings() -> None:
    options = TrainingOptions(
        preset="asonam", motif=[PAP], epochs=3, seed=4, settings={"dropout": 0.1}
    )
    ablation, paths, gcn = (
        for_baseline(options, name) for name in ("motif-cnn-a", "lp-metapath", "gcn")
    )
    assert (ablation["preset"], ablation["motifs"]) == ("asonam", [PAP])
    assert (paths["preset"], paths["motifs"]) == (None, [PAP])
    assert (gcn["preset"], gcn["motifs"]) == (None, None)
    for given in (ablation, paths, gcn):
        assert (given["epochs"], given["settings"]) == (None, {})
