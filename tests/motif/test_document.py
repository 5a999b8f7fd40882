"""A motif in a document is the motif that was written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from motifcnn.errors import MotifError
from motifcnn.motif import Motif
from motifcnn.motif.document import motif_of
from tests.strategies import motifs, schemas

GOOD = Motif.parse("(t:paper)-[:cites]->(a:paper)--(c:author)").to_dict()


@given(motif=schemas().flatmap(motifs))
def test_motifs_come_back_equal(motif: Motif) -> None:
    for values in (motif.to_dict(), json.loads(json.dumps(motif.to_dict()))):
        again = motif_of(values)
        assert again == motif
        assert again.nodes == motif.nodes


@pytest.mark.parametrize(
    "changes",
    [
        {"nodes": []},
        {"nodes": [{"name": 3, "node_type": "x"}] * 2},
        {"nodes": [{"name": str(i), "node_type": "x"} for i in range(9)]},
        {"edges": [{"source": 2**62, "target": 0}]},
        {"edges": [{"source": 0, "target": 1}] * 2000},
        {"edges": [{"source": 0, "target": 0}]},
        {"edges": 3},
        {"target": "t"},
        {"context": None},
        {"context": 0},
        {"role_rule": ["orbit"]},
        {"more": 1},
    ],
    ids=lambda changes: str(changes)[:40],
)
def test_what_is_no_motif_is_one_short_error(changes: dict[str, Any]) -> None:
    with pytest.raises(MotifError) as caught:
        motif_of(GOOD | changes)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("values", [None, [], 3, {}, "x"])
def test_other_values_are_a_typed_error(values: Any) -> None:
    with pytest.raises(MotifError, match="not a motif"):
        motif_of(values)
