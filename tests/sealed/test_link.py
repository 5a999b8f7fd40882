"""A link is followed once, to the place that is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.errors import StoreError
from motifcnn.sealed.link import behind_link


def test_the_place_behind_a_link_is_meant(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real")
    assert behind_link(tmp_path / "link") == (tmp_path / "real").resolve()
    assert behind_link(tmp_path / "real") == tmp_path / "real"


def test_a_loop_is_refused(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("other")
    (tmp_path / "other").symlink_to("one")
    with pytest.raises(StoreError, match="leads nowhere"):
        behind_link(tmp_path / "one")
