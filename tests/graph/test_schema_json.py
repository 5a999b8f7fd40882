"""A schema survives JSON, and what is no schema is refused with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from motifcnn.errors import GraphError
from motifcnn.graph.schema import Schema
from motifcnn.graph.schema_json import schema_from_json, schema_to_json
from tests.strategies import schemas

RELATION = {"source": "a", "name": "r", "target": "a", "directed": True}


@given(schema=schemas())
def test_a_schema_reads_back_equal(schema: Schema) -> None:
    assert schema_from_json(json.loads(json.dumps(schema_to_json(schema))), "here") == schema


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {"node_types": ["a"]},
        {"node_types": "a", "relations": []},
        {"node_types": [1], "relations": []},
        {"node_types": ["b"], "relations": [RELATION]},
        {"node_types": ["a"], "relations": [{**RELATION, "directed": 1}]},
        {"node_types": ["a"], "relations": [{"source": "a"}]},
    ],
)
def test_what_is_no_schema_is_an_error(value: Any) -> None:
    with pytest.raises(GraphError, match=r"^here: not a schema"):
        schema_from_json(value, "here")
