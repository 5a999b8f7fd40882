"""A result says when, where and with which version it was made, and keeps saying so."""

from __future__ import annotations

from pathlib import Path

from motifcnn import __version__
from motifcnn.experiments.origin import in_words, machine, origin
from motifcnn.experiments.store import read_cell, write_cell
from tests.experiments.test_store import CELL


def test_a_stored_result_has_its_origin(tmp_path: Path) -> None:
    write_cell(tmp_path, CELL, {"test": {}})
    found = read_cell(tmp_path, CELL)
    assert found is not None
    assert found["made"] == origin()
    assert (found["made"]["version"], found["made"]["machine"]) == (__version__, machine())


def test_a_result_that_is_written_again_keeps_its_origin(tmp_path: Path) -> None:
    before = {"date": "2020-02-02", "machine": "a big one", "version": "0.0.1"}
    write_cell(tmp_path, CELL, {"test": {}, "made": before})
    found = read_cell(tmp_path, CELL)
    assert found is not None and found["made"] == before


def test_several_origins_are_all_named() -> None:
    one = {"made": {"date": "2026-01-02", "machine": "2 cores", "version": "0.9.0"}}
    two = {"made": {"date": "2026-01-02", "machine": "8 cores", "version": "0.9.1"}}
    assert in_words([one, two]) == "version 0.9.0 and 0.9.1, 2026-01-02, 2 cores and 8 cores"
    assert in_words([{}]) == ""
