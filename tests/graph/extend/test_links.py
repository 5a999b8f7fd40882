"""Links of both graphs, each once; columns of links stay with the known ones."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from motifcnn.graph.columns import LinkTable
from motifcnn.graph.extend.links import link_table_of, links_of
from motifcnn.graph.extend.places import find_places

USERS = find_places(np.array([2, 5]), np.array([1, 5]))  # in the union: 1, 2, 5
MOVIES = find_places(np.array([10]), np.array([10, 11]))


def test_links_are_those_of_either_graph() -> None:
    known = sparse.csr_array(np.array([[True], [True]]))  # 2-10, 5-10
    new = sparse.csr_array(np.array([[False, True], [True, False]]))  # 1-11, 5-10
    found = links_of(known, new, USERS, MOVIES).toarray()
    assert found.astype(int).tolist() == [[0, 1], [1, 0], [1, 0]]
    alone = links_of(known, None, USERS, MOVIES).toarray()
    assert alone.astype(int).tolist() == [[0, 0], [1, 0], [1, 0]]


def test_rows_of_known_links_stay_and_new_links_add_theirs() -> None:
    known = LinkTable([0, 0, 1], [0, 0, 0], {"stars": [4, 5, 1], "text": ["a", "b", "c"]})
    new = LinkTable([0, 1, 0], [1, 0, 1], {"stars": [2, 9, 3], "price": [1.0, 1.0, 1.0]})
    found = link_table_of(known, new, USERS, MOVIES)
    # 5-10 has a row already, so what is said of it now does not count.
    assert found.source.tolist() == [1, 1, 2, 0, 0]
    assert found.target.tolist() == [0, 0, 0, 1, 1]
    assert found.columns["stars"].tolist() == [4, 5, 1, 2, 3]
    assert found.columns["text"].tolist() == ["a", "b", "c", None, None]
    assert set(found.columns) == {"stars", "text"}
    assert link_table_of(known, None, USERS, MOVIES).source.tolist() == [1, 1, 2]
