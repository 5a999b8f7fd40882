"""Compressed files may grow, within reason."""

from __future__ import annotations

from motifcnn.sealed.limits import MAX_BYTES, unpacked_limit


def test_the_limit_grows_with_the_file_and_stops_at_the_largest_table() -> None:
    limits = [unpacked_limit(packed) for packed in (0, 2_700_000, 10**7, 10**12)]
    assert limits == sorted(limits)
    assert limits[1] < 500_000_000 < 4_800_000_000, "a bomb of 2.7 MB does not fill the memory"
    assert limits[-1] == MAX_BYTES
