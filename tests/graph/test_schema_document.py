"""A schema in a document is the schema that was written."""

from __future__ import annotations

import json

import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.graph.schema_document import SchemaDocument
from motifcnn.graph.schema_json import schema_to_json
from motifcnn.sealed.document import parse_document
from tests.graph.folders import rich_graph


def test_a_schema_comes_back_equal() -> None:
    schema = rich_graph().schema
    text = json.dumps(schema_to_json(schema)).encode()
    assert parse_document(text, SchemaDocument, "here").to_schema() == schema


@pytest.mark.parametrize(
    "text",
    [
        '{"node_types": ["a", "a"], "relations": []}',
        '{"node_types": "ab", "relations": []}',
        '{"node_types": [""], "relations": []}',
        '{"node_types": ["a"], "relations": [{"source": "a", "name": "r", "target": "b", '
        '"directed": true}]}',
        '{"node_types": ["a"], "relations": [{"source": "a", "name": "r", "target": "a", '
        '"directed": 1}]}',
    ],
)
def test_what_is_no_schema_is_a_typed_error(text: str) -> None:
    with pytest.raises(MotifCNNError):
        parse_document(text.encode(), SchemaDocument, "here").to_schema()
