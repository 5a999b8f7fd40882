from __future__ import annotations

import pytest

from motifcnn.cli.options.size import parse_size
from motifcnn.errors import BudgetError


@pytest.mark.parametrize(
    ("text", "size"),
    [("4GB", 4 * 10**9), ("4 gib", 4 * 2**30), ("0.5kb", 500), ("17", 17), ("2TB", 2 * 10**12)],
)
def test_decimal_and_binary_units(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "GB", "-1GB", "4 parsecs", "1e9", "0MB", "nan"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(BudgetError, match="memory limit"):
        parse_size(text)
