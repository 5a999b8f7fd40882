from __future__ import annotations

from typing import Any

import pytest

from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.model import require_taken
from motifcnn.cli.options.training import TrainingOptions

PAP = "(t:paper)--(a:author)--(c:paper)"


@pytest.mark.parametrize(
    "given",
    [
        {"model": "gcn"},
        {"preset": "asonam"},
        {"model": "lp-metapath", "motif": [PAP]},
        {"model": "gcn", "baseline": ["motif-cnn"], "preset": "asonam", "motif": [PAP]},
        {"model": "gcn", "settings": {"dropout": 0.1}},
    ],
)
def test_what_one_of_the_models_takes_passes(given: dict[str, Any]) -> None:
    require_taken(TrainingOptions(**given))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"model": "gcn", "preset": "default"}, "gcn has no presets"),
        ({"model": "lp-metapath", "preset": "asonam"}, "lp-metapath has no presets"),
        ({"model": "gcn", "baseline": ["mlp"], "motif": [PAP]}, "gcn and mlp take no motifs"),
        ({"model": "gcn", "settings": {"filters": [8]}}, "unknown setting 'filters' of gcn"),
    ],
)
def test_what_none_of_them_takes_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        require_taken(TrainingOptions(**given))
