from __future__ import annotations

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.find_node import find_row

IDS, NAMES = np.array([3, 7, 9]), np.array(["vlc", "7", "gimp"], dtype=object)


def test_an_id_wins_over_a_name() -> None:
    assert find_row("7", "package", IDS, np.array(["7", "x", "y"])) == 1
    assert find_row(9, "package", IDS, NAMES) == find_row("gimp", "package", IDS, NAMES) == 2


def test_an_unknown_node_gets_close_names_or_ids() -> None:
    with pytest.raises(GraphError, match=r"no node of type package .*'gmip'; did you mean 'gimp'"):
        find_row("gmip", "package", IDS, NAMES)
    with pytest.raises(GraphError, match="'gimp'; ids are such as 3, 7, 9"):
        find_row("gimp", "package", IDS)


def test_a_name_that_several_nodes_have_asks_for_an_id() -> None:
    twins = np.array(["twin", "x", "twin"])
    with pytest.raises(GraphError, match=r"2 nodes of type package are named 'twin'.*\(3, 9\)"):
        find_row("twin", "package", IDS, twins)
