"""What fuzzing calls a find; the campaigns themselves run by `make fuzz`."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from motifcnn.errors import StoreError

sys.path.insert(0, str(Path(__file__).parents[2]))  # benchmarks is no part of the package

from benchmarks.fuzz import targets, worker
from benchmarks.fuzz.bundle import mutated_bundle, pack, read_bundle, unpack, write_bundle
from benchmarks.fuzz.mutate import mutated_json
from benchmarks.fuzz.table_seeds import tsv_folder


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Targets that misbehave in one way each."""

    def refuse(_: bytes) -> None:
        raise StoreError("refused")

    def fail(_: bytes) -> None:
        raise KeyError("x")

    def spin(_: bytes) -> None:
        while True:
            pass

    def swallow(content: bytes) -> None:
        bytearray(10**12)

    for each in (refuse, fail, spin, swallow):
        target = targets.Target(each.__name__, lambda rng: b"", each)
        monkeypatch.setitem(targets.TARGETS, each.__name__, target)
    monkeypatch.setattr(worker, "SECONDS", 0.2)
    before = signal.signal(signal.SIGPROF, worker._over)
    yield
    signal.signal(signal.SIGPROF, before)


@pytest.mark.parametrize(
    ("target", "what"),
    [("fail", "KeyError"), ("spin", "OverTimeError"), ("swallow", "MemoryError")],
)
def test_other_errors_time_and_memory_are_finds(read: None, target: str, what: str) -> None:
    found = worker.read(target, b"x")
    assert found is not None and found.what.startswith(what)
    assert (found.target, found.content) == (target, b"x")


def test_a_refusal_is_no_find(read: None) -> None:
    assert worker.read("refuse", b"x") is None


@pytest.mark.parametrize("target", ["pattern", "tsv", "tables", "arguments"])
def test_an_input_is_decided_by_seed_and_number(target: str) -> None:
    made = [worker.make(target, 1, number) for number in range(20)]
    assert made == [worker.make(target, 1, number) for number in range(20)]
    assert len(set(made)) > 10


def test_a_bundle_comes_back_from_an_archive_and_a_folder(tmp_path: Path) -> None:
    files = tsv_folder()
    assert unpack(pack(files)) == files
    write_bundle(files, tmp_path)
    assert read_bundle(tmp_path) == files


def test_mutations_of_any_document_are_bytes() -> None:
    rng = random.Random(0)
    content = b'{"a": [1, {"b": null}], "c": "x"}'
    for _ in range(500):
        content = mutated_json(rng, content)[:5000]
        assert isinstance(content, bytes)
        assert mutated_bundle(rng, {"manifest.json": content})


@pytest.mark.parametrize("target", sorted(targets.TARGETS))
def test_what_is_mutated_is_read_without_an_error(
    target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The hash of the code of a method takes seconds and is no matter of reading.
    monkeypatch.setattr("motifcnn.experiments.cell.code_version", lambda *_, **__: "0" * 12)
    for content in targets.TARGETS[target].good():
        targets.TARGETS[target].read(content)


def test_the_cost_of_an_input_is_its_peak() -> None:
    # In a process of its own: one that has run other tests may hold free memory to give again.
    work = """
from benchmarks.fuzz import worker
before = worker._forget_peak()
bytearray(b"x") * 50_000_000
print(worker._peak() - before, worker._forget_peak() - before)
"""
    done = subprocess.run([sys.executable, "-c", work], capture_output=True, text=True, check=True)
    peak, after = map(int, done.stdout.split())
    assert 40_000_000 < peak < 200_000_000
    assert after < 20_000_000
