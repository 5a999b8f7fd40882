"""A tensor's description names nodes of one process at most."""

from __future__ import annotations

import pytest

from motifcnn.errors import StoreError
from motifcnn.sealed.document import parse_document
from motifcnn.tensor.document import RoleDocument


@pytest.mark.parametrize("columns", [-1, 2**31, 2**62, 2**63, True, 1.0])
def test_columns_are_a_number_of_nodes(columns: object) -> None:
    text = f'{{"label": "c", "node_type": "paper", "columns": {str(columns).lower()}}}'
    with pytest.raises(StoreError, match="columns is"):
        parse_document(text.encode(), RoleDocument, "tensor.json")
    good = parse_document(text.replace(str(columns).lower(), "7").encode(), RoleDocument, "here")
    assert good.columns == 7
