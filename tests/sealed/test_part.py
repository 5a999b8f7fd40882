"""A part belongs to the one place that its name tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.sealed.part import OLD, beside, clear, discard, part_of, place_of


@pytest.mark.parametrize("name", ["a", "a.b", ".hidden", "1", "a.0123456789abcdef", "a\nb"])
def test_the_place_of_a_part_is_found_from_its_name(name: str, tmp_path: Path) -> None:
    assert place_of(beside(tmp_path / name)) == tmp_path / name
    assert place_of(beside(tmp_path / name, OLD)) == tmp_path / name
    assert place_of(tmp_path / name) is None


def test_what_has_the_name_of_a_part_at_the_end_is_removed(tmp_path: Path) -> None:
    with part_of(tmp_path / "a") as work:
        work.mkdir()
        (work / "x").touch()
    assert list(tmp_path.iterdir()) == []


def test_a_link_is_removed_and_not_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "link").symlink_to("kept")
    discard(tmp_path / "link")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_only_parts_of_the_place_are_cleared(tmp_path: Path) -> None:
    own, other = beside(tmp_path / "a"), beside(tmp_path / "a.b")
    own.mkdir()
    other.mkdir()
    clear(tmp_path / "a")
    assert list(tmp_path.iterdir()) == [other]
