"""A query is the motif pair by pair; a step fixes one pair and finds the other nodes around it."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from motifcnn.graph import Graph
from motifcnn.motif import Motif
from motifcnn.tensor.update.compiled.delta import LINKED, UNLINKED
from motifcnn.tensor.update.query import NEW, OLD, make_query, make_step
from tests.strategies import graphs_with_motifs


@settings(max_examples=80)
@given(case=graphs_with_motifs(motif_nodes=6), induced=st.booleans())
def test_every_step_tests_every_other_pair_once_before_it_new_after_it_old(
    case: tuple[Graph, Motif], induced: bool
) -> None:
    query = make_query(*case, induced=induced)
    assert set(query.pairs) == {(a, b) for a, b in [*query.present, *query.absent] if a < b}
    for number, pinned in enumerate(query.pairs):
        step = make_step(query, number)
        assert step.order[:2] == pinned
        assert sorted(step.order) == list(range(len(query.types)))
        tested = {}
        for position in range(2, len(step.order)):
            tests = step.tests[step.first[position] : step.first[position + 1]]
            assert tests[0, 0] == LINKED, "each node is found from a neighbour"
            for kind, earlier, table in tests[np.isin(tests[:, 0], (LINKED, UNLINKED))].tolist():
                a, b = step.order[earlier], step.order[position]
                links = query.present if kind == LINKED else query.absent
                assert query.links[table // 2] == links[a, b]
                tested[min(a, b), max(a, b)] = table % 2
        expected = {
            pair: NEW if k < number else OLD for k, pair in enumerate(query.pairs) if k != number
        }
        assert tested == expected
