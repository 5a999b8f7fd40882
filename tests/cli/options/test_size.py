from __future__ import annotations

import pytest

from motifcnn.cli.options.size import format_size, parse_size
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


@pytest.mark.parametrize(
    ("size", "text"), [(0, "0 B"), (999, "999 B"), (1000, "1.0 KB"), (2_500_000_000, "2.5 GB")]
)
def test_sizes_are_shown_in_the_largest_unit_that_fits(size: int, text: str) -> None:
    assert format_size(size) == text
