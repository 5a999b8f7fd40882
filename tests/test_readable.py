from __future__ import annotations

import pytest

from motifcnn.readable import percent, plural, readable_size, some


@pytest.mark.parametrize(
    ("n_bytes", "text"), [(0, "0 B"), (999, "999 B"), (1000, "1.0 KB"), (2_500_000_000, "2.5 GB")]
)
def test_sizes_are_shown_in_the_largest_unit_that_fits(n_bytes: int, text: str) -> None:
    assert readable_size(n_bytes) == text


def test_only_one_of_a_kind_is_singular() -> None:
    assert [plural(n, "node") for n in (0, 1, 2, 12_000)] == [
        "0 nodes",
        "1 node",
        "2 nodes",
        "12,000 nodes",
    ]


def test_shares_are_per_cent() -> None:
    assert (percent(0.5), percent(1 / 3, 2), percent(None)) == ("50.0", "33.33", "-")
    assert percent(float("inf")) == percent(float("nan")) == "-"


def test_a_long_list_of_names_says_how_many_others_there_are() -> None:
    assert some(f"n{i}" for i in range(9)) == "n0, n1, n2, n3, n4, n5, n6, n7 and 1 other"
    assert some(["a", "b"]) == "a, b"
    assert some([]) == ""
