"""What the selection looks at."""

from __future__ import annotations

from motifcnn.train.auto.candidates import candidates

from motifcnn.motif.catalogue import catalogue
from tests.train.auto.planted import SCHEMA


def test_candidates_are_the_catalogue_and_longer_paths_each_once() -> None:
    found = candidates(SCHEMA, "user", max_nodes=3, path_nodes=4)
    assert len(set(found)) == len(found)
    assert [m for m in found if len(m.nodes) <= 3] == catalogue(
        SCHEMA, "user", max_nodes=3, relations="any"
    )
    longer = [m for m in found if len(m.nodes) == 4]
    # user - x - user - y, for every pair of the three other types.
    assert sorted(m.types[1:4:2] for m in longer) == sorted(
        (x, y) for x in SCHEMA.node_types[:3] for y in SCHEMA.node_types[:3]
    )
    assert all(role.members == (m.context,) for m in longer for role in m.roles)


def test_without_longer_paths_nothing_is_past_the_size() -> None:
    assert max(len(m.nodes) for m in candidates(SCHEMA, "user", max_nodes=2, path_nodes=0)) == 2
