"""No mutation of a stored file gives anything but a typed error or a value that works."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from motifcnn.errors import MotifCNNError
from tests.readers import Reader, make_readers, try_authors, try_mutation, try_pattern

PER_READER = 25


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Reader]:
    return make_readers(tmp_path_factory.mktemp("readers"))


@pytest.mark.parametrize(
    "name",
    [
        "graph store",
        "tsv",
        "tables",
        "changes",
        "tensor",
        "spark",
        "run",
        "checkpoint",
        "tuning",
        "verdict",
        "options",
    ],
)
def test_a_mutated_file_is_refused_or_works(readers: dict[str, Reader], name: str) -> None:
    reader = readers[name]
    reader.read(reader.path)
    for seed in range(PER_READER):
        try:
            try_mutation(reader, Random(f"{name} {seed}"))
        except MotifCNNError as error:
            assert len(str(error)) < 5000
    reader.read(reader.path)  # every mutation was put back


def test_a_mutated_pattern_is_refused_or_works() -> None:
    for seed in range(500):
        for attempt in (try_pattern, try_authors):
            try:
                attempt(Random(seed))
            except MotifCNNError as error:
                assert len(str(error)) < 5000


def test_every_reader_is_tested(readers: dict[str, Reader]) -> None:
    assert len(readers) == 11, "a new reader belongs in the list above"
    assert all(isinstance(reader.path, Path) and reader.files() for reader in readers.values())
