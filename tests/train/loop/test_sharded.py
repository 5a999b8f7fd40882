from __future__ import annotations

import pytest
from torch import nn

from motifcnn.nn.settings import ConfigError
from motifcnn.train.loop.sharded import _require_no_batch_norm

# That shards add up to the step of one process is shown with real ranks, in test_distributed.py.


def test_batch_norm_is_refused() -> None:
    with pytest.raises(ConfigError, match="set batch_norm=False"):
        _require_no_batch_norm(nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2)))
    _require_no_batch_norm(nn.Linear(2, 2))
