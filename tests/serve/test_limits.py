from __future__ import annotations

from motifcnn.serve.limits import Limits


def test_links_are_ten_for_each_node() -> None:
    assert Limits(new_nodes=7).new_links == 70
